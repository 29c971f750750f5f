//! The simulators as a merchant meets them: over HTTP, with a shop that receives callbacks. Nothing sleeps.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod cinetpay;
mod command;
mod faults;
mod flexpay;
mod golden;
mod out_of_order;
mod pawapay;
mod pawapay_refunds;
mod pawapay_rules;
mod signatures;
mod support;
