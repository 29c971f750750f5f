//! SQL that counts everything again. Only reads, and only finds what is wrong.

use database::{Connection, DbError};

type Result<T> = std::result::Result<T, DbError>;

const STOCK: &str = "SELECT id, label, nbr_max, held, sold, facts_held, facts_sold, paying, tickets, released,
        released_tickets FROM (
        SELECT id, label, nbr_max, held, sold,
            CAST(COALESCE((SELECT sum(fact.held) FROM stock_facts fact WHERE fact.ticket_type_id = kind.id), 0) AS BIGINT)
                AS facts_held,
            CAST(COALESCE((SELECT sum(fact.sold) FROM stock_facts fact WHERE fact.ticket_type_id = kind.id), 0) AS BIGINT)
                AS facts_sold,
            CAST(COALESCE((SELECT sum(payment.quantity) FROM payments payment
                WHERE payment.ticket_type_id = kind.id AND payment.holds = TRUE), 0) AS BIGINT) AS paying,
            (SELECT count(*) FROM tickets ticket WHERE ticket.event_id = kind.event_id
                AND ticket.ticket_type_id = kind.id AND ticket.reserved = FALSE AND ticket.released = FALSE) AS tickets,
            released, (SELECT count(*) FROM tickets ticket WHERE ticket.event_id = kind.event_id
                AND ticket.ticket_type_id = kind.id AND ticket.released = TRUE) AS released_tickets
        FROM ticket_types kind) AS figures
    WHERE held <> facts_held OR held <> paying OR sold <> facts_sold OR sold <> tickets OR held + sold > nbr_max
        OR released <> released_tickets
    ORDER BY id";

const SCANS: &str = "SELECT id, label, scanned, admitted FROM (
        SELECT id, label, scanned, (SELECT count(*) FROM tickets ticket WHERE ticket.event_id = kind.event_id
            AND ticket.ticket_type_id = kind.id AND ticket.scanned_at IS NOT NULL AND ticket.reserved = FALSE
            AND ticket.released = FALSE) AS admitted
        FROM ticket_types kind) AS figures
    WHERE scanned <> admitted ORDER BY id";

const MONEY: &str = "SELECT payment_id, kind, refund_id, currency, CAST(sum(amount) AS BIGINT) AS sum FROM money_facts
    GROUP BY payment_id, kind, refund_id, currency HAVING sum(amount) <> 0
    ORDER BY payment_id, kind, refund_id, currency";

/// What came is what was paid without what went back by the same way, and what is owed to the buyer is what has not gone
/// back yet.
const PAYMENTS: &str = "SELECT id, state, quantity, amount, tickets, refunds, refunded, requested, owed, open, paid_back,
        received, is_asked FROM (
        SELECT id, state, quantity, amount, refunded,
            ask_at IS NOT NULL OR (provider = 'cash' AND holds = TRUE) AS is_asked,
            (SELECT count(*) FROM tickets ticket WHERE ticket.payment_id = payment.id AND ticket.reserved = FALSE)
                AS tickets,
            (SELECT count(*) FROM refunds refund WHERE refund.payment_id = payment.id) AS refunds,
            CAST(COALESCE((SELECT sum(refund.amount) FROM refunds refund WHERE refund.payment_id = payment.id), 0)
                AS BIGINT) AS requested,
            CAST(COALESCE((SELECT sum(refund.amount) FROM refunds refund WHERE refund.payment_id = payment.id
                AND refund.state <> 'done'), 0) AS BIGINT) AS open,
            CAST(COALESCE((SELECT sum(refund.amount) FROM refunds refund WHERE refund.payment_id = payment.id
                AND refund.state = 'done' AND (refund.handed_back = FALSE OR payment.provider = 'cash')), 0) AS BIGINT)
                AS paid_back,
            CAST(COALESCE((SELECT sum(fact.amount) FROM money_facts fact WHERE fact.payment_id = payment.id
                AND fact.account = 'buyer' AND fact.currency = payment.currency), 0) AS BIGINT) AS owed,
            CAST(COALESCE((SELECT -sum(fact.amount) FROM money_facts fact WHERE fact.payment_id = payment.id
                AND fact.account IN ('provider', 'cash') AND fact.currency = payment.currency), 0) AS BIGINT) AS received
        FROM payments payment) AS figures
    WHERE (state = 'succeeded' AND NOT (tickets = quantity OR (tickets = 0 AND refunds = 1)))
        OR (state <> 'succeeded' AND (tickets > 0 OR refunds > 0))
        OR (state = 'succeeded' AND (received <> amount - paid_back OR owed <> open))
        OR refunded <> requested OR refunded > amount
        OR (state IN ('pending', 'failed') AND received <> 0)
        OR (state = 'pending' AND NOT is_asked)
    ORDER BY id";

const TICKETS: &str = "SELECT tickets.id AS id, status FROM tickets JOIN refunds ON refunds.id = tickets.refund_id
    WHERE (refunds.state = 'done' AND status <> 'refunded')
        OR (refunds.state <> 'done' AND status IN ('valid', 'scanned'))
    UNION ALL SELECT tickets.id AS id, status FROM tickets JOIN payments ON payments.id = tickets.payment_id
    WHERE payments.refunded = payments.amount AND payments.amount > 0 AND tickets.refund_id IS NULL
    UNION ALL SELECT tickets.id AS id, status FROM tickets JOIN disruptions ON disruptions.event_id = tickets.event_id
        JOIN payments ON payments.id = tickets.payment_id
    WHERE kind = 'cancelled' AND phase IN ('people', 'done') AND tickets.reserved = FALSE
        AND ((payments.amount > 0 AND tickets.refund_id IS NULL)
            OR (payments.amount = 0 AND status IN ('valid', 'scanned')))
    ORDER BY id";

const WAITING_LISTS: &str = "SELECT id, label, waiting, offered, entries, places FROM (
        SELECT id, label, waiting, offered,
            (SELECT count(*) FROM waiting_list entry WHERE entry.ticket_type_id = kind.id AND entry.status = 'waiting')
                AS entries,
            CAST(COALESCE((SELECT sum(entry.offered) FROM waiting_list entry
                WHERE entry.ticket_type_id = kind.id AND entry.status = 'offered'), 0) AS BIGINT) AS places
        FROM ticket_types kind) AS figures
    WHERE waiting <> entries OR offered <> places ORDER BY id";

const DISCOUNTS: &str = "SELECT payments.id AS id FROM payments
        LEFT JOIN promo_codes ON promo_codes.id = promo_code_id AND promo_codes.event_id = payments.event_id
    WHERE discount < 0 OR (discount > 0 AND promo_codes.id IS NULL AND provider <> 'invitation')
        OR (promo_code_id IS NOT NULL AND promo_codes.id IS NULL) OR (payments.amount = 0 AND discount = 0)
    ORDER BY payments.id";

const GUESTS: &str = "SELECT payments.id AS id FROM payments LEFT JOIN guests ON guests.payment_id = payments.id
    WHERE (provider = 'invitation') <> (guests.id IS NOT NULL) OR (provider = 'invitation'
        AND (amount <> 0 OR quantity <> 1 OR (withdrawn_at IS NULL) <> (payments.state = 'succeeded')
            OR NOT EXISTS (SELECT 1 FROM tickets WHERE payment_id = payments.id AND guest_name IS NOT NULL)))
    ORDER BY payments.id";

/// Types whose figures are not what the facts, the payments and the tickets say.
pub fn wrong_stock(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(STOCK, &[], |row| {
        let (id, label): (i64, String) = (row.get("id")?, row.get("label")?);
        let (places, held, sold): (i64, i64, i64) = (row.get("nbr_max")?, row.get("held")?, row.get("sold")?);
        let (facts_held, facts_sold): (i64, i64) = (row.get("facts_held")?, row.get("facts_sold")?);
        let (paying, tickets): (i64, i64) = (row.get("paying")?, row.get("tickets")?);
        let (released, released_tickets): (i64, i64) = (row.get("released")?, row.get("released_tickets")?);
        Ok(format!(
            "ticket type {id} ({label}): {held} held (facts {facts_held}, payments {paying}), \
             {sold} sold (facts {facts_sold}, tickets {tickets}), {released} given back (tickets {released_tickets}), \
             {places} places"
        ))
    })
}

/// Types that more or fewer people came in with than their tickets say.
pub fn wrong_scans(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(SCANS, &[], |row| {
        let (id, label, scanned): (i64, String, i64) = (row.get("id")?, row.get("label")?, row.get("scanned")?);
        Ok(format!("ticket type {id} ({label}): {scanned} scanned (tickets {})", row.get::<i64>("admitted")?))
    })
}

/// Movements of money that came from nowhere or went nowhere.
pub fn unbalanced_money(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(MONEY, &[], |row| {
        let (payment, kind, refund): (String, String, String) =
            (row.get("payment_id")?, row.get("kind")?, row.get("refund_id")?);
        let (currency, sum): (String, i64) = (row.get("currency")?, row.get("sum")?);
        let of = if refund.is_empty() { String::new() } else { format!(" of refund {refund}") };
        Ok(format!("payment {payment}: the lines of \"{kind}\"{of} add up to {sum} {currency}"))
    })
}

/// Payments that have not got what they bought, or got what they have not paid for, or that nobody follows: a provider is
/// asked about each that is pending, but for places at the door, which are held until they are reported or released.
pub fn wrong_payments(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(PAYMENTS, &[], |row| {
        let (id, state): (String, String) = (row.get("id")?, row.get("state")?);
        let (quantity, amount, tickets): (i64, i64, i64) =
            (row.get("quantity")?, row.get("amount")?, row.get("tickets")?);
        let (refunds, refunded, requested): (i64, i64, i64) =
            (row.get("refunds")?, row.get("refunded")?, row.get("requested")?);
        let (owed, open, paid_back, received): (i64, i64, i64, i64) =
            (row.get("owed")?, row.get("open")?, row.get("paid_back")?, row.get("received")?);
        let asked = if row.get("is_asked")? { "asked about" } else { "not asked about" };
        Ok(format!(
            "payment {id}: {state}, {asked}, {tickets} of {quantity} tickets, {refunds} refunds of {requested} \
             (payment {refunded}), {paid_back} back, {open} to go back ({owed} owed), {received} of {amount} kept"
        ))
    })
}

/// Tickets that let in somebody who has the money back, or is to have it.
pub fn wrong_tickets(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(TICKETS, &[], |row| {
        Ok(format!(
            "ticket {}: {} although its money goes back",
            row.get::<String>("id")?,
            row.get::<String>("status")?
        ))
    })
}

/// Types that count other people and places than the waiting list has.
pub fn wrong_waiting_lists(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(WAITING_LISTS, &[], |row| {
        let (id, label, waiting): (i64, String, i64) = (row.get("id")?, row.get("label")?, row.get("waiting")?);
        let (offered, entries): (i64, i64) = (row.get("offered")?, row.get("entries")?);
        let places: i64 = row.get("places")?;
        Ok(format!(
            "ticket type {id} ({label}): {waiting} people waiting (list {entries}), {offered} places offered (list {places})"
        ))
    })
}

/// Payments with a discount that no promo code of their event gave.
pub fn wrong_discounts(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(DISCOUNTS, &[], |row| Ok(format!("payment {}: a discount without its code", row.get::<String>("id")?)))
}

/// Invitations without a guest or a ticket, and guests without an invitation.
pub fn wrong_guests(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(GUESTS, &[], |row| {
        Ok(format!("payment {}: an invitation and its guest do not agree", row.get::<String>("id")?))
    })
}

/// Payments of another amount than was agreed on, those that nobody could be asked about, and cash for no place.
pub fn undecided_payments(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(
        "SELECT id, settled_at IS NULL AS is_unsettled, provider = 'cash' AS is_cash FROM payments
         WHERE state = 'review' ORDER BY id",
        &[],
        |row| {
            let id: String = row.get("id")?;
            let why = match (row.get("is_unsettled")?, row.get("is_cash")?) {
                (true, false) => "the provider never answered",
                (false, false) => "money came that was not agreed on",
                (true, true) => "somebody came in with this place of the door, and its sale was never reported",
                (false, true) => "cash was taken at the door for a place that was gone",
            };
            Ok(format!("payment {id}: {why}"))
        },
    )
}

/// Refunds that the provider would not make.
pub fn failed_refunds(c: &mut Connection<'_>) -> Result<Vec<String>> {
    let waiting = "SELECT payment_id, refunds.id AS id FROM refunds JOIN payments ON payments.id = payment_id
        WHERE refunds.state = 'failed' OR (refunds.state = 'by_hand' AND provider <> 'cash') ORDER BY payment_id";
    c.query(waiting, &[], |row| {
        Ok(format!(
            "payment {}: refund {} has to be made by hand",
            row.get::<String>("payment_id")?,
            row.get::<String>("id")?
        ))
    })
}
