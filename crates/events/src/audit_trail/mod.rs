//! The audit trail: who did what to an event. Every feature that changes something of an event adds a line to it, in the
//! transaction of the change.

mod model;
mod store;

pub use model::{AuditAction, AuditEntry};
pub use store::{list_audit, record_audit};
