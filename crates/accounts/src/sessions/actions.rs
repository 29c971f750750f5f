//! One function for each operation of sessions.

use domain::{SessionId, UserId};

use crate::actions::require_password;
use crate::model::SESSION_OVER;
use crate::sessions::{OpenSession, Session, store};
use crate::{Accounts, recovery, store as accounts_store};
use platform::{Error, SignedIn, secret};

/// Seconds between two notes of when a session was last seen: a refresh is rarely worth a write.
const SEEN_EVERY: i64 = 10 * 60;

impl Accounts {
    /// The live session of a refresh token.
    pub(crate) async fn find_by_refresh(&self, refresh: &str) -> Result<Session, Error> {
        let hash = secret::hash(refresh);
        let now = self.services.now();
        let found = self.services.db.read(move |c| Ok::<_, Error>(store::find_live_by_refresh(c, &hash, now)?)).await?;
        let (session, last_seen) = found.ok_or(Error::Unauthorised(SESSION_OVER))?;
        if last_seen.plus_seconds(SEEN_EVERY) <= now {
            self.services.db.write(move |c| Ok::<_, Error>(store::mark_seen(c, session.id, now)?)).await?;
        }
        Ok(session)
    }

    pub async fn list_sessions(&self, user: UserId) -> Result<Vec<OpenSession>, Error> {
        let now = self.services.now();
        self.services.db.read(move |c| Ok(store::list_open(c, user, now)?)).await
    }

    pub async fn logout(&self, person: SignedIn) -> Result<(), Error> {
        let now = self.services.now();
        self.services.db.write(move |c| Ok(store::revoke(c, person.user, person.session, now).map(drop)?)).await
    }

    /// Logging out of what is already over is no error.
    pub async fn logout_by_refresh(&self, refresh: &str) -> Result<(), Error> {
        let hash = secret::hash(refresh);
        let now = self.services.now();
        self.services.db.write(move |c| Ok(store::revoke_by_refresh(c, &hash, now)?)).await
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

    /// Ends every other session: whoever changes a password may fear that somebody knows it.
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
                accounts_store::set_password(c, person.user, &password_hash)?;
                store::revoke_others(c, person.user, person.session, now)?;
                recovery::handle_password_change(c, &outbox, person.user, now)
            })
            .await?;
        self.services.outbox.wake();
        Ok(())
    }
}
