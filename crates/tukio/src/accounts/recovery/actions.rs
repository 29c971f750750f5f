//! One function per verb of recovery.

use database::DbError;
use domain::UserId;

use crate::accounts::guesses::Verb;
use crate::accounts::model::{Account, LoginQuery, SESSION_OVER};
use crate::accounts::recovery::model::{
    DEAD_LINK, LinkKind, MOST_PER_HOUR, NO_ADDRESS, NewLink, PROVED_BEFORE, hour_before,
};
use crate::accounts::recovery::{ask_to_verify, letters, password_changed, store};
use crate::accounts::{Accounts, sessions, store as accounts_store};
use crate::platform::{Client, Error, random, secret};

fn dead_link() -> Error {
    Error::Refused(DEAD_LINK.to_owned())
}

impl Accounts {
    /// Sends a link if there is somebody with a verified address: one that was only typed may be a stranger's, and the
    /// link opens the account. Neither the answer nor its time tells: a row
    /// is committed in any case, and the disk is what takes time.
    pub async fn forgotten_password(&self, query: LoginQuery, client: &Client) -> Result<(), Error> {
        self.guesses.by_address(Verb::Recover, client.address)?;
        let now = self.clock.now();
        let token = random::token();
        let outbox = self.outbox.clone();
        self.db
            .write(move |c| {
                store::delete_links_expired_before(c, hour_before(now))?;
                let account = match accounts_store::find_login(c, &query)? {
                    Some((user, _)) => accounts_store::account(c, user)?,
                    None => None,
                };
                let addressee = match account.and_then(with_own_address) {
                    Some((account, email)) => {
                        let sent = store::links_since(c, account.id, LinkKind::Reset, hour_before(now))?;
                        (sent < MOST_PER_HOUR).then_some((account, email))
                    }
                    None => None,
                };
                let link = NewLink {
                    kind: LinkKind::Reset,
                    user: addressee.as_ref().map(|(account, _)| account.id),
                    email: addressee.as_ref().map(|(_, email)| email.clone()).unwrap_or_default(),
                    token_hash: secret::hash(&token),
                    created: now,
                };
                store::insert_link(c, &link)?;
                match addressee {
                    Some((account, email)) => outbox.put(c, &letters::reset(&outbox, &account, &email, &token), now),
                    None => Ok(()),
                }
            })
            .await?;
        self.outbox.wake();
        Ok(())
    }

    /// Ends every session: only the mailbox's owner knows the new password. Their browser is known from then on, so
    /// that somebody who goes on guessing can't keep them out.
    pub async fn reset_password(&self, token: &str, password: &str, client: &Client) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let now = self.clock.now();
        // Asked first: hashing is dear, and anybody may send any token.
        let live = self.db.read(move |c| Ok::<_, Error>(store::is_live(c, LinkKind::Reset, &token_hash, now)?)).await?;
        if !live {
            return Err(dead_link());
        }
        let password_hash = self.passwords.hash(password).await?;
        let device = secret::hash(&client.device);
        let outbox = self.outbox.clone();
        self.db
            .write(move |c| {
                let link = store::follow_link(c, LinkKind::Reset, &token_hash, now)?.ok_or_else(dead_link)?;
                // A link to an address that was given up since may be in a stranger's hands.
                if !store::owns_address(c, link.user, &link.email)? {
                    return Err(dead_link());
                }
                accounts_store::set_password(c, link.user, &password_hash)?;
                sessions::revoke_all(c, link.user, now)?;
                sessions::forget_devices(c, link.user)?;
                sessions::remember_device(c, link.user, &device, now)?;
                password_changed(c, &outbox, link.user, now)
            })
            .await?;
        self.outbox.wake();
        Ok(())
    }

    pub async fn send_email_verification(&self, user: UserId) -> Result<(), Error> {
        let now = self.clock.now();
        let outbox = self.outbox.clone();
        self.db
            .write(move |c| {
                let account = accounts_store::account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                if account.email.is_none() {
                    return Err(Error::Refused(NO_ADDRESS.to_owned()));
                }
                if account.email_verified || ask_to_verify(c, &outbox, &account, now)? {
                    return Ok(());
                }
                Err(Error::TooMany(3600))
            })
            .await?;
        self.outbox.wake();
        Ok(())
    }

    /// An address belongs to whoever proves it first. A second account is told only here, where its bearer has shown
    /// that they read that mailbox: anywhere else it would tell strangers who has an account.
    pub async fn verify_email(&self, token: &str) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let now = self.clock.now();
        self.db
            .write(move |c| {
                let link = store::follow_link(c, LinkKind::Verify, &token_hash, now)?.ok_or_else(dead_link)?;
                if store::verify_address(c, link.user, &link.email, now)? { Ok(()) } else { Err(dead_link()) }
            })
            .await
            .map_err(|error| match error {
                Error::Database(DbError::Constraint { name }) if name == "users_email_key" => {
                    Error::Conflict(PROVED_BEFORE.to_owned())
                }
                other => other,
            })
    }
}

fn with_own_address(account: Account) -> Option<(Account, String)> {
    let email = account.verified_email()?.to_owned();
    Some((account, email))
}
