//! The list where it looks at the map.

pub mod squares;
pub mod store;
