-- What became of messages in Discord after they were said, kept until it has been done here too.
-- facts: short statements that were drawn from a message afterwards, a line each; they are part of what it is found by.
-- quotes: the Discord message that a message answers, with its words, which must follow what becomes of that one.
-- tended_seq: messages up to this one were gone through in quiet hours, at a cost of tended_tokens on the day tended_day
-- (days since 1970).

CREATE TABLE message_changes (
    n       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event   TEXT COLLATE "C" NOT NULL,  -- of the inbox
    place   TEXT COLLATE "C" NOT NULL,
    payload TEXT NOT NULL
);
CREATE INDEX message_changes_by_place ON message_changes (place, n);
CREATE INDEX messages_by_source ON messages (channel, message) WHERE message IS NOT NULL;
CREATE INDEX edits_by_cause ON edits (agent_id, cause, n) WHERE cause IS NOT NULL;

ALTER TABLE messages ADD COLUMN facts TEXT;
ALTER TABLE messages ADD COLUMN quotes BIGINT;
CREATE INDEX messages_by_quote ON messages (quotes) WHERE quotes IS NOT NULL;
ALTER TABLE agents ADD COLUMN tended_seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN tended_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN tended_tokens BIGINT NOT NULL DEFAULT 0;
