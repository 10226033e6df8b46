-- people: what is known of a person wherever they speak: when they were told that what they say is stored, whether they opted
-- out, when it was last said to them that a limit is reached, and whether they asked to be forgotten and are not yet.
-- usage: what each person caused a day (days since 1970), in a guild or (guild 0) in direct messages.
-- departures: guilds (guild:…) and channels (channel:…) that are gone, until all of them is forgotten here too.
-- messages.quoted: the person whose words a message quotes; messages.titled: who gave the thread its title that it tells.
-- caused_by: the person by whose message an edit or passage came about, where that message is gone or was never heard.
-- notes.person: the person of whom a note tells.

CREATE TABLE people (
    person       TEXT    NOT NULL PRIMARY KEY,
    noticed_at   INTEGER,
    opted_out_at INTEGER,
    limited_at   INTEGER,
    forget_at    INTEGER
) STRICT;
CREATE INDEX people_closed ON people (person) WHERE opted_out_at IS NOT NULL OR forget_at IS NOT NULL;
CREATE INDEX people_to_forget ON people (forget_at, person) WHERE forget_at IS NOT NULL;

CREATE TABLE usage (
    person   TEXT    NOT NULL,
    day      INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    tokens   INTEGER NOT NULL,
    PRIMARY KEY (person, day, guild)
) STRICT;
CREATE INDEX usage_by_guild ON usage (guild, day);

CREATE TABLE departures (
    site    TEXT    NOT NULL PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;
CREATE INDEX departures_by_time ON departures (left_at, site);

ALTER TABLE messages ADD COLUMN quoted TEXT   ;
ALTER TABLE messages ADD COLUMN titled TEXT   ;
CREATE INDEX messages_by_quoted ON messages (quoted, agent_id) WHERE quoted IS NOT NULL;
CREATE INDEX messages_by_title ON messages (titled, agent_id) WHERE titled IS NOT NULL;
CREATE INDEX messages_by_person ON messages (author, agent_id, seq) WHERE author IS NOT NULL AND author <> 'agent';
CREATE INDEX blocks_by_label ON blocks (label, agent_id) WHERE label <> 'persona';
CREATE INDEX edits_by_person ON edits (actor, agent_id) WHERE actor <> 'model' AND actor <> 'system' AND actor <> 'background';
CREATE INDEX passages_by_cause ON passages (agent_id, cause) WHERE cause IS NOT NULL;
CREATE INDEX passages_by_person ON passages (actor, agent_id) WHERE actor <> 'model' AND actor <> 'system' AND actor <> 'background';
CREATE INDEX documents_by_person ON documents (actor, agent_id) WHERE actor <> 'model' AND actor <> 'system' AND actor <> 'background';
CREATE INDEX audit_by_person ON audit (person);

ALTER TABLE edits ADD COLUMN caused_by TEXT   ;
ALTER TABLE passages ADD COLUMN caused_by TEXT   ;
ALTER TABLE notes ADD COLUMN person TEXT   ;
CREATE INDEX edits_by_causer ON edits (caused_by, agent_id) WHERE caused_by IS NOT NULL;
CREATE INDEX passages_by_causer ON passages (caused_by, agent_id) WHERE caused_by IS NOT NULL;
CREATE INDEX notes_by_person ON notes (person, agent_id) WHERE person IS NOT NULL;
CREATE INDEX messages_told ON messages (agent_id, seq) WHERE role = 'note' AND text <> '';
