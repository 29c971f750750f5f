//! CinetPay, version 1 of its new API: a page of its own, francs only, found again by our own id. Its notices carry a
//! secret that it told when the payment was opened. It tells no amount and gives no money back but by hand.
//!
//! One account serves one country; ours is the Congo. The older API (`api-checkout`) is another one altogether.

mod client;
mod opening;
mod outcomes;
mod provider;
mod session;
mod settings;
mod webhook;

pub use client::CinetPay;
pub use settings::{LIVE_URL, Settings};

/// The provider's name as it is stored beside a payment.
pub const NAME: &str = "cinetpay";
