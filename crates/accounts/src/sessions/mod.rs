//! Sessions: one row for each place somebody is signed in at, to be seen and ended one by one, and the password that
//! opens them. Also which browsers somebody has used before.

mod actions;
mod device;
mod model;
pub mod routes;
mod store;

pub use model::{NewSession, OpenSession, Session};
pub(super) use store::{
    delete_sessions, find_live, forget_devices, insert_session, knows_device, list_open, remember_device, revoke_all,
    revoke_others,
};
