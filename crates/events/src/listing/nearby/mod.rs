//! The list by distance: what is nearest to a place, and what lies in a circle.

mod best_first;
pub mod store;
