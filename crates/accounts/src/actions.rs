//! One function for each operation of accounts.

use database::Connection;
use domain::UserId;

use crate::guesses::{Guess, GuessedAccount, Guesser, LimitedAction, WrongTries};
use crate::model::{Login, LoginQuery, Registration, SESSION_OVER, Tokens, User, WRONG_LOGIN, taken};
use crate::passwords::require_password;
use crate::registration::{check_look, insert_account};
use crate::second_factor::{FirstStep, begin_second_step, has_second_factor};
use crate::sessions::{AccountChanges, NewSession, Session};
use crate::{Accounts, recovery, sessions, store, wrong_tries};
use platform::secret::{self, SecretHash};
use platform::{Client, Error, SignedIn, security_log};

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
                check_look(c, &registration.username)?;
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
        let typed = query.typed().to_owned();
        let found = self.services.db.read(move |c| find_candidate(c, &query, &device)).await?;
        let knows_device = found.as_ref().is_some_and(|candidate| candidate.knows_device);
        if let Some(Candidate { login, .. }) = &found {
            security_log::note_account(login.user, &login.username);
        }
        let guess = match &found {
            Some(Candidate { login, knows_device: true, wrong }) => {
                self.guesses.take_for(login.user, Guesser::Device(device), *wrong)?
            }
            _ => {
                let account = found.as_ref().map(GuessedAccount::from);
                self.guesses.take_for_typed(&typed, account, client.address)?
            }
        };
        let compared = found.filter(|_| guess.may_compare).map(|candidate| candidate.login);
        let stored = compared.as_ref().map(|login| login.password_hash.clone());
        // Many people have the same common password, so that none is refused for it: it waits behind the others.
        let is_sprayed = !knows_device && self.sprays.is_sprayed(password, self.services.now());
        let verified = match guess.is_from_crowd() || is_sprayed {
            true => self.passwords.verify_in_crowd(password, stored).await,
            false => self.passwords.verify(password, stored).await,
        };
        self.settle_guess(&guess, &verified);
        let Some(Login { user, password_hash, .. }) = compared.filter(|_| matches!(verified, Ok(true))) else {
            verified?;
            self.sprays.note_wrong(password, &typed, self.services.now());
            return Err(Error::Unauthorised(WRONG_LOGIN));
        };
        let now = self.services.now();
        let (new, refresh) = NewSession::new(client, remember, now);
        let accounts = self.clone();
        let step = self
            .services
            .db
            .write(move |c| {
                require_password(c, user, &password_hash, || Error::Unauthorised(WRONG_LOGIN))?;
                if has_second_factor(c, user)? {
                    return Ok(FirstStep::CodeNeeded(begin_second_step(c, user, remember, now)?));
                }
                if !knows_device {
                    accounts.tell_new_device(c, user, &new)?;
                }
                Ok::<_, Error>(FirstStep::SignedIn(sessions::insert_session(c, user, &new)?))
            })
            .await?;
        self.services.outbox.wake();
        Ok(match step {
            FirstStep::SignedIn(session) => FirstStep::SignedIn(self.issue_tokens(session, refresh).await?),
            FirstStep::CodeNeeded(step) => FirstStep::CodeNeeded(step),
        })
    }

    /// Sets a new password and revokes every other session, because somebody else may have known the old one.
    pub async fn change_password(&self, person: SignedIn, old: &str, new: &str) -> Result<(), Error> {
        let wrong = || Error::field("old_password", "Le mot de passe actuel est incorrect");
        let old_hash = self.verify_own_password(person.user, old).await?.ok_or_else(wrong)?;
        let new_password = self.passwords.hash_new(new).await?;
        let now = self.services.now();
        let outbox = self.services.outbox.clone();
        self.services
            .db
            .write(move |c| {
                require_password(c, person.user, &old_hash, wrong)?;
                store::set_password(c, person.user, &new_password)?;
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
        let read = move |c: &mut Connection<'_>| {
            let wrong = wrong_tries::store::find_passwords(c, user, Guesser::Owner)?;
            Ok::<_, Error>((store::find_password_hash(c, user)?, wrong))
        };
        let (stored, wrong) = self.services.db.read(read).await?;
        let guess = self.guesses.take_for(user, Guesser::Owner, wrong)?;
        let verified = self.passwords.verify(password, stored.clone()).await;
        self.settle_guess(&guess, &verified);
        let is_right = verified?;
        Ok(stored.filter(|_| is_right))
    }

    /// Gives a try back that was no wrong one, and stores one that was. Nobody waits for that: how long a refusal takes must
    /// not tell whether there is an account.
    fn settle_guess(&self, guess: &Guess, verified: &Result<bool, Error>) {
        if !matches!(verified, Ok(false)) {
            return self.guesses.give_back(guess);
        }
        let Some((user, guesser)) = guess.account() else { return };
        let (db, now) = (self.services.db.clone(), self.services.now());
        tokio::spawn(async move {
            let note = move |c: &mut Connection<'_>| wrong_tries::store::add_password(c, user, guesser, now);
            if let Err(error) = db.write(note).await {
                tracing::warn!(%error, "wrong password not counted for other processes");
            }
        });
    }

    pub async fn refresh(&self, refresh: &str) -> Result<(String, User), Error> {
        let session = self.find_by_refresh(refresh).await?;
        let user = self.load_user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok((access, user))
    }

    /// The person who is signed in, as they see themselves, and what was changed from elsewhere.
    pub async fn session(&self, person: SignedIn) -> Result<(User, AccountChanges), Error> {
        let find_changes = move |c: &mut Connection<'_>| Ok::<_, Error>(sessions::find_changes(c, person.session)?);
        let changes = self.services.db.read(find_changes).await?;
        Ok((self.load_user(person.user).await?, changes))
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
        let (now, sid) = (self.services.now(), claims.sid);
        let session = self.services.db.read(move |c| Ok::<_, Error>(sessions::find_live(c, sid, now)?)).await?;
        let session = session.ok_or(Error::Unauthorised(SESSION_OVER))?;
        security_log::note_account(session.user, &claims.user.username);
        Ok(SignedIn { user: session.user, session: session.id })
    }

    pub(super) async fn issue_tokens(&self, session: Session, refresh: String) -> Result<Tokens, Error> {
        let user = self.load_user(session.user).await?;
        security_log::note_account(user.id, &user.username);
        let access = self.keys.sign(&user, session.id).await?;
        Ok(Tokens { access, refresh, user })
    }
}

/// The account whose password an attempt to sign in is compared with.
struct Candidate {
    login: Login,
    /// Whether it has signed in with this browser before.
    knows_device: bool,
    /// By this browser if it is known, or else by all that are not.
    wrong: Option<WrongTries>,
}

impl From<&Candidate> for GuessedAccount {
    fn from(Candidate { login, wrong, .. }: &Candidate) -> GuessedAccount {
        GuessedAccount { user: login.user, has_common_password: login.has_common_password, wrong: *wrong }
    }
}

fn find_candidate(c: &mut Connection<'_>, query: &LoginQuery, device: &SecretHash) -> Result<Option<Candidate>, Error> {
    let Some(login) = store::find_login(c, query)? else { return Ok(None) };
    let knows_device = sessions::knows_device(c, login.user, device)?;
    let guesser = if knows_device { Guesser::Device(*device) } else { Guesser::Stranger };
    let wrong = wrong_tries::store::find_passwords(c, login.user, guesser)?;
    Ok(Some(Candidate { login, knows_device, wrong }))
}
