//! What the provider has in its books, against what stands in the database and what people were told.

use std::collections::HashMap;

use database::{Connection, Database, DbError};
use provider_simulators::{BookKind, BookLine, BookState, JournalEntry};

use crate::provider_kills::buyer::Buyer;
use crate::support::Which;

#[derive(Debug)]
pub struct Stored {
    id: String,
    key: String,
    /// As the provider writes it.
    pub reference: String,
    state: String,
    quantity: i64,
    amount: i64,
    pub has_number: bool,
    /// What has gone back, and tickets that open a door.
    refunded: i64,
    tickets: i64,
}

impl Stored {
    pub async fn read_all(db: &Database, which: Which) -> Vec<Stored> {
        let read = move |c: &mut Connection<'_>| {
            c.query(
                "SELECT id, idempotency_key, reference, state, quantity, amount, provider_number IS NOT NULL,
                    CAST(COALESCE((SELECT sum(amount) FROM refunds WHERE payment_id = payments.id AND state = 'done'), 0)
                        AS BIGINT),
                    (SELECT count(*) FROM tickets WHERE payment_id = payments.id AND status = 'valid') FROM payments",
                &[],
                |row| {
                    Ok(Stored {
                        id: row.get(0)?,
                        key: row.get::<Option<String>>(1)?.unwrap_or_default(),
                        reference: written_for(which, &row.get::<String>(2)?),
                        state: row.get(3)?,
                        quantity: row.get(4)?,
                        amount: row.get(5)?,
                        has_number: row.get(6)?,
                        refunded: row.get(7)?,
                        tickets: row.get(8)?,
                    })
                },
            )
        };
        db.read(read).await.unwrap_or_else(|error: DbError| panic!("{error}"))
    }
}

/// A reference of ours as the provider writes it.
pub fn written_for(which: Which, reference: &str) -> String {
    let letters = |count: u32| -> String {
        let number = u128::from_str_radix(reference, 16).unwrap();
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        (0..count).rev().map(|place| char::from(alphabet[(number >> (5 * place)) as usize & 31])).collect()
    };
    match which {
        Which::Pawapay => {
            let parts = [&reference[..8], &reference[8..12], &reference[12..16], &reference[16..20], &reference[20..]];
            parts.join("-")
        }
        Which::Flexpay => letters(20),
        Which::Cinetpay => letters(26),
    }
}

pub struct Books {
    which: Which,
    lines: Vec<BookLine>,
    stored: Vec<Stored>,
}

impl Books {
    pub fn new(which: Which, lines: Vec<BookLine>, stored: Vec<Stored>) -> Books {
        Books { which, lines, stored }
    }

    fn payments(&self) -> impl Iterator<Item = &BookLine> {
        self.lines.iter().filter(|line| line.kind == BookKind::Payment)
    }

    /// What is not the same on both sides, or not as people were told.
    pub fn complaints(&self, buyers: &[Buyer]) -> Vec<String> {
        let stored: HashMap<&str, &Stored> = self.stored.iter().map(|one| (one.reference.as_str(), one)).collect();
        let unknown = self.payments().filter(|line| !stored.contains_key(line.reference.as_str()));
        let mut complaints: Vec<String> = unknown.map(|line| format!("nobody ordered {line:?}")).collect();
        complaints.extend(self.stored.iter().filter_map(|one| self.wrong_with(one)));
        let mut by_key: HashMap<&str, &Stored> = HashMap::new();
        for one in &self.stored {
            if by_key.insert(&one.key, one).is_some() {
                complaints.push(format!("{} stands twice", one.key));
            }
        }
        for order in buyers.iter().flat_map(|buyer| &buyer.orders) {
            let state = by_key.get(order.key.as_str()).map(|one| one.state.as_str());
            let told = match order.reported.as_deref() {
                Some("success") => Some("succeeded"),
                Some(_) => Some("failed"),
                None => None,
            };
            if (order.begun.is_some() && state.is_none()) || (told.is_some() && told != state) {
                complaints.push(format!("{}: {told:?} was told, and {state:?} stands", order.key));
            }
        }
        complaints
    }

    fn wrong_with(&self, one: &Stored) -> Option<String> {
        let lines: Vec<&BookLine> = self.payments().filter(|line| line.reference == one.reference).collect();
        let paid: i64 = lines.iter().filter(|line| line.state == BookState::Succeeded).map(|line| line.amount).sum();
        let refunded: i64 = lines.iter().map(|line| line.refunded).sum();
        let due = if one.state == "succeeded" { one.amount } else { 0 };
        // CinetPay's books know of no refunds.
        let is_back = self.which == Which::Cinetpay || refunded == one.refunded;
        let is_admitted = if due > 0 && one.refunded == 0 { one.quantity } else { 0 };
        let is_whole = one.refunded == 0 || one.refunded == one.amount;
        let is_right = paid == due && is_back && is_whole && one.tickets == is_admitted && one.state != "pending";
        (!is_right).then(|| format!("{one:?} against {lines:?}"))
    }

    /// What the provider has taken and not given back, in hundredths.
    pub fn kept_by_provider(&self) -> i64 {
        let taken = self.payments().filter(|line| line.state == BookState::Succeeded);
        let kept: i64 = taken.map(|line| line.amount - line.refunded).sum();
        let by_hand: i64 = self.stored.iter().map(|one| one.refunded).sum();
        if self.which == Which::Cinetpay { kept - by_hand } else { kept }
    }

    /// Payments with a telephone of which nobody will ever know whether it rang: the server died before it had an answer.
    pub fn never_known(&self) -> Vec<String> {
        self.stored.iter().filter(|one| one.state == "review").map(|one| one.id.clone()).collect()
    }

    pub fn something_was_at_stake(&self) -> bool {
        let is_refunded = self.stored.iter().any(|one| one.refunded > 0);
        is_refunded && self.stored.iter().any(|one| one.tickets > 0)
    }

    pub fn figures(&self) -> String {
        let count = |state: &str| self.stored.iter().filter(|one| one.state == state).count();
        let refunded = self.stored.iter().filter(|one| one.refunded > 0).count();
        format!(
            "{} payments, {} at the provider, {} succeeded, {refunded} paid back, {} failed, {} never known",
            self.stored.len(),
            self.payments().count(),
            count("succeeded"),
            count("failed"),
            count("review")
        )
    }

    pub fn lose_a_line(&mut self) {
        let paid = self.lines.iter().position(|line| line.state == BookState::Succeeded);
        self.lines.remove(paid.unwrap());
    }
}

/// What the ledger says that the provider has, in hundredths.
pub async fn kept_by_ledger(db: &Database) -> i64 {
    let sum = "SELECT CAST(COALESCE(-sum(amount), 0) AS BIGINT) FROM money_facts WHERE account = 'provider'";
    db.read(move |c| c.query_one(sum, &[], |row| row.get(0))).await.unwrap_or_else(|error: DbError| panic!("{error}"))
}

/// No telephone was rung twice for one payment.
pub fn check_single_pushes(journal: &[JournalEntry]) {
    let mut rung: HashMap<&str, usize> = HashMap::new();
    for entry in journal.iter().filter(|entry| entry.call == "mobile") {
        *rung.entry(entry.reference.as_deref().unwrap_or_default()).or_default() += 1;
    }
    let twice: Vec<_> = rung.into_iter().filter(|(_, times)| *times > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
