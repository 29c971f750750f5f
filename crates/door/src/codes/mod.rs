//! `/dev/door`: codes to hold before a phone, in the demo only. Whoever tries the door finds one for each verdict.

mod actions;
mod drawing;
pub mod routes;
mod store;
