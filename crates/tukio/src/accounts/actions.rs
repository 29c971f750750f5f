//! One function per verb of accounts.

use domain::{SessionId, UserId};
use sha2::{Digest, Sha256};

use crate::accounts::model::{
    LoginQuery, Registration, SESSION_OVER, Session, User, WRONG_LOGIN, session_seconds, taken,
};
use crate::accounts::{self, Accounts, store};
use crate::platform::{Error, SignedIn, random};

/// What signing in hands out. The refresh token is stored as a hash only: it can't be answered a second time.
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    pub user: User,
}

fn refresh_hash(refresh: &str) -> [u8; 32] {
    Sha256::digest(refresh.as_bytes()).into()
}

impl Accounts {
    pub async fn register(&self, registration: Registration) -> Result<Tokens, Error> {
        let password_hash = self.passwords.hash(&registration.password).await?;
        let now = self.clock.now();
        let refresh = random::token();
        let hash = refresh_hash(&refresh);
        let expires = now.plus_seconds(session_seconds(false));
        let facts = self.facts();
        let session = self
            .db
            .write(move |c| {
                let user = accounts::insert(c, &*facts, &registration, &password_hash, None, now)?;
                let id = store::insert_session(c, user, &hash, now, expires)?;
                Ok::<_, Error>(Session { id, user })
            })
            .await
            .map_err(taken)?;
        self.tokens(session, refresh).await
    }

    pub async fn login(&self, query: LoginQuery, password: &str, remember: bool) -> Result<Tokens, Error> {
        let found = self.db.read(move |c| Ok::<_, Error>(store::find_login(c, &query)?)).await?;
        let (user, stored) = found.map_or((None, None), |(user, hash)| (Some(user), Some(hash)));
        let right = self.passwords.verify(password, stored).await?;
        let user = user.filter(|_| right).ok_or(Error::Unauthorised(WRONG_LOGIN))?;
        let (session, refresh) = self.open_session(user, remember).await?;
        self.tokens(session, refresh).await
    }

    pub async fn refresh(&self, refresh: &str) -> Result<(String, User), Error> {
        let hash = refresh_hash(refresh);
        let now = self.clock.now();
        let session = self.db.read(move |c| Ok::<_, Error>(store::live_session_by_refresh(c, &hash, now)?)).await?;
        let session = session.ok_or(Error::Unauthorised(SESSION_OVER))?;
        let user = self.user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok((access, user))
    }

    pub async fn logout(&self, session: SessionId) -> Result<(), Error> {
        let now = self.clock.now();
        self.db.write(move |c| Ok(store::revoke_session(c, session, now)?)).await
    }

    /// Logging out of what is already over is no error.
    pub async fn logout_by_refresh(&self, refresh: &str) -> Result<(), Error> {
        let hash = refresh_hash(refresh);
        let now = self.clock.now();
        self.db.write(move |c| Ok(store::revoke_session_by_refresh(c, &hash, now)?)).await
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
        let session = self.db.read(move |c| Ok::<_, Error>(store::live_session(c, claims.sid, now)?)).await?;
        let session = session.ok_or(Error::Unauthorised(SESSION_OVER))?;
        Ok(SignedIn { user: session.user, session: session.id })
    }

    async fn open_session(&self, user: UserId, remember: bool) -> Result<(Session, String), Error> {
        let now = self.clock.now();
        let refresh = random::token();
        let hash = refresh_hash(&refresh);
        let expires = now.plus_seconds(session_seconds(remember));
        let id = self.db.write(move |c| Ok::<_, Error>(store::insert_session(c, user, &hash, now, expires)?)).await?;
        Ok((Session { id, user }, refresh))
    }

    async fn tokens(&self, session: Session, refresh: String) -> Result<Tokens, Error> {
        let user = self.user(session.user).await?;
        let access = self.keys.sign(&user, session.id).await?;
        Ok(Tokens { access, refresh, user })
    }
}
