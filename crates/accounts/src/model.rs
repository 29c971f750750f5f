//! Types and rules of accounts, pure. Messages are worded as the specification has them.

use std::fmt;

use domain::{FieldErrors, Phone, UserId, fold, is_invisible, looks_like_email, looks_like_phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::lookalikes::mixes_alphabets;
use platform::Error;
use platform::pictures::AVATAR;

const USERNAME_TOO_SHORT: &str = "Le nom d'utilisateur doit contenir au moins 3 caractères";
const PASSWORD_TOO_SHORT: &str = "Le mot de passe doit contenir au moins 6 caractères";

/// Longer ones would only feed the hash function.
const LONGEST_PASSWORD: usize = 128;
const LONGEST_USERNAME: usize = 60;

/// A person as the API shows one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct User {
    #[schema(value_type = i64)]
    pub id: UserId,
    pub username: String,
    pub phone: String,
    pub profile: Profile,
    pub is_following: bool,
    pub events_count: i64,
    pub followers_count: i64,
    pub following_count: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    pub img_url: Option<String>,
    pub img: Option<String>,
    pub activity: Option<String>,
    pub email: Option<String>,
}

/// A row of `users`, without its secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    pub id: UserId,
    pub username: String,
    pub phone: String,
    /// Whether a code sent to that number was typed.
    pub phone_verified: bool,
    pub email: Option<String>,
    /// Whether a link sent to that address was followed.
    pub email_verified: bool,
    pub activity: Option<String>,
    /// The name of a stored avatar.
    pub picture: Option<String>,
}

/// Figures shown beside a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PersonCounts {
    pub events: i64,
    pub followers: i64,
    pub following: i64,
}

impl Account {
    /// Where the picture is shown from, in the size of this width.
    pub fn avatar(&self, width: u32) -> Option<String> {
        self.picture.as_deref().map(|name| AVATAR.address(name, width))
    }

    /// As its owner sees it: the e-mail included.
    pub fn into_user(self, counts: PersonCounts) -> User {
        let (img_url, img) = (self.avatar(256), self.avatar(512));
        User {
            id: self.id,
            username: self.username,
            phone: self.phone,
            profile: Profile { img_url, img, activity: self.activity, email: self.email },
            is_following: false,
            events_count: counts.events,
            followers_count: counts.followers,
            following_count: counts.following,
        }
    }
}

/// What signing in hands out. The refresh token is stored as a hash only: it can't be answered a second time.
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    pub user: User,
}

/// A registration that holds to every rule.
#[derive(Clone)]
pub struct Registration {
    pub username: String,
    pub phone: Phone,
    pub password: String,
}

/// Prints no password.
impl fmt::Debug for Registration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Registration").field("username", &self.username).finish_non_exhaustive()
    }
}

impl Registration {
    pub fn check(username: &str, phone: &str, password: &str, password2: &str) -> Result<Registration, FieldErrors> {
        let username = username.trim();
        let mut errors = FieldErrors::new();
        if let Err(message) = check_username(username) {
            errors.add("username", message);
        }
        let phone = errors.check_parsed("phone", phone.parse::<Phone>());
        check_new_password(password, password2, &mut errors);
        match (phone, errors.is_empty()) {
            (Some(phone), true) => {
                Ok(Registration { username: username.to_owned(), phone, password: password.to_owned() })
            }
            _ => Err(errors),
        }
    }
}

/// The rules of a password that is chosen, at registration or later.
pub fn check_new_password(password: &str, password2: &str, errors: &mut FieldErrors) {
    let length = |text: &str| text.chars().count();
    errors.require(length(password) >= 6, "password", PASSWORD_TOO_SHORT);
    errors.require(
        length(password) <= LONGEST_PASSWORD,
        "password",
        "Le mot de passe doit contenir au plus 128 caractères",
    );
    if length(password2) < 6 {
        errors.add("password2", "Le mot de passe de confirmation est requis");
    } else {
        errors.require(password == password2, "password2", "Les mots de passe ne correspondent pas");
    }
}

/// A name that could be read as a number or an address would make signing in ambiguous.
pub fn check_username(username: &str) -> Result<(), &'static str> {
    let length = username.chars().count();
    if length < 3 || fold(username).chars().count() < 3 {
        Err(USERNAME_TOO_SHORT)
    } else if length > LONGEST_USERNAME {
        Err("Le nom d'utilisateur doit contenir au plus 60 caractères")
    } else if looks_like_phone(username) || looks_like_email(username) || username.contains('@') {
        Err("Le nom d'utilisateur ne peut pas être un numéro de téléphone ni une adresse e-mail")
    } else if username.chars().any(|c| c.is_control() || is_invisible(c)) {
        Err("Le nom d'utilisateur contient un caractère invisible")
    } else if mixes_alphabets(username) {
        Err("Le nom d'utilisateur mélange plusieurs alphabets : n'en gardez qu'un")
    } else {
        Ok(())
    }
}

/// An account as signing in needs it.
pub struct Login {
    pub user: UserId,
    pub username: String,
    pub password_hash: String,
    pub has_common_password: bool,
}

/// A new password in the form it is stored.
pub struct HashedPassword {
    pub hash: String,
    pub is_common: bool,
}

/// What somebody typed to sign in, in the forms it may be stored under. Never printed: people type passwords there, too.
#[derive(Clone)]
pub struct LoginQuery {
    pub folded: String,
    pub phone: Option<String>,
}

impl LoginQuery {
    pub fn check(query: &str, password: &str) -> Result<LoginQuery, FieldErrors> {
        let mut errors = FieldErrors::new();
        let query = LoginQuery::read(query, &mut errors);
        errors.require(password.chars().count() >= 4, "password", "Le mot de passe est requis");
        errors.into_result()?;
        Ok(query)
    }

    pub fn read(query: &str, errors: &mut FieldErrors) -> LoginQuery {
        errors.require(query.trim().chars().count() >= 3, "query", USERNAME_TOO_SHORT);
        LoginQuery { folded: fold(query), phone: Phone::normal_of_query(query) }
    }

    /// All ways to type one name, number or address are one.
    pub fn typed(&self) -> &str {
        self.phone.as_deref().unwrap_or(&self.folded)
    }
}

pub const LOOKALIKE: &str = "Ce nom ressemble trop à celui d'un autre compte : choisissez-en un autre";
pub const WRONG_LOGIN: &str = "Nom d'utilisateur ou mot de passe incorrect.";
pub const SESSION_OVER: &str = "Votre session a expiré. Connectez-vous à nouveau.";

/// The database is the judge of what is taken.
pub fn taken(error: Error) -> Error {
    error.on_constraint("users_username_key", "username", "Ce nom d'utilisateur est déjà utilisé").on_constraint(
        "users_phone_key",
        "phone",
        "Ce numéro de téléphone est déjà utilisé",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_registration_passes() {
        let registration = Registration::check(" Amani ", "0991234567", "secret", "secret").unwrap();
        assert_eq!(registration.username, "Amani");
        assert_eq!(registration.phone.normal(), "243991234567");
    }

    #[test]
    fn a_printed_registration_holds_no_password() {
        let printed = format!("{:?}", Registration::check("Amani", "0991234567", "hunter22", "hunter22").unwrap());
        assert!(printed.contains("Amani") && !printed.contains("hunter22"), "{printed}");
    }

    #[test]
    fn names_that_could_mislead_are_refused() {
        for username in [
            "ab",
            "  a ",
            "0991234567",
            "+243991234567",
            "a@b.cd",
            "ama\u{200b}ni",
            "x\u{202e}yz",
            "\u{301}\u{301}\u{301}",
        ] {
            let errors = Registration::check(username, "0991234567", "secret", "secret").unwrap_err();
            assert!(!errors.is_empty(), "{username:?}");
        }
    }
}
