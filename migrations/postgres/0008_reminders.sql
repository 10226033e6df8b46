-- reminders: what people asked to be reminded of. A waiting one is looked at again at `looks_at`: when it is due, or when
-- the quiet hours are over that hold it back. One that was sent stays until it is delivered.
-- notes: what the model is told at its next turn, a row for each part of a note.

CREATE TABLE reminders (
    n        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    agent_id TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,
    person   TEXT COLLATE "C" NOT NULL,
    text     TEXT    NOT NULL,
    guild    BIGINT,
    channel  BIGINT NOT NULL,
    message  BIGINT NOT NULL,
    due      BIGINT NOT NULL,
    looks_at BIGINT NOT NULL,
    repeats  TEXT,
    zone     TEXT    NOT NULL,
    state    TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'paused')),
    reason   TEXT,
    made_at  BIGINT NOT NULL,
    UNIQUE (agent_id, number)
);
CREATE INDEX reminders_waiting ON reminders (looks_at, n) WHERE state = 'waiting';
CREATE INDEX reminders_by_person ON reminders (person, agent_id);

ALTER TABLE agents ADD COLUMN reminders BIGINT NOT NULL DEFAULT 0;

CREATE TABLE notes (
    n        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    agent_id TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    subject  TEXT COLLATE "C" NOT NULL,
    part     TEXT COLLATE "C" NOT NULL,
    text     TEXT    NOT NULL,
    tail     TEXT    NOT NULL,
    at       BIGINT NOT NULL,
    UNIQUE (agent_id, subject, part)
);
CREATE INDEX notes_by_agent ON notes (agent_id, n);
