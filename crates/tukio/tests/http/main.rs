//! The product from outside, over HTTP, on both engines from the same test bodies.

mod support;

mod accounts;
mod contract;
mod events;
mod hostile;
mod pages;
mod people;
mod site;
