-- reminders: what people asked to be reminded of. A waiting one is looked at again at `looks_at`: when it is due, or when
-- the quiet hours are over that hold it back. One that was sent stays until it is delivered.
-- notes: what the model is told at its next turn, a row for each part of a note.

CREATE TABLE reminders (
    n        INTEGER PRIMARY KEY,
    agent_id TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    person   TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    guild    INTEGER,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    due      INTEGER NOT NULL,
    looks_at INTEGER NOT NULL,
    repeats  TEXT,
    zone     TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'paused')),
    reason   TEXT,
    made_at  INTEGER NOT NULL,
    UNIQUE (agent_id, number)
) STRICT;
CREATE INDEX reminders_waiting ON reminders (looks_at, n) WHERE state = 'waiting';
CREATE INDEX reminders_by_person ON reminders (person, agent_id);

ALTER TABLE agents ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0;

CREATE TABLE notes (
    n        INTEGER PRIMARY KEY,
    agent_id TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    subject  TEXT    NOT NULL,
    part     TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    tail     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    UNIQUE (agent_id, subject, part)
) STRICT;
CREATE INDEX notes_by_agent ON notes (agent_id, n);
