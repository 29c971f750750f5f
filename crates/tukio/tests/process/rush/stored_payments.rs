//! What stands in the database, against what people were told.

use std::collections::HashMap;

use database::{Database, DbError};

use crate::rush::Figures;
use crate::rush::buyer::{Buyer, Order};
use crate::rush::stage::PRICE;

#[derive(Debug)]
struct Payment {
    id: String,
    quantity: i64,
    amount: i64,
    state: String,
    tickets: i64,
}

impl Payment {
    fn wrong_tickets(&self) -> Option<String> {
        let bought = if self.state == "succeeded" { self.quantity } else { 0 };
        (self.tickets != bought).then(|| format!("{self:?} should have {bought} tickets"))
    }
}

/// Payments by their key.
pub struct StoredPayments(HashMap<String, Payment>);

impl StoredPayments {
    pub async fn read(db: &Database) -> StoredPayments {
        let read = db.read(|c| {
            c.query(
                "SELECT idempotency_key, id, quantity, amount, state,
                    (SELECT count(*) FROM tickets WHERE tickets.payment_id = payments.id) FROM payments",
                &[],
                |row| {
                    let (id, quantity, amount) = (row.get(1)?, row.get(2)?, row.get(3)?);
                    let key: Option<String> = row.get(0)?;
                    Ok((key, Payment { id, quantity, amount, state: row.get(4)?, tickets: row.get(5)? }))
                },
            )
        });
        let mut stored = HashMap::new();
        for (key, payment) in read.await.unwrap_or_else(|error: DbError| panic!("{error}")) {
            let key = key.unwrap_or_else(|| panic!("payment {} has lost its key", payment.id));
            assert!(stored.insert(key.clone(), payment).is_none(), "{key} was paid for twice");
        }
        StoredPayments(stored)
    }

    /// What is not as people were told, or stands although nobody ordered it.
    pub fn complaints(&self, buyers: &[Buyer]) -> Vec<String> {
        let orders: HashMap<&str, &Order> = buyers.iter().flat_map(Buyer::orders_by_key).collect();
        let unordered = self.0.keys().filter(|key| !orders.contains_key(key.as_str()));
        let unordered = unordered.map(|key| format!("nobody ordered {key}"));
        let wrong = orders.iter().filter_map(|(key, order)| self.wrong_with(key, order));
        unordered.chain(wrong).chain(self.0.values().filter_map(Payment::wrong_tickets)).collect()
    }

    fn wrong_with(&self, key: &str, order: &Order) -> Option<String> {
        let payment = self.0.get(key);
        if order.refused && payment.is_some() {
            return Some(format!("{key} was refused, and stands"));
        }
        let begun = order.begun.as_ref()?;
        let Some(payment) = payment else { return Some(format!("{key} was acknowledged, and is lost")) };
        let amount = PRICE.minor() * order.quantity;
        let is_same = (&payment.id, payment.quantity, payment.amount) == (&begun.payment, order.quantity, amount)
            && begun.amount == format!("{}.00", amount / 100);
        let ended =
            order.reported.as_deref().map(|reported| if reported == "success" { "succeeded" } else { "failed" });
        let is_told = ended.is_none_or(|ended| payment.state == ended);
        (!is_same || !is_told).then(|| format!("{key}: {ended:?} was told of {amount}, and {payment:?} stands"))
    }

    /// Payments that stand although their buyers never had an answer.
    pub fn untold(&self, buyers: &[Buyer]) -> usize {
        let unanswered = |(key, order): &(&str, &Order)| order.begun.is_none() && self.0.contains_key(*key);
        buyers.iter().flat_map(Buyer::orders_by_key).filter(unanswered).count()
    }

    pub fn lose_one(&mut self) {
        let key = self.0.keys().next().cloned().unwrap();
        self.0.remove(&key);
    }

    pub fn count(&self, buyers: &[Buyer], figures: &mut Figures) {
        let orders = || buyers.iter().flat_map(Buyer::orders_by_key);
        figures.orders = orders().count();
        figures.refused = orders().filter(|(_, order)| order.refused).count();
        figures.payments = self.0.len();
        figures.succeeded = self.0.values().filter(|payment| payment.state == "succeeded").count();
        figures.tickets = self.0.values().map(|payment| payment.tickets).sum();
    }
}
