//! Sessions: one row for each browser that somebody is signed in with, to be listed and revoked one by one. Also which
//! browsers somebody has signed in with before.

mod actions;
mod device;
mod device_mails;
mod model;
mod new_device;
pub mod routes;
mod store;

pub use device_mails::DeviceMails;
pub use model::{AccountChanges, NewSession, OpenSession, Session};
pub use store::find_live_sessions;
pub(super) use store::{
    delete_devices_before, delete_ended_before, delete_sessions, find_changes, find_created, find_live, forget_devices,
    insert_session, knows_device, list_all, list_devices, note_changes, remember_device, revoke_all, revoke_others,
};
