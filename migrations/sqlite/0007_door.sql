-- The door: the log of scans, who was let in, the numbers that gates know tickets by, and what was sold for cash.

-- `seq` is the number of the event's last scan. It is raised in the transaction that writes scans, so that they are
-- numbered without gaps and in the order of their commits, also where several processes write.
CREATE TABLE door_events (
    event_id BIGINT NOT NULL PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    reentry  BOOLEAN NOT NULL
);

-- The log. Rows are added and stay, but `fate`, `conflict_with` and `undone_at` follow when scans arrive late, and where a
-- phone never heard our refusal and let somebody in, that stands in its place.
CREATE TABLE door_scans (
    event_id       BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    seq            BIGINT NOT NULL,
    -- Chosen by the phone when it had no network, so that a scan that is sent twice is one.
    id             TEXT NOT NULL,
    -- Null for what is no ticket of ours.
    ticket_id      TEXT REFERENCES tickets (id),
    ticket_type_id BIGINT REFERENCES ticket_types (id),
    day            BIGINT NOT NULL,
    direction      TEXT NOT NULL,
    -- The scan that is taken back, where the direction is `undo`.
    undoes         TEXT,
    user_id        BIGINT NOT NULL REFERENCES users (id),
    device         TEXT NOT NULL,
    gate           TEXT NOT NULL,
    online         BOOLEAN NOT NULL,
    -- When it was scanned, by the phone's corrected clock, and when we learnt of it.
    at             BIGINT NOT NULL,
    received_at    BIGINT NOT NULL,
    -- What the person at the door was told, and what has become of it.
    verdict        TEXT NOT NULL,
    fate           TEXT NOT NULL,
    conflict_with  TEXT,
    -- Why an admission that was made without network should not have been, if the ticket was void by then.
    reason         TEXT,
    undone_at      BIGINT,
    PRIMARY KEY (event_id, seq),
    CONSTRAINT door_scans_direction CHECK (direction IN ('in', 'out', 'undo'))
);
CREATE UNIQUE INDEX door_scans_id ON door_scans (event_id, id);
CREATE INDEX door_scans_of_ticket ON door_scans (ticket_id, day);
CREATE INDEX door_scans_undoing ON door_scans (event_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX door_scans_of_person ON door_scans (user_id, event_id, seq);
CREATE INDEX door_scans_in_conflict ON door_scans (event_id, seq) WHERE fate = 'conflict';
CREATE INDEX door_scans_going_out ON door_scans (event_id, day) WHERE fate = 'left';

-- Admissions that stand: one for each ticket, day and entry, whatever happens at the same time. `entry` is 0, or the
-- number of times that the ticket had gone out that day.
CREATE TABLE door_entries (
    ticket_id      TEXT NOT NULL REFERENCES tickets (id),
    day            BIGINT NOT NULL,
    entry          BIGINT NOT NULL,
    event_id       BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    scan_id        TEXT NOT NULL,
    CONSTRAINT door_entries_once PRIMARY KEY (ticket_id, day, entry)
);
CREATE INDEX door_entries_of_event ON door_entries (event_id, day, entry, ticket_type_id);

-- The number that gates know a ticket by: dense from 0 for each event, given when a roster is asked for.
CREATE TABLE door_numbers (
    event_id  BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    number    BIGINT NOT NULL,
    ticket_id TEXT NOT NULL REFERENCES tickets (id),
    PRIMARY KEY (event_id, number)
);
CREATE UNIQUE INDEX door_numbers_of_ticket ON door_numbers (ticket_id);

-- Places that a phone may sell without network: an open block for each phone and ticket type.
CREATE TABLE door_blocks (
    id             TEXT NOT NULL PRIMARY KEY,
    event_id       BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    user_id        BIGINT NOT NULL REFERENCES users (id),
    device         TEXT NOT NULL,
    -- When what is not sold is released at the latest.
    until          BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    released_at    BIGINT
);
CREATE UNIQUE INDEX door_blocks_open ON door_blocks (event_id, ticket_type_id, device) WHERE released_at IS NULL;
CREATE INDEX door_blocks_due ON door_blocks (until) WHERE released_at IS NULL;

-- The places of a block: each is a payment of its own with its ticket, whose receipt is made before it is sold.
CREATE TABLE door_block_places (
    payment_id TEXT NOT NULL PRIMARY KEY REFERENCES payments (id),
    block_id   TEXT NOT NULL REFERENCES door_blocks (id),
    receipt    TEXT NOT NULL
);
CREATE UNIQUE INDEX door_block_places_receipt ON door_block_places (receipt);
CREATE INDEX door_block_places_of_block ON door_block_places (block_id);

-- What was sold for cash. Amount, currency and quantity are those of the payment, so that takings are summed up here.
CREATE TABLE door_sales (
    payment_id     TEXT NOT NULL PRIMARY KEY REFERENCES payments (id),
    event_id       BIGINT NOT NULL REFERENCES events (id),
    -- Chosen by the phone, so that a sale that is sent twice is one.
    id             TEXT NOT NULL,
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    quantity       BIGINT NOT NULL,
    amount         BIGINT NOT NULL,
    currency       TEXT NOT NULL,
    seller_id      BIGINT NOT NULL REFERENCES users (id),
    device         TEXT NOT NULL,
    gate           TEXT NOT NULL,
    online         BOOLEAN NOT NULL,
    -- When it was sold, by the phone's corrected clock, and when we learnt of it.
    at             BIGINT NOT NULL,
    received_at    BIGINT NOT NULL,
    -- What opens the page with its tickets.
    receipt        TEXT NOT NULL,
    -- `sold`, or `review` where money was taken for a place that was gone.
    fate           TEXT NOT NULL,
    CONSTRAINT door_sales_fate CHECK (fate IN ('sold', 'review'))
);
CREATE UNIQUE INDEX door_sales_id ON door_sales (event_id, id);
CREATE UNIQUE INDEX door_sales_receipt ON door_sales (receipt);
CREATE INDEX door_sales_of_event ON door_sales (event_id, at);
