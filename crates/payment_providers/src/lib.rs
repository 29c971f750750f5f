//! Payment providers: one trait that every provider fits, the adapters of three services, and the sandbox, a provider
//! inside this program that behaves like a foreign service, with its own orders, its own page and signed webhooks.

mod answers;
mod capabilities;
mod channel;
pub mod cinetpay;
mod exchange;
pub mod flexpay;
mod intent;
mod json;
mod odd_answers;
pub mod pawapay;
mod provider;
pub mod sandbox;
mod webhook;
mod wire_reference;

pub use answers::{Cancelling, Init, Opened, Reason, Refunding, Status};
pub use capabilities::{Accepted, Capabilities, Flow, LookupKey, PaidAmount, Refunds, WebhookTrust};
pub use channel::{Availability, Channel, ChannelState};
pub use intent::{Handle, Intent, RefundIntent};
pub use provider::{Provider, ProviderFuture};
pub use webhook::{Headers, Webhook, WebhookRequest};
