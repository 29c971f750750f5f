//! What the site keeps about a person: exported, and removed with their account. Callers are inside their own transaction,
//! and know that an address is the person's own.

use database::{Connection, DbError};
use domain::UserId;
use serde_json::{Value, json};

use crate::model::{StoredAppointment, Subscription};
use crate::store;

/// What the newsletter's list knows of an address.
pub fn find_subscription(c: &mut Connection<'_>, email: &str) -> Result<Option<Subscription>, DbError> {
    store::find_subscription(c, email)
}

/// Removes an address from the newsletter's list.
pub fn unsubscribe(c: &mut Connection<'_>, email: &str) -> Result<(), DbError> {
    store::delete_subscriber_at(c, email)
}

/// The appointments that somebody has asked for, signed in or with an address that is theirs.
pub fn export_appointments(c: &mut Connection<'_>, user: UserId, email: Option<&str>) -> Result<Value, DbError> {
    let show = |appointment: &StoredAppointment| {
        let StoredAppointment { name, phone, email, day, hour, message, created } = appointment;
        json!({
            "name": name,
            "phone": phone,
            "email": email,
            "day": day.to_string(),
            "hour": hour.to_string(),
            "message": message,
            "created_at": created.to_string(),
        })
    };
    Ok(store::list_appointments(c, user, email)?.iter().map(show).collect())
}

pub fn forget_appointments(c: &mut Connection<'_>, user: UserId, email: Option<&str>) -> Result<(), DbError> {
    store::delete_appointments(c, user, email)
}
