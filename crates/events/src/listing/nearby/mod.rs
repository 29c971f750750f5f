//! The list where it looks at the map.

mod frontier;
pub mod store;
