//! One function per verb of accounts.

use domain::UserId;

use crate::accounts::guesses::Verb;
use crate::accounts::model::{LoginQuery, Registration, SESSION_OVER, User, WRONG_LOGIN, taken};
use crate::accounts::sessions::{NewSession, Session};
use crate::accounts::{self, Accounts, sessions, store};
use crate::platform::{Client, Error, SignedIn, secret};

/// What signing in hands out. The refresh token is stored as a hash only: it can't be answered a second time.
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    pub user: User,
}

impl Accounts {
    pub async fn register(&self, registration: Registration, client: &Client) -> Result<Tokens, Error> {
        self.guesses.by_address(Verb::Register, client.address)?;
        let password_hash = self.passwords.hash(&registration.password).await?;
        let now = self.clock.now();
        let (new, refresh) = NewSession::begin(client, false, now);
        let facts = self.facts();
        let session = self
            .db
            .write(move |c| {
                let user = accounts::insert(c, &*facts, &registration, &password_hash, None, now)?;
                Ok::<_, Error>(sessions::open(c, user, &new)?)
            })
            .await
            .map_err(taken)?;
        self.tokens(session, refresh).await
    }

    pub async fn login(
        &self,
        query: LoginQuery,
        password: &str,
        remember: bool,
        client: &Client,
    ) -> Result<Tokens, Error> {
        let device = secret::hash(&client.device);
        let typed = query.typed().to_owned();
        let found = self
            .db
            .read(move |c| {
                let Some((user, password_hash)) = store::find_login(c, &query)? else { return Ok(None) };
                Ok::<_, Error>(Some((user, password_hash, sessions::knows_device(c, user, &device)?)))
            })
            .await?;
        let guess = match &found {
            Some((user, _, true)) => self.guesses.by_known_device(*user, device)?,
            _ => self.guesses.by_anybody(&typed, client.address)?,
        };
        let (user, stored) = found.map_or((None, None), |(user, hash, _)| (Some(user), Some(hash)));
        let verified = self.passwords.verify(password, stored.clone()).await;
        if !matches!(verified, Ok(false)) {
            self.guesses.give_back(&guess);
        }
        let right = verified?;
        let user = user.filter(|_| right).ok_or(Error::Unauthorised(WRONG_LOGIN))?;
        let (new, refresh) = NewSession::begin(client, remember, self.clock.now());
        let session = self
            .db
            .write(move |c| {
                // Hashing took a while: the password may be another by now, or the account closed.
                if store::password_hash(c, user)? != stored {
                    return Err(Error::Unauthorised(WRONG_LOGIN));
                }
                Ok(sessions::open(c, user, &new)?)
            })
            .await?;
        self.tokens(session, refresh).await
    }

    /// Whether this is the password of somebody who is signed in: asked again before what can't be undone.
    pub(super) async fn is_password_of(&self, user: UserId, password: &str) -> Result<bool, Error> {
        let guess = self.guesses.signed_in(user)?;
        let stored = self.db.read(move |c| Ok::<_, Error>(store::password_hash(c, user)?)).await?;
        let verified = self.passwords.verify(password, stored).await;
        if !matches!(verified, Ok(false)) {
            self.guesses.give_back(&guess);
        }
        verified
    }

    pub async fn refresh(&self, refresh: &str) -> Result<(String, User), Error> {
        let session = self.session_by_refresh(refresh).await?;
        let user = self.user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok((access, user))
    }

    /// The person as they see themselves.
    pub async fn user(&self, id: UserId) -> Result<User, Error> {
        let facts = self.facts.clone();
        self.db
            .read(move |c| {
                let account = store::account(c, id)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                let counts = facts.counts(c, &[id])?.remove(&id).unwrap_or_default();
                Ok(account.into_user(counts))
            })
            .await
    }

    pub(super) async fn check_access(&self, access: &str) -> Result<SignedIn, Error> {
        let claims = self.keys.verify(access).await?.ok_or(Error::Unauthorised(SESSION_OVER))?;
        let now = self.clock.now();
        let session = self.db.read(move |c| Ok::<_, Error>(sessions::live(c, claims.sid, now)?)).await?;
        let session = session.ok_or(Error::Unauthorised(SESSION_OVER))?;
        Ok(SignedIn { user: session.user, session: session.id })
    }

    async fn tokens(&self, session: Session, refresh: String) -> Result<Tokens, Error> {
        let user = self.user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok(Tokens { access, refresh, user })
    }
}
