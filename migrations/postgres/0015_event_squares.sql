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
