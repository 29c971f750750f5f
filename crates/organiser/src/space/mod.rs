//! One's own space: what comes next, and what waits for somebody.

mod actions;
mod attention;
mod model;
pub mod routes;
