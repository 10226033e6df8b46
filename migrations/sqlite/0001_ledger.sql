-- The ledger. Moments are microseconds since 1970 (UTC), ids are UUIDs as text, Discord's numbers are stored bit by bit
-- in signed 64-bit integers. Columns named n only tell what came first.
-- Turns are named by messages, edits and passages without a foreign key: they leave only together with the messages,
-- and a key would ask for one more index on every row of history.

CREATE TABLE agents (
    id          TEXT    NOT NULL PRIMARY KEY,
    place       TEXT    NOT NULL UNIQUE,        -- dm:…, channel:…, thread:…, member:…:…, terminal:…
    created_at  INTEGER NOT NULL,
    next_seq    INTEGER NOT NULL DEFAULT 1,     -- of the next message; never goes back
    first_seq   INTEGER NOT NULL DEFAULT 1,     -- messages before it were reset, so next_seq - first_seq is their count
    evicted_seq INTEGER NOT NULL DEFAULT 0,     -- messages up to this one have left the prompt
    passages    INTEGER NOT NULL DEFAULT 0      -- how many there are
) STRICT;

CREATE TABLE blocks (
    agent_id   TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    label      TEXT    NOT NULL,                -- persona, human:…
    ordinal    INTEGER NOT NULL,                -- in the order people were met
    name       TEXT,
    value      TEXT    NOT NULL,
    char_limit INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (agent_id, label)
) STRICT;

CREATE TABLE edits (
    n                INTEGER PRIMARY KEY,
    id               TEXT    NOT NULL UNIQUE,
    agent_id         TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    target           TEXT    NOT NULL,          -- a label, or passage:…
    kind             TEXT    NOT NULL,
    actor            TEXT    NOT NULL,          -- model, system, person:…
    before_text      TEXT    NOT NULL,
    after_text       TEXT    NOT NULL,
    reason           TEXT,
    cause            TEXT,                      -- a message
    turn_id          TEXT,
    expected_version INTEGER NOT NULL,
    at               INTEGER NOT NULL
) STRICT;
CREATE INDEX edits_by_agent ON edits (agent_id, n);
CREATE INDEX edits_by_target ON edits (agent_id, target, n);
CREATE INDEX edits_by_turn ON edits (agent_id, turn_id, n);

CREATE TABLE turns (
    n          INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    agent_id   TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    state      TEXT    NOT NULL CHECK (state IN ('running', 'done', 'failed')),
    steps      INTEGER NOT NULL,
    trace      TEXT    NOT NULL,
    first_seq  INTEGER NOT NULL,                -- of its first message
    guild      INTEGER,
    channel    INTEGER NOT NULL,
    message    INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    error      TEXT
) STRICT;
CREATE INDEX turns_by_agent ON turns (agent_id, n);
CREATE INDEX turns_running ON turns (started_at, n) WHERE state = 'running';
CREATE INDEX turns_running_by_agent ON turns (agent_id, started_at, n) WHERE state = 'running';

CREATE TABLE messages (
    id          TEXT    NOT NULL PRIMARY KEY,
    agent_id    TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    turn_id     TEXT,
    role        TEXT    NOT NULL CHECK (role IN ('person', 'agent', 'tool', 'note')),
    author      TEXT,                           -- a person's id, or agent
    author_key  TEXT,                           -- the person's name as it is searched for
    person_name TEXT,
    text        TEXT    NOT NULL,
    extra       TEXT,                           -- what else the body holds, as JSON
    guild       INTEGER,
    channel     INTEGER,
    message     INTEGER,
    at          INTEGER NOT NULL,
    searchable  INTEGER NOT NULL CHECK (searchable IN (0, 1)),
    indexed_at  INTEGER,
    UNIQUE (agent_id, seq)
) STRICT;
CREATE INDEX messages_by_time ON messages (agent_id, at, seq, author, author_key) WHERE searchable = 1;
CREATE INDEX messages_unindexed ON messages (at, seq) WHERE searchable = 1 AND indexed_at IS NULL;

CREATE TABLE summaries (
    n           INTEGER PRIMARY KEY,
    agent_id    TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    through_seq INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    at          INTEGER NOT NULL
) STRICT;
CREATE INDEX summaries_by_agent ON summaries (agent_id, n);

CREATE TABLE passages (
    n          INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    agent_id   TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    text       TEXT    NOT NULL,
    tags       TEXT    NOT NULL,                -- a JSON array, in the order given
    actor      TEXT    NOT NULL,
    cause      TEXT,
    turn_id    TEXT,
    created_at INTEGER NOT NULL,
    indexed_at INTEGER
) STRICT;
CREATE INDEX passages_by_time ON passages (agent_id, created_at, n);
CREATE INDEX passages_unindexed ON passages (created_at, n) WHERE indexed_at IS NULL;

CREATE TABLE passage_tags (
    passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
    tag        TEXT NOT NULL,
    agent_id   TEXT NOT NULL,
    PRIMARY KEY (passage_id, tag)
) STRICT;
CREATE INDEX passage_tags_by_tag ON passage_tags (agent_id, tag, passage_id);

-- Keyed by place and not by agent: what comes in first may have no agent yet. A row stays when its message is taken, so
-- that the same event is known again, but gives its text up.
CREATE TABLE inbox (
    n       INTEGER PRIMARY KEY,
    event   TEXT    NOT NULL UNIQUE,
    place   TEXT    NOT NULL,
    payload TEXT    NOT NULL,
    turn_id TEXT,                               -- that took it
    at      INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_by_place ON inbox (place, turn_id, n);
CREATE INDEX inbox_waiting ON inbox (at, n, place) WHERE turn_id IS NULL;

CREATE TABLE outbox (
    n          INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    agent_id   TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id    TEXT    NOT NULL,
    payload    TEXT    NOT NULL,                -- given up when delivered
    guild      INTEGER,
    channel    INTEGER NOT NULL,
    message    INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
    attempts   INTEGER NOT NULL,
    sent       TEXT    NOT NULL,                -- Discord ids of the delivered parts, as a JSON array
    error      TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_by_agent ON outbox (agent_id, state, n);
CREATE INDEX outbox_waiting ON outbox (agent_id, n) WHERE state = 'waiting';

CREATE TABLE tombstones (
    n        INTEGER PRIMARY KEY,
    point    TEXT    NOT NULL UNIQUE,
    agent_id TEXT    NOT NULL,
    at       INTEGER NOT NULL
) STRICT;
