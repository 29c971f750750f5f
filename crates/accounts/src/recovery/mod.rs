//! Links by mail that work once: to choose a new password, and to verify a mail address.

mod actions;
mod mails;
mod model;
pub mod routes;
mod store;

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::model::Account;
use crate::second_factor::delete_login_steps_of;
use crate::store as accounts_store;
use model::{LinkKind, NewLink};
use platform::mail::Outbox;
use platform::{Error, random, secret};

/// Mails a link that verifies the account's present mail address, and answers whether it did: only so many are sent
/// within an hour, so that nobody's mailbox is filled by typing its address again and again.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
fn send_verification(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    account: &Account,
    now: Instant,
) -> Result<bool, Error> {
    let Some(email) = &account.email else { return Ok(false) };
    if store::count_links_since(connection, account.id, LinkKind::Verify, now - model::HOUR)? >= model::MOST_PER_HOUR {
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

/// Puts a mail address that somebody gave elsewhere into their profile and sends a link that verifies it. An address
/// that is verified stays: its owner resets their password by it, and what was typed in passing may be somebody else's.
pub fn add_unverified_email(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    user: UserId,
    email: &str,
    now: Instant,
) -> Result<(), Error> {
    let Some(before) = accounts_store::find_account(connection, user)? else { return Ok(()) };
    if before.email_verified || before.email.as_deref() == Some(email) {
        return Ok(());
    }
    accounts_store::set_email(connection, user, Some(email))?;
    let addressed = Account { email: Some(email.to_owned()), email_verified: false, ..before };
    send_verification(connection, outbox, &addressed, now)?;
    Ok(())
}

/// Gives an account an address that counts as proved, for the demo.
pub fn record_proved_email(c: &mut Connection<'_>, user: UserId, email: &str, now: Instant) -> Result<(), DbError> {
    accounts_store::set_email(c, user, Some(email))?;
    store::verify_address(c, user, email, now)?;
    Ok(())
}

/// Called after the mail address was changed or removed: mails the old one if it was verified, and verifies the new.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
pub(super) fn handle_email_change(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    before: &Account,
    now: Instant,
) -> Result<(), Error> {
    if let Some(old) = before.email.as_deref().filter(|_| before.email_verified) {
        outbox.put(connection, &mails::address_changed(outbox, before, old), now)?;
    }
    match accounts_store::find_account(connection, before.id)? {
        Some(addressed) => send_verification(connection, outbox, &addressed, now).map(drop),
        None => Ok(()),
    }
}

/// Called after the password was changed, in whichever way: uses up earlier reset links, ends sign-ins that wait for a code, and mails the owner.
pub(super) fn handle_password_change(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    user: UserId,
    now: Instant,
) -> Result<(), Error> {
    store::use_up_links(connection, user, LinkKind::Reset, now)?;
    delete_login_steps_of(connection, user)?;
    let account = accounts_store::find_account(connection, user)?;
    match account.as_ref().and_then(|account| Some((account, account.email.as_deref()?))) {
        Some((account, email)) => outbox.put(connection, &mails::password_changed(outbox, account, email), now),
        None => Ok(()),
    }
}

/// Deletes all links of an account that closes.
pub(super) fn delete_links(connection: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::delete_links(connection, user)
}
