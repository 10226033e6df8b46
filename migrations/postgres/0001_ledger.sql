-- The ledger; the same tables as in SQLite. Moments are microseconds since 1970 (UTC), ids are UUIDs as text, Discord's
-- numbers are stored bit by bit in signed 64-bit integers. Columns named n only tell what came first. What is only
-- compared and never read by people is sorted byte by byte.
-- Turns are named by messages, edits and passages without a foreign key: they leave only together with the messages,
-- and a key would ask for one more index on every row of history.

CREATE TABLE agents (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    place       TEXT COLLATE "C" NOT NULL UNIQUE,  -- dm:…, channel:…, thread:…, member:…:…, terminal:…
    created_at  BIGINT NOT NULL,
    next_seq    BIGINT NOT NULL DEFAULT 1,         -- of the next message; never goes back
    first_seq   BIGINT NOT NULL DEFAULT 1,         -- messages before it were reset, so next_seq - first_seq is their count
    evicted_seq BIGINT NOT NULL DEFAULT 0,         -- messages up to this one have left the prompt
    passages    BIGINT NOT NULL DEFAULT 0          -- how many there are
);

CREATE TABLE blocks (
    agent_id   TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    label      TEXT COLLATE "C" NOT NULL,  -- persona, human:…
    ordinal    BIGINT NOT NULL,            -- in the order people were met
    name       TEXT,
    value      TEXT NOT NULL,
    char_limit BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, label)
);

CREATE TABLE edits (
    n                BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id               TEXT COLLATE "C" NOT NULL UNIQUE,
    agent_id         TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    target           TEXT COLLATE "C" NOT NULL,  -- a label, or passage:…
    kind             TEXT COLLATE "C" NOT NULL,
    actor            TEXT COLLATE "C" NOT NULL,  -- model, system, person:…
    before_text      TEXT NOT NULL,
    after_text       TEXT NOT NULL,
    reason           TEXT,
    cause            TEXT COLLATE "C",           -- a message
    turn_id          TEXT COLLATE "C",
    expected_version BIGINT NOT NULL,
    at               BIGINT NOT NULL
);
CREATE INDEX edits_by_agent ON edits (agent_id, n);
CREATE INDEX edits_by_target ON edits (agent_id, target, n);
CREATE INDEX edits_by_turn ON edits (agent_id, turn_id, n);

CREATE TABLE turns (
    n          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    agent_id   TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    state      TEXT COLLATE "C" NOT NULL CHECK (state IN ('running', 'done', 'failed')),
    steps      BIGINT NOT NULL,
    trace      TEXT COLLATE "C" NOT NULL,
    first_seq  BIGINT NOT NULL,  -- of its first message
    guild      BIGINT,
    channel    BIGINT NOT NULL,
    message    BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at   BIGINT,
    error      TEXT
);
CREATE INDEX turns_by_agent ON turns (agent_id, n);
CREATE INDEX turns_running ON turns (started_at, n) WHERE state = 'running';
CREATE INDEX turns_running_by_agent ON turns (agent_id, started_at, n) WHERE state = 'running';

CREATE TABLE messages (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    agent_id    TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    seq         BIGINT NOT NULL,
    turn_id     TEXT COLLATE "C",
    role        TEXT COLLATE "C" NOT NULL CHECK (role IN ('person', 'agent', 'tool', 'note')),
    author      TEXT COLLATE "C",  -- a person's id, or agent
    author_key  TEXT COLLATE "C",  -- the person's name as it is searched for
    person_name TEXT,
    text        TEXT NOT NULL,
    extra       TEXT,              -- what else the body holds, as JSON
    guild       BIGINT,
    channel     BIGINT,
    message     BIGINT,
    at          BIGINT NOT NULL,
    searchable  BIGINT NOT NULL CHECK (searchable IN (0, 1)),
    indexed_at  BIGINT,
    UNIQUE (agent_id, seq)
);
CREATE INDEX messages_by_time ON messages (agent_id, at, seq, author, author_key) WHERE searchable = 1;
CREATE INDEX messages_unindexed ON messages (at, seq) WHERE searchable = 1 AND indexed_at IS NULL;

CREATE TABLE summaries (
    n           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    agent_id    TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    through_seq BIGINT NOT NULL,
    text        TEXT NOT NULL,
    at          BIGINT NOT NULL
);
CREATE INDEX summaries_by_agent ON summaries (agent_id, n);

CREATE TABLE passages (
    n          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    agent_id   TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    text       TEXT NOT NULL,
    tags       TEXT NOT NULL,  -- a JSON array, in the order given
    actor      TEXT COLLATE "C" NOT NULL,
    cause      TEXT COLLATE "C",
    turn_id    TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    indexed_at BIGINT
);
CREATE INDEX passages_by_time ON passages (agent_id, created_at, n);
CREATE INDEX passages_unindexed ON passages (created_at, n) WHERE indexed_at IS NULL;

CREATE TABLE passage_tags (
    passage_id TEXT COLLATE "C" NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
    tag        TEXT COLLATE "C" NOT NULL,
    agent_id   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (passage_id, tag)
);
CREATE INDEX passage_tags_by_tag ON passage_tags (agent_id, tag, passage_id);

-- Keyed by place and not by agent: what comes in first may have no agent yet. A row stays when its message is taken, so
-- that the same event is known again, but gives its text up.
CREATE TABLE inbox (
    n       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event   TEXT COLLATE "C" NOT NULL UNIQUE,
    place   TEXT COLLATE "C" NOT NULL,
    payload TEXT NOT NULL,
    turn_id TEXT COLLATE "C",  -- that took it
    at      BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX inbox_by_place ON inbox (place, turn_id, n);
CREATE INDEX inbox_waiting ON inbox (at, n, place) WHERE turn_id IS NULL;

CREATE TABLE outbox (
    n          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    agent_id   TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id    TEXT COLLATE "C" NOT NULL,
    payload    TEXT NOT NULL,  -- given up when delivered
    guild      BIGINT,
    channel    BIGINT NOT NULL,
    message    BIGINT NOT NULL,
    state      TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
    attempts   BIGINT NOT NULL,
    sent       TEXT NOT NULL,  -- Discord ids of the delivered parts, as a JSON array
    error      TEXT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX outbox_by_agent ON outbox (agent_id, state, n);
CREATE INDEX outbox_waiting ON outbox (agent_id, n) WHERE state = 'waiting';

CREATE TABLE tombstones (
    n        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    point    TEXT COLLATE "C" NOT NULL UNIQUE,
    agent_id TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL
);
