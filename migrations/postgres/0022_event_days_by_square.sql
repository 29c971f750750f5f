-- What is under way on a day by its square on the map, null at its town's centre, and what begins on a day by its square:
-- the nearest of a crowded day are found without reading the day. Of what stands at a centre, each town's first.
ALTER TABLE event_running_days ADD COLUMN in_square BIGINT;
UPDATE event_running_days SET in_square = events.square FROM events WHERE events.id = event_id;
CREATE INDEX event_running_days_by_square ON event_running_days (day, in_square, event_id);
CREATE INDEX event_running_days_at_centre ON event_running_days (day, town_name, began_at, event_id)
    WHERE in_square IS NULL;
CREATE INDEX events_by_day ON events (is_listed, first_day, square);
