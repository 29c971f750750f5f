-- What the organisers' figures and lists are read from.

-- How often somebody chose tickets on an event's page, by Lubumbashi's days.
CREATE TABLE event_selections (
    event_id   BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    day        BIGINT NOT NULL,
    selections BIGINT NOT NULL,
    PRIMARY KEY (event_id, day)
);

-- Attendees are listed and exported in the order of their ids, which begin with the time.
CREATE INDEX tickets_in_order ON tickets (event_id, id);

-- What a provider has said of a payment, for its story.
CREATE INDEX webhooks_of_payment ON webhooks (provider, reference);
