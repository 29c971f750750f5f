//! pawaPay, version 2 of its API: a page of its own for M-Pesa, Airtel Money and Orange Money, found again by our own UUID,
//! refunds, and callbacks signed by RFC 9421. <https://docs.pawapay.io/v2/docs/>
//!
//! A payment is a *checkout*, within which the buyer may try several times, or a *payment page*, which is one try. Which
//! of them is a setting; payments that were opened by the other are still found.

mod client;
mod configuration;
mod failures;
mod keys;
mod networks;
mod opening;
mod outcomes;
mod provider;
mod refunding;
mod settings;
mod signature;
mod webhook;

pub use client::PawaPay;
pub use settings::{LIVE_URL, Mode, Settings};

/// The provider's name as it is stored beside a payment.
pub const NAME: &str = "pawapay";
