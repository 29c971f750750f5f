//! The rounds of the cashier: what is due now, and when to look again.

use std::sync::atomic::Ordering;
use std::time::Duration;

use database::Connection;
use domain::{EventId, Instant};
use tokio::task::JoinSet;

use crate::BoxOffice;
use crate::cashier::claims::{BATCH_SIZE, PROVIDER_TIMEOUT};
use crate::cashier::store;
use crate::payments::model::HOLD_EXTENSION;
use crate::payments::settlement;
use crate::providers::Share;
use crate::ticket_types::store::turned_events;
use crate::waiting_list;
use platform::Error;

/// The longest pause between two rounds: another process may have died with payments that it had claimed.
const ROUND: Duration = Duration::from_secs(5);

/// What one task of the cashier does, beside the others.
#[derive(Debug, Clone)]
enum Duties {
    /// Everything that waits for no provider.
    Places,
    /// Calls to providers.
    Calls(Share),
}

impl BoxOffice {
    /// Makes rounds until `stop` resolves. Each provider has rounds of its own: one that does not answer delays neither the
    /// payments of others nor the release of places.
    pub async fn run_cashier(self, stop: impl Future<Output = ()>) {
        let calls = self.providers.shares().into_iter().map(Duties::Calls);
        let duties = calls.chain([Duties::Places]);
        let mut tasks: JoinSet<()> = duties.map(|duties| self.clone().make_rounds(duties)).collect();
        stop.await;
        // What is dropped half-way is claimed again when its lease ends.
        tasks.shutdown().await;
    }

    async fn make_rounds(self, duties: Duties) {
        let mut duties_changed = self.duties_changed.subscribe();
        loop {
            let worked = match &duties {
                Duties::Places => self.look_after_places().await,
                Duties::Calls(share) => self.call_providers(share).await,
            };
            let pause = worked.map(|next| self.pause_until(next)).unwrap_or_else(|error| {
                tracing::warn!(%error, "cashier round failed");
                ROUND
            });
            tokio::select! {
                _ = duties_changed.changed() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    fn pause_until(&self, next: Option<Instant>) -> Duration {
        next.map_or(ROUND, |next| next.since(self.services.now()).min(ROUND))
    }

    /// Does all that is due now, and returns when something is due next.
    pub async fn run_cashier_once(&self) -> Result<Option<Instant>, Error> {
        self.release_places().await?;
        let mut next = Vec::new();
        for share in self.providers.shares() {
            next.push(self.call_providers(&share).await?);
        }
        self.offer_freed_places().await?;
        next.push(self.next_duty_of_places().await?);
        Ok(next.into_iter().flatten().min())
    }

    /// Asks about payments and pays refunds, and returns when a provider is to be called next.
    async fn call_providers(&self, share: &Share) -> Result<Option<Instant>, Error> {
        self.ask_about_due_payments(share).await?;
        self.pay_due_refunds(share).await?;
        let share = share.clone();
        Ok(self.services.db.read(move |c| store::next_call(c, &share)).await?)
    }

    async fn look_after_places(&self) -> Result<Option<Instant>, Error> {
        self.release_places().await?;
        self.offer_freed_places().await?;
        self.next_duty_of_places().await
    }

    /// Lets the sandbox play, carries disruptions on, and releases what is overdue.
    async fn release_places(&self) -> Result<(), Error> {
        // A sandbox that fails must not keep the cashier from its other duties.
        if let Err(error) = self.sandbox.settle_and_deliver().await {
            tracing::warn!(%error, "sandbox round failed");
        }
        self.work_on_disruptions().await?;
        self.refresh_turned_sales().await?;
        self.release_overdue_holds().await
    }

    async fn next_duty_of_places(&self) -> Result<Option<Instant>, Error> {
        let now = self.services.now();
        let ours = self.services.db.read(move |c| store::next_duty(c, now, HOLD_EXTENSION, PROVIDER_TIMEOUT)).await?;
        let offers = self.services.db.read(waiting_list::next_end).await?;
        let sandbox = self.sandbox.next_duty().await?;
        Ok([ours, offers, sandbox].into_iter().flatten().min())
    }

    /// Releases holds whose provider was asked after their end and has not answered for [`HOLD_EXTENSION`]. Money that comes
    /// all the same is late. Loops until none is left, because after a rush buyers wait for these places.
    async fn release_overdue_holds(&self) -> Result<(), Error> {
        let now = self.services.now();
        let (before, heard_by) = (now - HOLD_EXTENSION, now - PROVIDER_TIMEOUT);
        loop {
            let due = self.services.db.read(move |c| store::overdue_holds(c, before, heard_by, BATCH_SIZE)).await?;
            let is_last = due.len() < BATCH_SIZE as usize;
            if !due.is_empty() {
                let expire = move |c: &mut Connection<'_>| settlement::expire_holds(c, &due, now);
                self.refresh_events(self.services.db.write_row_locked(expire).await?);
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Drops cached answers about events with a type whose sale has begun or ended by itself since the last round.
    async fn refresh_turned_sales(&self) -> Result<(), Error> {
        let now = self.services.now();
        let last = Instant::from_millis(self.sales_seen_until.load(Ordering::Acquire));
        if last < now {
            let turned = self.services.db.read(move |c| turned_events(c, last, now)).await?;
            turned.into_iter().for_each(|event| self.services.freshness.event_changed(event));
            self.sales_seen_until.store(now.millis(), Ordering::Release);
        }
        Ok(())
    }

    /// Offers places that came back to people of the waiting list. A type that fails does not keep the others from it.
    async fn offer_freed_places(&self) -> Result<(), Error> {
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        for id in self.services.db.read(move |c| waiting_list::types_to_serve(c, now, BATCH_SIZE)).await? {
            let outbox = outbox.clone();
            let offer = move |c: &mut Connection<'_>| waiting_list::offer_places(c, id, &outbox, now);
            match self.services.db.write_row_locked(offer).await {
                Ok(event) => self.refresh_events(event.into_iter().collect()),
                Err(error) => tracing::warn!(%error, ticket_type = %id, "offering places to who waits failed"),
            }
            self.services.outbox.wake();
        }
        Ok(())
    }

    /// Drops cached answers about events that have places again.
    pub(super) fn refresh_events(&self, events: Vec<EventId>) {
        events.into_iter().for_each(|event| self.services.freshness.event_sold(event));
    }
}
