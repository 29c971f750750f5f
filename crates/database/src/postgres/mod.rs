//! PostgreSQL: how its address is read and its values are exchanged. Connecting and the session are beside.

mod connect;
mod failure;
mod session;
mod values;

pub(crate) use connect::{parse_url, server};
pub(crate) use failure::{describe, is_conflict, is_lost, translate};
pub(crate) use session::Session;
pub(crate) use values::value;
