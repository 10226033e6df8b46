-- Passages have a number that a model can name, a version, and a time in which they hold; edits can take edits back.

ALTER TABLE agents ADD COLUMN next_passage BIGINT NOT NULL DEFAULT 1;
ALTER TABLE passages ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
ALTER TABLE passages ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE passages ADD COLUMN valid_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE passages ADD COLUMN valid_until BIGINT;
ALTER TABLE passages ADD COLUMN superseded_by TEXT COLLATE "C";
ALTER TABLE passages ADD COLUMN removed_at BIGINT;
ALTER TABLE edits ADD COLUMN undoes TEXT COLLATE "C";
ALTER TABLE edits ADD COLUMN related TEXT COLLATE "C";

UPDATE passages SET valid_from = created_at, number = numbered.place FROM (
    SELECT id, row_number() OVER (PARTITION BY agent_id ORDER BY n) AS place FROM passages
) AS numbered WHERE numbered.id = passages.id;
CREATE UNIQUE INDEX passages_by_number ON passages (agent_id, number);
CREATE INDEX edits_by_undone ON edits (agent_id, undoes) WHERE undoes IS NOT NULL;
UPDATE agents SET next_passage = 1 + (SELECT COALESCE(MAX(number), 0) FROM passages WHERE agent_id = agents.id);
