-- seen_through: the message of Discord up to which everything in that channel was dealt with: taken in, or ignored. What was
-- said behind it may have been missed.

CREATE TABLE seen_through (
    channel BIGINT NOT NULL PRIMARY KEY,
    message BIGINT NOT NULL
);
