//! Pays back what is owed, again and again with exponential back-off.

use std::time::Duration;

use database::Connection;
use payment_providers::{RefundIntent, Refunding};

use crate::BoxOffice;
use crate::cashier::claims::{BATCH_SIZE, LEASE, run_concurrently, with_timeout};
use crate::payments::settlement;
use crate::refunds::{Refund, store};
use platform::Error;

/// The pause after the first try; each further pause is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

impl BoxOffice {
    /// Asks the provider for the refunds that are due.
    pub(super) async fn pay_due_refunds(&self) -> Result<(), Error> {
        let now = self.services.now();
        let claim = move |c: &mut Connection<'_>| store::claim_refunds(c, now, now + LEASE, BATCH_SIZE);
        let claimed = self.services.db.write_row_locked(claim).await?;
        run_concurrently("refund failed", claimed.into_iter().map(|refund| self.clone().pay_refund(refund))).await;
        Ok(())
    }

    async fn pay_refund(self, refund: Refund) -> Result<(), Error> {
        let intent =
            RefundIntent { refund: refund.id.clone(), reference: refund.reference.clone(), amount: refund.amount };
        let answer = with_timeout(self.ask_for_refund(&intent, refund.tried)).await;
        let (now, db) = (self.services.now(), &self.services.db);
        match answer.unwrap_or(Refunding::Unknown) {
            Refunding::Completed => db.write_row_locked(move |c| settlement::complete_refund(c, &refund, now)).await?,
            Refunding::Accepted | Refunding::NotFound | Refunding::Unknown => {
                let pause = FIRST_PAUSE * (1 << refund.tried.clamp(0, 7));
                let next = now + pause.min(LONGEST_PAUSE);
                db.write_row_locked(move |c| store::retry_refund_at(c, &refund.id, next)).await?;
            }
            Refunding::Failed(reason) => {
                tracing::error!(refund = %refund.id, reason, "refund refused by provider, needs review");
                db.write_row_locked(move |c| store::mark_refund_failed(c, &refund.id)).await?;
            }
            Refunding::Unsupported => {
                tracing::error!(refund = %refund.id, "refund not supported by provider, has to be made by hand");
                db.write_row_locked(move |c| store::mark_refund_failed(c, &refund.id)).await?;
            }
        }
        Ok(())
    }

    /// Asks the provider for a refund. If that was tried before, its status is asked first, so that nothing is refunded twice.
    async fn ask_for_refund(&self, refund: &RefundIntent, tried: i64) -> Refunding {
        if tried > 0 {
            let status = self.provider.refund_status(refund).await;
            if status != Refunding::NotFound {
                return status;
            }
        }
        self.provider.refund(refund).await
    }
}
