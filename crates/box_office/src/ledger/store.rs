//! SQL of `stock_facts` and `money_facts`, and of the figures of `ticket_types` that change with them.

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId, TicketTypeId};

use crate::stored_words::{LedgerAccount, MoneyFactKind, StockFactKind};

type Result<T> = std::result::Result<T, DbError>;

/// A change of the stock and the fact that records it.
pub struct StockChange<'a> {
    pub kind: StockFactKind,
    pub held: i64,
    pub sold: i64,
    pub payment: &'a PaymentId,
    pub ticket_type: TicketTypeId,
}

impl StockChange<'_> {
    /// Changes the figures and adds the fact. Returns whether there were enough places.
    pub fn write(&self, c: &mut Connection<'_>, now: Instant) -> Result<bool> {
        let made = c.execute(
            "UPDATE ticket_types SET held = held + $2, sold = sold + $3
             WHERE id = $1 AND held + $2 >= 0 AND sold + $3 >= 0 AND held + sold + $2 + $3 <= nbr_max",
            &[&self.ticket_type, &self.held, &self.sold],
        )? > 0;
        if made {
            c.execute(
                "INSERT INTO stock_facts (ticket_type_id, payment_id, kind, held, sold, at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                &[&self.ticket_type, &self.payment, &self.kind, &self.held, &self.sold, &now],
            )?;
        }
        Ok(made)
    }
}

/// A movement of money from one account to another: two lines that add up to zero.
pub struct Transfer<'a> {
    pub payment: &'a PaymentId,
    pub kind: MoneyFactKind,
    pub from: LedgerAccount,
    pub to: LedgerAccount,
    pub amount: Money,
}

impl Transfer<'_> {
    pub fn write(&self, c: &mut Connection<'_>, now: Instant) -> Result<()> {
        let (minor, code) = (self.amount.minor(), self.amount.currency().code());
        for (account, amount) in [(self.from, -minor), (self.to, minor)] {
            c.execute(
                "INSERT INTO money_facts (payment_id, kind, account, amount, currency, at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                &[&self.payment, &self.kind, &account, &amount, &code, &now],
            )?;
        }
        Ok(())
    }
}
