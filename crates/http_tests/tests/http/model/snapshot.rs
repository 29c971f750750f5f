//! What stands in the database and in the provider's own books, read in one moment.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, Database, DbError};
use domain::{Currency, EventId, Instant, Money};
use payment_providers::Status;
use payment_providers::sandbox::{Order, Outcome};

use super::reference_types::{Refund, State};

pub struct Snapshot {
    pub kinds: Vec<StoredType>,
    /// By id.
    pub payments: HashMap<String, StoredPayment>,
    /// Of the provider's books, by reference.
    pub entries: HashMap<String, Entry>,
    pub inbox: i64,
}

#[derive(Debug, PartialEq, Eq)]
pub struct StoredType {
    pub places: i64,
    pub held: i64,
    pub sold: i64,
}

#[derive(Debug)]
pub struct StoredPayment {
    pub state: State,
    pub holds: bool,
    pub tickets: i64,
    /// Of them, those that open the door.
    pub valid: i64,
    pub refund: Option<(String, Refund)>,
    /// What each account has got of it; accounts that are even are left out.
    pub money: BTreeMap<(String, String), i64>,
}

/// A line of the provider's books.
#[derive(Debug)]
pub struct Entry {
    pub order: Order,
    pub is_silent: bool,
    pub refund: Option<String>,
}

/// What the provider says of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Paid(Money),
    NotPaid,
    /// It knows of no money so far.
    Unsure,
    /// It can't be asked.
    Silent,
}

impl Entry {
    /// As it was before we had the money paid back by `our_refund`, if we did.
    pub fn verdict(&self, our_refund: Option<&str>, now: Instant) -> Verdict {
        let refund = self.order.refund.clone().filter(|refund| Some(refund.as_str()) != our_refund);
        match (Order { refund, ..self.order.clone() }).status(now) {
            _ if self.is_silent => Verdict::Silent,
            Status::Succeeded { .. } => Verdict::Paid(self.order.amount),
            Status::Failed(_) | Status::Expired | Status::Refunded => Verdict::NotPaid,
            Status::Pending | Status::NotFound => Verdict::Unsure,
            Status::Unknown => Verdict::Silent,
        }
    }

    /// What the payer has really paid.
    pub fn received(&self) -> Option<Money> {
        (self.order.outcome == Some(Outcome::Completed)).then_some(self.order.amount)
    }
}

impl Snapshot {
    pub async fn of(db: &Database, event: EventId) -> Snapshot {
        db.read(move |c| Snapshot::read(c, event)).await.unwrap()
    }

    fn read(c: &mut Connection<'_>, event: EventId) -> Result<Snapshot, DbError> {
        let mut payments: HashMap<String, StoredPayment> = c.query(PAYMENTS, &[], payment)?.into_iter().collect();
        for (id, account, currency, sum) in
            c.query(MONEY, &[], |row| Ok((row.get::<String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        {
            if let Some(payment) = payments.get_mut(&id) {
                payment.money.insert((account, currency), sum);
            }
        }
        Ok(Snapshot {
            kinds: c.query(KINDS, &[&event], |row| {
                Ok(StoredType { places: row.get(0)?, held: row.get(1)?, sold: row.get(2)? })
            })?,
            payments,
            entries: c.query(BOOKS, &[], entry)?.into_iter().collect(),
            inbox: c.query_one("SELECT count(*) FROM webhooks", &[], |row| row.get(0))?,
        })
    }
}

const KINDS: &str = "SELECT nbr_max, held, sold FROM ticket_types WHERE event_id = $1 ORDER BY position";

const PAYMENTS: &str = "SELECT payments.id, payments.state, holds, refunds.id, refunds.state,
        (SELECT count(*) FROM tickets WHERE payment_id = payments.id),
        (SELECT count(*) FROM tickets WHERE payment_id = payments.id AND status = 'valid'),
        settled_at IS NOT NULL
    FROM payments LEFT JOIN refunds ON refunds.payment_id = payments.id";

const MONEY: &str = "SELECT payment_id, account, currency, CAST(sum(amount) AS BIGINT) FROM money_facts
    GROUP BY payment_id, account, currency HAVING sum(amount) <> 0";

const BOOKS: &str = "SELECT reference, content, decision, outcome, refund FROM sandbox_orders";

fn payment(row: &database::Row<'_>) -> Result<(String, StoredPayment), DbError> {
    let state = match &*row.get::<String>(1)? {
        "pending" => State::Pending,
        "succeeded" => State::Succeeded,
        "failed" => State::Failed,
        _ if row.get(7)? => State::Review,
        _ => State::Unheard,
    };
    let refund = match (row.get::<Option<String>>(3)?, row.get::<Option<String>>(4)?.as_deref()) {
        (Some(id), Some("requested")) => Some((id, Refund::Owed)),
        (Some(id), Some("done")) => Some((id, Refund::Done)),
        (Some(id), _) => Some((id, Refund::Failed)),
        (None, _) => None,
    };
    let (holds, tickets, valid) = (row.get(2)?, row.get(5)?, row.get(6)?);
    Ok((row.get(0)?, StoredPayment { state, holds, tickets, valid, refund, money: BTreeMap::new() }))
}

fn entry(row: &database::Row<'_>) -> Result<(String, Entry), DbError> {
    let content: String = row.get(1)?;
    let word = |column: usize| Ok::<_, DbError>(row.get::<Option<String>>(column)?.map(|word| format!("\"{word}\"")));
    let mut order: Order = serde_json::from_str(content.trim_start_matches(SILENCE)).unwrap();
    order.decision = word(2)?.map(|word| serde_json::from_str(&word).unwrap());
    order.outcome = word(3)?.map(|word| serde_json::from_str(&word).unwrap());
    order.refund = row.get(4)?;
    let is_silent = content.starts_with(SILENCE);
    Ok((row.get(0)?, Entry { refund: order.refund.clone().map(String::from), order, is_silent }))
}

/// Before a line of the books, it makes the line unreadable: the provider can say nothing about it.
pub const SILENCE: &str = "!";

/// What an account has of a payment.
pub fn account(name: &str, currency: Currency) -> (String, String) {
    (name.to_owned(), currency.code().to_owned())
}
