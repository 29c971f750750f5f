-- Ticket types, payments with their holds, tickets, the ledger, and the sandbox provider. Amounts are minor units.

-- `position` keeps the organiser's order. `held` and `sold` are the sums of `stock_facts`.
CREATE TABLE ticket_types (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id  BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    position  BIGINT NOT NULL,
    label     TEXT NOT NULL,
    price     BIGINT NOT NULL,
    devise    TEXT NOT NULL,
    nbr_max   BIGINT NOT NULL,
    held      BIGINT NOT NULL DEFAULT 0,
    sold      BIGINT NOT NULL DEFAULT 0,
    scanned   BIGINT NOT NULL DEFAULT 0,
    closed    BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT ticket_types_price CHECK (price > 0),
    CONSTRAINT ticket_types_devise CHECK (devise IN ('USD', 'CDF')),
    CONSTRAINT ticket_types_stock CHECK (held >= 0 AND sold >= 0 AND held + sold <= nbr_max),
    CONSTRAINT ticket_types_scans CHECK (scanned >= 0 AND scanned <= sold)
);
CREATE INDEX ticket_types_of_event ON ticket_types (event_id, position);

-- A payment is stored, with its hold on the stock, before any provider is asked.
CREATE TABLE payments (
    id              TEXT NOT NULL PRIMARY KEY,
    -- Null for a sale for cash at the door, whose buyer is whoever has the receipt, and for a free ticket of a guest.
    user_id         BIGINT REFERENCES users (id),
    event_id        BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id  BIGINT NOT NULL REFERENCES ticket_types (id),
    quantity        BIGINT NOT NULL,
    -- The price of one ticket in the ticket's currency.
    price           BIGINT NOT NULL,
    devise          TEXT NOT NULL,
    -- What all of them cost in the currency that is paid, less any discount, and the rate in hundredths of a franc for a
    -- dollar.
    amount          BIGINT NOT NULL,
    currency        TEXT NOT NULL,
    rate            BIGINT,
    -- `review` is for a person to look at: money that is not what was agreed on.
    state           TEXT NOT NULL,
    reason          TEXT,
    -- Whether `quantity` of the ticket type's `held` belongs to this payment.
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
    -- When the mail with the tickets was written; null while it is still to be written, or where nobody wants one.
    mailed_at       BIGINT,
    CONSTRAINT payments_state CHECK (state IN ('pending', 'succeeded', 'failed', 'review')),
    CONSTRAINT payments_buyer CHECK (user_id IS NOT NULL OR provider IN ('cash', 'invitation')),
    CONSTRAINT payments_quantity CHECK (quantity > 0),
    CONSTRAINT payments_amount CHECK (amount >= 0 AND currency IN ('USD', 'CDF') AND devise IN ('USD', 'CDF'))
);
CREATE UNIQUE INDEX payments_idempotency ON payments (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payments_reference ON payments (provider, reference);
CREATE INDEX payments_of_user ON payments (user_id, created_at);
CREATE INDEX payments_of_event ON payments (event_id);
CREATE INDEX payments_of_type ON payments (ticket_type_id);
CREATE INDEX payments_holding ON payments (hold_until) WHERE holds = TRUE;
-- How many payments somebody has under way for an event, told without reading all they ever bought.
CREATE INDEX payments_holding_of_buyer ON payments (user_id, event_id) WHERE holds = TRUE;
CREATE INDEX payments_to_ask ON payments (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX payments_in_cash ON payments (event_id) WHERE provider = 'cash';

-- Every change of `held` and `sold`, only ever added to: the sums are the figures in `ticket_types`.
CREATE TABLE stock_facts (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    payment_id     TEXT NOT NULL REFERENCES payments (id),
    kind           TEXT NOT NULL,
    held           BIGINT NOT NULL,
    sold           BIGINT NOT NULL,
    -- A payment may have several refunds: this one's, or empty for what is no refund.
    refund_id      TEXT NOT NULL DEFAULT '',
    at             BIGINT NOT NULL
);
CREATE UNIQUE INDEX stock_facts_once ON stock_facts (payment_id, kind, refund_id);
CREATE INDEX stock_facts_of_type ON stock_facts (ticket_type_id);

-- Every movement of money, only ever added to: the lines of one movement add up to zero.
CREATE TABLE money_facts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    -- The payment's event, so that a month of it can be read without reading all that was ever paid.
    event_id   BIGINT NOT NULL REFERENCES events (id),
    kind       TEXT NOT NULL,
    account    TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    currency   TEXT NOT NULL,
    refund_id  TEXT NOT NULL DEFAULT '',
    at         BIGINT NOT NULL
);
CREATE UNIQUE INDEX money_facts_once ON money_facts (payment_id, kind, account, refund_id);
CREATE INDEX money_facts_earned ON money_facts (event_id, at) WHERE account = 'organiser';

CREATE TABLE tickets (
    id             TEXT NOT NULL PRIMARY KEY,
    -- What its QR code carries.
    number         BIGINT NOT NULL,
    -- Grows when the ticket changes hands, which makes older QR codes invalid.
    issue          BIGINT NOT NULL DEFAULT 0,
    code           TEXT NOT NULL,
    payment_id     TEXT NOT NULL REFERENCES payments (id),
    place          BIGINT NOT NULL,
    event_id       BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    -- Null for what was sold at the door and for guests: whoever has it holds it.
    holder_id      BIGINT REFERENCES users (id),
    status         TEXT NOT NULL,
    -- Set aside for a phone that sells without network, and not known to be sold. Only a buyer is shown its code.
    reserved       BOOLEAN NOT NULL DEFAULT FALSE,
    issued_at      BIGINT NOT NULL,
    scanned_at     BIGINT,
    -- When it was issued, passed on or made void: what a gate that knows the others asks for.
    changed_at     BIGINT NOT NULL,
    -- Since when it has opened no door, if it was cancelled or refunded.
    void_at        BIGINT,
    CONSTRAINT tickets_status CHECK (status IN ('valid', 'scanned', 'cancelled', 'refunded'))
);
CREATE UNIQUE INDEX tickets_number ON tickets (number);
CREATE UNIQUE INDEX tickets_code ON tickets (code);
CREATE UNIQUE INDEX tickets_place ON tickets (payment_id, place);
CREATE INDEX tickets_of_holder ON tickets (holder_id, event_id);
CREATE INDEX tickets_of_event ON tickets (event_id, changed_at);
-- What was sold in the last days, without reading what was sold before.
CREATE INDEX tickets_by_issue ON tickets (issued_at, event_id);

-- Money that is paid back. The id is what the provider is given so that it pays back once only.
CREATE TABLE refunds (
    id          TEXT NOT NULL PRIMARY KEY,
    payment_id  TEXT NOT NULL REFERENCES payments (id),
    event_id    BIGINT NOT NULL REFERENCES events (id),
    amount      BIGINT NOT NULL,
    currency    TEXT NOT NULL,
    -- `by_hand` is for the organiser to pay back: cash, or what the provider can't.
    state       TEXT NOT NULL,
    -- Why there is one: `late` money, a `cancelled` event, the `organiser`, a holder's `request`, the `provider` itself.
    cause       TEXT NOT NULL,
    reason      TEXT,
    created_at  BIGINT NOT NULL,
    done_at     BIGINT,
    try_at      BIGINT,
    tried       BIGINT NOT NULL DEFAULT 0,
    -- What the provider said when it would not make it.
    problem     TEXT,
    -- Whether the organiser has paid it by hand, and what they noted about it.
    handed_back BOOLEAN NOT NULL DEFAULT FALSE,
    note        TEXT,
    CONSTRAINT refunds_state CHECK (state IN ('requested', 'done', 'failed', 'by_hand')),
    CONSTRAINT refunds_amount CHECK (amount >= 0)
);
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_of_event ON refunds (event_id, created_at);
CREATE INDEX refunds_to_try ON refunds (try_at) WHERE try_at IS NOT NULL;

-- What providers have sent, byte for byte, each body once.
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

-- Keys that sign tickets: the newest signs, all are read.
CREATE TABLE ticket_keys (
    id         BIGINT NOT NULL PRIMARY KEY,
    seed       BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT ticket_keys_id CHECK (id BETWEEN 0 AND 255)
);

-- The books of the sandbox, which plays a payment provider.
CREATE TABLE sandbox_orders (
    reference  TEXT NOT NULL PRIMARY KEY,
    -- What was ordered, as JSON. What became of it stands in the other columns.
    content    TEXT NOT NULL,
    decision   TEXT,
    settles_at BIGINT,
    outcome    TEXT,
    deliver_at BIGINT
);
CREATE INDEX sandbox_orders_due ON sandbox_orders (settles_at) WHERE outcome IS NULL;
CREATE INDEX sandbox_orders_undelivered ON sandbox_orders (deliver_at) WHERE deliver_at IS NOT NULL;

-- What the sandbox has paid back of its orders.
CREATE TABLE sandbox_refunds (
    id        TEXT NOT NULL PRIMARY KEY,
    reference TEXT NOT NULL REFERENCES sandbox_orders (reference),
    amount    BIGINT NOT NULL
);
CREATE INDEX sandbox_refunds_of_order ON sandbox_refunds (reference);

-- The secret that signs the sandbox's webhooks: one for all processes on this database, and the same after a restart.
CREATE TABLE sandbox_secret (
    id     BIGINT NOT NULL PRIMARY KEY,
    secret BLOB NOT NULL,
    CONSTRAINT sandbox_secret_one CHECK (id = 1)
);
