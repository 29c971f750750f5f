//! The adapters against services that speak as their providers do, over real connections of the loopback.

mod cinetpay;
mod faults;
mod flexpay;
mod golden;
mod pawapay;
mod signatures;
mod support;
