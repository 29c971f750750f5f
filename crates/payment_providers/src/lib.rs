//! Who takes the money. One trait that every provider fits, and the sandbox: a provider inside the house that behaves
//! like a foreign service, with its own books, its own page and signed webhooks.

mod answers;
mod intent;
mod provider;
pub mod sandbox;
mod webhook;

pub use answers::{Init, Reason, Refunding, Status};
pub use intent::{Intent, RefundIntent};
pub use provider::{Answer, Capabilities, Provider, Refunds, WebhookTrust};
pub use webhook::{Arrived, Headers, Webhook};
