//! Wrong passwords and codes as rows: what every process on the database counts together.

pub mod store;
