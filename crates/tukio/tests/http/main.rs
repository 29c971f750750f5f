//! The product from outside, over HTTP, on both engines from the same test bodies.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod support;

mod accounts;
mod contract;
mod events;
mod hostile;
mod pages;
mod people;
mod pictures;
mod profile;
mod site;
