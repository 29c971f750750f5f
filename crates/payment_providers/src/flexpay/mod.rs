//! FlexPay (also FlexPaie) of Kinshasa: rings telephones of all four networks, and takes cards on a page of its own. Its
//! documents are not public: what stands here was read from programs that use it.
//!
//! Three things make it delicate. Nothing finds a payment but FlexPay's own order number, so that an answer that is lost
//! leaves us not knowing, and nothing may be pushed again. Its callbacks are signed by nobody. And it gives no money back
//! but by hand.

mod client;
mod opening;
mod order_number;
mod outcomes;
mod provider;
mod settings;
mod webhook;

pub use client::FlexPay;
pub use settings::{LIVE_CARD_URL, LIVE_CHECK_URL, LIVE_MOBILE_URL, Settings};

/// The provider's name as it is stored beside a payment.
pub const NAME: &str = "flexpay";
