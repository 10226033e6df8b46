-- The ledger. Ids are UUIDs as text; moments are microseconds since 1970 (UTC); Discord snowflakes are 64-bit integers.

CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    -- The number that the next message gets.
    next_seq INTEGER NOT NULL DEFAULT 1,
    -- Messages up to this one have left the prompt.
    evicted_through INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE blocks (
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    name TEXT,
    value TEXT NOT NULL,
    char_limit INTEGER NOT NULL,
    version INTEGER NOT NULL,
    -- The order in which blocks were made.
    place INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (agent_id, label)
) STRICT;

CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    steps INTEGER NOT NULL DEFAULT 0,
    trace TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    error TEXT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE INDEX turns_running ON turns (agent_id) WHERE state = 'running';
CREATE INDEX turns_of_agent ON turns (agent_id, id);

CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    turn_id TEXT,
    role TEXT NOT NULL,
    -- The person's id, their name, and both as a search for an author finds them.
    author INTEGER,
    author_name TEXT,
    author_key TEXT,
    text TEXT NOT NULL,
    -- What a role has beside its text, as JSON.
    extra TEXT,
    guild INTEGER,
    channel INTEGER,
    message INTEGER,
    searchable INTEGER NOT NULL,
    at INTEGER NOT NULL,
    indexed_at INTEGER,
    UNIQUE (agent_id, seq)
) STRICT;
CREATE INDEX messages_by_time ON messages (agent_id, at, seq) WHERE searchable = 1;
CREATE INDEX messages_of_turn ON messages (turn_id);
CREATE INDEX messages_unindexed ON messages (id) WHERE searchable = 1 AND indexed_at IS NULL;

CREATE TABLE summaries (
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    through_seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (agent_id, through_seq)
) STRICT;

CREATE TABLE passages (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    actor TEXT NOT NULL,
    cause TEXT,
    turn_id TEXT,
    created_at INTEGER NOT NULL,
    indexed_at INTEGER
) STRICT;
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
    expected_version INTEGER NOT NULL,
    -- Orders the edits of one moment.
    place INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX edits_by_time ON edits (agent_id, at, place);
CREATE INDEX edits_of_target ON edits (agent_id, target, at, place);
CREATE INDEX edits_of_turn ON edits (turn_id);

CREATE TABLE inbox (
    event TEXT PRIMARY KEY,
    agent_key TEXT NOT NULL,
    -- Discord's id, which orders messages by the moment they were written.
    message INTEGER NOT NULL,
    payload TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    -- The turn that took it; none while it waits.
    turn_id TEXT
) STRICT;
CREATE INDEX inbox_waiting ON inbox (agent_key, message, received_at) WHERE turn_id IS NULL;
CREATE INDEX inbox_of_agent ON inbox (agent_key);

CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    payload TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    -- Orders the rows of one moment.
    place INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Discord ids of the parts that were delivered, as JSON.
    sent TEXT NOT NULL DEFAULT '[]',
    error TEXT,
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    gave_up_at INTEGER
) STRICT;
CREATE INDEX outbox_unsent ON outbox (agent_id, created_at, place) WHERE sent_at IS NULL AND gave_up_at IS NULL;
CREATE INDEX outbox_of_agent ON outbox (agent_id);

-- Points that must leave the index. No foreign key: an agent may be gone before its points are.
CREATE TABLE tombstones (
    point_id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
