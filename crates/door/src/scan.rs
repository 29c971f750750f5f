//! A scan on its way to the log, and what is answered to it.

use domain::{Day, EventId, Instant, ScanId, TicketId, TicketTypeId, UserId};

use crate::judge::Fact;
use crate::post::Post;
use crate::reading::Reading;
use crate::words::{Direction, Fate, Verdict};

#[derive(Clone)]
pub struct NewScan {
    pub id: ScanId,
    pub event: EventId,
    pub user: UserId,
    pub reading: Reading,
    pub direction: Direction,
    /// The scan that is taken back. Without one, an undo takes back the ticket's last admission.
    pub undoes: Option<ScanId>,
    pub gate: String,
    pub device: String,
    /// When it was made, by the phone's corrected clock where it had no network.
    pub at: Instant,
    /// What a phone without network has said already. `None` if it is decided now.
    pub told: Option<Verdict>,
}

impl NewScan {
    pub fn is_online(&self) -> bool {
        self.told.is_none()
    }

    /// Whether it may change what became of earlier scans.
    pub fn changes_the_past(&self) -> bool {
        !self.is_online() || self.direction == Direction::Undo
    }
}

/// What a phone has decided without network.
pub struct OfflineScan {
    pub id: ScanId,
    pub ticket: OfflineTicket,
    pub direction: Direction,
    pub undoes: Option<ScanId>,
    pub at: Instant,
    pub told: Verdict,
    pub post: Post,
}

/// How a phone names the ticket of a scan.
pub enum OfflineTicket {
    Content(String),
    Number(i64),
    /// Of a scan that is taken back, the scan itself tells.
    None,
}

/// What the queue answers.
#[derive(Debug, Clone)]
pub enum Outcome {
    Ruled(Box<Ruling>),
    NoEvent,
    NoRole,
    /// Why an admission is not taken back.
    UndoRefused(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    pub scan: ScanId,
    pub verdict: Verdict,
    pub fate: Fate,
    /// Whether the scan had arrived before: then this is what is known of it by now.
    pub is_known: bool,
    pub day: Day,
    pub is_early: bool,
    pub at: Instant,
    pub ticket: Option<ShownTicket>,
    /// The admission that this one met.
    pub earlier: Option<Earlier>,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ShownTicket {
    pub id: TicketId,
    pub type_id: TicketTypeId,
    pub ticket_type: String,
    pub client: String,
}

/// Who let somebody in, when and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    pub at: Instant,
    pub person: String,
    pub gate: String,
}

/// A row of the log.
#[derive(Debug, Clone)]
pub struct LogRow {
    /// Zero until it is stored.
    pub seq: i64,
    pub id: ScanId,
    pub event: EventId,
    pub ticket: Option<TicketId>,
    pub ticket_type: Option<TicketTypeId>,
    pub day: Day,
    pub direction: Direction,
    pub undoes: Option<ScanId>,
    pub user: UserId,
    pub device: String,
    pub gate: String,
    pub online: bool,
    pub at: Instant,
    pub received: Instant,
    pub verdict: Verdict,
    pub fate: Fate,
    pub conflict_with: Option<ScanId>,
    pub reason: Option<Verdict>,
    pub undone: Option<Instant>,
}

impl LogRow {
    pub fn fact(&self) -> Fact {
        Fact { id: self.id.clone(), at: self.at, direction: self.direction }
    }
}
