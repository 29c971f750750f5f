//! The steps that follow when an event is cancelled or postponed. Each is one transaction of a few payments or people, and
//! notes how far it came: after a crash the next one begins there, and of two processes at once one takes each step.

use std::time::{Duration, Instant as Stopwatch};

use database::{Connection, DbError};
use domain::{EventId, GuestId, Instant, PaymentId, UserId};

use crate::BoxOffice;
use crate::cash;
use crate::disruptions::people;
use crate::disruptions::store::{self, Disruption, News};
use crate::guests;
use crate::payments::paying_back::{self, RefundOrder, Refunded};
use crate::payments::store as payments;
use crate::stored_words::{DisruptionKind, DisruptionPhase, RefundCause};
use crate::ticket_types::store as stock;
use crate::tickets;
use platform::Error;
use platform::mail::Outbox;

/// Payments or people of one step. Everybody else who writes waits for a step, so it is short.
const STEP: usize = 10;

/// Payments or people that are read at once, outside the steps.
const PAGE: i64 = 100;

/// Pages of one round of the cashier, which has other duties, too.
const PAGES_A_ROUND: usize = 10;

/// A step is followed by a pause as long as it took, so that others write at least half of the time.
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// What is to be done next for a disruption.
#[derive(Clone)]
enum Work {
    EndHolds(Vec<PaymentId>),
    PayBack(Vec<PaymentId>),
    Tell(Vec<UserId>),
    TellGuests(Vec<GuestId>),
    /// Nothing is left of this phase.
    NextPhase,
}

impl Work {
    /// Cuts it into steps.
    fn steps(self) -> Vec<Work> {
        match self {
            Work::EndHolds(ids) => ids.chunks(STEP).map(|some| Work::EndHolds(some.to_vec())).collect(),
            Work::PayBack(ids) => ids.chunks(STEP).map(|some| Work::PayBack(some.to_vec())).collect(),
            Work::Tell(people) => people.chunks(STEP).map(|some| Work::Tell(some.to_vec())).collect(),
            Work::TellGuests(guests) => guests.chunks(STEP).map(|some| Work::TellGuests(some.to_vec())).collect(),
            Work::NextPhase => vec![Work::NextPhase],
        }
    }
}

/// Notes inside the caller's transaction that an event is cancelled or postponed; an earlier postponement that is still
/// being told ends. Locks the types of a cancelled event: selling locks them, too, before it reads the event, so that it
/// sees the cancellation or is seen by its steps.
pub fn begin(
    c: &mut Connection<'_>,
    event: EventId,
    kind: DisruptionKind,
    news: News<'_>,
    now: Instant,
) -> Result<i64, DbError> {
    store::end_postponements(c, event)?;
    let phase = match kind {
        DisruptionKind::Cancelled => {
            stock::lock_types_of_event(c, event)?;
            DisruptionPhase::Holds
        }
        DisruptionKind::Postponed => DisruptionPhase::People,
    };
    store::insert_disruption(c, event, (kind, phase), news, now)
}

/// Cancels all that was paid for an event inside the caller's transaction, and tells nobody.
pub fn cancel_at_once(c: &mut Connection<'_>, event: EventId, now: Instant) -> Result<(), DbError> {
    let id = begin(c, event, DisruptionKind::Cancelled, News::default(), now)?;
    let Some(mut disruption) = store::lock_disruption(c, id)? else { return Ok(()) };
    let paid = store::paid_payments(c, event, "", i64::MAX)?;
    disruption.settled = pay_back(c, &disruption, &paid, now)?;
    disruption.phase = DisruptionPhase::Done;
    store::save_progress(c, &disruption, None)
}

impl BoxOffice {
    /// Goes on with what cancelled and postponed events need, so far in one round.
    pub(crate) async fn work_on_disruptions(&self) -> Result<(), Error> {
        for _ in 0..PAGES_A_ROUND {
            let now = self.services.now();
            let Some((disruption, work)) = self.services.db.read(move |c| read_work(c, now)).await? else {
                return Ok(());
            };
            let mut expected = disruption;
            for step in work.steps() {
                match self.take_step(expected, step).await? {
                    Some(progress) => expected = progress,
                    // Another process is at it.
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Takes a step, and returns how far it has come; `None` if somebody else has taken it.
    async fn take_step(&self, expected: Disruption, work: Work) -> Result<Option<Disruption>, Error> {
        let began = Stopwatch::now();
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let event = expected.event;
        let step = move |c: &mut Connection<'_>| {
            let Some(before) = store::lock_disruption(c, expected.id)?.filter(|found| *found == expected) else {
                return Ok(None);
            };
            work_step(c, &outbox, before, &work, now).map(Some)
        };
        let progress = self.services.db.write_row_locked(step).await?;
        self.services.freshness.event_sold(event);
        self.services.outbox.wake();
        tokio::time::sleep(began.elapsed().min(LONGEST_PAUSE)).await;
        Ok(progress)
    }
}

/// Reads a page of what is to be done next, for the disruption that has waited for the longest time.
fn read_work(c: &mut Connection<'_>, now: Instant) -> Result<Option<(Disruption, Work)>, Error> {
    let Some(disruption) = store::find_due(c, now)? else { return Ok(None) };
    let Disruption { event, person, kind, .. } = disruption;
    let work = match disruption.phase {
        DisruptionPhase::Holds => Work::EndHolds(store::held_payments(c, event, now, PAGE)?),
        DisruptionPhase::Payments => Work::PayBack(store::paid_payments(c, event, &disruption.payment, PAGE)?),
        DisruptionPhase::People => Work::Tell(match kind {
            DisruptionKind::Cancelled => store::people_of_cancelled(c, event, person, PAGE)?,
            DisruptionKind::Postponed => store::holders_of_event(c, event, person, PAGE)?,
        }),
        DisruptionPhase::Guests => Work::TellGuests(guests::guests_with_email(c, event, disruption.guest, PAGE)?),
        DisruptionPhase::Done => Work::NextPhase,
    };
    let is_empty = match &work {
        Work::EndHolds(ids) | Work::PayBack(ids) => ids.is_empty(),
        Work::Tell(people) => people.is_empty(),
        Work::TellGuests(guests) => guests.is_empty(),
        Work::NextPhase => true,
    };
    Ok(Some((disruption, if is_empty { Work::NextPhase } else { work })))
}

/// One step, inside the transaction that notes it.
fn work_step(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    before: Disruption,
    work: &Work,
    now: Instant,
) -> Result<Disruption, Error> {
    let mut after = before.clone();
    match work {
        Work::EndHolds(ids) => {
            payments::end_holds_of_payments(c, ids, now)?;
            cash::release_held(c, ids, now)?;
        }
        Work::PayBack(ids) => {
            after.settled += pay_back(c, &before, ids, now)?;
            after.payment = ids.last().map_or(before.payment, |last| last.as_str().to_owned());
        }
        Work::Tell(people) => {
            let (told, unreachable) = people::tell(c, outbox, &before, people, now)?;
            after.told += told;
            after.unreachable += unreachable;
            after.person = people.last().copied().unwrap_or(before.person);
        }
        Work::TellGuests(guests) => {
            people::tell_guests(c, outbox, &before, guests, now)?;
            after.guest = guests.last().copied().unwrap_or(before.guest);
        }
        Work::NextPhase => {
            after.phase = match before.phase {
                DisruptionPhase::Holds => DisruptionPhase::Payments,
                DisruptionPhase::Payments => DisruptionPhase::People,
                DisruptionPhase::People => DisruptionPhase::Guests,
                DisruptionPhase::Guests | DisruptionPhase::Done => {
                    people::tell_owner(c, outbox, &before, now)?;
                    DisruptionPhase::Done
                }
            };
        }
    }
    let next = (after.phase != DisruptionPhase::Done).then_some(now);
    store::save_progress(c, &after, next)?;
    Ok(after)
}

/// Voids the tickets of these payments and requests the refunds of what was paid. Returns how many there were to make.
fn pay_back(
    c: &mut Connection<'_>,
    cancellation: &Disruption,
    ids: &[PaymentId],
    now: Instant,
) -> Result<i64, DbError> {
    let mut settled = 0;
    for payment in payments::lock_payments(c, ids)? {
        // Nothing goes back for what cost nothing.
        if payment.is_free() {
            tickets::cancel_tickets(c, &payment.id, now)?;
            continue;
        }
        let order = RefundOrder::of_all(RefundCause::Cancelled, cancellation.created);
        let refunded = paying_back::request_refund(c, &payment, &order, now)?;
        settled += i64::from(matches!(refunded, Refunded::Requested(_)));
    }
    Ok(settled)
}
