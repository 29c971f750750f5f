//! The payments of an event, and the story of each.

mod actions;
mod model;
pub mod routes;
mod story;
