//! One function for each operation of recovery.

use database::Connection;
use domain::{Instant, UserId};

use crate::guesses::LimitedAction;
use crate::model::{Account, LoginQuery, SESSION_OVER};
use crate::recovery::model::{
    DEAD_LINK, HOUR, LinkKind, MOST_AT_ONE_ADDRESS, MOST_PER_HOUR, NO_ADDRESS, NewLink, PROVED_BEFORE,
};
use crate::recovery::{handle_password_change, mails, send_verification, store};
use crate::{Accounts, sessions, store as accounts_store};
use platform::security_log::{self, Deed};
use platform::{Client, Error, random, secret};

fn dead_link() -> Error {
    Error::Refused(DEAD_LINK.to_owned())
}

impl Accounts {
    /// Mails a reset link to the account that was typed, if it exists and has a mail address; to an address that nobody
    /// has verified, one for each account that typed it. Neither the answer nor its time tells whether there is one: a
    /// row is committed in any case, and the disk is what takes time.
    pub async fn forgotten_password(&self, query: LoginQuery, client: &Client) -> Result<(), Error> {
        self.guesses.take_for_address(LimitedAction::Recover, client.address)?;
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        let asked = self
            .services
            .db
            .write(move |c| {
                store::delete_links_expired_before(c, now - HOUR)?;
                let found = accounts_store::find_logins(c, &query, MOST_AT_ONE_ADDRESS)?;
                let (mut addressees, mut asked) = (Vec::new(), Vec::new());
                for (user, _) in found {
                    addressees.extend(find_addressee(c, user, now)?.map(Some));
                }
                if addressees.is_empty() {
                    addressees.push(None);
                }
                for addressee in addressees {
                    let token = random::token();
                    let link = NewLink {
                        kind: LinkKind::Reset,
                        user: addressee.as_ref().map(|(account, _)| account.id),
                        email: addressee.as_ref().map(|(_, email)| email.clone()).unwrap_or_default(),
                        token_hash: secret::hash(&token),
                        created: now,
                    };
                    store::insert_link(c, &link)?;
                    if let Some((account, email)) = addressee {
                        outbox.put(c, &mails::reset(&outbox, &account, &email, &token), now)?;
                        asked.push(account);
                    }
                }
                Ok::<_, Error>(asked)
            })
            .await?;
        self.services.outbox.wake();
        // For a name that nobody has there is a line, too.
        if asked.is_empty() {
            security_log::record_done(Deed::AskForReset);
        }
        for account in asked {
            security_log::note_account(account.id, &account.username);
            security_log::record_done(Deed::AskForReset);
        }
        Ok(())
    }

    /// Sets a new password and revokes every session. The browser counts as known from then on, so that somebody who
    /// goes on guessing can't lock the owner out.
    pub async fn reset_password(&self, token: &str, password: &str, client: &Client) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let now = self.services.now();
        // Asked first: hashing is dear, and anybody may send any token.
        let live = self
            .services
            .db
            .read(move |c| Ok::<_, Error>(store::is_live(c, LinkKind::Reset, &token_hash, now)?))
            .await?;
        if !live {
            return Err(dead_link());
        }
        let password_hash = self.passwords.hash(password).await?;
        let device = secret::hash(&client.device);
        let outbox = self.services.outbox.clone();
        let account = self
            .services
            .db
            .write(move |c| {
                let link = store::follow_link(c, LinkKind::Reset, &token_hash, now)?.ok_or_else(dead_link)?;
                // A link to an address that was given up since, or is proved to be another's, may be in a stranger's hands.
                if !store::verify_address(c, link.user, &link.email, now)? {
                    return Err(dead_link());
                }
                accounts_store::set_password(c, link.user, &password_hash)?;
                sessions::revoke_all(c, link.user, now)?;
                sessions::forget_devices(c, link.user)?;
                sessions::remember_device(c, link.user, &device, now)?;
                handle_password_change(c, &outbox, link.user, now)?;
                Ok(accounts_store::find_account(c, link.user)?)
            })
            .await?;
        note(account.as_ref());
        self.services.outbox.wake();
        Ok(())
    }

    pub async fn send_email_verification(&self, user: UserId) -> Result<(), Error> {
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        self.services
            .db
            .write(move |c| {
                let account = accounts_store::find_account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                if account.email.is_none() {
                    return Err(Error::Refused(NO_ADDRESS.to_owned()));
                }
                if account.email_verified || send_verification(c, &outbox, &account, now)? {
                    return Ok(());
                }
                Err(Error::TooMany(HOUR))
            })
            .await?;
        self.services.outbox.wake();
        Ok(())
    }

    /// A mail address belongs to the account that verifies it first. A second account learns that only here, where its
    /// owner has shown that they read that mailbox: anywhere else it would tell strangers who has an account.
    pub async fn verify_email(&self, token: &str) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let now = self.services.now();
        let account = self
            .services
            .db
            .write(move |c| {
                let link = store::follow_link(c, LinkKind::Verify, &token_hash, now)?.ok_or_else(dead_link)?;
                if store::is_proved_by_another(c, link.user, &link.email)? {
                    return Err(Error::Conflict(PROVED_BEFORE.to_owned()));
                }
                if !store::verify_address(c, link.user, &link.email, now)? {
                    return Err(dead_link());
                }
                Ok(accounts_store::find_account(c, link.user)?)
            })
            .await?;
        note(account.as_ref());
        Ok(())
    }
}

/// Notes for the security log whose link was followed.
fn note(account: Option<&Account>) {
    account.iter().for_each(|account| security_log::note_account(account.id, &account.username));
}

/// The account and the mail address that its reset link goes to; `None` if another account has verified that address,
/// or too many links were sent to it within an hour.
fn find_addressee(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Option<(Account, String)>, Error> {
    let Some(account) = accounts_store::find_account(c, user)? else { return Ok(None) };
    let Some(email) = account.email.clone() else { return Ok(None) };
    let may_be_sent = !store::is_proved_by_another(c, user, &email)?
        && store::count_links_since(c, user, LinkKind::Reset, now - HOUR)? < MOST_PER_HOUR;
    Ok(may_be_sent.then_some((account, email)))
}
