//! Links by mail: a way back in for who has forgotten their password, and the proof that a mail address is one's own.

mod actions;
mod mails;
mod model;
pub mod routes;
mod store;

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::model::Account;
use crate::store as accounts_store;
use model::{LinkKind, NewLink};
use platform::mail::Outbox;
use platform::{Error, random, secret};

/// Sends somebody a link that proves their present mail address, and tells whether it did: too many within an hour
/// are not sent, so that nobody's mailbox is filled by typing it in again and again.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
pub fn ask_to_verify(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    account: &Account,
    now: Instant,
) -> Result<bool, Error> {
    let Some(email) = &account.email else { return Ok(false) };
    if store::links_since(connection, account.id, LinkKind::Verify, model::hour_before(now))? >= model::MOST_PER_HOUR {
        return Ok(false);
    }
    let token = random::token();
    let link = NewLink {
        kind: LinkKind::Verify,
        user: Some(account.id),
        email: email.clone(),
        token_hash: secret::hash(&token),
        created: now,
    };
    store::insert_link(connection, &link)?;
    outbox.put(connection, &mails::verify(outbox, account, email, &token), now)?;
    Ok(true)
}

/// What follows from another address, or none: whoever reads a proved one is told there.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
pub(super) fn address_changed(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    before: &Account,
    now: Instant,
) -> Result<(), Error> {
    if let Some(old) = before.email.as_deref().filter(|_| before.email_verified) {
        outbox.put(connection, &mails::address_changed(outbox, before, old), now)?;
    }
    match accounts_store::account(connection, before.id)? {
        Some(addressed) => ask_to_verify(connection, outbox, &addressed, now).map(drop),
        None => Ok(()),
    }
}

/// What follows from a new password, however it was chosen: earlier links die, and the owner is told.
pub(super) fn password_changed(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    user: UserId,
    now: Instant,
) -> Result<(), Error> {
    store::use_up_links(connection, user, LinkKind::Reset, now)?;
    let account = accounts_store::account(connection, user)?;
    match account.as_ref().and_then(|account| Some((account, account.email.as_deref()?))) {
        Some((account, email)) => outbox.put(connection, &mails::password_changed(outbox, account, email), now),
        None => Ok(()),
    }
}

/// For an account that closes.
pub(super) fn delete_links(connection: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::delete_links(connection, user)
}
