//! Payment providers: one trait that every provider fits, and the sandbox, a provider inside this program that behaves
//! like a foreign service, with its own orders, its own page and signed webhooks.

mod answers;
mod capabilities;
mod channel;
mod intent;
mod provider;
pub mod sandbox;
mod webhook;

pub use answers::{Cancelling, Init, Opened, Reason, Refunding, Status};
pub use capabilities::{Accepted, Capabilities, Flow, LookupKey, PaidAmount, Refunds, WebhookTrust};
pub use channel::{Availability, Channel, ChannelState};
pub use intent::{Handle, Intent, RefundIntent};
pub use provider::{Provider, ProviderFuture};
pub use webhook::{Headers, Webhook, WebhookRequest};
