//! Applies the outcome of a payment, and then notifies whoever it concerns: the buyer, caches, the cashier.

use database::Connection;
use domain::PaymentId;

use crate::BoxOffice;
use crate::payments::errors::NO_PAYMENT;
use crate::payments::model::{Change, Outcome, Payment};
use crate::payments::{confirmation, settlement, store};
use crate::refunds;
use platform::Error;

impl BoxOffice {
    /// Applies an outcome. If it has bought tickets, later tries for the same places are closed.
    pub(crate) async fn apply_outcome(&self, id: PaymentId, outcome: Outcome) -> Result<(), Error> {
        for later in self.write_outcome(id, outcome).await? {
            self.close_payment(&later, "Un essai précédent a été payé.").await?;
        }
        Ok(())
    }

    /// Closes a payment's page, and fails the payment if the provider confirms that it is closed.
    pub(crate) async fn close_payment(&self, payment: &Payment, why: &str) -> Result<(), Error> {
        if self.close_page(payment).await {
            self.write_outcome(payment.id.clone(), Outcome::Failed(why.to_owned())).await?;
        }
        Ok(())
    }

    /// Commits an outcome. Returns the later tries of a payment that has bought its tickets.
    async fn write_outcome(&self, id: PaymentId, outcome: Outcome) -> Result<Vec<Payment>, Error> {
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        let write = move |c: &mut Connection<'_>| {
            let change = settlement::settle_payment(c, &id, &outcome, now)?;
            let payment = store::find_payment(c, &id)?.ok_or(NO_PAYMENT)?;
            let mut later = Vec::new();
            if change == Change::Succeed {
                confirmation::queue_mail(c, &outbox, &payment, now)?;
                let is_served = refunds::store::refunds_of_payments(c, std::slice::from_ref(&id))?.is_empty();
                later = if is_served { store::lock_later_tries(c, &payment)? } else { Vec::new() };
            }
            Ok::<_, Error>((change, payment, later))
        };
        let (change, payment, later) = self.services.db.write_row_locked(write).await?;
        match change {
            Change::Nothing => return Ok(later),
            Change::Review => {
                let settled = payment.settled;
                tracing::error!(payment = %payment.id, settled, "payment needs review");
            }
            Change::PaidBack => {
                tracing::warn!(payment = %payment.id, "refund made by provider without a request");
            }
            Change::Succeed | Change::Fail => self.services.outbox.wake(),
        }
        self.services.freshness.event_sold(payment.event);
        // A refund may be due now.
        self.notify_cashier();
        Ok(later)
    }
}
