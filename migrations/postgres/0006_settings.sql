-- settings: what was set for a guild (guild:…) or for one of its channels or threads (channel:…), as JSON.
-- audit: every change of a setting, with who made it.
-- posted: which messages in Discord the agents' answers have become, a row for each part.
-- agents.guild: where the place of an agent is, so that all of a guild can be found again.

CREATE TABLE settings (
    site       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    guild      BIGINT,
    payload    TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX settings_by_guild ON settings (guild, site);

CREATE TABLE audit (
    n            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guild        BIGINT,
    site         TEXT COLLATE "C" NOT NULL,
    person       TEXT COLLATE "C" NOT NULL,
    setting      TEXT COLLATE "C" NOT NULL,
    before_value TEXT NOT NULL,
    after_value  TEXT NOT NULL,
    at           BIGINT NOT NULL
);
CREATE INDEX audit_by_guild ON audit (guild, n);
CREATE INDEX audit_by_site ON audit (site, n);

CREATE TABLE posted (
    message   BIGINT NOT NULL PRIMARY KEY,
    channel   BIGINT NOT NULL,
    agent_id  TEXT COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id   TEXT COLLATE "C" NOT NULL,
    outbox_id TEXT COLLATE "C" NOT NULL
);
CREATE INDEX posted_by_agent ON posted (agent_id, turn_id, message);

ALTER TABLE agents ADD COLUMN guild BIGINT;
UPDATE agents SET guild = (SELECT m.guild FROM messages m WHERE m.agent_id = agents.id AND m.guild IS NOT NULL LIMIT 1);
CREATE INDEX agents_by_guild ON agents (guild) WHERE guild IS NOT NULL;
