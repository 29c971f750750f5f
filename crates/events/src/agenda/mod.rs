//! Events by day and by place: the calendar, the map, and feeds for other calendars.

mod actions;
pub mod feed;
pub mod model;
pub mod routes;
mod store;
