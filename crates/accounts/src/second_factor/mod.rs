//! An optional second factor: a code of an authenticator app, asked for after the password, and ten recovery codes for
//! the day the telephone is lost.

mod actions;
mod mails;
mod model;
pub mod routes;
mod signing_in;
mod store;
mod totp;

use database::{Connection, DbError};
use domain::UserId;

pub(super) use signing_in::{FirstStep, begin_second_step};
pub(super) use store::{delete_login_steps_before, delete_login_steps_of, delete_second_factor};

/// Whether somebody signs in by a second factor: for whoever may require one.
pub fn has_second_factor(c: &mut Connection<'_>, user: UserId) -> Result<bool, DbError> {
    store::is_on(c, user)
}
