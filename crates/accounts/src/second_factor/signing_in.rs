//! The second step of signing in: the code, after the password.

use database::Connection;
use domain::{Instant, UserId};
use platform::secret::{self, SecretHash};
use platform::{Client, Error, random, security_log};

use crate::guesses::Guesser;
use crate::model::{Account, Tokens};
use crate::second_factor::model::{
    STEP_OVER, WRONG_CODE, WRONG_CODE_WAIT, WaitingStep, hash_recovery_code, plain, step_ends, wait_for_try,
};
use crate::second_factor::{store, totp};
use crate::sessions::{self, NewSession, Session};
use crate::{Accounts, store as accounts_store, wrong_tries};

/// What the right password leads to.
pub enum FirstStep<T> {
    SignedIn(T),
    /// The account has a second factor; this secret names the sign-in that waits for its code.
    CodeNeeded(String),
}

/// Stores a sign-in that waits for its code. For callers who have checked the password in the same transaction.
pub fn begin_second_step(c: &mut Connection<'_>, user: UserId, remember: bool, now: Instant) -> Result<String, Error> {
    let token = random::token();
    store::insert_login_step(c, &secret::hash(&token), &WaitingStep { user, remember }, step_ends(now))?;
    Ok(token)
}

/// Uses up a code of the app or a recovery code, and answers whether it was good. A wrong one costs a try, so the caller's
/// transaction must be committed in any case.
pub fn try_code(
    c: &mut Connection<'_>,
    user: UserId,
    guesser: Guesser,
    typed: &str,
    now: Instant,
) -> Result<bool, Error> {
    require_tries_left(c, user, guesser, now)?;
    let is_good = use_code(c, user, typed, now)?;
    if !is_good {
        count_wrong_code(c, user, guesser, now)?;
    }
    Ok(is_good)
}

/// Refuses while an account's tries are used up.
pub fn require_tries_left(c: &mut Connection<'_>, user: UserId, guesser: Guesser, now: Instant) -> Result<(), Error> {
    let full_again = wrong_tries::store::find_codes(c, user, guesser)?;
    wait_for_try(full_again, now).map_or(Ok(()), |wait| Err(Error::TooMany(wait)))
}

pub fn count_wrong_code(c: &mut Connection<'_>, user: UserId, guesser: Guesser, now: Instant) -> Result<(), Error> {
    Ok(wrong_tries::store::add_code(c, user, guesser, WRONG_CODE_WAIT, now)?)
}

fn use_code(c: &mut Connection<'_>, user: UserId, typed: &str, now: Instant) -> Result<bool, Error> {
    let Some(factor) = store::find(c, user)?.filter(|factor| factor.is_on) else { return Ok(false) };
    if let Some(step) = totp::find_step(&factor.secret, &plain(typed), now) {
        return Ok(store::use_step(c, user, step)?);
    }
    Ok(store::use_recovery_code(c, user, &hash_recovery_code(user, typed), now)?)
}

fn step_over() -> Error {
    Error::Refused(STEP_OVER.to_owned())
}

impl Accounts {
    pub async fn login_second_step(&self, token: &str, code: &str, client: &Client) -> Result<Tokens, Error> {
        let (token_hash, device) = (secret::hash(token), secret::hash(&client.device));
        let now = self.services.now();
        let found = self.services.db.read(move |c| find_waiting(c, &token_hash, &device, now)).await?;
        let Waiting { step, known, account } = found.ok_or_else(step_over)?;
        account.iter().for_each(|account| security_log::note_account(account.id, &account.username));
        let (user, code) = (step.user, code.to_owned());
        let guesser = known.map_or(Guesser::Stranger, Guesser::Device);
        let (new, refresh) = NewSession::new(client, step.remember, now);
        let accounts = self.clone();
        let signed_in = self
            .services
            .db
            .write(move |c| {
                if store::find_login_step(c, &token_hash, now)?.is_none() {
                    return Err(step_over());
                }
                if !try_code(c, user, guesser, &code, now)? {
                    return Ok(None);
                }
                store::delete_login_step(c, &token_hash)?;
                if known.is_none() {
                    accounts.tell_new_device(c, user, &new)?;
                }
                Ok::<Option<Session>, Error>(Some(sessions::insert_session(c, user, &new)?))
            })
            .await?;
        let session = signed_in.ok_or_else(|| Error::field("code", WRONG_CODE))?;
        self.services.outbox.wake();
        self.issue_tokens(session, refresh).await
    }
}

struct Waiting {
    step: WaitingStep,
    /// The browser, if its owner has signed in with it before.
    known: Option<SecretHash>,
    account: Option<Account>,
}

fn find_waiting(
    c: &mut Connection<'_>,
    token_hash: &SecretHash,
    device: &SecretHash,
    now: Instant,
) -> Result<Option<Waiting>, Error> {
    let Some(step) = store::find_login_step(c, token_hash, now)? else { return Ok(None) };
    let is_known = sessions::knows_device(c, step.user, device)?;
    let account = accounts_store::find_account(c, step.user)?;
    Ok(Some(Waiting { step, known: is_known.then_some(*device), account }))
}
