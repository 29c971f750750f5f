//! Scans in the past, for the demo: written as a gate would have written them, inside the caller's transaction.

use database::{Connection, DbError};
use domain::{EventId, Instant, TicketId, UserId};

use crate::batch;
use crate::reading::Reading;
use crate::scan::NewScan;
use crate::words::Direction;
use platform::random;

/// Somebody was let in.
pub struct PastScan {
    pub event: EventId,
    pub ticket: TicketId,
    /// Who stood at the gate.
    pub user: UserId,
    pub gate: &'static str,
    pub at: Instant,
}

pub fn record_past_scans(c: &mut Connection<'_>, past: &[PastScan], now: Instant) -> Result<(), DbError> {
    let scan = |past: &PastScan| NewScan {
        id: random::scan_id(past.at),
        event: past.event,
        user: past.user,
        reading: Reading::Ticket(past.ticket.clone()),
        direction: Direction::In,
        undoes: None,
        gate: past.gate.to_owned(),
        device: String::new(),
        at: past.at,
        told: None,
    };
    let scans: Vec<NewScan> = past.iter().map(scan).collect();
    batch::decide(c, &scans, now)?;
    Ok(())
}
