-- seen_through: the message of Discord up to which everything in that channel was dealt with: taken in, or ignored. What was
-- said behind it may have been missed.

CREATE TABLE seen_through (
    channel INTEGER NOT NULL PRIMARY KEY,
    message INTEGER NOT NULL
) STRICT;
