-- restored: when this database was made from a backup, as a number of Discord. What was said before may have been answered by
-- the database that was lost.

CREATE TABLE restored (
    message INTEGER NOT NULL PRIMARY KEY
) STRICT;
