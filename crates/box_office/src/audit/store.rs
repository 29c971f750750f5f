//! SQL that counts everything again. Only reads, and only finds what is wrong.

use database::{Connection, DbError};

type Result<T> = std::result::Result<T, DbError>;

const STOCK: &str = "SELECT id, label, nbr_max, held, sold, facts_held, facts_sold, paying, tickets FROM (
        SELECT id, label, nbr_max, held, sold,
            CAST(COALESCE((SELECT sum(fact.held) FROM stock_facts fact WHERE fact.ticket_type_id = kind.id), 0) AS BIGINT)
                AS facts_held,
            CAST(COALESCE((SELECT sum(fact.sold) FROM stock_facts fact WHERE fact.ticket_type_id = kind.id), 0) AS BIGINT)
                AS facts_sold,
            CAST(COALESCE((SELECT sum(payment.quantity) FROM payments payment
                WHERE payment.ticket_type_id = kind.id AND payment.holds = TRUE), 0) AS BIGINT) AS paying,
            (SELECT count(*) FROM tickets ticket WHERE ticket.event_id = kind.event_id
                AND ticket.ticket_type_id = kind.id AND ticket.reserved = FALSE) AS tickets
        FROM ticket_types kind) AS figures
    WHERE held <> facts_held OR held <> paying OR sold <> facts_sold OR sold <> tickets OR held + sold > nbr_max
    ORDER BY id";

const SCANS: &str = "SELECT id, label, scanned, admitted FROM (
        SELECT id, label, scanned, (SELECT count(*) FROM tickets ticket WHERE ticket.event_id = kind.event_id
            AND ticket.ticket_type_id = kind.id AND ticket.scanned_at IS NOT NULL AND ticket.reserved = FALSE) AS admitted
        FROM ticket_types kind) AS figures
    WHERE scanned <> admitted ORDER BY id";

const MONEY: &str = "SELECT payment_id, kind, currency, CAST(sum(amount) AS BIGINT) AS sum FROM money_facts
    GROUP BY payment_id, kind, currency HAVING sum(amount) <> 0 ORDER BY payment_id, kind, currency";

const PAYMENTS: &str = "SELECT id, state, quantity, amount, tickets, refunds, paid_back, received, is_asked FROM (
        SELECT id, state, quantity, amount, ask_at IS NOT NULL OR (provider = 'cash' AND holds = TRUE) AS is_asked,
            (SELECT count(*) FROM tickets ticket WHERE ticket.payment_id = payment.id AND ticket.reserved = FALSE)
                AS tickets,
            (SELECT count(*) FROM refunds refund WHERE refund.payment_id = payment.id) AS refunds,
            (SELECT count(*) FROM refunds refund WHERE refund.payment_id = payment.id AND refund.state = 'done')
                + (SELECT count(*) FROM money_facts fact WHERE fact.payment_id = payment.id AND fact.kind = 'cancel'
                    AND fact.account = 'cash') AS paid_back,
            CAST(COALESCE((SELECT -sum(fact.amount) FROM money_facts fact WHERE fact.payment_id = payment.id
                AND fact.account IN ('provider', 'cash') AND fact.currency = payment.currency), 0) AS BIGINT) AS received
        FROM payments payment) AS figures
    WHERE (state = 'succeeded' AND NOT (tickets = quantity OR (tickets = 0 AND refunds = 1)))
        OR (state <> 'succeeded' AND tickets > 0)
        OR (state = 'succeeded' AND received <> amount * (1 - paid_back))
        OR (state IN ('pending', 'failed') AND received <> 0)
        OR (state = 'pending' AND NOT is_asked)
    ORDER BY id";

const TICKETS: &str =
    "SELECT tickets.id AS id, status FROM tickets JOIN refunds ON refunds.payment_id = tickets.payment_id
    WHERE (refunds.state = 'done' AND status <> 'refunded') OR (refunds.state <> 'done' AND status = 'valid')
    UNION ALL SELECT tickets.id AS id, status FROM tickets JOIN money_facts ON money_facts.payment_id = tickets.payment_id
    WHERE kind = 'cancel' AND account = 'cash' AND status = 'valid' ORDER BY id";

/// Types whose figures are not what the facts, the payments and the tickets say.
pub fn wrong_stock(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(STOCK, &[], |row| {
        let (id, label): (i64, String) = (row.get("id")?, row.get("label")?);
        let (places, held, sold): (i64, i64, i64) = (row.get("nbr_max")?, row.get("held")?, row.get("sold")?);
        let (facts_held, facts_sold): (i64, i64) = (row.get("facts_held")?, row.get("facts_sold")?);
        let (paying, tickets): (i64, i64) = (row.get("paying")?, row.get("tickets")?);
        Ok(format!(
            "ticket type {id} ({label}): {held} held (facts {facts_held}, payments {paying}), \
             {sold} sold (facts {facts_sold}, tickets {tickets}), {places} places"
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
        let (payment, kind, currency): (String, String, String) =
            (row.get("payment_id")?, row.get("kind")?, row.get("currency")?);
        Ok(format!("payment {payment}: the lines of \"{kind}\" add up to {} {currency}", row.get::<i64>("sum")?))
    })
}

/// Payments that have not got what they bought, or got what they have not paid for, or that nobody follows: a provider is
/// asked about each that is pending, but for places at the door, which are held until they are reported or released.
pub fn wrong_payments(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(PAYMENTS, &[], |row| {
        let (id, state): (String, String) = (row.get("id")?, row.get("state")?);
        let (quantity, amount, tickets): (i64, i64, i64) =
            (row.get("quantity")?, row.get("amount")?, row.get("tickets")?);
        let (refunds, paid_back, received): (i64, i64, i64) =
            (row.get("refunds")?, row.get("paid_back")?, row.get("received")?);
        let asked = if row.get("is_asked")? { "asked about" } else { "not asked about" };
        Ok(format!(
            "payment {id}: {state}, {asked}, {tickets} of {quantity} tickets, {refunds} refunds ({paid_back} done), \
             {received} of {amount} kept"
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
    c.query("SELECT payment_id, id FROM refunds WHERE state = 'failed' ORDER BY payment_id", &[], |row| {
        Ok(format!(
            "payment {}: refund {} could not be made",
            row.get::<String>("payment_id")?,
            row.get::<String>("id")?
        ))
    })
}
