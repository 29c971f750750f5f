//! The cashier: does what falls due, whoever looks. Asks providers about payments, gives back places nobody paid for,
//! pays back what is owed. Several may share one database: what one takes on is leased to it.

use std::sync::Arc;
use std::time::Duration;

use database::Connection;
use domain::{EventId, Instant};
use payment_providers::{RefundIntent, Refunding, Status};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::BoxOffice;
use crate::payments::model::{Outcome, PATIENCE, Payment};
use crate::payments::store::Refund;
use crate::payments::{settling, store};
use platform::Error;

/// Payments taken on at once.
const HANDS: i64 = 32;

/// Seconds after which another cashier may take over: longer than any answer takes.
const LEASE: i64 = 60;

/// Seconds that a provider may take to answer.
const ANSWERS_WITHIN: i64 = 20;

/// Looks round at least this often: another process may have died with payments in its hands.
const ROUND: Duration = Duration::from_secs(5);

/// Seconds between two tries to pay something back, at most.
const LONGEST_PAUSE: i64 = 3600;

/// Wakes the cashier before its next round.
#[derive(Clone, Default)]
pub struct Bell(Arc<Notify>);

impl Bell {
    pub fn ring(&self) {
        self.0.notify_one();
    }
}

impl BoxOffice {
    /// Works until `stop` resolves.
    pub async fn work(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            // What is dropped half-way is taken up again when its lease ends.
            let worked = tokio::select! {
                () = &mut stop => break,
                worked = self.work_once() => worked,
            };
            let pause = worked.map(|next| self.pause_until(next)).unwrap_or_else(|error| {
                tracing::warn!(%error, "the cashier could not work");
                ROUND
            });
            tokio::select! {
                () = &mut stop => break,
                () = self.bell.0.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    fn pause_until(&self, next: Option<Instant>) -> Duration {
        let millis = next.map_or(i64::MAX, |next| next.millis() - self.services.now().millis());
        ROUND.min(Duration::from_millis(millis.max(0).unsigned_abs()))
    }

    /// Does all that is due now, and tells when something is due next.
    pub async fn work_once(&self) -> Result<Option<Instant>, Error> {
        // A provider that can't work doesn't keep us from our own duties.
        if let Err(error) = self.sandbox.work().await {
            tracing::warn!(%error, "the sandbox could not work");
        }
        self.give_back_places().await?;
        self.ask_provider().await?;
        self.pay_back().await?;
        let now = self.services.now();
        let ours = self.services.db.read(move |c| store::next_duty(c, now, PATIENCE, ANSWERS_WITHIN)).await?;
        let sandbox = self.sandbox.next_duty().await?;
        Ok([ours, sandbox].into_iter().flatten().min())
    }

    /// Those whose provider was asked since their time was over, and has said nothing for a while. Money that comes all
    /// the same is late. Many at once: after a rush, those who have paid wait for it.
    async fn give_back_places(&self) -> Result<(), Error> {
        let now = self.services.now();
        let (before, heard_by) = (now.plus_seconds(-PATIENCE), now.plus_seconds(-ANSWERS_WITHIN));
        loop {
            let due = self.services.db.read(move |c| store::overdue_holds(c, before, heard_by, HANDS)).await?;
            let is_last = due.len() < HANDS as usize;
            if !due.is_empty() {
                let expire = move |c: &mut Connection<'_>| settling::expire_holds(c, &due, now);
                self.on_sale_again(self.services.db.write_row_locked(expire).await?);
            }
            if is_last {
                return Ok(());
            }
        }
    }

    fn on_sale_again(&self, events: Vec<EventId>) {
        events.into_iter().for_each(|event| self.services.freshness.event_sold(event));
    }

    async fn ask_provider(&self) -> Result<(), Error> {
        loop {
            let now = self.services.now();
            let lease = now.plus_seconds(LEASE);
            let claim = move |c: &mut Connection<'_>| store::claim(c, now, lease, HANDS);
            let claimed = self.services.db.write_row_locked(claim).await?;
            let count = claimed.len();
            let asking = claimed.into_iter().map(|payment| self.clone().ask_about(payment, now));
            side_by_side("asked about", asking).await;
            if count < HANDS as usize {
                return Ok(());
            }
        }
    }

    /// About one that was taken on at `now`.
    async fn ask_about(self, payment: Payment, now: Instant) -> Result<(), Error> {
        let answer = in_time(self.provider.status(&payment.reference)).await.unwrap_or(Status::Unknown);
        let is_answered = answer != Status::Unknown;
        let outcome = match answer {
            Status::Succeeded { amount, transaction } => {
                if amount.is_none() {
                    tracing::warn!(payment = %payment.id, ?transaction, "the provider did not say how much was paid");
                }
                Outcome::Paid { amount }
            }
            Status::Failed(reason) => Outcome::Failed(reason.sentence().to_owned()),
            Status::Expired => Outcome::Failed("Le paiement n'a pas été fait à temps.".to_owned()),
            Status::Refunded => Outcome::Refunded,
            // It answers, and has known of no money for long enough.
            Status::Pending | Status::NotFound if now >= payment.given_up_at() => {
                Outcome::Failed("Le paiement n'a pas été confirmé.".to_owned())
            }
            // Somebody may have paid: that nobody can be asked makes nothing of it fail.
            Status::Unknown if now >= payment.silent_at() => Outcome::Silence,
            Status::Pending | Status::NotFound | Status::Unknown => {
                return self.ask_again(payment, now, is_answered).await;
            }
        };
        self.settle(payment.id, outcome).await
    }

    /// Later. A hold that is over ends with an answer that tells of no money: who has paid in time is asked about before.
    async fn ask_again(&self, payment: Payment, now: Instant, is_answered: bool) -> Result<(), Error> {
        let is_over = is_answered && payment.holds && payment.hold_until <= now;
        let payment = Payment { holds: payment.holds && !is_over, ..payment };
        let (lease, next) = (now.plus_seconds(LEASE), payment.asked_next(now));
        let ids = [payment.id.clone()];
        let write = move |c: &mut Connection<'_>| {
            store::ask_again(c, &ids[0], lease, next)?;
            if is_over { settling::expire_holds(c, &ids, now) } else { Ok(Vec::new()) }
        };
        self.on_sale_again(self.services.db.write_row_locked(write).await?);
        if is_over { self.close(&payment, "Le paiement n'a pas été fait à temps.").await } else { Ok(()) }
    }

    async fn pay_back(&self) -> Result<(), Error> {
        let now = self.services.now();
        let claim = move |c: &mut Connection<'_>| store::claim_refunds(c, now, now.plus_seconds(LEASE), HANDS);
        let claimed = self.services.db.write_row_locked(claim).await?;
        side_by_side("paid back", claimed.into_iter().map(|refund| self.clone().pay_back_one(refund))).await;
        Ok(())
    }

    async fn pay_back_one(self, refund: Refund) -> Result<(), Error> {
        let intent =
            RefundIntent { refund: refund.id.clone(), reference: refund.reference.clone(), amount: refund.amount };
        let answer = in_time(self.refund_once(&intent, refund.tried)).await;
        let (now, db) = (self.services.now(), &self.services.db);
        match answer.unwrap_or(Refunding::Unknown) {
            Refunding::Completed => db.write_row_locked(move |c| settling::paid_back(c, &refund, now)).await?,
            Refunding::Accepted | Refunding::NotFound | Refunding::Unknown => {
                let next = now.plus_seconds((30 << refund.tried.clamp(0, 7)).min(LONGEST_PAUSE));
                db.write_row_locked(move |c| store::try_refund_at(c, &refund.id, next)).await?;
            }
            Refunding::Failed(reason) => {
                tracing::error!(refund = %refund.id, reason, "money could not be paid back: somebody has to look at it");
                db.write_row_locked(move |c| store::refund_failed(c, &refund.id)).await?;
            }
            Refunding::Unsupported => {
                tracing::error!(refund = %refund.id, "this provider pays nothing back: it has to be done by hand");
                db.write_row_locked(move |c| store::refund_failed(c, &refund.id)).await?;
            }
        }
        Ok(())
    }

    /// Asks for it, unless that was tried before: then how it stands comes first.
    async fn refund_once(&self, refund: &RefundIntent, tried: i64) -> Refunding {
        if tried > 0 {
            let standing = self.provider.refund_status(refund).await;
            if standing != Refunding::NotFound {
                return standing;
            }
        }
        self.provider.refund(refund).await
    }
}

async fn in_time<T>(answer: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(Duration::from_secs(ANSWERS_WITHIN.unsigned_abs()), answer).await.ok()
}

/// All at once, and until the last is done: one that is slow keeps the next ones waiting, for as long as an answer may
/// take. One that fails is taken up again when its lease ends, and spoils nothing for the others.
async fn side_by_side<F>(done: &'static str, work: impl Iterator<Item = F>)
where
    F: Future<Output = Result<(), Error>> + Send + 'static,
{
    let mut working: JoinSet<Result<(), Error>> = work.collect();
    while let Some(worked) = working.join_next().await {
        match worked {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a payment could not be {done}"),
            Err(error) => tracing::error!(%error, "a payment could not be {done}"),
        }
    }
}
