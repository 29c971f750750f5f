//! PostgreSQL: how its address is read and its values are exchanged. Connecting, the session and the worker's view
//! of it are beside.

mod backend;
mod connect;
mod failure;
mod session;
mod values;

pub(crate) use backend::PostgresBackend;
pub(crate) use connect::parse_url;
pub(crate) use session::Session;
pub(crate) use values::value;
