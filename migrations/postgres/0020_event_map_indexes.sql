-- What the map, a day's distances and a person's list are reckoned from stands in the index itself: an event that is too
-- far, or over, is passed over without reading its row.
DROP INDEX events_by_square;
CREATE INDEX events_by_square
    ON events (is_listed, square, over_at, map_latitude, map_longitude, starts_at, created_at, id);
DROP INDEX events_by_start;
CREATE INDEX events_by_start
    ON events (is_listed, starts_at, id, over_at, town, first_day, last_day, map_latitude, map_longitude, created_at);
DROP INDEX events_by_owner;
CREATE INDEX events_by_owner ON events (is_listed, owner_id, starts_at, id, over_at);
