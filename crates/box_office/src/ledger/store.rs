//! SQL of `stock_facts` and `money_facts`, and of the figures of `ticket_types` that change with them.

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId, RefundId, TicketTypeId};

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
             WHERE id = $1 AND held + $2 >= 0 AND sold + $3 >= 0 AND held + sold + offered + $2 + $3 <= nbr_max",
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

/// Places that were sold, and are free again because their tickets are paid back.
pub struct ReleasedPlaces<'a> {
    pub count: i64,
    pub payment: &'a PaymentId,
    pub refund: &'a RefundId,
    pub ticket_type: TicketTypeId,
}

impl ReleasedPlaces<'_> {
    pub fn write(&self, c: &mut Connection<'_>, now: Instant) -> Result<()> {
        c.execute(
            "UPDATE ticket_types SET sold = sold - $2, released = released + $2 WHERE id = $1",
            &[&self.ticket_type, &self.count],
        )?;
        c.execute(
            "INSERT INTO stock_facts (ticket_type_id, payment_id, kind, held, sold, at, refund_id)
             VALUES ($1, $2, $3, 0, $4, $5, $6)",
            &[&self.ticket_type, &self.payment, &StockFactKind::Refund, &-self.count, &now, &self.refund],
        )?;
        Ok(())
    }
}

/// A movement of money from one account to another: two lines that add up to zero.
pub struct Transfer<'a> {
    pub payment: &'a PaymentId,
    pub kind: MoneyFactKind,
    pub from: LedgerAccount,
    pub to: LedgerAccount,
    pub amount: Money,
    /// The refund that it is part of, if it is.
    pub refund: Option<&'a RefundId>,
}

impl Transfer<'_> {
    pub fn write(&self, c: &mut Connection<'_>, now: Instant) -> Result<()> {
        let (minor, code) = (self.amount.minor(), self.amount.currency().code());
        let refund = self.refund.map_or("", RefundId::as_str);
        for (account, amount) in [(self.from, -minor), (self.to, minor)] {
            c.execute(
                "INSERT INTO money_facts (payment_id, event_id, kind, account, amount, currency, at, refund_id)
                 VALUES ($1, (SELECT event_id FROM payments WHERE id = $1), $2, $3, $4, $5, $6, $7)",
                &[&self.payment, &self.kind, &account, &amount, &code, &now, &refund],
            )?;
        }
        Ok(())
    }
}
