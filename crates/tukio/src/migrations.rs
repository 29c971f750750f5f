//! The migrations, in the order they are applied: one set for each feature, the same names in both dialects.

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
    "0002_people",
    "0003_events",
    "0004_box_office",
    "0005_site",
    "0006_mail",
    "0007_door",
    "0008_events_team",
    "0009_box_office_steering",
    "0010_box_office_refunds",
    "0011_organiser_figures",
    "0012_organiser_messages",
    "0013_accounts_identity",
    "0014_accounts_proof",
    "0015_box_office_moved_events",
    "0016_site_consent",
    "0017_box_office_lately",
    "0018_box_office_providers",
    "0019_accounts_upkeep",
];
