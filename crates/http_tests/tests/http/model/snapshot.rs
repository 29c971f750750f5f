//! What stands in the database and in the provider's own books, read in one moment.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, Database, DbError};
use domain::{Currency, EventId, Instant, Money, UserId};
use payment_providers::Status;
use payment_providers::sandbox::{Order, Outcome};

use super::reference_types::{Back, Refund, State};

pub struct Snapshot {
    pub kinds: Vec<StoredType>,
    /// Who waits or was offered places: the person, how many were asked for, and how many are offered. By type, and in the
    /// order in which they came.
    pub list: Vec<(UserId, i64, i64)>,
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
    pub offered: i64,
    pub waiting: i64,
}

#[derive(Debug)]
pub struct StoredPayment {
    pub state: State,
    pub holds: bool,
    pub tickets: i64,
    /// Of them, those that open the door.
    pub valid: i64,
    /// As the model names them.
    pub backs: BTreeMap<String, StoredBack>,
    /// What each account has got of it; accounts that are even are left out.
    pub money: BTreeMap<(String, String), i64>,
}

/// A refund as it is stored.
#[derive(Debug)]
pub struct StoredBack {
    pub id: String,
    pub back: Back,
}

/// A line of the provider's books.
#[derive(Debug)]
pub struct Entry {
    pub order: Order,
    pub is_silent: bool,
    /// What it has paid back, by the refund's id.
    pub refunds: BTreeMap<String, i64>,
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
    /// What it has paid back by itself, in minor units.
    pub fn by_itself(&self) -> i64 {
        self.refunds.get(&own_refund(self.order.reference.as_str())).copied().unwrap_or_default()
    }

    /// As it was before we had any money paid back.
    pub fn verdict(&self, now: Instant) -> Verdict {
        let refunded = if self.by_itself() > 0 { self.order.amount.minor() } else { 0 };
        match (Order { refunded, ..self.order.clone() }).status(now) {
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
        for (payment, name, back) in c.query(REFUNDS, &[], back)? {
            if let Some(payment) = payments.get_mut(&payment) {
                payment.backs.insert(name, back);
            }
        }
        let mut entries: HashMap<String, Entry> = c.query(BOOKS, &[], entry)?.into_iter().collect();
        let refunds = c.query("SELECT reference, id, amount FROM sandbox_refunds", &[], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<i64>(2)?))
        })?;
        for (reference, id, amount) in refunds {
            entries.get_mut(&reference).unwrap().refunds.insert(id, amount);
        }
        Ok(Snapshot {
            kinds: c.query(KINDS, &[&event], |row| {
                let (offered, waiting) = (row.get(3)?, row.get(4)?);
                Ok(StoredType { places: row.get(0)?, held: row.get(1)?, sold: row.get(2)?, offered, waiting })
            })?,
            list: c.query(LIST, &[&event], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?,
            payments,
            entries,
            inbox: c.query_one("SELECT count(*) FROM webhooks", &[], |row| row.get(0))?,
        })
    }
}

const KINDS: &str =
    "SELECT nbr_max, held, sold, offered, waiting FROM ticket_types WHERE event_id = $1 ORDER BY position";

const LIST: &str = "SELECT user_id, quantity, waiting_list.offered FROM waiting_list
        JOIN ticket_types ON ticket_types.id = ticket_type_id
    WHERE waiting_list.event_id = $1 AND status IN ('waiting', 'offered') ORDER BY position, status, waiting_list.id";

const PAYMENTS: &str = "SELECT payments.id, payments.state, holds,
        (SELECT count(*) FROM tickets WHERE payment_id = payments.id),
        (SELECT count(*) FROM tickets WHERE payment_id = payments.id AND status = 'valid'),
        settled_at IS NOT NULL
    FROM payments WHERE provider <> 'invitation'";

const REFUNDS: &str = "SELECT payment_id, id, amount, state, cause,
        (SELECT count(*) FROM tickets WHERE refund_id = refunds.id) FROM refunds";

const MONEY: &str = "SELECT payment_id, account, currency, CAST(sum(amount) AS BIGINT) FROM money_facts
    GROUP BY payment_id, account, currency HAVING sum(amount) <> 0";

const BOOKS: &str = "SELECT reference, content, decision, outcome FROM sandbox_orders";

fn payment(row: &database::Row<'_>) -> Result<(String, StoredPayment), DbError> {
    let state = match &*row.get::<String>(1)? {
        "pending" => State::Pending,
        "succeeded" => State::Succeeded,
        "failed" => State::Failed,
        _ if row.get(5)? => State::Review,
        _ => State::Unheard,
    };
    let (holds, tickets, valid) = (row.get(2)?, row.get(3)?, row.get(4)?);
    let (backs, money) = (BTreeMap::new(), BTreeMap::new());
    Ok((row.get(0)?, StoredPayment { state, holds, tickets, valid, backs, money }))
}

/// The payment of a refund, what the model calls it, and the refund.
fn back(row: &database::Row<'_>) -> Result<(String, String, StoredBack), DbError> {
    let (payment, id, amount): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let state = match &*row.get::<String>(3)? {
        "requested" => Refund::Owed,
        "done" => Refund::Done,
        _ => Refund::Failed,
    };
    let cause: String = row.get(4)?;
    let name = if matches!(&*cause, "organiser" | "request") { id.clone() } else { cause };
    Ok((payment, name, StoredBack { id, back: Back { tickets: row.get(5)?, amount, state } }))
}

/// The id of the refund that the provider makes by itself.
pub fn own_refund(reference: &str) -> String {
    format!("own-{reference}")
}

fn entry(row: &database::Row<'_>) -> Result<(String, Entry), DbError> {
    let content: String = row.get(1)?;
    let word = |column: usize| Ok::<_, DbError>(row.get::<Option<String>>(column)?.map(|word| format!("\"{word}\"")));
    let mut order: Order = serde_json::from_str(content.trim_start_matches(SILENCE)).unwrap();
    order.decision = word(2)?.map(|word| serde_json::from_str(&word).unwrap());
    order.outcome = word(3)?.map(|word| serde_json::from_str(&word).unwrap());
    let is_silent = content.starts_with(SILENCE);
    Ok((row.get(0)?, Entry { order, is_silent, refunds: BTreeMap::new() }))
}

/// Before a line of the books, it makes the line unreadable: the provider can say nothing about it.
pub const SILENCE: &str = "!";

/// What an account has of a payment.
pub fn account(name: &str, currency: Currency) -> (String, String) {
    (name.to_owned(), currency.code().to_owned())
}
