-- Where an event with a place of its own lies: the number of its square on the map (events/listing/nearby/squares.rs), null for
-- those that stand at their town's centre. The quarters of a larger square follow one another in number.
ALTER TABLE events ADD COLUMN square BIGINT;
WITH RECURSIVE
    bits (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM bits WHERE n < 19),
    indexes AS (
        SELECT id,
            least(CAST(floor((latitude + 90.0) / 360.0 * 1048576) AS BIGINT), 1048575) AS row_index,
            least(CAST(floor((longitude + 180.0) / 360.0 * 1048576) AS BIGINT), 1048575) AS column_index
        FROM events WHERE latitude IS NOT NULL AND longitude IS NOT NULL
    ),
    numbers AS (
        SELECT id, CAST(sum(((column_index >> n) & 1) << (2 * n)) + sum(((row_index >> n) & 1) << (2 * n + 1)) AS BIGINT) AS number
        FROM indexes CROSS JOIN bits GROUP BY id
    )
UPDATE events SET square = numbers.number FROM numbers WHERE numbers.id = events.id;
CREATE INDEX events_by_square ON events (is_listed, square, starts_at, id);
CREATE INDEX events_at_centre ON events (is_listed, town, starts_at, id) WHERE square IS NULL;

-- Where free events are few, or all but few are free, the calendar alone would be read for long.
CREATE INDEX events_by_price ON events (is_listed, is_free, starts_at, id);

-- What is under way on a day, in the order it began; and what a word stands in, in the order of the calendar: the first
-- page of either is read without the rest. The town and the category are there to be passed over quickly.
ALTER TABLE event_running_days ADD COLUMN began_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE event_running_days ADD COLUMN town_name TEXT NOT NULL DEFAULT '';
ALTER TABLE event_running_days ADD COLUMN category_name TEXT NOT NULL DEFAULT '';
UPDATE event_running_days SET began_at = events.starts_at, town_name = events.town, category_name = events.category
FROM events WHERE events.id = event_id;
CREATE INDEX event_running_days_order ON event_running_days (day, began_at, event_id, town_name, category_name);

ALTER TABLE event_words ADD COLUMN begins_at BIGINT NOT NULL DEFAULT 0;
UPDATE event_words SET begins_at = events.starts_at FROM events WHERE events.id = event_id;
CREATE INDEX event_words_order ON event_words (word, begins_at, event_id, in_name);
