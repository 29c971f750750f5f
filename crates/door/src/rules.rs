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
    use crate::words::Fate;
    use domain::{Category, EventId, TicketTypeId, Town, UserId};
    use events::{RefundPolicy, RefundTerms};
    use ticket_code::Content;

    #[test]
    fn a_ticket_passes_one_way_after_the_other() {
        let (inside, out) = (Standing::Inside("a".parse().unwrap()), Standing::Out("b".parse().unwrap()));
        for (direction, standing, reentry, verdict) in [
            (Direction::In, &Standing::NotYet, false, Verdict::Admitted),
            (Direction::In, &inside, true, Verdict::AlreadyAdmitted),
            (Direction::In, &inside, false, Verdict::AlreadyAdmitted),
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

    const NOON: Instant = Instant::from_millis(1_794_650_400_000);

    fn event() -> EventRow {
        EventRow {
            id: EventId::new(7),
            owner: UserId::new(1),
            name: "Jazz".to_owned(),
            category: Category::all().next().unwrap(),
            town: Town::Goma,
            first_day: "2026-11-14".parse().unwrap(),
            ended_day: None,
            hour: "18:00".parse().unwrap(),
            address: "Stade".to_owned(),
            place: None,
            description: None,
            picture: None,
            is_free: false,
            is_public: true,
            cancelled: false,
            draft: false,
            cancelled_at: None,
            refunds: RefundTerms { policy: RefundPolicy::default(), until: None, postponed: None },
        }
    }

    /// Passed on an hour before noon: its code is the second one.
    fn ticket(status: TicketStatus) -> DoorTicket {
        DoorTicket {
            id: "t1".parse().unwrap(),
            number: 9,
            issue: 1,
            code: "7KQ2M9XD".to_owned(),
            event: EventId::new(7),
            ticket_type: TicketTypeId::new(1),
            holder: None,
            guest: None,
            status,
            scanned: None,
            changed: NOON.plus_seconds(-3600),
            void: None,
        }
    }

    fn signed(issue: u8) -> Reading {
        Reading::Signed(Content::new(EventId::new(7), 9, issue).unwrap())
    }

    #[test]
    fn a_ticket_opens_its_own_door_while_it_is_good() {
        let typed = Reading::Typed("7KQ2M9XD".to_owned());
        let judged = |reading: &Reading, ticket: &DoorTicket| why_not(reading, &event(), Some(ticket));
        for status in [TicketStatus::Valid, TicketStatus::Scanned] {
            assert_eq!((judged(&typed, &ticket(status)), judged(&signed(1), &ticket(status))), (None, None));
        }
        assert_eq!(judged(&typed, &ticket(TicketStatus::Cancelled)), Some(Verdict::Cancelled));
        assert_eq!(judged(&typed, &ticket(TicketStatus::Refunded)), Some(Verdict::Refunded));
        let elsewhere = DoorTicket { event: EventId::new(8), ..ticket(TicketStatus::Valid) };
        assert_eq!(judged(&typed, &elsewhere), Some(Verdict::OtherEvent));
        let cancelled = EventRow { cancelled: true, ..event() };
        let valid = ticket(TicketStatus::Valid);
        assert_eq!(why_not(&typed, &cancelled, Some(&valid)), Some(Verdict::EventCancelled));
        assert_eq!(why_not(&typed, &event(), None), Some(Verdict::Unknown));
        assert_eq!(judged(&Reading::None(Verdict::Forged), &valid), Some(Verdict::Forged));
    }

    #[test]
    fn the_code_of_who_passed_a_ticket_on_opens_nothing() {
        let judged = |issue| why_not(&signed(issue), &event(), Some(&ticket(TicketStatus::Valid)));
        assert_eq!((judged(0), judged(1), judged(2)), (Some(Verdict::Transferred), None, Some(Verdict::Unknown)));
    }

    #[test]
    fn an_admission_without_network_is_judged_by_what_was_so_at_that_time() {
        let (before, typed) = (NOON.plus_seconds(-1), Reading::Typed("7KQ2M9XD".to_owned()));
        let wrong =
            |reading: &Reading, event: &EventRow, ticket: &DoorTicket, at| why_wrong(reading, event, Some(ticket), at);
        for (status, verdict) in
            [(TicketStatus::Refunded, Verdict::Refunded), (TicketStatus::Cancelled, Verdict::Cancelled)]
        {
            let void = DoorTicket { void: Some(NOON), ..ticket(status) };
            assert_eq!(wrong(&typed, &event(), &void, before), None, "{status:?}");
            assert_eq!(wrong(&typed, &event(), &void, NOON), Some(verdict), "{status:?}");
        }
        let cancelled = EventRow { cancelled: true, cancelled_at: Some(NOON), ..event() };
        let passed_on = DoorTicket { changed: NOON, void: Some(before), ..ticket(TicketStatus::Valid) };
        assert_eq!(wrong(&typed, &cancelled, &ticket(TicketStatus::Valid), before), None);
        assert_eq!(wrong(&typed, &cancelled, &ticket(TicketStatus::Valid), NOON), Some(Verdict::EventCancelled));
        assert_eq!(wrong(&signed(0), &event(), &passed_on, before), None);
        assert_eq!(wrong(&signed(0), &event(), &passed_on, NOON), Some(Verdict::Transferred));
        // These were never right, at whatever time.
        assert_eq!(why_wrong(&typed, &event(), None, before), Some(Verdict::Unknown));
        assert_eq!(wrong(&typed, &event(), &ticket(TicketStatus::Valid), NOON), None);
    }

    #[test]
    fn a_clock_that_is_a_little_ahead_does_not_keep_an_entry_from_being_taken_back() {
        assert!(is_in_time(NOON + UNDO_WITHIN, NOON));
        assert!(!is_in_time(NOON + UNDO_WITHIN + Duration::from_millis(1), NOON));
    }

    #[test]
    fn an_entry_is_taken_back_by_who_made_it_while_its_holder_is_inside() {
        let last = LogRow {
            seq: 1,
            id: "s1".parse().unwrap(),
            event: EventId::new(7),
            ticket: None,
            ticket_type: None,
            day: "2026-11-14".parse().unwrap(),
            direction: Direction::In,
            undoes: None,
            user: UserId::new(1),
            device: String::new(),
            gate: String::new(),
            online: true,
            at: NOON,
            received: NOON,
            verdict: Verdict::Admitted,
            fate: Fate::Admitted,
            conflict_with: None,
            reason: None,
            undone: None,
        };
        let (inside, soon) = (Standing::Inside(last.id.clone()), NOON + UNDO_WITHIN);
        let why = |standing: &Standing, by_same, now| why_not_undone(Some((&last, "Amani")), standing, by_same, now);
        assert_eq!(why(&inside, true, soon), None);
        assert_eq!(why_not_undone(None, &inside, true, soon).as_deref(), Some("Ce billet n'est pas entré."));
        let out = Standing::Out("s2".parse().unwrap());
        assert_eq!(why(&out, true, soon).as_deref(), Some("Ce billet est ressorti depuis."));
        let by_another = "Cette entrée a été validée par Amani : seule cette personne peut l'annuler.";
        assert_eq!(why(&inside, false, soon).as_deref(), Some(by_another));
        let too_late = "Une entrée s'annule dans les quinze minutes : il est trop tard.";
        assert_eq!(why(&inside, true, soon.plus_seconds(1)).as_deref(), Some(too_late));
    }
}
