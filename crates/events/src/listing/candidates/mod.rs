//! Which events a segment of the list may show, as SQL that is built piece by piece.

pub mod store;
