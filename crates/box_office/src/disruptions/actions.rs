//! What organisers ask of events that are cancelled or postponed.

use database::Connection;
use domain::{EventId, UserId};
use events::{MyEvent, NewDateFields};

use crate::BoxOffice;
use crate::disruptions::answers::{Cancellation, CancellationPreview, CancellationState, Sum};
use crate::disruptions::store;
use crate::organisers::require_organiser;
use crate::stored_words::DisruptionPhase;
use platform::Error;

/// How many people one statement names: well below what a statement takes.
const MOST_PEOPLE_AT_ONCE: usize = 500;

impl BoxOffice {
    /// Cancels an event, and has the cashier see to its payments and people.
    pub async fn cancel_event(&self, user: UserId, id: EventId, message: Option<String>) -> Result<MyEvent, Error> {
        let event = self.events.cancel_event(user, id, message.as_deref()).await?;
        self.notify_cashier();
        Ok(event)
    }

    /// Gives an event another date, and has the cashier tell its holders.
    pub async fn postpone_event(&self, user: UserId, id: EventId, date: NewDateFields) -> Result<MyEvent, Error> {
        let event = self.events.postpone_event(user, id, &date).await?;
        self.notify_cashier();
        Ok(event)
    }

    /// Returns what cancelling an event would mean now.
    pub async fn preview_cancellation(&self, user: UserId, event: EventId) -> Result<CancellationPreview, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let sales = store::standing_sales(c, event)?;
            let people = store::people_of_event(c, event)?;
            let without: Vec<UserId> = people.iter().filter(|(_, is_known)| !is_known).map(|(id, _)| *id).collect();
            let mut unreachable = 0;
            for some in without.chunks(MOST_PEOPLE_AT_ONCE) {
                let accounts = accounts::find_people(c, some)?;
                unreachable += accounts.values().filter(|account| account.email.is_none()).count() as i64;
            }
            Ok::<_, Error>(CancellationPreview {
                tickets: sales.tickets,
                payments: sales.payments,
                refunds: sales.online.into_iter().map(Sum::from).collect(),
                cash: sales.cash.into_iter().map(Sum::from).collect(),
                holders: people.len() as i64,
                unreachable,
            })
        };
        self.services.db.read(read).await
    }

    /// Returns how far the cancellation of an event has come.
    pub async fn get_cancellation(&self, user: UserId, event: EventId) -> Result<Cancellation, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let cancellation = store::find_cancellation(c, event)?;
            let (refunds, amounts) = store::refunds_of_cancelled(c, event)?;
            let state = match cancellation.as_ref().map(|found| found.phase) {
                None => CancellationState::None,
                Some(DisruptionPhase::Done) => CancellationState::Done,
                Some(_) => CancellationState::Running,
            };
            let remaining =
                if state == CancellationState::Running { store::standing_sales(c, event)?.payments } else { 0 };
            let settled = cancellation.as_ref().map_or(0, |found| found.settled);
            Ok::<_, Error>(Cancellation {
                state,
                payments: settled + remaining,
                settled,
                refunds,
                told: cancellation.as_ref().map_or(0, |found| found.told),
                unreachable: cancellation.as_ref().map_or(0, |found| found.unreachable),
                amounts: amounts.into_iter().map(Sum::from).collect(),
            })
        };
        self.services.db.read(read).await
    }
}
