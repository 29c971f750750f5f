//! One function for each operation of recovery.

use database::Connection;
use domain::Instant;

use crate::model::{Account, LoginQuery, SESSION_OVER};
use crate::owner_proof::{self, wrong_password};
use crate::passwords::require_password;
use crate::recovery::model::{DEAD_LINK, HOUR, LinkKind, LiveLink, MOST_PER_HOUR, NO_ADDRESS, NewLink, PROVED_BEFORE};
use crate::recovery::{handle_password_change, mails, send_verification, store};
use crate::{Accounts, sessions, store as accounts_store};
use platform::secret::{self, SecretHash};
use platform::security_log::{self, Deed};
use platform::{Client, Error, SignedIn, random};

fn dead_link() -> Error {
    Error::Refused(DEAD_LINK.to_owned())
}

impl Accounts {
    /// Mails a reset link to the account that was typed, if it exists and has proved a mail address. Neither the answer
    /// nor its time tells whether there is one: a row is committed in any case, and the disk is what takes time.
    pub async fn forgotten_password(&self, query: LoginQuery, client: &Client) -> Result<(), Error> {
        self.guesses.take_for_recovery(query.typed(), client.address)?;
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        let asked = self
            .services
            .db
            .write(move |c| {
                let addressee = find_addressee(c, &query, now)?;
                let token = random::token();
                let link = NewLink {
                    kind: LinkKind::Reset,
                    user: addressee.as_ref().map(|(account, _)| account.id),
                    email: addressee.as_ref().map(|(_, email)| email.clone()).unwrap_or_default(),
                    token_hash: secret::hash(&token),
                    asks_password: false,
                    created: now,
                };
                store::insert_link(c, &link)?;
                let Some((account, email)) = addressee else { return Ok(None) };
                outbox.put(c, &mails::reset(&outbox, &account, &email, &token), now)?;
                Ok::<_, Error>(Some(account))
            })
            .await?;
        self.services.outbox.wake();
        // For a name that nobody has there is a line, too.
        note(asked.as_ref());
        security_log::record_done(Deed::AskForReset);
        Ok(())
    }

    /// Sets a new password and revokes every session. The browser counts as known from then on, so that somebody who
    /// goes on guessing can't lock the owner out.
    pub async fn reset_password(&self, token: &str, password: &str, client: &Client) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let now = self.services.now();
        // Asked first: hashing is dear, and anybody may send any token.
        self.find_live_link(LinkKind::Reset, token_hash).await?;
        let new_password = self.passwords.hash_new(password).await?;
        let device = secret::hash(&client.device);
        let outbox = self.services.outbox.clone();
        let account = self
            .services
            .db
            .write(move |c| {
                let link = store::follow_link(c, LinkKind::Reset, &token_hash, now)?.ok_or_else(dead_link)?;
                // A link to an address that was given up since may be in a stranger's hands.
                if !store::has_proved(c, link.user, &link.email)? {
                    return Err(dead_link());
                }
                accounts_store::set_password(c, link.user, &new_password)?;
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

    pub async fn send_email_verification(&self, person: SignedIn) -> Result<(), Error> {
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        self.services
            .db
            .write(move |c| {
                let account = accounts_store::find_account(c, person.user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                if account.email.is_none() {
                    return Err(Error::Refused(NO_ADDRESS.to_owned()));
                }
                let asks_password = !owner_proof::is_recent(c, person, now)?;
                if account.email_verified || send_verification(c, &outbox, &account, asks_password, now)? {
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
    pub async fn verify_email(&self, token: &str, password: Option<&str>) -> Result<(), Error> {
        let token_hash = secret::hash(token);
        let proof = match self.find_live_link(LinkKind::Verify, token_hash).await? {
            LiveLink { user, asks_password: true } => Some((user, self.require_own_password(user, password).await?)),
            LiveLink { asks_password: false, .. } => None,
        };
        let now = self.services.now();
        let account = self
            .services
            .db
            .write(move |c| {
                if let Some((user, hash)) = &proof {
                    require_password(c, *user, hash, wrong_password)?;
                }
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

    async fn find_live_link(&self, kind: LinkKind, token_hash: SecretHash) -> Result<LiveLink, Error> {
        let now = self.services.now();
        let find = move |c: &mut Connection<'_>| Ok::<_, Error>(store::find_live(c, kind, &token_hash, now)?);
        self.services.db.read(find).await?.ok_or_else(dead_link)
    }
}

/// Notes for the security log whose link was followed.
fn note(account: Option<&Account>) {
    account.iter().for_each(|account| security_log::note_account(account.id, &account.username));
}

/// The account that was typed and the mail address that its reset link goes to; `None` if it has proved none, because a
/// mistyped one is a stranger's, or if too many links were sent within an hour.
fn find_addressee(
    c: &mut Connection<'_>,
    query: &LoginQuery,
    now: Instant,
) -> Result<Option<(Account, String)>, Error> {
    let Some(login) = accounts_store::find_login(c, query)? else { return Ok(None) };
    let Some(account) = accounts_store::find_account(c, login.user)?.filter(|account| account.email_verified) else {
        return Ok(None);
    };
    let may_be_sent = store::count_links_since(c, account.id, LinkKind::Reset, now - HOUR)? < MOST_PER_HOUR;
    Ok(account.email.clone().filter(|_| may_be_sent).map(|email| (account, email)))
}
