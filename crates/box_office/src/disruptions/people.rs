//! Tells people that an event is cancelled, postponed or moved, each once, by a mail to the address that is known of them.

use database::Connection;
use domain::{GuestId, Instant, UserId};

use crate::cash;
use crate::disruptions::mails;
use crate::disruptions::store::{self, Disruption};
use crate::guests;
use crate::stored_words::DisruptionKind;
use events::EventRow;
use platform::Error;
use platform::mail::Outbox;

/// Queues a mail to each of these people, and returns how many were told and how many could not be. Who has closed their
/// account since is neither.
pub fn tell(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    disruption: &Disruption,
    people: &[UserId],
    now: Instant,
) -> Result<(i64, i64), Error> {
    let event = find_event(c, disruption)?;
    let mut money = match disruption.kind {
        DisruptionKind::Cancelled => store::money_of_people(c, disruption.event, people)?,
        DisruptionKind::Postponed => store::given_addresses(c, disruption.event, people)?,
    };
    let (mut told, mut unreachable) = (0, 0);
    let accounts = accounts::find_people(c, people)?;
    for account in people.iter().filter_map(|person| accounts.get(person)) {
        let (amounts, given) = money.remove(&account.id).unwrap_or_default();
        let Some(email) = given.or_else(|| account.email.clone()) else {
            unreachable += 1;
            continue;
        };
        let notice = mails::Notice { outbox, event: &event, person: account, message: disruption.message.as_deref() };
        let mail = match (disruption.kind, &disruption.was) {
            (DisruptionKind::Cancelled, _) => notice.cancelled(&email, &amounts),
            (DisruptionKind::Postponed, None) => notice.postponed(&email),
            (DisruptionKind::Postponed, Some(was)) => notice.moved(&email, was),
        };
        outbox.put(c, &mail, now)?;
        told += 1;
    }
    Ok((told, unreachable))
}

/// Queues a mail to each of these guests, unless their invitation was taken back since.
pub fn tell_guests(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    disruption: &Disruption,
    guests: &[GuestId],
    now: Instant,
) -> Result<(), Error> {
    let event = find_event(c, disruption)?;
    let (message, was) = (disruption.message.as_deref(), disruption.was.as_deref());
    guests::queue_notices(c, outbox, &event, (guests, message, was), now)
}

/// Tells the owner of a cancelled event how much cash to hand back, because nobody else has that money.
pub fn tell_owner(c: &mut Connection<'_>, outbox: &Outbox, disruption: &Disruption, now: Instant) -> Result<(), Error> {
    if disruption.kind != DisruptionKind::Cancelled {
        return Ok(());
    }
    let cash = store::cash_to_hand_back(c, disruption.event)?;
    if cash.is_empty() {
        return Ok(());
    }
    let event = find_event(c, disruption)?;
    let owner = accounts::find_people(c, &[event.owner])?.remove(&event.owner);
    if let Some((owner, email)) = owner.as_ref().and_then(|owner| Some((owner, owner.email.as_ref()?))) {
        outbox.put(c, &cash::cash_to_return(outbox, &event, owner, email, &cash), now)?;
    }
    Ok(())
}

fn find_event(c: &mut Connection<'_>, disruption: &Disruption) -> Result<EventRow, Error> {
    let missing = || Error::Internal("the event of a disruption is gone".to_owned());
    events::find_events(c, &[disruption.event])?.remove(&disruption.event).ok_or_else(missing)
}
