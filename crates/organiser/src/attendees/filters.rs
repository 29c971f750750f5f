//! Which attendees are asked for, and in which order.

use domain::FieldErrors;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Object;

use crate::attendees::model::{AttendeeFilter, AttendeeSort, SortBy};
use platform::schemas;

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AttendeeQuery {
    /// A part of a name or of a telephone number, or the beginning of a code.
    #[param(max_length = 50)]
    search: Option<String>,
    /// The id of a ticket type.
    #[param(schema_with = schemas::number)]
    ticket_type: Option<String>,
    #[param(schema_with = status_text)]
    status: Option<String>,
    #[param(schema_with = channel_text)]
    channel: Option<String>,
}

/// The latest purchases first by default.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SortQuery {
    #[param(schema_with = sort_text)]
    sort: Option<String>,
}

fn status_text() -> Object {
    schemas::text().enum_values(Some(["valid", "scanned", "cancelled", "refunded"])).build()
}

fn channel_text() -> Object {
    schemas::text().enum_values(Some(["online", "door", "invitation", "agent"])).build()
}

fn sort_text() -> Object {
    schemas::text()
        .enum_values(Some(["purchased_at", "-purchased_at", "scanned_at", "-scanned_at", "holder", "-holder"]))
        .build()
}

impl AttendeeQuery {
    /// What is asked for; what is wrong is noted under its name.
    pub fn read(self, errors: &mut FieldErrors) -> AttendeeFilter {
        let AttendeeQuery { search, ticket_type, status, channel } = self;
        errors.require(
            search.as_ref().is_none_or(|text| text.chars().count() <= 50),
            "search",
            "50 caractères au plus.",
        );
        let ticket_type = ticket_type.map(|text| text.parse().ok());
        errors.require(ticket_type != Some(None), "ticket_type", "Le numéro d'un type de billet est attendu.");
        let status = status.map(|word| word.parse().ok());
        errors.require(status != Some(None), "status", "Choisissez valid, scanned, cancelled ou refunded.");
        let channel = channel.map(|word| word.parse().ok());
        errors.require(channel != Some(None), "channel", "Choisissez online, door, invitation ou agent.");
        AttendeeFilter {
            search,
            ticket_type: ticket_type.flatten(),
            status: status.flatten(),
            channel: channel.flatten(),
        }
    }
}

impl SortQuery {
    pub fn read(self, errors: &mut FieldErrors) -> AttendeeSort {
        let Some(text) = self.sort else { return AttendeeSort::default() };
        let (name, descending) = text.strip_prefix('-').map_or((&*text, false), |name| (name, true));
        let by = match name {
            "purchased_at" => SortBy::Purchase,
            "scanned_at" => SortBy::Scan,
            "holder" => SortBy::Holder,
            _ => {
                errors.add("sort", "Choisissez purchased_at, scanned_at ou holder, avec ou sans « - » devant.");
                SortBy::Purchase
            }
        };
        AttendeeSort { by, descending }
    }
}
