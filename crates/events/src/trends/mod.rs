//! What people look at: views, what is trending, and what else somebody may like.

mod actions;
pub mod routes;
mod store;
mod views;

pub use store::add_views;
pub use views::ViewCounter;
