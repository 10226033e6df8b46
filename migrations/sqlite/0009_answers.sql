-- reply: the row of the outbox that holds the answer, or will; none: it has the turn's own id.
-- shown: the messages that stand for the answer where people read, as JSON: a draft of it, or the answer that it replaces.

ALTER TABLE turns ADD COLUMN reply TEXT;
ALTER TABLE turns ADD COLUMN shown TEXT;
