-- Files that were given to an agent, in the pieces (chunks) in which they are searched and read.

ALTER TABLE agents ADD COLUMN next_document INTEGER NOT NULL DEFAULT 1;
ALTER TABLE agents ADD COLUMN documents INTEGER NOT NULL DEFAULT 0;

CREATE TABLE documents (
    id         TEXT    NOT NULL PRIMARY KEY,
    agent_id   TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,                -- by which people and models name it; never used again
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    pages      INTEGER NOT NULL,
    actor      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX documents_by_number ON documents (agent_id, number);
CREATE UNIQUE INDEX documents_by_digest ON documents (agent_id, digest);

-- What brought a document: the event of a message and the place of the file in it, or nothing where it was added by hand. The
-- same file may come more than once; what it is goes when nothing that brought it is left.
CREATE TABLE document_origins (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    agent_id    TEXT NOT NULL,
    origin      TEXT NOT NULL,
    PRIMARY KEY (document_id, origin)
) STRICT;
CREATE INDEX document_origins_by_origin ON document_origins (agent_id, origin);

-- agent_id is that of the document, with which a chunk leaves.
CREATE TABLE chunks (
    n           INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    agent_id    TEXT    NOT NULL,
    document_id TEXT    NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page        INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL,               -- within the document
    headings    TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    indexed_at  INTEGER,
    revision    INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX chunks_by_page ON chunks (document_id, page, ordinal);
CREATE INDEX chunks_unindexed ON chunks (created_at, n) WHERE indexed_at IS NULL;
