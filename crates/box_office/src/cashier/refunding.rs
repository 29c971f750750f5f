//! Pays back what is owed, again and again with exponential back-off.

use std::time::Duration;

use database::Connection;
use payment_providers::Refunding;

use crate::BoxOffice;
use crate::cashier::claims::{BATCH_SIZE, LEASE, run_concurrently, with_timeout};
use crate::payments::paying_back;
use crate::providers::Share;
use crate::refunds::model::DueRefund;
use crate::refunds::store;
use crate::stored_words::RefundState;
use platform::Error;

/// The pause after the first try; each further pause is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// How often a provider may refuse a refund before a person has to look at it: its own balance may have been too low.
const MOST_REFUSALS: i64 = 3;

impl BoxOffice {
    /// Asks the provider for the refunds that are due.
    pub(super) async fn pay_due_refunds(&self, share: &Share) -> Result<(), Error> {
        let (now, wanted) = (self.services.now(), share.clone());
        let due = self.services.db.read(move |c| store::due_refunds(c, &wanted, now, BATCH_SIZE)).await?;
        if due.is_empty() {
            return Ok(());
        }
        let claim = move |c: &mut Connection<'_>| store::claim_refunds(c, &due, now, now + LEASE);
        let claimed = self.services.db.write_row_locked(claim).await?;
        run_concurrently("refund failed", claimed.into_iter().map(|refund| self.clone().pay_refund(refund))).await;
        Ok(())
    }

    async fn pay_refund(self, refund: DueRefund) -> Result<(), Error> {
        let answer = with_timeout(self.ask_for_refund(&refund)).await;
        let (now, db) = (self.services.now(), &self.services.db);
        let pause = (FIRST_PAUSE * (1 << refund.tried.clamp(0, 7))).min(LONGEST_PAUSE);
        match answer.unwrap_or(Refunding::Unknown) {
            Refunding::Completed => db.write_row_locked(move |c| paying_back::complete_refund(c, &refund, now)).await?,
            Refunding::Accepted | Refunding::NotFound | Refunding::Unknown => {
                db.write_row_locked(move |c| store::retry_refund_at(c, &refund.id, now + pause, None)).await?;
            }
            Refunding::Failed(problem) if refund.tried + 1 < MOST_REFUSALS => {
                tracing::warn!(refund = %refund.id, problem, "refund refused by provider, is tried again");
                let retry =
                    move |c: &mut Connection<'_>| store::retry_refund_at(c, &refund.id, now + pause, Some(&problem));
                db.write_row_locked(retry).await?;
            }
            Refunding::Failed(problem) => {
                tracing::error!(refund = %refund.id, problem, "refund refused by provider, needs review");
                self.give_up_refund(refund, RefundState::Failed, problem).await?;
            }
            Refunding::Unsupported => {
                tracing::error!(refund = %refund.id, "refund not supported by provider, has to be made by hand");
                let problem = "the provider can't pay back".to_owned();
                self.give_up_refund(refund, RefundState::ByHand, problem).await?;
            }
        }
        Ok(())
    }

    async fn give_up_refund(&self, refund: DueRefund, state: RefundState, problem: String) -> Result<(), Error> {
        let give_up = move |c: &mut Connection<'_>| store::give_up_refund(c, &refund.id, state, &problem);
        Ok(self.services.db.write_row_locked(give_up).await?)
    }

    /// Asks the payment's own provider for a refund. If that was tried before, its status is asked first, so that nothing is
    /// refunded twice; what was refused then is asked for again.
    async fn ask_for_refund(&self, refund: &DueRefund) -> Refunding {
        let Some(listed) = self.providers.find(&refund.provider) else { return Refunding::Unknown };
        let intent = refund.intent();
        if refund.tried > 0 {
            let status = listed.provider.refund_status(&intent).await;
            if !matches!(status, Refunding::NotFound | Refunding::Failed(_)) {
                return status;
            }
        }
        listed.provider.refund(&intent).await
    }
}
