//! Puts tickets and their whereabouts into columns. Pure.

use std::collections::{BTreeMap, HashMap};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use box_office::{DoorTicket, TicketStatus};
use domain::{Day, EventId, Hour, TicketTypeId, UserId};
use events::EventRow;
use sha2::{Digest, Sha256};

use crate::judge::{Standing, judge};
use crate::roster::model::{RosterScans, RosterTickets};
use crate::scan::LogRow;
use crate::sentences::client_of;

/// A typed code as a gate compares it, which tells nothing of the code.
fn code_digest(event: EventId, code: &str) -> [u8; 4] {
    let digest = Sha256::new().chain_update("tukio door").chain_update(event.to_string()).chain_update(code).finalize();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// Tickets with their numbers, in the order of the numbers.
pub fn pack_tickets(
    event: EventId,
    tickets: &[(i64, DoorTicket)],
    types: &[TicketTypeId],
    names: &HashMap<UserId, String>,
    is_run: bool,
) -> RosterTickets {
    let column = |bytes: &dyn Fn(&DoorTicket) -> Vec<u8>| -> String {
        STANDARD.encode(tickets.iter().flat_map(|(_, ticket)| bytes(ticket)).collect::<Vec<u8>>())
    };
    let kind = |ticket: &DoorTicket| types.iter().position(|id| *id == ticket.ticket_type).unwrap_or(255) as u8;
    let client = |ticket: &DoorTicket| client_of(ticket, |holder| names.get(&holder).cloned().unwrap_or_default());
    let from = tickets.first().map(|(number, _)| *number).filter(|_| is_run);
    RosterTickets {
        count: tickets.len() as i64,
        from,
        dense: from.is_none().then(|| tickets.iter().map(|(number, _)| *number).collect()),
        ticket: column(&|ticket| ticket.number.to_be_bytes()[..5].to_vec()),
        issue: column(&|ticket| vec![u8::try_from(ticket.issue).unwrap_or(u8::MAX)]),
        kind: column(&|ticket| vec![kind(ticket)]),
        status: column(&|ticket| vec![status_byte(ticket.status)]),
        code: column(&|ticket| code_digest(event, &ticket.code).to_vec()),
        client: tickets.iter().map(|(_, ticket)| client(ticket)).collect(),
    }
}

fn status_byte(status: TicketStatus) -> u8 {
    match status {
        TicketStatus::Valid | TicketStatus::Scanned => 0,
        TicketStatus::Cancelled => 1,
        TicketStatus::Refunded => 2,
    }
}

/// Where tickets are, by their numbers and days in this order. A ticket and day without passages was taken back.
pub fn pack_scans(
    event: &EventRow,
    order: &[(i64, Day)],
    passages: &BTreeMap<(i64, Day), Vec<LogRow>>,
    names: &HashMap<UserId, String>,
) -> RosterScans {
    let midnight = event.first_day.at(Hour::MIDNIGHT, event.town).millis();
    let mut scans = RosterScans::default();
    let (mut gates, mut people) = (HashMap::new(), HashMap::new());
    for (number, day) in order {
        let rows = passages.get(&(*number, *day)).map(Vec::as_slice).unwrap_or_default();
        let facts: Vec<_> = rows.iter().map(LogRow::fact).collect();
        let (state, said_by) = match judge(&facts).standing {
            Standing::NotYet => (0, None),
            Standing::Inside(id) => (1, rows.iter().find(|row| row.id == id)),
            Standing::Out(id) => (2, rows.iter().find(|row| row.id == id)),
        };
        scans.dense.push(*number);
        scans.day.push(day.number() - event.first_day.number());
        scans.state.push(state);
        scans.minute.push(said_by.map_or(0, |row| (row.at.millis() - midnight).div_euclid(60_000)));
        let gate = said_by.map(|row| row.gate.clone()).unwrap_or_default();
        scans.gate.push(index(&mut gates, &mut scans.gates, gate));
        let person = said_by.and_then(|row| names.get(&row.user).cloned()).unwrap_or_default();
        scans.person.push(index(&mut people, &mut scans.people, person));
    }
    scans
}

/// The place of a word in a list, to which it is added if it is new.
fn index(known: &mut HashMap<String, usize>, list: &mut Vec<String>, word: String) -> usize {
    *known.entry(word).or_insert_with_key(|word| {
        list.push(word.clone());
        list.len() - 1
    })
}
