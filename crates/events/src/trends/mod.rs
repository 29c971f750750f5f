//! Views of events, and what follows from them: trending and similar events.

mod actions;
pub mod routes;
mod store;
mod views;

pub use store::{add_selections, add_views, count_interest};
pub use views::ViewCounter;
