-- turns.parked: how long a turn has waited for the model to come back, and until when, as JSON; null where it never did.

ALTER TABLE turns ADD COLUMN parked TEXT;
