-- said: the place of a message among those that can be searched, so that a search can show what was said around it.
-- revision: rises whenever what an item is found by changes, so that the index notices when it holds an older one.

ALTER TABLE agents ADD COLUMN next_said BIGINT NOT NULL DEFAULT 1;
ALTER TABLE messages ADD COLUMN said BIGINT;
ALTER TABLE messages ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE passages ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;

UPDATE messages SET said = numbered.place FROM (
    SELECT id, row_number() OVER (PARTITION BY agent_id ORDER BY seq) AS place FROM messages WHERE searchable = 1
) AS numbered WHERE numbered.id = messages.id;
CREATE UNIQUE INDEX messages_by_said ON messages (agent_id, said) WHERE said IS NOT NULL;
UPDATE agents SET next_said = 1 + (SELECT COALESCE(MAX(said), 0) FROM messages WHERE said IS NOT NULL AND agent_id = agents.id);
