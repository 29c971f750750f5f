-- How often an event was opened, by Lubumbashi's days.
CREATE TABLE event_views (
    day      BIGINT NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    views    BIGINT NOT NULL,
    PRIMARY KEY (day, event_id)
);
CREATE INDEX event_views_of_event ON event_views (event_id);
