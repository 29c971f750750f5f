//! The audit trail as it is shown.

use database::StoredWords;
use events::AuditAction;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;

use platform::schemas;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditLine {
    pub id: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Who did it; null for what happened by itself, and for a person who closed their account.
    pub person: Option<String>,
    /// What was done.
    #[schema(schema_with = action)]
    pub action: String,
    /// What it was done to: short texts and numbers by name.
    #[schema(value_type = Object)]
    pub detail: Value,
}

fn action() -> Object {
    schemas::text().enum_values(Some(AuditAction::WORDS.iter().copied())).build()
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<AuditLine>,
}
