//! Asks providers about payments that are not settled, ever more rarely (back-off).

use database::Connection;
use domain::Instant;
use payment_providers::Status;

use crate::BoxOffice;
use crate::cashier::claims::{BATCH_SIZE, LEASE, run_concurrently, with_timeout};
use crate::cashier::store::{self, LaterAsk};
use crate::payments::model::{Outcome, Payment};
use crate::payments::{PhonePage, settlement};
use crate::providers::Share;
use platform::Error;

impl BoxOffice {
    /// Asks about every payment that is due, a batch at a time.
    pub(super) async fn ask_about_due_payments(&self, share: &Share) -> Result<(), Error> {
        loop {
            let (now, wanted) = (self.services.now(), share.clone());
            let lease = now + LEASE;
            let due = self.services.db.read(move |c| store::due_payments(c, &wanted, now, BATCH_SIZE)).await?;
            if due.is_empty() {
                return Ok(());
            }
            let is_last = due.len() < BATCH_SIZE as usize;
            let claim = move |c: &mut Connection<'_>| store::claim_payments(c, &due, now, lease);
            let claimed = self.services.db.write_row_locked(claim).await?;
            let asking = claimed.into_iter().map(|payment| self.clone().ask_about_payment(payment, now));
            let later = run_concurrently("payment status check failed", asking).await;
            self.ask_later(later.into_iter().flatten().collect(), lease).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Asks about a payment that was claimed at `now`, and applies the answer or returns when to ask again. One of nothing
    /// needs no answer: its tickets were to be issued at once, and the process died before.
    async fn ask_about_payment(self, payment: Payment, now: Instant) -> Result<Option<LaterAsk>, Error> {
        if payment.is_free() {
            self.apply_outcome(payment.id, Outcome::Paid { amount: payment.amount }).await?;
            return Ok(None);
        }
        let answer = with_timeout(self.ask_provider(&payment)).await.unwrap_or(Status::Unknown);
        let is_answered = answer != Status::Unknown;
        let outcome = match answer {
            Status::Succeeded { amount, transaction, channel } => {
                let outcome = Outcome::paid(amount, self.paid_amount_of(&payment), payment.amount);
                if outcome == Outcome::PaidUntold {
                    tracing::error!(payment = %payment.id, ?transaction, "provider did not name the amount paid");
                }
                let id = payment.id.clone();
                let note = move |c: &mut Connection<'_>| store::note_transaction(c, &id, &transaction, channel);
                self.services.db.write_row_locked(note).await?;
                outcome
            }
            Status::Failed(reason) => Outcome::Failed(reason.sentence().to_owned()),
            Status::Expired => Outcome::Failed("Le paiement n'a pas été fait à temps.".to_owned()),
            Status::Refunded => Outcome::Refunded,
            // It answers, and has known of no money for long enough.
            Status::Pending | Status::NotFound if now >= payment.gives_up_at() => {
                Outcome::Failed("Le paiement n'a pas été confirmé.".to_owned())
            }
            // Somebody may have paid, so that silence never makes a payment fail.
            Status::Unknown if now >= payment.silence_ends_at() => Outcome::Silence,
            Status::Pending | Status::NotFound | Status::Unknown => {
                let is_over = is_answered && payment.holds && payment.hold_until <= now;
                return if is_over { self.end_hold(payment, now).await } else { Ok(Some(later_ask(&payment, now))) };
            }
        };
        self.apply_outcome(payment.id, outcome).await?;
        Ok(None)
    }

    /// Asks the payment's own provider. One that rings telephones knows of nothing before it was asked to; and after an
    /// answer that got lost there is nothing to ask it by.
    async fn ask_provider(&self, payment: &Payment) -> Status {
        let Some(listed) = self.providers.find(&payment.provider) else {
            tracing::warn!(payment = %payment.id, provider = payment.provider, "payment of a provider that is not set");
            return Status::Unknown;
        };
        match self.phone_page_of(payment) {
            Some(PhonePage::Open) => Status::NotFound,
            Some(PhonePage::Closed) => Status::Expired,
            None => listed.provider.status(&payment.handle()).await,
        }
    }

    /// Ends a hold that is overdue, about which the provider has answered that there is no money: whoever paid in time was
    /// seen in that answer.
    async fn end_hold(&self, payment: Payment, now: Instant) -> Result<Option<LaterAsk>, Error> {
        let payment = Payment { holds: false, ..payment };
        let ids = [payment.id.clone()];
        let expire = move |c: &mut Connection<'_>| settlement::expire_holds(c, &ids, now);
        self.refresh_events(self.services.db.write_row_locked(expire).await?);
        self.close_payment(&payment, "Le paiement n'a pas été fait à temps.").await?;
        Ok(Some(later_ask(&payment, now)))
    }

    /// Writes down when to ask again, for a whole batch at once: in a rush there are thousands, and each commit costs.
    async fn ask_later(&self, later: Vec<LaterAsk>, lease: Instant) -> Result<(), Error> {
        if later.is_empty() {
            return Ok(());
        }
        let write = move |c: &mut Connection<'_>| store::ask_later(c, &later, lease);
        Ok(self.services.db.write_row_locked(write).await?)
    }
}

fn later_ask(payment: &Payment, now: Instant) -> LaterAsk {
    LaterAsk { id: payment.id.clone(), at: payment.next_ask_at(now).millis() }
}
