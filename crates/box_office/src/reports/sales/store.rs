//! SQL that sums up `stock_facts` and `money_facts` of an event.

use database::{Connection, DbError};
use domain::EventId;

use crate::money_columns::read_money;
use crate::reports::channel::Channel;
use crate::reports::sales::model::{SoldInStep, Steps, TakenInStep};

type Result<T> = std::result::Result<T, DbError>;

/// Where anything was sold or taken back, by step, type and channel.
pub fn sold_by_step(c: &mut Connection<'_>, event: EventId, steps: Steps) -> Result<Vec<SoldInStep>> {
    c.query(
        "SELECT (fact.at + $2) / $3 AS step, fact.ticket_type_id AS ticket_type_id, payment.provider AS provider,
            CAST(sum(fact.sold) AS BIGINT) AS sold
         FROM ticket_types kind JOIN stock_facts fact ON fact.ticket_type_id = kind.id
            JOIN payments payment ON payment.id = fact.payment_id
         WHERE kind.event_id = $1 AND fact.sold <> 0
         GROUP BY (fact.at + $2) / $3, fact.ticket_type_id, payment.provider",
        &[&event, &steps.offset, &steps.length],
        |row| {
            Ok(SoldInStep {
                step: row.get("step")?,
                ticket_type: row.get("ticket_type_id")?,
                channel: Channel::of_provider(&row.get::<String>("provider")?),
                sold: row.get("sold")?,
            })
        },
    )
}

/// What moved on the organiser's account, by step, type, channel and currency.
pub fn taken_by_step(c: &mut Connection<'_>, event: EventId, steps: Steps) -> Result<Vec<TakenInStep>> {
    c.query(
        "SELECT (fact.at + $2) / $3 AS step, payment.ticket_type_id AS ticket_type_id, payment.provider AS provider,
            CAST(sum(fact.amount) AS BIGINT) AS amount, fact.currency AS currency
         FROM payments payment JOIN money_facts fact ON fact.payment_id = payment.id
         WHERE payment.event_id = $1 AND fact.account = 'organiser'
         GROUP BY (fact.at + $2) / $3, payment.ticket_type_id, payment.provider, fact.currency",
        &[&event, &steps.offset, &steps.length],
        |row| {
            Ok(TakenInStep {
                step: row.get("step")?,
                ticket_type: row.get("ticket_type_id")?,
                channel: Channel::of_provider(&row.get::<String>("provider")?),
                amount: read_money(row, "amount", "currency")?,
            })
        },
    )
}

/// How many payments were begun online, and how many of those bought tickets. Who tries again begins nothing new.
pub fn count_begun_and_paid(c: &mut Connection<'_>, event: EventId) -> Result<(i64, i64)> {
    c.query_one(
        "SELECT CAST(COALESCE(sum(CASE WHEN retry_of IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS begun,
            CAST(COALESCE(sum(CASE WHEN state = 'succeeded'
                AND EXISTS (SELECT 1 FROM tickets WHERE tickets.payment_id = payments.id) THEN 1 ELSE 0 END), 0)
                AS BIGINT) AS paid
         FROM payments WHERE event_id = $1 AND provider NOT IN ('cash', 'invitation', 'agent', 'offer')",
        &[&event],
        |row| Ok((row.get("begun")?, row.get("paid")?)),
    )
}
