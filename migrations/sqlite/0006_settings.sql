-- settings: what was set for a guild (guild:…) or for one of its channels or threads (channel:…), as JSON.
-- audit: every change of a setting, with who made it.
-- posted: which messages in Discord the agents' answers have become, a row for each part.
-- agents.guild: where the place of an agent is, so that all of a guild can be found again.

CREATE TABLE settings (
    site       TEXT    NOT NULL PRIMARY KEY,
    guild      INTEGER,
    payload    TEXT    NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX settings_by_guild ON settings (guild, site);

CREATE TABLE audit (
    n            INTEGER PRIMARY KEY,
    guild        INTEGER,
    site         TEXT    NOT NULL,
    person       TEXT    NOT NULL,
    setting      TEXT    NOT NULL,
    before_value TEXT    NOT NULL,
    after_value  TEXT    NOT NULL,
    at           INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_by_guild ON audit (guild, n);
CREATE INDEX audit_by_site ON audit (site, n);

CREATE TABLE posted (
    message   INTEGER NOT NULL PRIMARY KEY,
    channel   INTEGER NOT NULL,
    agent_id  TEXT    NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    turn_id   TEXT    NOT NULL,
    outbox_id TEXT    NOT NULL
) STRICT;
CREATE INDEX posted_by_agent ON posted (agent_id, turn_id, message);

ALTER TABLE agents ADD COLUMN guild INTEGER;
UPDATE agents SET guild = (SELECT m.guild FROM messages m WHERE m.agent_id = agents.id AND m.guild IS NOT NULL LIMIT 1);
CREATE INDEX agents_by_guild ON agents (guild) WHERE guild IS NOT NULL;
