//! Attendees as lists and files show them.

use box_office::{Channel, TicketStatus};
use domain::{PaymentId, TicketId, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

use platform::schemas;

/// A ticket of an event and who holds it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attendee {
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    /// What people read out at the door.
    pub code: String,
    pub holder: String,
    /// Null for what was sold at the door, and for closed accounts.
    pub phone: Option<String>,
    pub ticket_type: String,
    pub status: TicketStatus,
    /// What the ticket cost, in major units.
    pub price: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: String,
    pub channel: Channel,
    /// Milliseconds since 1970.
    pub purchased_at: i64,
    pub scanned_at: Option<i64>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttendeePage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<Attendee>,
}

/// Which attendees are asked for.
#[derive(Debug, Clone, Default)]
pub struct AttendeeFilter {
    pub search: Option<String>,
    pub ticket_type: Option<TicketTypeId>,
    pub status: Option<TicketStatus>,
    pub channel: Option<Channel>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    Purchase,
    Scan,
    Holder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttendeeSort {
    pub by: SortBy,
    pub descending: bool,
}

/// The latest purchases first.
impl Default for AttendeeSort {
    fn default() -> AttendeeSort {
        AttendeeSort { by: SortBy::Purchase, descending: true }
    }
}

/// Who holds a ticket that nobody with an account has bought.
pub const NOBODY: &str = "Vente à la porte";

/// The columns of the files.
pub const HEADINGS: [&str; 11] = [
    "Billet",
    "Code",
    "Titulaire",
    "Téléphone",
    "Type de billet",
    "Statut",
    "Prix",
    "Devise",
    "Canal",
    "Acheté le",
    "Scanné le",
];

pub fn status_word(status: TicketStatus) -> &'static str {
    match status {
        TicketStatus::Valid => "valable",
        TicketStatus::Scanned => "scanné",
        TicketStatus::Cancelled => "annulé",
        TicketStatus::Refunded => "remboursé",
    }
}

pub fn channel_word(channel: Channel) -> &'static str {
    match channel {
        Channel::Online => "en ligne",
        Channel::Door => "à la porte",
        Channel::Invitation => "invitation",
        Channel::Agent => "agent",
    }
}

/// Codes have eight signs; fewer than these would find too many.
const SHORTEST_CODE: usize = 3;

impl AttendeeFilter {
    /// What is searched for as the beginning of a code, if it can be one: case and what groups it don't count.
    pub fn code_beginning(&self) -> Option<String> {
        let code: String = self.search.as_deref()?.chars().filter(|sign| !matches!(sign, ' ' | '-')).collect();
        let is_code =
            (SHORTEST_CODE..=8).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_code.then(|| code.to_ascii_uppercase())
    }

    /// The same as the query of an address, each value followed by `&`.
    pub fn query(&self, sort: AttendeeSort) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        let kind = self.ticket_type.map(|id| id.to_string());
        let values = [
            ("search", self.search.as_deref()),
            ("ticket_type", kind.as_deref()),
            ("status", self.status.as_ref().map(TicketStatus::as_str)),
            ("channel", self.channel.map(Channel::as_str)),
            ("sort", (sort != AttendeeSort::default()).then(|| sort.as_str())),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        match query.finish() {
            query if query.is_empty() => query,
            query => format!("{query}&"),
        }
    }
}

impl AttendeeSort {
    pub fn as_str(self) -> &'static str {
        match (self.by, self.descending) {
            (SortBy::Purchase, false) => "purchased_at",
            (SortBy::Purchase, true) => "-purchased_at",
            (SortBy::Scan, false) => "scanned_at",
            (SortBy::Scan, true) => "-scanned_at",
            (SortBy::Holder, false) => "holder",
            (SortBy::Holder, true) => "-holder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searching(text: &str) -> AttendeeFilter {
        AttendeeFilter { search: Some(text.to_owned()), ..AttendeeFilter::default() }
    }

    #[test]
    fn a_search_may_be_the_beginning_of_a_code() {
        assert_eq!(searching("7kq2-m").code_beginning().as_deref(), Some("7KQ2M"));
        assert_eq!(searching("7k").code_beginning(), None);
        assert_eq!(searching("Grâce").code_beginning(), None);
        assert_eq!(searching("0991234567").code_beginning(), None);
    }

    #[test]
    fn filters_are_kept_from_page_to_page() {
        let filter = AttendeeFilter { channel: Some(Channel::Door), ..searching("a&b") };
        assert_eq!(filter.query(AttendeeSort::default()), "search=a%26b&channel=door&");
        let by_name = AttendeeSort { by: SortBy::Holder, descending: false };
        assert_eq!(AttendeeFilter::default().query(by_name), "sort=holder&");
        assert_eq!(AttendeeFilter::default().query(AttendeeSort::default()), "");
    }
}
