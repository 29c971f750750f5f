-- Partial refunds, what holders ask for, and events that are cancelled or postponed step by step.

-- What the organiser pays back when a holder asks, until which day, and since when the event has another date.
ALTER TABLE events ADD COLUMN refund_policy TEXT NOT NULL DEFAULT 'none'
    CONSTRAINT events_refund_policy CHECK (refund_policy IN ('none', 'until', 'always'));
ALTER TABLE events ADD COLUMN refund_until BIGINT;
ALTER TABLE events ADD COLUMN postponed_from BIGINT;
ALTER TABLE events ADD COLUMN postponed_refund_until BIGINT;

-- The sum of a payment's refunds, whatever became of them.
ALTER TABLE payments ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0
    CONSTRAINT payments_refunded CHECK (refunded >= 0 AND refunded <= amount);
-- A cancelled event's payments are settled in the order of their ids.
DROP INDEX payments_of_event;
CREATE INDEX payments_of_event ON payments (event_id, id);

-- Places that a refund has given back: `sold + released` is how many tickets were ever sold.
ALTER TABLE ticket_types ADD COLUMN released BIGINT NOT NULL DEFAULT 0
    CONSTRAINT ticket_types_released CHECK (released >= 0);

-- The one refund that a ticket can have, and whether its place was given back: not if somebody came in with it.
ALTER TABLE tickets ADD COLUMN refund_id TEXT;
ALTER TABLE tickets ADD COLUMN released BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX tickets_of_refund ON tickets (refund_id) WHERE refund_id IS NOT NULL;

-- What holders ask of organisers.
CREATE TABLE refund_requests (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id),
    ticket_id   TEXT NOT NULL REFERENCES tickets (id),
    user_id     BIGINT NOT NULL REFERENCES users (id),
    reason      TEXT NOT NULL,
    state       TEXT NOT NULL,
    -- What the organiser answered.
    message     TEXT,
    refund_id   TEXT REFERENCES refunds (id),
    created_at  BIGINT NOT NULL,
    answered_at BIGINT,
    CONSTRAINT refund_requests_state CHECK (state IN ('open', 'accepted', 'refused', 'withdrawn'))
);
CREATE UNIQUE INDEX refund_requests_open ON refund_requests (ticket_id) WHERE state = 'open';
CREATE INDEX refund_requests_of_ticket ON refund_requests (ticket_id);
CREATE INDEX refund_requests_of_event ON refund_requests (event_id, created_at);
CREATE INDEX refund_requests_of_user ON refund_requests (user_id);

-- Events that were cancelled or postponed: what is left to do about their payments and their people, a few at a time.
CREATE TABLE disruptions (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL,
    -- What the organiser says to the holders.
    message     TEXT,
    -- What is done now, and the last payment, person or guest that it was done for.
    phase       TEXT NOT NULL,
    payment     TEXT NOT NULL DEFAULT '',
    person      BIGINT NOT NULL DEFAULT 0,
    guest       BIGINT NOT NULL DEFAULT 0,
    settled     BIGINT NOT NULL DEFAULT 0,
    told        BIGINT NOT NULL DEFAULT 0,
    unreachable BIGINT NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    -- When the next step is due: who takes it on sets it ahead. Null once all is done.
    work_at     BIGINT,
    CONSTRAINT disruptions_kind CHECK (kind IN ('cancelled', 'postponed')),
    CONSTRAINT disruptions_phase CHECK (phase IN ('holds', 'payments', 'people', 'guests', 'done'))
);
CREATE UNIQUE INDEX disruptions_cancelled ON disruptions (event_id) WHERE kind = 'cancelled';
CREATE INDEX disruptions_of_event ON disruptions (event_id);
CREATE INDEX disruptions_due ON disruptions (work_at) WHERE work_at IS NOT NULL;
