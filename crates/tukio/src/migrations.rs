//! The migrations, in the order they are applied: the same names in both dialects.

use database::Migration;

macro_rules! migrations {
    ($($name:literal),* $(,)?) => {
        &[$(Migration {
            name: $name,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $name, ".sql")),
        }),*]
    };
}

pub const MIGRATIONS: &[Migration] = migrations![
    "0001_accounts",
    "0002_events",
    "0003_ticket_types",
    "0004_newsletter",
    "0005_people",
    "0006_mails",
    "0007_account_security",
    "0008_provider_profiles",
    "0009_directory_search",
    "0010_event_search",
    "0011_event_views",
    "0012_collaborators",
    "0013_appointments",
    "0014_directory_letters",
    "0015_event_squares",
    "0016_box_office",
    "0017_mail_attachments",
    "0018_sandbox_secret",
    "0019_holds_of_buyer",
    "0020_event_map_indexes",
    "0021_event_creation_key",
    "0022_event_days_by_square",
    "0023_tickets_by_issue",
    "0024_verified_addresses",
    "0025_leading_views_and_unsubscribing",
    "0026_event_squares_whole",
    "0027_event_changes",
];
