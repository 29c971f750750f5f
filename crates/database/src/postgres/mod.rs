//! PostgreSQL: how its address is read and its values are exchanged. Connecting, the session and many rows at once are beside.

mod bulk;
mod connect;
mod failure;
mod session;
mod tls;
mod values;

pub(crate) use connect::{Server, parse_url};
pub(crate) use failure::{describe, is_conflict, is_lost, translate};
pub(crate) use session::Session;
pub(crate) use values::value;
