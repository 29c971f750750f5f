//! What people at the door read. Pure.

use box_office::DoorTicket;
use domain::{Day, Instant, Town, UserId};

use crate::scan::Earlier;
use crate::words::{Fate, Verdict};

/// Who holds a ticket that nobody with an account has bought.
pub const SOLD_AT_DOOR: &str = "Vente à la porte";

/// Whose ticket it is: its holder's, a guest's, or nobody's we know. `name` tells what an account is called.
pub fn client_of(ticket: &DoorTicket, name: impl Fn(UserId) -> String) -> String {
    let holder = ticket.holder.map(name);
    holder.or_else(|| ticket.guest.clone()).unwrap_or_else(|| SOLD_AT_DOOR.to_owned())
}

/// What a sentence may have to name.
pub struct Circumstances<'a> {
    pub town: Town,
    /// The day that the scan counts for, where the event has several.
    pub day: Option<Day>,
    /// The event's first day, if it is still to come.
    pub not_before: Option<Day>,
    pub earlier: Option<&'a Earlier>,
    /// The event that the ticket is for, where it is for another one.
    pub other_event: Option<&'a str>,
}

/// `19:42`, by the town's clocks.
pub fn time_in(town: Town, at: Instant) -> String {
    let minutes = at.millis().div_euclid(60_000) + i64::from(town.utc_offset_hours()) * 60;
    let minutes = minutes.rem_euclid(24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

pub fn sentence(verdict: Verdict, circumstances: &Circumstances<'_>) -> String {
    let said = match verdict {
        Verdict::Admitted => match circumstances.day {
            Some(day) => format!("Entrée validée pour le {}.", day.in_words()),
            None => "Entrée validée.".to_owned(),
        },
        Verdict::Readmitted => "Ré-entrée validée.".to_owned(),
        Verdict::Left => "Sortie notée : ce billet peut revenir.".to_owned(),
        Verdict::AlreadyAdmitted => return already_admitted(circumstances),
        Verdict::OtherEvent => match circumstances.other_event {
            Some(name) => format!("Ce billet est pour « {name} », pas pour cet évènement."),
            None => "Ce billet est pour un autre évènement.".to_owned(),
        },
        other => fixed(other).to_owned(),
    };
    match circumstances.not_before {
        Some(day) if verdict.is_passage() => {
            format!("{said} Attention : l'évènement n'a lieu que le {}.", day.in_words())
        }
        _ => said,
    }
}

fn fixed(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Forged => "Faux billet : la signature de ce code n'est pas la nôtre.",
        Verdict::Cancelled => "Ce billet est annulé : il n'ouvre plus l'entrée.",
        Verdict::Refunded => "Ce billet est remboursé : il n'ouvre plus l'entrée.",
        Verdict::Transferred => "Ce billet a été transmis à quelqu'un d'autre : ce code n'ouvre plus l'entrée.",
        Verdict::NotInside => "Ce billet n'est pas à l'intérieur.",
        Verdict::ReentryOff => "Sortir et revenir n'est pas permis à cet évènement.",
        Verdict::EventCancelled => "Cet évènement est annulé.",
        Verdict::Undone => "Entrée annulée : ce billet peut entrer de nouveau.",
        _ => "Billet inconnu : ce code n'est celui d'aucun billet.",
    }
}

fn already_admitted(circumstances: &Circumstances<'_>) -> String {
    let Some(earlier) = circumstances.earlier else { return "Déjà entré.".to_owned() };
    let gate = if earlier.gate.is_empty() { String::new() } else { format!(" ({})", earlier.gate) };
    format!("Déjà entré à {} par {}{gate}.", time_in(circumstances.town, earlier.at), earlier.person)
}

/// What a phone is told of a scan that it made without network.
pub fn fate_sentence(
    fate: Fate,
    verdict: Verdict,
    reason: Option<Verdict>,
    circumstances: &Circumstances<'_>,
) -> String {
    match (fate, reason) {
        (Fate::Conflict, Some(reason)) => format!("Entré hors ligne à tort. {}", sentence(reason, circumstances)),
        (Fate::Conflict, None) => {
            format!("Entré deux fois hors ligne. {}", sentence(Verdict::AlreadyAdmitted, circumstances))
        }
        (Fate::Undone, _) => fixed(Verdict::Undone).to_owned(),
        (Fate::Unmatched, _) if verdict == Verdict::Undone => "Annulation notée.".to_owned(),
        (Fate::Refused, _) if verdict == Verdict::Undone => "Cette entrée ne peut plus être annulée.".to_owned(),
        _ => sentence(verdict, circumstances),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_scan_says_when_by_whom_and_where() {
        let at = Instant::from_millis(1_794_650_400_000); // 2026-11-14, noon in Lubumbashi
        let earlier = Earlier { at, person: "Amani".to_owned(), gate: "Porte Nord".to_owned() };
        let told = Circumstances {
            town: Town::Lubumbashi,
            day: None,
            not_before: None,
            earlier: Some(&earlier),
            other_event: Some("Jazz"),
        };
        assert_eq!(sentence(Verdict::AlreadyAdmitted, &told), "Déjà entré à 12:00 par Amani (Porte Nord).");
        assert_eq!(sentence(Verdict::OtherEvent, &told), "Ce billet est pour « Jazz », pas pour cet évènement.");
        let in_kinshasa = Circumstances { town: Town::Kinshasa, ..told };
        assert_eq!(sentence(Verdict::AlreadyAdmitted, &in_kinshasa), "Déjà entré à 11:00 par Amani (Porte Nord).");
    }

    #[test]
    fn who_comes_early_is_let_in_with_a_remark() {
        let day: Day = "2026-11-14".parse().unwrap();
        let early =
            Circumstances { town: Town::Goma, day: None, not_before: Some(day), earlier: None, other_event: None };
        assert_eq!(
            sentence(Verdict::Admitted, &early),
            "Entrée validée. Attention : l'évènement n'a lieu que le samedi 14 novembre 2026."
        );
        assert!(!sentence(Verdict::Cancelled, &early).contains("Attention"));
    }
}
