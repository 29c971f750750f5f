-- What organisers steer sales with: options of ticket types, promo codes, a waiting list, and free tickets for guests.

ALTER TABLE ticket_types ADD COLUMN description TEXT;
-- When its sale begins and ends; null where only the event decides.
ALTER TABLE ticket_types ADD COLUMN sales_from BIGINT;
ALTER TABLE ticket_types ADD COLUMN sales_until BIGINT;
-- Shown to who has its code only, which is stored in capitals.
ALTER TABLE ticket_types ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE ticket_types ADD COLUMN access_code TEXT;
ALTER TABLE ticket_types ADD COLUMN min_per_order BIGINT NOT NULL DEFAULT 1;
ALTER TABLE ticket_types ADD COLUMN max_per_order BIGINT NOT NULL DEFAULT 20;
ALTER TABLE ticket_types ADD COLUMN max_per_person BIGINT;
-- Its sale begins once the type before it is sold out, over or closed.
ALTER TABLE ticket_types ADD COLUMN after_previous BOOLEAN NOT NULL DEFAULT FALSE;
-- Places that are set aside for people of the waiting list, and how many people wait for one: the sums of `waiting_list`.
ALTER TABLE ticket_types ADD COLUMN offered BIGINT NOT NULL DEFAULT 0
    CONSTRAINT ticket_types_offered CHECK (offered >= 0 AND held + sold + offered <= nbr_max);
ALTER TABLE ticket_types ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0 CONSTRAINT ticket_types_waiting CHECK (waiting >= 0);
-- Types whose sale begins or ends by itself: pages that show them are made again then.
CREATE INDEX ticket_types_from ON ticket_types (sales_from) WHERE sales_from IS NOT NULL;
CREATE INDEX ticket_types_until ON ticket_types (sales_until) WHERE sales_until IS NOT NULL;
CREATE INDEX ticket_types_awaited ON ticket_types (id) WHERE waiting > 0;

-- A discount for who knows the code: so many percent, or an amount in minor units of one currency.
CREATE TABLE promo_codes (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id     BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    code         TEXT NOT NULL,
    -- In capitals, as it is looked up.
    code_folded  TEXT NOT NULL,
    percent      BIGINT,
    amount       BIGINT,
    currency     TEXT,
    -- How many payments may use it; null for any number.
    most_uses    BIGINT,
    starts_at    BIGINT,
    ends_at      BIGINT,
    -- A JSON list of the ids of ticket types; an empty one means all.
    ticket_types TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    CONSTRAINT promo_codes_discount CHECK (
        (percent BETWEEN 1 AND 100 AND amount IS NULL AND currency IS NULL)
        OR (percent IS NULL AND amount > 0 AND currency IN ('USD', 'CDF')))
);
CREATE UNIQUE INDEX promo_codes_code_key ON promo_codes (event_id, code_folded);

-- What a code took off a payment, in the currency that is paid.
ALTER TABLE payments ADD COLUMN promo_code_id BIGINT REFERENCES promo_codes (id);
ALTER TABLE payments ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;
CREATE INDEX payments_with_promo_code ON payments (promo_code_id) WHERE promo_code_id IS NOT NULL;

-- Who waits for places, in the order of the ids, and whom places were offered to.
CREATE TABLE waiting_list (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id       BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
    user_id        BIGINT NOT NULL REFERENCES users (id),
    quantity       BIGINT NOT NULL,
    -- `taken` is an offer whose places passed to a payment.
    status         TEXT NOT NULL,
    -- How many places the offer is of.
    offered        BIGINT NOT NULL DEFAULT 0,
    joined_at      BIGINT NOT NULL,
    offered_at     BIGINT,
    offered_until  BIGINT,
    ended_at       BIGINT,
    CONSTRAINT waiting_list_status CHECK (status IN ('waiting', 'offered', 'taken', 'expired', 'left')),
    CONSTRAINT waiting_list_quantity CHECK (quantity > 0 AND offered >= 0 AND offered <= quantity)
);
CREATE UNIQUE INDEX waiting_list_once ON waiting_list (ticket_type_id, user_id) WHERE status IN ('waiting', 'offered');
CREATE INDEX waiting_list_order ON waiting_list (ticket_type_id, id) WHERE status = 'waiting';
CREATE INDEX waiting_list_ending ON waiting_list (offered_until) WHERE status = 'offered';
CREATE INDEX waiting_list_of_user ON waiting_list (user_id, event_id);
CREATE INDEX waiting_list_of_event ON waiting_list (event_id, id);

-- The name of a guest, who need have no account. What was sold at the door has none.
ALTER TABLE tickets ADD COLUMN guest_name TEXT;

-- Guests with a free ticket: each is a payment of nothing, by nobody.
CREATE TABLE guests (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id       BIGINT NOT NULL REFERENCES events (id),
    ticket_type_id BIGINT NOT NULL REFERENCES ticket_types (id),
    payment_id     TEXT NOT NULL REFERENCES payments (id),
    name           TEXT NOT NULL,
    name_folded    TEXT NOT NULL,
    phone          TEXT,
    email          TEXT,
    -- What opens the page with the ticket.
    receipt        TEXT NOT NULL,
    invited_by     BIGINT NOT NULL REFERENCES users (id),
    invited_at     BIGINT NOT NULL,
    withdrawn_at   BIGINT,
    -- The key of the request, a digest of it and the place of the guest in it: sent again, it invites nobody twice.
    request_key    TEXT,
    request_digest TEXT,
    request_place  BIGINT NOT NULL
);
CREATE UNIQUE INDEX guests_payment_key ON guests (payment_id);
CREATE UNIQUE INDEX guests_receipt_key ON guests (receipt);
CREATE UNIQUE INDEX guests_request_key ON guests (invited_by, request_key, request_place) WHERE request_key IS NOT NULL;
CREATE INDEX guests_of_event ON guests (event_id, id);
