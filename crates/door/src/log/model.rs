//! Scans as the log shows them, and as phones send them.

use domain::{Instant, ScanId, TicketId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::Object;

use crate::post::Post;
use crate::reading::LONGEST_CONTENT;
use crate::scan::{Earlier, OfflineScan, OfflineTicket, Ruling};
use crate::words::{Direction, Fate, Verdict};
use platform::schemas;

/// Scans that one request may bring: what its 64 kB hold with the whole text of each code.
pub const MOST_SCANS: usize = 150;

/// An admission that a scan met.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MetAdmission {
    /// Milliseconds since 1970.
    pub at: i64,
    pub gate: String,
    pub person: String,
}

impl From<Earlier> for MetAdmission {
    fn from(earlier: Earlier) -> MetAdmission {
        MetAdmission { at: earlier.at.millis(), gate: earlier.gate, person: earlier.person }
    }
}

/// What happened to a ticket at a gate.
#[derive(Debug, Clone)]
pub struct TicketScan {
    pub ticket: TicketId,
    pub at: Instant,
    pub gate: String,
    /// Who scanned it.
    pub person: UserId,
    pub fate: Fate,
    pub direction: Direction,
}

/// A line of the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Scan {
    #[schema(value_type = String)]
    pub id: ScanId,
    /// What the person at the door was told.
    pub verdict: Verdict,
    /// What has become of it.
    pub fate: Fate,
    pub direction: Direction,
    /// When it was scanned and when we learnt of it, in milliseconds since 1970.
    pub at: i64,
    pub received_at: i64,
    /// The day of the event that it counts for.
    pub day: String,
    pub gate: String,
    pub device: String,
    pub person: String,
    /// Whether it was decided with network.
    pub online: bool,
    #[schema(value_type = Option<String>)]
    pub ticket_id: Option<TicketId>,
    pub ticket_type: Option<String>,
    pub client: Option<String>,
    pub undone_at: Option<i64>,
    /// Whether the bearer may take it back now.
    pub undoable: bool,
    pub conflict_with: Option<MetAdmission>,
    /// Why somebody should not have been let in without network, where it is not another admission.
    pub reason: Option<Verdict>,
}

/// A scan made without network, as a phone sends it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SentScan {
    /// Chosen by the phone: the same scan, sent twice, is one.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub id: ScanId,
    #[schema(schema_with = kind_text)]
    pub kind: Option<SentKind>,
    /// The text of its code. Not needed where `dense` is given, nor to take a scan back.
    #[schema(nullable = false, max_length = 500)]
    pub content: Option<String>,
    /// The number of its ticket in the roster.
    #[schema(nullable = false, minimum = 0, maximum = 1_000_000_000)]
    pub dense: Option<i64>,
    /// When it was scanned, in milliseconds since 1970, by a clock that was compared with ours.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub at: i64,
    #[schema(schema_with = direction_text)]
    pub direction: Option<SentDirection>,
    /// What the phone has said; where it is absent, that somebody passed.
    #[schema(nullable = false)]
    pub verdict: Option<Verdict>,
    #[schema(nullable = false, max_length = 40)]
    pub gate: Option<String>,
    #[schema(nullable = false, max_length = 80)]
    pub device: Option<String>,
    /// The scan that is taken back.
    #[schema(value_type = Option<String>, nullable = false, pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub undoes: Option<ScanId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SentKind {
    Scan,
    Undo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SentDirection {
    In,
    Out,
}

fn kind_text() -> Object {
    schemas::text().enum_values(Some(["scan", "undo"])).build()
}

fn direction_text() -> Object {
    schemas::text().enum_values(Some(["in", "out"])).build()
}

const UNREADABLE: &str = "Ce scan est illisible.";

impl SentScan {
    /// The scan that the phone means, or what is wrong with it.
    pub fn read(self) -> Result<OfflineScan, &'static str> {
        let is_undo = self.kind == Some(SentKind::Undo);
        let direction = match (is_undo, self.direction) {
            (true, _) => Direction::Undo,
            (_, Some(SentDirection::Out)) => Direction::Out,
            _ => Direction::In,
        };
        let ticket = match (self.content, self.dense) {
            (Some(content), _) if content.chars().count() > LONGEST_CONTENT => return Err(UNREADABLE),
            (Some(content), _) => OfflineTicket::Content(content),
            (None, Some(number)) => OfflineTicket::Number(number),
            (None, None) if is_undo => OfflineTicket::None,
            (None, None) => return Err("Ce scan ne dit pas de quel billet il s'agit."),
        };
        if is_undo && self.undoes.is_none() {
            return Err("Cette annulation ne dit pas de quel scan il s'agit.");
        }
        let usual = match direction {
            Direction::In => Verdict::Admitted,
            Direction::Out => Verdict::Left,
            Direction::Undo => Verdict::Undone,
        };
        let cut = |text: Option<String>, most: usize| text.unwrap_or_default().trim().chars().take(most).collect();
        let post = Post { gate: cut(self.gate, 40), device: cut(self.device, 80) };
        let told = if is_undo { usual } else { self.verdict.unwrap_or(usual) };
        let (id, undoes) = (self.id, self.undoes.filter(|_| is_undo));
        Ok(OfflineScan { id, ticket, direction, undoes, at: Instant::from_millis(self.at), told, post })
    }
}

/// What became of a scan that was made without network.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScanFate {
    /// As it was sent; null where it could not be read.
    pub id: Option<String>,
    pub fate: Fate,
    /// Whether it had arrived before.
    pub known: bool,
    pub message: String,
    pub verdict: Option<Verdict>,
    pub ticket_id: Option<String>,
    pub ticket_type: Option<String>,
    pub client: Option<String>,
    pub day: Option<String>,
    pub conflict_with: Option<MetAdmission>,
}

impl ScanFate {
    pub fn refused(id: Option<String>, message: &str) -> ScanFate {
        ScanFate {
            id,
            fate: Fate::Refused,
            known: false,
            message: message.to_owned(),
            verdict: None,
            ticket_id: None,
            ticket_type: None,
            client: None,
            day: None,
            conflict_with: None,
        }
    }
}

impl From<Ruling> for ScanFate {
    fn from(ruling: Ruling) -> ScanFate {
        // What waits for a scan that is still on its way was done, as far as the phone is concerned.
        let fate = match (ruling.fate, ruling.verdict) {
            (Fate::Unmatched, Verdict::Undone) => Fate::Undone,
            (Fate::Unmatched, _) => Fate::Left,
            (fate, _) => fate,
        };
        ScanFate {
            id: Some(ruling.scan.to_string()),
            fate,
            known: ruling.is_known,
            message: ruling.message,
            verdict: Some(ruling.verdict),
            ticket_id: ruling.ticket.as_ref().map(|ticket| ticket.id.to_string()),
            ticket_type: ruling.ticket.as_ref().map(|ticket| ticket.ticket_type.clone()),
            client: ruling.ticket.map(|ticket| ticket.client),
            day: Some(ruling.day.to_string()),
            conflict_with: ruling.earlier.map(MetAdmission::from),
        }
    }
}
