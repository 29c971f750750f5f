-- Whatever a list by distance is narrowed by stands in the index: a part of the map, of a town or of the calendar is read
-- without the rows of its events.
DROP INDEX events_by_square;
CREATE INDEX events_by_square ON events
    (is_listed, square, over_at, map_latitude, map_longitude, starts_at, created_at, id, category, town, is_free, first_day, last_day);
CREATE INDEX events_by_town_and_square ON events
    (is_listed, town, square, over_at, map_latitude, map_longitude, starts_at, created_at, id, category, is_free, first_day, last_day);
DROP INDEX events_by_start;
CREATE INDEX events_by_start ON events
    (is_listed, starts_at, id, over_at, town, first_day, last_day, map_latitude, map_longitude, created_at, square, category, is_free);
-- Days are narrow enough to be sorted, or wide enough to be met on the map.
DROP INDEX events_by_day;
DROP INDEX event_running_days_by_square;
