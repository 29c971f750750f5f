//! What stands in the database and in the provider's own books, while nobody changes them.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, DbError};
use domain::{Clock, Currency, EventId, UserId};

use super::counterparty::{Bill, Counterparty, Entry};
use super::reference_types::{Back, Refund, State};
use crate::support::TestApp;

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
    /// What the provider knows it by.
    pub reference: String,
    pub pushed_to: Option<String>,
    pub has_number: bool,
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

impl Snapshot {
    pub async fn of(app: &TestApp, counterparty: &dyn Counterparty, event: EventId) -> Snapshot {
        let mut snapshot = app.db.read(move |c| Snapshot::read(c, event)).await.unwrap();
        snapshot.entries = counterparty.entries(app, &snapshot.bills(), app.clock.now()).await;
        snapshot
    }

    /// The payments as their provider is asked about them.
    pub fn bills(&self) -> Vec<Bill> {
        let bill = |(id, payment): (&String, &StoredPayment)| Bill {
            id: id.clone(),
            reference: payment.reference.clone(),
            pushed_to: payment.pushed_to.clone(),
            has_number: payment.has_number,
            refunds: payment.backs.values().map(|stored| stored.id.clone()).collect(),
        };
        self.payments.iter().map(bill).collect()
    }

    /// What the provider has of a payment.
    pub fn entry(&self, payment: &str) -> Option<&Entry> {
        self.entries.get(&self.payments.get(payment)?.reference)
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
        Ok(Snapshot {
            kinds: c.query(KINDS, &[&event], |row| {
                let (offered, waiting) = (row.get(3)?, row.get(4)?);
                Ok(StoredType { places: row.get(0)?, held: row.get(1)?, sold: row.get(2)?, offered, waiting })
            })?,
            list: c.query(LIST, &[&event], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?,
            payments,
            entries: HashMap::new(),
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
        settled_at IS NOT NULL, reference, pushed_to, provider_number IS NOT NULL
    FROM payments WHERE provider <> 'invitation'";

const REFUNDS: &str = "SELECT payment_id, id, amount, state, cause,
        (SELECT count(*) FROM tickets WHERE refund_id = refunds.id) FROM refunds";

const MONEY: &str = "SELECT payment_id, account, currency, CAST(sum(amount) AS BIGINT) FROM money_facts
    GROUP BY payment_id, account, currency HAVING sum(amount) <> 0";

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
    let (reference, pushed_to, has_number) = (row.get(6)?, row.get(7)?, row.get(8)?);
    let payment = StoredPayment { reference, pushed_to, has_number, state, holds, tickets, valid, backs, money };
    Ok((row.get(0)?, payment))
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

/// What an account has of a payment.
pub fn account(name: &str, currency: Currency) -> (String, String) {
    (name.to_owned(), currency.code().to_owned())
}
