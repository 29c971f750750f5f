//! The event list: which events, in which order, page by page, without reading more of a million than it shows.

mod candidates;
mod nearby;
mod segments;
pub mod store;
