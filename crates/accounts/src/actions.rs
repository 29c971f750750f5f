//! One function for each operation of accounts.

use database::Connection;
use domain::UserId;

use crate::guesses::LimitedAction;
use crate::model::{LoginQuery, Registration, SESSION_OVER, Tokens, User, WRONG_LOGIN, taken};
use crate::passwords::require_password;
use crate::registration::insert_account;
use crate::second_factor::{FirstStep, begin_second_step, has_second_factor};
use crate::sessions::{NewSession, Session};
use crate::{Accounts, recovery, sessions, store};
use platform::secret::{self, SecretHash};
use platform::{Client, Error, SignedIn};

impl Accounts {
    pub async fn register(&self, registration: Registration, client: &Client) -> Result<Tokens, Error> {
        self.guesses.take_for_address(LimitedAction::Register, client.address)?;
        let password_hash = self.passwords.hash(&registration.password).await?;
        let now = self.services.now();
        let (new, refresh) = NewSession::new(client, false, now);
        let facts = self.facts();
        let session = self
            .services
            .db
            .write(move |c| {
                let user = insert_account(c, &*facts, &registration, &password_hash, None, now)?;
                Ok::<_, Error>(sessions::insert_session(c, user, &new)?)
            })
            .await
            .map_err(taken)?;
        self.issue_tokens(session, refresh).await
    }

    pub async fn login(
        &self,
        query: LoginQuery,
        password: &str,
        remember: bool,
        client: &Client,
    ) -> Result<FirstStep<Tokens>, Error> {
        let device = secret::hash(&client.device);
        let (typed, tries) = (query.typed().to_owned(), query.tries());
        let found = self.services.db.read(move |c| find_candidates(c, &query, &device)).await?;
        let guess = match found.known_by {
            Some(user) => self.guesses.take_for_device(user, device)?,
            None => self.guesses.take_for_typed(&typed, client.address)?,
        };
        let verified = self.passwords.find_match(password, found.logins, tries).await;
        if !matches!(verified, Ok(None)) {
            self.guesses.give_back(&guess);
        }
        let (user, stored) = verified?.ok_or(Error::Unauthorised(WRONG_LOGIN))?;
        let now = self.services.now();
        let (new, refresh) = NewSession::new(client, remember, now);
        let step = self
            .services
            .db
            .write(move |c| {
                require_password(c, user, &stored, || Error::Unauthorised(WRONG_LOGIN))?;
                if has_second_factor(c, user)? {
                    return Ok(FirstStep::CodeNeeded(begin_second_step(c, user, remember, now)?));
                }
                Ok::<_, Error>(FirstStep::SignedIn(sessions::insert_session(c, user, &new)?))
            })
            .await?;
        Ok(match step {
            FirstStep::SignedIn(session) => FirstStep::SignedIn(self.issue_tokens(session, refresh).await?),
            FirstStep::CodeNeeded(step) => FirstStep::CodeNeeded(step),
        })
    }

    /// Sets a new password and revokes every other session, because somebody else may have known the old one.
    pub async fn change_password(&self, person: SignedIn, old: &str, new: &str) -> Result<(), Error> {
        let wrong = || Error::field("old_password", "Le mot de passe actuel est incorrect");
        let old_hash = self.verify_own_password(person.user, old).await?.ok_or_else(wrong)?;
        let password_hash = self.passwords.hash(new).await?;
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        self.services
            .db
            .write(move |c| {
                require_password(c, person.user, &old_hash, wrong)?;
                store::set_password(c, person.user, &password_hash)?;
                sessions::revoke_others(c, person.user, person.session, now)?;
                recovery::handle_password_change(c, &outbox, person.user, now)
            })
            .await?;
        self.services.outbox.wake();
        Ok(())
    }

    /// The stored hash if `password` is that of somebody who is signed in: asked again before what can't be undone.
    /// Comparing takes a while, so callers check in their transaction that it [is still the same](require_password).
    pub(super) async fn verify_own_password(&self, user: UserId, password: &str) -> Result<Option<String>, Error> {
        let guess = self.guesses.take_for_signed_in(user)?;
        let stored = self.services.db.read(move |c| Ok::<_, Error>(store::find_password_hash(c, user)?)).await?;
        let verified = self.passwords.verify(password, stored.clone()).await;
        if !matches!(verified, Ok(false)) {
            self.guesses.give_back(&guess);
        }
        let is_right = verified?;
        Ok(stored.filter(|_| is_right))
    }

    pub async fn refresh(&self, refresh: &str) -> Result<(String, User), Error> {
        let session = self.find_by_refresh(refresh).await?;
        let user = self.load_user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok((access, user))
    }

    /// The person who is signed in, as they see themselves.
    pub async fn session(&self, person: SignedIn) -> Result<User, Error> {
        self.load_user(person.user).await
    }

    async fn load_user(&self, id: UserId) -> Result<User, Error> {
        let facts = self.facts.clone();
        self.services
            .db
            .read(move |c| {
                let account = store::find_account(c, id)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                let counts = facts.counts(c, &[id])?.remove(&id).unwrap_or_default();
                Ok(account.into_user(counts))
            })
            .await
    }

    pub(super) async fn check_access(&self, access: &str) -> Result<SignedIn, Error> {
        let claims = self.keys.verify(access).await?.ok_or(Error::Unauthorised(SESSION_OVER))?;
        let now = self.services.now();
        let session = self.services.db.read(move |c| Ok::<_, Error>(sessions::find_live(c, claims.sid, now)?)).await?;
        let session = session.ok_or(Error::Unauthorised(SESSION_OVER))?;
        Ok(SignedIn { user: session.user, session: session.id })
    }

    pub(super) async fn issue_tokens(&self, session: Session, refresh: String) -> Result<Tokens, Error> {
        let user = self.load_user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok(Tokens { access, refresh, user })
    }
}

/// The accounts whose passwords an attempt to sign in is compared with.
struct Candidates {
    /// Ids and password hashes.
    logins: Vec<(UserId, String)>,
    /// The first of them that has signed in with this browser before, if any has.
    known_by: Option<UserId>,
}

/// A browser that some of the accounts have signed in with is compared with those alone: its own allowance of attempts
/// is not for guessing at the others.
fn find_candidates(c: &mut Connection<'_>, query: &LoginQuery, device: &SecretHash) -> Result<Candidates, Error> {
    let logins = store::find_logins(c, query, query.tries())?;
    let mut known = Vec::new();
    for (user, hash) in &logins {
        if sessions::knows_device(c, *user, device)? {
            known.push((*user, hash.clone()));
        }
    }
    match known.first() {
        Some((user, _)) => Ok(Candidates { known_by: Some(*user), logins: known }),
        None => Ok(Candidates { logins, known_by: None }),
    }
}
