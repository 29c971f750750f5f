//! Proof that the owner asks, before anything changes that an account is known by: a sign-in of the last minutes, or the
//! password. An access token alone may be stolen, and would become the account.

use std::time::Duration;

use database::Connection;
use domain::{Instant, UserId};

use crate::passwords::require_password;
use crate::{Accounts, sessions};
use platform::{Error, SignedIn};

const PASSWORD_ASKED: &str = "Tapez votre mot de passe pour confirmer ce changement";
const WRONG_PASSWORD: &str = "Le mot de passe est incorrect";

/// For how long a sign-in or a registration counts as proof.
const RECENT: Duration = Duration::from_secs(10 * 60);

#[derive(Clone)]
pub enum OwnerProof {
    SignedInJustNow,
    /// Holds the stored hash of the password that was right.
    Password(String),
}

pub fn password_asked() -> Error {
    Error::field("password", PASSWORD_ASKED)
}

pub fn wrong_password() -> Error {
    Error::field("password", WRONG_PASSWORD)
}

/// Whether the session began within the last ten minutes.
pub fn is_recent(c: &mut Connection<'_>, person: SignedIn, now: Instant) -> Result<bool, Error> {
    Ok(sessions::find_created(c, person.session)?.is_some_and(|created| created + RECENT > now))
}

impl OwnerProof {
    /// Checks inside a transaction that the password is still the one that was right.
    pub fn require(&self, c: &mut Connection<'_>, person: SignedIn) -> Result<(), Error> {
        match self {
            OwnerProof::SignedInJustNow => Ok(()),
            OwnerProof::Password(hash) => require_password(c, person.user, hash, wrong_password),
        }
    }
}

impl Accounts {
    /// The password is looked at only where the sign-in is too long ago; without one it is asked for.
    pub(super) async fn prove_owner(&self, person: SignedIn, password: Option<&str>) -> Result<OwnerProof, Error> {
        let now = self.services.now();
        if self.services.db.read(move |c| is_recent(c, person, now)).await? {
            return Ok(OwnerProof::SignedInJustNow);
        }
        Ok(OwnerProof::Password(self.require_own_password(person.user, password).await?))
    }

    /// The stored hash of somebody's right password; without one it is asked for.
    pub(super) async fn require_own_password(&self, user: UserId, password: Option<&str>) -> Result<String, Error> {
        let password = password.filter(|password| !password.is_empty()).ok_or_else(password_asked)?;
        self.verify_own_password(user, password).await?.ok_or_else(wrong_password)
    }
}
