//! Events by day and by place: the calendar, the map, and feeds for other calendars.

mod actions;
mod icalendar;
pub mod model;
pub mod routes;
mod store;
