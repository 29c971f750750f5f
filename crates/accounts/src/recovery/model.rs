//! Types and rules of links, pure.

use std::time::Duration;

use domain::{Instant, UserId};

use platform::secret::SecretHash;

pub const ASKED: &str =
    "Si ce compte a une adresse e-mail vérifiée, un lien vient d'y être envoyé. Sinon, contactez le support.";
pub const DEAD_LINK: &str = "Ce lien n'est plus valable. Demandez-en un nouveau.";
pub const VERIFIED: &str = "Votre adresse e-mail est vérifiée.";
pub const PROVED_BEFORE: &str = "Cette adresse e-mail est déjà celle d'un autre compte.";
pub const NO_ADDRESS: &str = "Ajoutez d'abord une adresse e-mail à votre profil.";

/// Mails of one kind that somebody is sent within an hour.
pub const MOST_PER_HOUR: i64 = 3;

pub const HOUR: Duration = Duration::from_secs(3600);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// Lets its bearer choose a new password.
    Reset,
    /// Proves that its bearer reads the mails of an address.
    Verify,
}

impl LinkKind {
    pub fn name(self) -> &'static str {
        match self {
            LinkKind::Reset => "reset",
            LinkKind::Verify => "verify",
        }
    }

    fn lifetime(self) -> Duration {
        match self {
            LinkKind::Reset => HOUR,
            LinkKind::Verify => 48 * HOUR,
        }
    }
}

/// A link about to be sent; without a person, nobody is.
pub struct NewLink {
    pub kind: LinkKind,
    pub user: Option<UserId>,
    pub email: String,
    pub token_hash: SecretHash,
    pub asks_password: bool,
    pub created: Instant,
}

impl NewLink {
    pub fn expires(&self) -> Instant {
        self.created + self.kind.lifetime()
    }
}

/// A link that could still be followed.
pub struct LiveLink {
    pub user: UserId,
    pub asks_password: bool,
}

/// A link that was followed in time.
pub struct FollowedLink {
    pub user: UserId,
    pub email: String,
}
