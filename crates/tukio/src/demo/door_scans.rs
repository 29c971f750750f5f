//! Who came in at the doors of the demo.

use std::time::Duration;

use database::Connection;
use domain::{Instant, PaymentId, UserId};
use door::PastScan;

use crate::demo::sales;
use events::{EventRow, Role};
use platform::Error;

const GATES: [&str; 2] = ["Porte Nord", "Porte Sud"];

/// The time between two people at the doors.
const BETWEEN: Duration = Duration::from_secs(20);

/// Of an event that is over nearly everybody came, through one door.
pub fn everybody_came(c: &mut Connection<'_>, event: &EventRow, payments: &[PaymentId]) -> Result<(), Error> {
    let (mut scans, at) = (Vec::new(), event.starts_at());
    for (number, payment) in payments.iter().enumerate() {
        for ticket in box_office::tickets_of_payment(c, payment)?.into_iter().take(sales::admitted(number)) {
            scans.push(PastScan { event: event.id, ticket, user: event.owner, gate: "Entrée", at });
        }
    }
    Ok(door::record_past_scans(c, &scans, at)?)
}

/// Of the event that is on now every third buyer is there already, let in at two gates by the organiser and a helper. The
/// participant, who buys first, is still to come.
pub fn doors_are_open(
    c: &mut Connection<'_>,
    event: &EventRow,
    helper: UserId,
    payments: &[PaymentId],
    now: Instant,
) -> Result<(), Error> {
    events::add_to_team(c, event.id, helper, Role::Door, now)?;
    let mut tickets = Vec::new();
    for payment in payments.iter().skip(1).step_by(3) {
        tickets.extend(box_office::tickets_of_payment(c, payment)?);
    }
    let begun = now - BETWEEN * tickets.len() as u32;
    let scan = |(number, ticket)| PastScan {
        event: event.id,
        ticket,
        user: if number % 2 == 0 { event.owner } else { helper },
        gate: GATES[number % 2],
        at: begun + BETWEEN * number as u32,
    };
    let scans: Vec<PastScan> = tickets.into_iter().enumerate().map(scan).collect();
    Ok(door::record_past_scans(c, &scans, now)?)
}
