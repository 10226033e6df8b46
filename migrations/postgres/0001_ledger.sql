-- The ledger. Ids are UUIDs as text; moments are microseconds since 1970 (UTC); Discord snowflakes are 64-bit integers.

CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    -- The number that the next message gets.
    next_seq BIGINT NOT NULL DEFAULT 1,
    -- Messages up to this one have left the prompt.
    evicted_through BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);

CREATE TABLE blocks (
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    name TEXT,
    value TEXT NOT NULL,
    char_limit BIGINT NOT NULL,
    version BIGINT NOT NULL,
    -- The order in which blocks were made.
    place BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, label)
);

CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    steps BIGINT NOT NULL DEFAULT 0,
    trace TEXT NOT NULL,
    guild BIGINT,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    error TEXT,
    started_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX turns_running ON turns (agent_id) WHERE state = 'running';
CREATE INDEX turns_of_agent ON turns (agent_id, id);

CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    turn_id TEXT,
    role TEXT NOT NULL,
    -- The person's id, their name, and both as a search for an author finds them.
    author BIGINT,
    author_name TEXT,
    author_key TEXT,
    text TEXT NOT NULL,
    -- What a role has beside its text, as JSON.
    extra TEXT,
    guild BIGINT,
    channel BIGINT,
    message BIGINT,
    searchable BIGINT NOT NULL,
    at BIGINT NOT NULL,
    indexed_at BIGINT,
    UNIQUE (agent_id, seq)
);
CREATE INDEX messages_by_time ON messages (agent_id, at, seq) WHERE searchable = 1;
CREATE INDEX messages_of_turn ON messages (turn_id);
CREATE INDEX messages_unindexed ON messages (id) WHERE searchable = 1 AND indexed_at IS NULL;

CREATE TABLE summaries (
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    through_seq BIGINT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, through_seq)
);

CREATE TABLE passages (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    actor TEXT NOT NULL,
    cause TEXT,
    turn_id TEXT,
    created_at BIGINT NOT NULL,
    indexed_at BIGINT
);
CREATE INDEX passages_by_time ON passages (agent_id, created_at, id);
CREATE INDEX passages_unindexed ON passages (id) WHERE indexed_at IS NULL;

CREATE TABLE edits (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    -- block:LABEL or passage:ID
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    before_text TEXT NOT NULL,
    after_text TEXT NOT NULL,
    reason TEXT,
    cause TEXT,
    turn_id TEXT,
    expected_version BIGINT NOT NULL,
    -- Orders the edits of one moment.
    place BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX edits_by_time ON edits (agent_id, at, place);
CREATE INDEX edits_of_target ON edits (agent_id, target, at, place);
CREATE INDEX edits_of_turn ON edits (turn_id);

CREATE TABLE inbox (
    event TEXT PRIMARY KEY,
    agent_key TEXT NOT NULL,
    -- Discord's id, which orders messages by the moment they were written.
    message BIGINT NOT NULL,
    payload TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    -- The turn that took it; none while it waits.
    turn_id TEXT
);
CREATE INDEX inbox_waiting ON inbox (agent_key, message, received_at) WHERE turn_id IS NULL;
CREATE INDEX inbox_of_agent ON inbox (agent_key);

CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    payload TEXT NOT NULL,
    guild BIGINT,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    -- Orders the rows of one moment.
    place BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Discord ids of the parts that were delivered, as JSON.
    sent TEXT NOT NULL DEFAULT '[]',
    error TEXT,
    created_at BIGINT NOT NULL,
    sent_at BIGINT,
    gave_up_at BIGINT
);
CREATE INDEX outbox_unsent ON outbox (agent_id, created_at, place) WHERE sent_at IS NULL AND gave_up_at IS NULL;
CREATE INDEX outbox_of_agent ON outbox (agent_id);

-- Points that must leave the index. No foreign key: an agent may be gone before its points are.
CREATE TABLE tombstones (
    point_id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    at BIGINT NOT NULL
);
