-- Selling. A payment is stored, with its hold on the stock, before any provider is asked. Amounts are minor units.
ALTER TABLE ticket_types ADD COLUMN closed BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE payments (
    id              TEXT NOT NULL PRIMARY KEY,
    user_id         BIGINT NOT NULL REFERENCES users (id),
    event_id        BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id  BIGINT NOT NULL REFERENCES ticket_types (id),
    quantity        BIGINT NOT NULL,
    -- Of one ticket in its own currency; of all of them in the currency that is paid; hundredths of a franc for a dollar.
    price           BIGINT NOT NULL,
    devise          TEXT NOT NULL,
    amount          BIGINT NOT NULL,
    currency        TEXT NOT NULL,
    rate            BIGINT,
    -- pending, succeeded, failed, or review: money that is not what was agreed on.
    state           TEXT NOT NULL,
    reason          TEXT,
    -- Whether `quantity` of the type's `held` is this payment's.
    holds           BOOLEAN NOT NULL,
    hold_until      BIGINT NOT NULL,
    provider        TEXT NOT NULL,
    reference       TEXT NOT NULL,
    payment_url     TEXT,
    email           TEXT,
    retry_of        TEXT,
    idempotency_key TEXT,
    request_digest  TEXT,
    created_at      BIGINT NOT NULL,
    settled_at      BIGINT,
    -- When the provider is asked next; null once there is nothing left to learn.
    ask_at          BIGINT,
    asked           BIGINT NOT NULL DEFAULT 0,
    asked_at        BIGINT,
    -- When the mail with the tickets was written; null while it is owed or nobody wants one.
    mailed_at       BIGINT,
    CONSTRAINT payments_state CHECK (state IN ('pending', 'succeeded', 'failed', 'review')),
    CONSTRAINT payments_quantity CHECK (quantity > 0),
    CONSTRAINT payments_amount CHECK (amount > 0 AND currency IN ('USD', 'CDF') AND devise IN ('USD', 'CDF'))
);
CREATE UNIQUE INDEX payments_idempotency ON payments (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payments_reference ON payments (provider, reference);
CREATE INDEX payments_of_user ON payments (user_id, created_at);
CREATE INDEX payments_of_event ON payments (event_id);
CREATE INDEX payments_of_type ON payments (ticket_type_id);
CREATE INDEX payments_holding ON payments (hold_until) WHERE holds = TRUE;
CREATE INDEX payments_to_ask ON payments (ask_at) WHERE ask_at IS NOT NULL;

-- Every change of `held` and `sold`, never altered: their sums are the stock's.
CREATE TABLE stock_facts (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    payment_id     TEXT NOT NULL REFERENCES payments (id),
    kind           TEXT NOT NULL,
    held           BIGINT NOT NULL,
    sold           BIGINT NOT NULL,
    at             BIGINT NOT NULL
);
CREATE UNIQUE INDEX stock_facts_once ON stock_facts (payment_id, kind);
CREATE INDEX stock_facts_of_type ON stock_facts (ticket_type_id);

-- Every movement of money, never altered: the lines of one fact add up to nothing.
CREATE TABLE money_facts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    kind       TEXT NOT NULL,
    account    TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    currency   TEXT NOT NULL,
    at         BIGINT NOT NULL
);
CREATE UNIQUE INDEX money_facts_once ON money_facts (payment_id, kind, account);

CREATE TABLE tickets (
    id             TEXT NOT NULL PRIMARY KEY,
    -- What its QR code carries.
    number         BIGINT NOT NULL,
    -- Grows when the ticket changes hands: an older QR code is worth nothing.
    issue          BIGINT NOT NULL DEFAULT 0,
    code           TEXT NOT NULL,
    payment_id     TEXT NOT NULL REFERENCES payments (id),
    place          BIGINT NOT NULL,
    event_id       BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    holder_id      BIGINT NOT NULL REFERENCES users (id),
    status         TEXT NOT NULL,
    issued_at      BIGINT NOT NULL,
    scanned_at     BIGINT,
    CONSTRAINT tickets_status CHECK (status IN ('valid', 'scanned', 'cancelled', 'refunded'))
);
CREATE UNIQUE INDEX tickets_number ON tickets (number);
CREATE UNIQUE INDEX tickets_code ON tickets (code);
CREATE UNIQUE INDEX tickets_place ON tickets (payment_id, place);
CREATE INDEX tickets_of_holder ON tickets (holder_id, event_id);
CREATE INDEX tickets_of_event ON tickets (event_id);

-- Money on its way back; the id is the provider's key against paying back twice.
CREATE TABLE refunds (
    id         TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    amount     BIGINT NOT NULL,
    currency   TEXT NOT NULL,
    state      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    done_at    BIGINT,
    try_at     BIGINT,
    tried      BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT refunds_state CHECK (state IN ('requested', 'done', 'failed'))
);
CREATE UNIQUE INDEX refunds_once ON refunds (payment_id);
CREATE INDEX refunds_to_try ON refunds (try_at) WHERE try_at IS NOT NULL;

-- What providers have told us, byte for byte, once.
CREATE TABLE webhooks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    provider    TEXT NOT NULL,
    reference   TEXT NOT NULL,
    digest      TEXT NOT NULL,
    body        BLOB NOT NULL,
    verdict     TEXT NOT NULL,
    received_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX webhooks_once ON webhooks (provider, digest);

-- Keys that sign tickets: one signs, all are read.
CREATE TABLE ticket_keys (
    id         BIGINT NOT NULL PRIMARY KEY,
    seed       BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT ticket_keys_id CHECK (id BETWEEN 0 AND 255)
);

-- The books of the sandbox, which plays a provider of its own.
CREATE TABLE sandbox_orders (
    reference  TEXT NOT NULL PRIMARY KEY,
    -- What was ordered, as JSON; what became of it stands in the columns.
    content    TEXT NOT NULL,
    decision   TEXT,
    settles_at BIGINT,
    outcome    TEXT,
    deliver_at BIGINT,
    refund     TEXT
);
CREATE INDEX sandbox_orders_due ON sandbox_orders (settles_at) WHERE outcome IS NULL;
CREATE INDEX sandbox_orders_undelivered ON sandbox_orders (deliver_at) WHERE deliver_at IS NOT NULL;
