//! Counters and found tickets, as gates show them.

use domain::{TicketId, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

/// How the door stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorOverview {
    /// Whether people may go out and come back.
    pub reentry: bool,
    /// The names of gates that were seen so far.
    pub gates: Vec<String>,
    /// The day of the event that counts now.
    pub day: String,
    pub counters: DoorCounters,
    /// Admissions that should not have been.
    pub conflicts: i64,
}

/// Figures of the day that counts now.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorCounters {
    /// Tickets that open the door.
    pub expected: i64,
    pub admitted: i64,
    /// Those admitted who have not gone out since.
    pub inside: i64,
    pub by_type: Vec<TypeCounter>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TypeCounter {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    pub sold: i64,
    pub admitted: i64,
}

/// How many came in for the first time that day through a gate, in a step of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateEntries {
    pub step: i64,
    pub gate: String,
    pub entered: i64,
}

/// A ticket that was found by its holder's name or number.
#[derive(Serialize, ToSchema)]
pub struct FoundTicket {
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    /// What is verified to let its holder in.
    pub code: String,
    pub client: String,
    /// The last three digits of the holder's number.
    pub phone_end: String,
    pub ticket_type: String,
    /// `valid`, `scanned`, `cancelled` or `refunded`.
    pub status: String,
    /// When it was first admitted, in milliseconds since 1970.
    pub admitted_at: Option<i64>,
}

/// At most so many tickets are found.
pub const MOST_FOUND: i64 = 20;

/// A typed code in two groups, as people read it out.
pub fn grouped(code: &str) -> String {
    let (left, right) = code.split_at_checked(4).unwrap_or((code, ""));
    format!("{left}-{right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_as_people_read_it_out() {
        assert_eq!(grouped("7KQ2M9XD"), "7KQ2-M9XD");
    }
}
