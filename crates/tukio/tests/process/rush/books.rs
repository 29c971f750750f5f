//! What stands in the database, against what people were told.

use std::collections::HashMap;

use database::{Database, DbError};

use crate::rush::Figures;
use crate::rush::buyer::{Buyer, Order};
use crate::rush::stage::PRICE;

struct Payment {
    id: String,
    quantity: i64,
    amount: i64,
    state: String,
    tickets: i64,
}

/// Payments by their key.
pub struct Books(HashMap<String, Payment>);

impl Books {
    pub async fn read(db: &Database) -> Books {
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
        let mut books = HashMap::new();
        for (key, payment) in read.await.unwrap_or_else(|error: DbError| panic!("{error}")) {
            let key = key.unwrap_or_else(|| panic!("payment {} has lost its key", payment.id));
            assert!(books.insert(key.clone(), payment).is_none(), "{key} was paid for twice");
        }
        Books(books)
    }

    /// All that anybody was told is so, and nothing else is. How many payments stand that nobody was told of.
    pub fn vouch_for(&self, buyers: &[Buyer]) -> usize {
        let orders: HashMap<&str, &Order> = buyers.iter().flat_map(Buyer::orders_by_key).collect();
        for key in self.0.keys() {
            assert!(orders.contains_key(key.as_str()), "nobody ordered {key}");
        }
        for payment in self.0.values() {
            let bought = if payment.state == "succeeded" { payment.quantity } else { 0 };
            assert_eq!(payment.tickets, bought, "tickets of payment {}, which {}", payment.id, payment.state);
        }
        orders.iter().filter(|(key, order)| self.stands_untold(key, order)).count()
    }

    fn stands_untold(&self, key: &str, order: &Order) -> bool {
        let payment = self.0.get(key);
        if order.refused {
            assert!(payment.is_none(), "{key} was refused, and stands");
        }
        let Some(begun) = &order.begun else { return payment.is_some() };
        let payment = payment.unwrap_or_else(|| panic!("{key} was acknowledged, and is lost"));
        assert_eq!((&payment.id, payment.quantity), (&begun.payment, order.quantity), "{key}");
        assert_eq!(payment.amount, PRICE.minor() * order.quantity, "{key}");
        assert_eq!(begun.amount, format!("{}.00", payment.amount / 100), "{key}");
        if let Some(told) = &order.told {
            let state = if told == "success" { "succeeded" } else { "failed" };
            assert_eq!(payment.state, state, "{key}: {told} was the answer");
        }
        false
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
