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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::ShownTicket;
    use domain::TicketTypeId;

    const AT: i64 = 1_794_650_400_000;

    fn sent() -> SentScan {
        SentScan {
            id: "s1".parse().unwrap(),
            kind: None,
            content: None,
            dense: Some(7),
            at: AT,
            direction: None,
            verdict: None,
            gate: None,
            device: None,
            undoes: None,
        }
    }

    fn undo() -> SentScan {
        SentScan { kind: Some(SentKind::Undo), dense: None, undoes: "s0".parse().ok(), ..sent() }
    }

    #[test]
    fn a_scan_of_which_no_more_is_said_let_somebody_in() {
        let scan = sent().read().unwrap();
        assert_eq!((scan.direction, scan.told, scan.undoes), (Direction::In, Verdict::Admitted, None));
        assert_eq!((scan.id.as_str(), scan.at), ("s1", Instant::from_millis(AT)));
        assert!(matches!(scan.ticket, OfflineTicket::Number(7)));
        let out = SentScan { direction: Some(SentDirection::Out), ..sent() }.read().unwrap();
        assert_eq!((out.direction, out.told), (Direction::Out, Verdict::Left));
        let kind = Some(SentKind::Scan);
        let refused = SentScan { kind, verdict: Some(Verdict::Forged), ..sent() }.read().unwrap();
        assert_eq!((refused.direction, refused.told), (Direction::In, Verdict::Forged));
    }

    #[test]
    fn only_what_takes_a_scan_back_needs_no_ticket() {
        let taken_back = SentScan { direction: Some(SentDirection::Out), verdict: Some(Verdict::Left), ..undo() };
        let scan = taken_back.read().unwrap();
        assert_eq!((scan.direction, scan.told), (Direction::Undo, Verdict::Undone));
        assert_eq!(scan.undoes, "s0".parse().ok());
        assert!(matches!(scan.ticket, OfflineTicket::None));
        let nothing = SentScan { undoes: None, ..undo() }.read().err();
        assert_eq!(nothing, Some("Cette annulation ne dit pas de quel scan il s'agit."));
        let no_ticket = SentScan { dense: None, ..sent() }.read().err();
        assert_eq!(no_ticket, Some("Ce scan ne dit pas de quel billet il s'agit."));
        let beside = SentScan { undoes: "s0".parse().ok(), ..sent() }.read().unwrap();
        assert_eq!(beside.undoes, None, "a scan takes nothing back");
    }

    #[test]
    fn a_text_that_no_code_has_is_not_kept() {
        let of = |length: usize| SentScan { content: Some("é".repeat(length)), ..sent() }.read();
        assert!(matches!(of(LONGEST_CONTENT).unwrap().ticket, OfflineTicket::Content(text) if text.len() == 1_000));
        assert_eq!(of(LONGEST_CONTENT + 1).err(), Some(UNREADABLE));
    }

    #[test]
    fn long_names_of_gates_and_phones_are_cut() {
        let scan = SentScan { gate: Some(format!(" {} ", "é".repeat(50))), device: Some("d".repeat(90)), ..sent() };
        let post = scan.read().unwrap().post;
        assert_eq!((post.gate, post.device), ("é".repeat(40), "d".repeat(80)));
    }

    fn ruling(verdict: Verdict, fate: Fate) -> Ruling {
        let at = Instant::from_millis(AT);
        Ruling {
            scan: "s1".parse().unwrap(),
            verdict,
            fate,
            is_known: true,
            day: "2026-11-14".parse().unwrap(),
            is_early: false,
            at,
            ticket: Some(ShownTicket {
                id: "t1".parse().unwrap(),
                type_id: TicketTypeId::new(1),
                ticket_type: "VIP".to_owned(),
                client: "Grace".to_owned(),
            }),
            earlier: Some(Earlier { at, person: "Amani".to_owned(), gate: "Porte Nord".to_owned() }),
            message: "Déjà entré".to_owned(),
        }
    }

    #[test]
    fn a_phone_learns_what_became_of_its_scan() {
        let told = serde_json::to_value(ScanFate::from(ruling(Verdict::Admitted, Fate::Conflict))).unwrap();
        let expected = serde_json::json!({
            "id": "s1", "fate": "conflict", "known": true, "message": "Déjà entré", "verdict": "admitted",
            "ticket_id": "t1", "ticket_type": "VIP", "client": "Grace", "day": "2026-11-14",
            "conflict_with": { "at": AT, "gate": "Porte Nord", "person": "Amani" },
        });
        assert_eq!(told, expected);
        let refused = ScanFate::refused(Some("s2".to_owned()), UNREADABLE);
        assert_eq!((refused.id.as_deref(), refused.fate, &*refused.message), (Some("s2"), Fate::Refused, UNREADABLE));
        assert!(!refused.known && refused.verdict.is_none() && refused.ticket_id.is_none());
    }

    #[test]
    fn what_waits_for_a_scan_on_its_way_is_done_as_far_as_the_phone_knows() {
        let fate = |verdict, fate| ScanFate::from(ruling(verdict, fate)).fate;
        assert_eq!(fate(Verdict::Undone, Fate::Unmatched), Fate::Undone);
        assert_eq!(fate(Verdict::Left, Fate::Unmatched), Fate::Left);
        assert_eq!(fate(Verdict::Undone, Fate::Refused), Fate::Refused);
    }

    #[test]
    fn a_phone_may_send_each_word_of_the_contract() {
        fn read<T: serde::de::DeserializeOwned>(text: Object) -> Vec<T> {
            let words = text.enum_values.unwrap_or_default();
            words.into_iter().map(|word| serde_json::from_value(word).unwrap()).collect()
        }
        assert_eq!(read::<SentKind>(kind_text()), [SentKind::Scan, SentKind::Undo]);
        assert_eq!(read::<SentDirection>(direction_text()), [SentDirection::In, SentDirection::Out]);
    }
}
