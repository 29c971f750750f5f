//! Turning the second factor on and off.

use database::Connection;
use domain::{Instant, UserId};
use platform::mail::{Mail, Outbox};
use platform::{Error, random};

use crate::Accounts;
use crate::guesses::Guesser;
use crate::model::{Account, SESSION_OVER};
use crate::passwords::require_password;
use crate::second_factor::model::{
    ALREADY_ON, Enrolment, IS_OFF, NOT_BEGUN, RECOVERY_CODES, WRONG_CODE, draw_recovery_code, hash_recovery_code, plain,
};
use crate::second_factor::signing_in::{count_wrong_code, require_tries_left, try_code};
use crate::second_factor::{mails, store, totp};
use crate::store as accounts_store;

fn wrong_password() -> Error {
    Error::field("password", "Le mot de passe est incorrect")
}

fn wrong_code() -> Error {
    Error::field("code", WRONG_CODE)
}

/// How somebody who is signed in shows once more that it is them.
pub enum Proof {
    Password(String),
    Code(String),
}

impl Accounts {
    /// Whether it is on, and how many recovery codes are left.
    pub async fn get_second_factor(&self, user: UserId) -> Result<(bool, i64), Error> {
        let read = move |c: &mut Connection<'_>| {
            Ok::<_, Error>((store::is_on(c, user)?, store::count_recovery_codes(c, user)?))
        };
        self.services.db.read(read).await
    }

    /// Draws a secret for an app. It counts once a code of it was typed.
    pub async fn begin_second_factor(&self, user: UserId, password: &str) -> Result<Enrolment, Error> {
        let hash = self.verify_own_password(user, password).await?.ok_or_else(wrong_password)?;
        let (secret, now) = (random::bytes(), self.services.now());
        let account = self
            .services
            .db
            .write(move |c| {
                require_password(c, user, &hash, wrong_password)?;
                if store::is_on(c, user)? {
                    return Err(Error::Conflict(ALREADY_ON.to_owned()));
                }
                store::begin(c, user, &secret, now)?;
                find_account(c, user)
            })
            .await?;
        Ok(Enrolment::new(&secret, &account.username))
    }

    /// Turns it on by a first code of the app, and answers the recovery codes, once.
    pub async fn confirm_second_factor(&self, user: UserId, code: &str) -> Result<Vec<String>, Error> {
        let code = plain(code);
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        let codes = new_recovery_codes();
        let stored = codes.clone();
        let confirmed = self
            .services
            .db
            .write(move |c| {
                let Some(factor) = store::find(c, user)? else { return Err(Error::Refused(NOT_BEGUN.to_owned())) };
                if factor.is_on {
                    return Err(Error::Conflict(ALREADY_ON.to_owned()));
                }
                require_tries_left(c, user, Guesser::Stranger, now)?;
                let Some(step) = totp::find_step(&factor.secret, &code, now) else {
                    count_wrong_code(c, user, Guesser::Stranger, now)?;
                    return Ok(false);
                };
                store::use_step(c, user, step)?;
                store::confirm(c, user, now)?;
                store_recovery_codes(c, user, &stored)?;
                tell(c, &outbox, user, mails::turned_on, now)?;
                Ok(true)
            })
            .await?;
        if !confirmed {
            return Err(wrong_code());
        }
        self.services.outbox.wake();
        Ok(codes)
    }

    /// Turns it off for who shows the password or a code.
    pub async fn disable_second_factor(&self, user: UserId, proof: Proof) -> Result<(), Error> {
        let password = self.check_proof(user, proof).await?;
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        self.services
            .db
            .write(move |c| {
                require_shown_password(c, user, password.as_deref())?;
                store::delete_second_factor(c, user)?;
                tell(c, &outbox, user, mails::turned_off, now)
            })
            .await?;
        self.services.outbox.wake();
        Ok(())
    }

    /// New recovery codes; the old ones open nothing any more.
    pub async fn renew_recovery_codes(&self, user: UserId, proof: Proof) -> Result<Vec<String>, Error> {
        let password = self.check_proof(user, proof).await?;
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        let codes = new_recovery_codes();
        let stored = codes.clone();
        self.services
            .db
            .write(move |c| {
                require_shown_password(c, user, password.as_deref())?;
                store_recovery_codes(c, user, &stored)?;
                tell(c, &outbox, user, mails::codes_renewed, now)
            })
            .await?;
        self.services.outbox.wake();
        Ok(codes)
    }

    /// Returns the stored form of the password that was shown, so that the change can ask whether it still is the password.
    async fn check_proof(&self, user: UserId, proof: Proof) -> Result<Option<String>, Error> {
        if !self.get_second_factor(user).await?.0 {
            return Err(Error::Conflict(IS_OFF.to_owned()));
        }
        match proof {
            Proof::Password(password) => {
                self.verify_own_password(user, &password).await?.map(Some).ok_or_else(wrong_password)
            }
            Proof::Code(code) => self.check_code(user, code).await.map(|()| None),
        }
    }

    async fn check_code(&self, user: UserId, code: String) -> Result<(), Error> {
        let now = self.services.now();
        let is_good = self.services.db.write(move |c| try_code(c, user, Guesser::Stranger, &code, now)).await?;
        if is_good { Ok(()) } else { Err(wrong_code()) }
    }
}

fn find_account(c: &mut Connection<'_>, user: UserId) -> Result<Account, Error> {
    accounts_store::find_account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))
}

fn require_shown_password(c: &mut Connection<'_>, user: UserId, shown: Option<&str>) -> Result<(), Error> {
    shown.map_or(Ok(()), |hash| require_password(c, user, hash, wrong_password))
}

fn new_recovery_codes() -> Vec<String> {
    (0..RECOVERY_CODES).map(|_| draw_recovery_code()).collect()
}

fn store_recovery_codes(c: &mut Connection<'_>, user: UserId, codes: &[String]) -> Result<(), Error> {
    let hashes: Vec<_> = codes.iter().map(|code| hash_recovery_code(user, code)).collect();
    Ok(store::replace_recovery_codes(c, user, &hashes)?)
}

fn tell(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    user: UserId,
    mail: fn(&Outbox, &Account, &str) -> Mail,
    now: Instant,
) -> Result<(), Error> {
    let account = find_account(c, user)?;
    match &account.email {
        Some(email) => outbox.put(c, &mail(outbox, &account, email), now),
        None => Ok(()),
    }
}
