//! One function for each operation of sessions.

use std::time::Duration;

use database::Connection;
use domain::{Instant, SessionId, UserId};

use crate::model::SESSION_OVER;
use crate::sessions::{OpenSession, Session, store};
use crate::{Accounts, store as accounts_store};
use platform::{Error, SignedIn, secret, security_log};

/// The shortest time between two writes of when a session was last seen: a refresh is rarely worth one.
const SEEN_INTERVAL: Duration = Duration::from_secs(10 * 60);

impl Accounts {
    /// The live session of a refresh token.
    pub(crate) async fn find_by_refresh(&self, refresh: &str) -> Result<Session, Error> {
        let hash = secret::hash(refresh);
        let now = self.services.now();
        let found = self.services.db.read(move |c| Ok::<_, Error>(store::find_live_by_refresh(c, &hash, now)?)).await?;
        let (session, last_seen) = found.ok_or(Error::Unauthorised(SESSION_OVER))?;
        if last_seen + SEEN_INTERVAL <= now {
            self.services.db.write(move |c| Ok::<_, Error>(store::mark_seen(c, session.id, now)?)).await?;
        }
        Ok(session)
    }

    pub async fn list_sessions(&self, user: UserId) -> Result<Vec<OpenSession>, Error> {
        let now = self.services.now();
        self.services.db.read(move |c| Ok(store::list_open(c, user, now)?)).await
    }

    /// Remembers that a session's owner was told of the changes until then.
    pub async fn forget_account_changes(&self, person: SignedIn, until: Instant) -> Result<(), Error> {
        self.services.db.write(move |c| Ok(store::forget_changes(c, person.session, until)?)).await
    }

    pub async fn logout(&self, person: SignedIn) -> Result<(), Error> {
        let now = self.services.now();
        self.services.db.write(move |c| Ok(store::revoke(c, person.user, person.session, now).map(drop)?)).await
    }

    /// Logging out of what is already over is no error.
    pub async fn logout_by_refresh(&self, refresh: &str) -> Result<(), Error> {
        let hash = secret::hash(refresh);
        let now = self.services.now();
        let revoke = move |c: &mut Connection<'_>| match store::revoke_by_refresh(c, &hash, now)? {
            Some(user) => accounts_store::find_account(c, user),
            None => Ok(None),
        };
        if let Some(account) = self.services.db.write(revoke).await? {
            security_log::note_account(account.id, &account.username);
        }
        Ok(())
    }

    pub async fn revoke_session(&self, user: UserId, session: SessionId) -> Result<(), Error> {
        let now = self.services.now();
        let was_open = self.services.db.write(move |c| Ok::<_, Error>(store::revoke(c, user, session, now)?)).await?;
        if was_open { Ok(()) } else { Err(Error::NotFound("Cette session n'existe pas.")) }
    }

    pub async fn revoke_other_sessions(&self, person: SignedIn) -> Result<(), Error> {
        let now = self.services.now();
        self.services.db.write(move |c| Ok(store::revoke_others(c, person.user, person.session, now)?)).await
    }
}
