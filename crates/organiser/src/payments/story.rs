//! The story of a payment: what the box office knows of it, and what happened to its tickets at the gates.

use std::collections::{BTreeSet, HashMap};

use box_office::grouped_code;
use database::{Connection, DbError};
use domain::{EventId, PaymentId, TicketId, UserId};
use door::{Direction, Fate, TicketScan};

use crate::payments::model::StoryLine;

/// Every line of the story, in the order in which it happened.
pub fn tell_story(c: &mut Connection<'_>, event: EventId, payment: &PaymentId) -> Result<Vec<StoryLine>, DbError> {
    let known = box_office::tell_story(c, payment)?.into_iter();
    let mut story: Vec<StoryLine> =
        known.map(|fact| StoryLine { at: fact.at.millis(), what: fact.what.to_owned(), text: fact.text }).collect();
    story.extend(at_the_gates(c, event, payment)?);
    // Of one moment, lines stay in the order above.
    story.sort_by_key(|line| line.at);
    Ok(story)
}

fn at_the_gates(c: &mut Connection<'_>, event: EventId, payment: &PaymentId) -> Result<Vec<StoryLine>, DbError> {
    let tickets = box_office::find_tickets_of_payments(c, std::slice::from_ref(payment))?;
    let codes: HashMap<TicketId, String> =
        tickets.into_iter().map(|(_, ticket)| (ticket.id, grouped_code(&ticket.code))).collect();
    let ids: Vec<TicketId> = codes.keys().cloned().collect();
    let scans = door::scans_of_tickets(c, event, &ids)?;
    let people: BTreeSet<UserId> = scans.iter().map(|scan| scan.person).collect();
    let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
    let line = |scan: &TicketScan| {
        let code = codes.get(&scan.ticket)?;
        let (what, happened) = words(scan)?;
        let person = people.get(&scan.person).map_or("", |person| person.username.as_str());
        let gate = if scan.gate.is_empty() { String::new() } else { format!(" ({})", scan.gate) };
        let text = format!("Billet {code} {happened} par {person}{gate}.");
        Some(StoryLine { at: scan.at.millis(), what: what.to_owned(), text })
    };
    Ok(scans.iter().filter_map(line).collect())
}

/// What a scan says of its ticket, if anything.
fn words(scan: &TicketScan) -> Option<(&'static str, &'static str)> {
    match (scan.direction, scan.fate) {
        (Direction::Undo, _) => None,
        (_, Fate::Admitted | Fate::Readmitted) => Some(("scanned", "admis")),
        (_, Fate::Left) => Some(("left", "noté à la sortie")),
        (_, Fate::Conflict) => Some(("conflict", "admis à tort")),
        (_, Fate::Refused) => Some(("refused", "refusé")),
        (_, Fate::Undone) => Some(("scan_undone", "admis, puis annulé, scanné")),
        (_, Fate::Unmatched) => None,
    }
}
