//! Payment providers: one trait that every provider fits, and the sandbox, a provider inside this program that behaves
//! like a foreign service, with its own orders, its own page and signed webhooks.

mod answers;
mod capabilities;
mod intent;
mod provider;
pub mod sandbox;
mod webhook;

pub use answers::{Availability, Cancelling, Channel, Init, Reason, Refunding, Status};
pub use capabilities::{Accepted, Capabilities, Flow, LookupKey, PaidAmount, Refunds, WebhookTrust};
pub use intent::{Intent, RefundIntent};
pub use provider::{Provider, ProviderFuture};
pub use webhook::{Headers, Webhook, WebhookRequest};
