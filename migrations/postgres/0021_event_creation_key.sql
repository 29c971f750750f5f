-- The key its form was sent with: one that is sent again, because its answer got lost, makes no second event.
ALTER TABLE events ADD COLUMN creation_key TEXT;
CREATE UNIQUE INDEX events_creation_key ON events (owner_id, creation_key) WHERE creation_key IS NOT NULL;
