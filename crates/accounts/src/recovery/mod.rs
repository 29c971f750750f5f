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
use crate::sessions::AccountChanges;
use crate::{owner_proof, sessions, store as accounts_store};
use model::{LinkKind, NewLink};
use platform::mail::Outbox;
use platform::{Error, SignedIn, random, secret};

pub(super) use store::delete_links_expired_before;

/// Mails a link that verifies the account's present mail address, and answers whether it did: only so many are sent
/// within an hour, so that nobody's mailbox is filled by typing its address again and again. `asks_password` unless the
/// owner has just shown that it is them: a proved address is a way into the account.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
fn send_verification(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    account: &Account,
    asks_password: bool,
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
        asks_password,
        created: now,
    };
    store::insert_link(connection, &link)?;
    outbox.put(connection, &mails::verify(outbox, account, email, &token), now)?;
    Ok(true)
}

/// Puts a mail address that somebody gave in passing into their profile, if it has none yet, and sends a link that
/// verifies it. To replace one is for the profile, where the owner is asked for proof.
pub fn add_unverified_email(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    person: SignedIn,
    email: &str,
    now: Instant,
) -> Result<(), Error> {
    let Some(before) = accounts_store::find_account(connection, person.user)? else { return Ok(()) };
    if before.email.is_some() {
        return Ok(());
    }
    accounts_store::set_email(connection, person.user, Some(email))?;
    let changes = AccountChanges { email: Some(now), phone: None };
    sessions::note_changes(connection, person.user, person.session, &changes)?;
    let addressed = Account { email: Some(email.to_owned()), email_verified: false, ..before };
    let asks_password = !owner_proof::is_recent(connection, person, now)?;
    send_verification(connection, outbox, &addressed, asks_password, now)?;
    Ok(())
}

/// Gives an account an address that counts as proved, for the demo.
pub fn record_proved_email(c: &mut Connection<'_>, user: UserId, email: &str, now: Instant) -> Result<(), DbError> {
    accounts_store::set_email(c, user, Some(email))?;
    store::verify_address(c, user, email, now)?;
    Ok(())
}

/// Called after its owner has changed or removed the mail address: mails the old one, proved or not, because somebody
/// else may have been it, and verifies the new.
/// For callers inside their own transaction; [`Outbox::wake`] once it is committed.
pub(super) fn handle_email_change(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    before: &Account,
    now: Instant,
) -> Result<(), Error> {
    if let Some(old) = before.email.as_deref() {
        outbox.put(connection, &mails::address_changed(outbox, before, old), now)?;
    }
    match accounts_store::find_account(connection, before.id)? {
        Some(addressed) => send_verification(connection, outbox, &addressed, false, now).map(drop),
        None => Ok(()),
    }
}

/// Called after the phone number was changed: mails the address that the account had then.
pub(super) fn handle_phone_change(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    before: &Account,
    now: Instant,
) -> Result<(), Error> {
    match before.email.as_deref() {
        Some(email) => outbox.put(connection, &mails::phone_changed(outbox, before, email), now),
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
