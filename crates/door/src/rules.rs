//! What is said about one scan, by what is known of its ticket. Pure.

use std::time::Duration;

use box_office::{DoorTicket, TicketStatus};
use domain::Instant;
use events::EventRow;

use crate::judge::Standing;
use crate::reading::Reading;
use crate::scan::LogRow;
use crate::words::{Direction, Verdict};

/// How long after an admission the person who made it may take it back.
pub const UNDO_WITHIN: Duration = Duration::from_mins(15);

/// Why a ticket opens this door for nobody, whatever happened at it before.
pub fn why_not(reading: &Reading, event: &EventRow, ticket: Option<&DoorTicket>) -> Option<Verdict> {
    let ticket = match (reading, ticket) {
        (Reading::None(verdict), _) => return Some(*verdict),
        (_, None) => return Some(Verdict::Unknown),
        (_, Some(ticket)) => ticket,
    };
    if ticket.event != event.id {
        return Some(Verdict::OtherEvent);
    }
    if event.cancelled {
        return Some(Verdict::EventCancelled);
    }
    why_void(ticket.status).or_else(|| match reading {
        Reading::Signed(content) if i64::from(content.issue()) < ticket.issue => Some(Verdict::Transferred),
        Reading::Signed(content) if i64::from(content.issue()) > ticket.issue => Some(Verdict::Unknown),
        _ => None,
    })
}

fn why_void(status: TicketStatus) -> Option<Verdict> {
    match status {
        TicketStatus::Valid | TicketStatus::Scanned => None,
        TicketStatus::Cancelled => Some(Verdict::Cancelled),
        TicketStatus::Refunded => Some(Verdict::Refunded),
    }
}

/// Why an admission that a phone made without network should not have been, by what was so at that time.
pub fn why_wrong(reading: &Reading, event: &EventRow, ticket: Option<&DoorTicket>, at: Instant) -> Option<Verdict> {
    let verdict = why_not(reading, event, ticket)?;
    let since = ticket.map(|ticket| match verdict {
        Verdict::Transferred => ticket.changed,
        Verdict::EventCancelled => event.cancelled_at.unwrap_or(ticket.changed),
        _ => ticket.void.unwrap_or(ticket.changed),
    });
    match verdict {
        Verdict::Cancelled | Verdict::Refunded | Verdict::Transferred | Verdict::EventCancelled => {
            since.is_none_or(|since| at >= since).then_some(verdict)
        }
        other => Some(other),
    }
}

/// What is said of a ticket that may pass as far as it goes by itself.
pub fn passage(direction: Direction, standing: &Standing, allows_reentry: bool) -> Verdict {
    match (direction, standing) {
        (Direction::In, Standing::NotYet) => Verdict::Admitted,
        (Direction::In, Standing::Inside(_)) => Verdict::AlreadyAdmitted,
        (Direction::In, Standing::Out(_)) if allows_reentry => Verdict::Readmitted,
        (_, Standing::Inside(_)) if allows_reentry => Verdict::Left,
        (Direction::Out, _) if allows_reentry => Verdict::NotInside,
        _ => Verdict::ReentryOff,
    }
}

/// Whether somebody may take back what they did then.
pub fn is_in_time(done: Instant, undone: Instant) -> bool {
    undone.since(done) <= UNDO_WITHIN && done.since(undone) <= UNDO_WITHIN
}

/// Why the last admission of a ticket is not taken back by this person, if so.
pub fn why_not_undone(
    last: Option<(&LogRow, &str)>,
    standing: &Standing,
    by_same: bool,
    now: Instant,
) -> Option<String> {
    let Some((last, person)) = last else { return Some("Ce billet n'est pas entré.".to_owned()) };
    if *standing != Standing::Inside(last.id.clone()) {
        return Some("Ce billet est ressorti depuis.".to_owned());
    }
    if !by_same {
        return Some(format!("Cette entrée a été validée par {person} : seule cette personne peut l'annuler."));
    }
    (!is_in_time(last.at, now)).then(|| "Une entrée s'annule dans les quinze minutes : il est trop tard.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_passes_one_way_after_the_other() {
        let (inside, out) = (Standing::Inside("a".parse().unwrap()), Standing::Out("b".parse().unwrap()));
        for (direction, standing, reentry, verdict) in [
            (Direction::In, &Standing::NotYet, false, Verdict::Admitted),
            (Direction::In, &inside, true, Verdict::AlreadyAdmitted),
            (Direction::In, &out, true, Verdict::Readmitted),
            (Direction::In, &out, false, Verdict::ReentryOff),
            (Direction::Out, &inside, true, Verdict::Left),
            (Direction::Out, &inside, false, Verdict::ReentryOff),
            (Direction::Out, &Standing::NotYet, true, Verdict::NotInside),
            (Direction::Out, &Standing::NotYet, false, Verdict::ReentryOff),
            (Direction::Out, &out, true, Verdict::NotInside),
        ] {
            assert_eq!(passage(direction, standing, reentry), verdict, "{direction:?} {standing:?} {reentry}");
        }
    }

    #[test]
    fn a_quarter_of_an_hour_is_the_limit() {
        let done = Instant::from_millis(0);
        assert!(is_in_time(done, done + UNDO_WITHIN));
        assert!(!is_in_time(done, done + UNDO_WITHIN + Duration::from_millis(1)));
    }
}
