-- When an event was last changed, so that subscribed calendars learn of it and need not take in the rest again. Of what
-- was never changed since there is this column, its creation tells.
ALTER TABLE events ADD COLUMN changed_at BIGINT;
