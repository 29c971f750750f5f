//! Types and rules of codes, pure.

use std::time::Duration;

use database::stored_words;
use domain::{Instant, UserId};
use hmac::{Hmac, KeyInit, Mac};
use platform::random;
use platform::secret::SecretHash;
use sha2::Sha256;

pub const HOUR: Duration = Duration::from_secs(3600);
pub const DAY: Duration = Duration::from_secs(24 * 3600);

/// How long a code works: networks may be slow.
pub const CODE_LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Wrong tries that one code takes.
pub const MOST_TRIES: i64 = 5;

/// Codes for one number and purpose.
pub const MOST_PER_HOUR: i64 = 4;
pub const MOST_PER_DAY: i64 = 8;

/// Codes that one person has sent to whichever numbers.
pub const MOST_PER_PERSON: i64 = 6;

pub const WRONG_CODE: &str = "Ce code est faux ou n'est plus valable. Vérifiez-le, ou demandez-en un nouveau.";
pub const NO_CHANNEL: &str = "Les numéros ne peuvent pas être vérifiés pour le moment.";
pub const UNKNOWN_CHANNEL: &str = "Les codes ne peuvent pas être envoyés par ce moyen.";
pub const NO_NUMBER: &str = "Ajoutez d'abord un numéro de téléphone à votre profil.";
pub const PROVED_BEFORE: &str =
    "Ce numéro est déjà vérifié par un autre compte : connectez-vous, ou choisissez un nouveau mot de passe.";
pub const CLAIM_ASKED: &str = "Si un compte utilise ce numéro, un code vient d'y être envoyé.";
pub const RESET_ASKED: &str = "Si ce numéro est vérifié sur un compte, un code vient d'y être envoyé.";

stored_words! {
    /// What a code is good for, and for nothing else.
    Purpose {
        /// Proves the number of the account that asks.
        Verify = "verify",
        /// Takes a number at registration that another account only typed.
        Claim = "claim",
        /// Chooses a new password.
        Reset = "reset",
    }
}

impl Purpose {
    /// The message, which says what its code opens, so that nobody hands it to a stranger for something else.
    pub fn message(self, code: &str) -> String {
        let opens = match self {
            Purpose::Verify => "pour confirmer votre mobile",
            Purpose::Claim => "pour vous inscrire",
            Purpose::Reset => "pour changer votre mot de passe",
        };
        format!("{code} est votre code Tukio {opens}, valable 10 minutes. Ne le donnez jamais.")
    }
}

/// A code about to be stored. It is sent only if somebody is to have it.
pub struct NewCode {
    pub purpose: Purpose,
    pub phone: String,
    pub user: Option<UserId>,
    pub salt: [u8; 16],
    pub hash: SecretHash,
    pub created: Instant,
}

/// A code that is being tried.
pub struct TriedCode {
    pub id: i64,
    pub user: Option<UserId>,
    pub salt: Vec<u8>,
    pub hash: Vec<u8>,
}

impl TriedCode {
    /// Compares in constant time.
    pub fn is(&self, typed: &str) -> bool {
        keyed(&self.salt, typed).is_some_and(|mac| mac.verify_slice(&self.hash).is_ok())
    }
}

/// A code that was typed rightly and is not used up yet.
#[derive(Debug, Clone, Copy)]
pub struct RightCode {
    pub id: i64,
    pub user: Option<UserId>,
}

/// The salt keeps one table of a million hashes from opening all codes at once.
pub fn hash(salt: &[u8], code: &str) -> SecretHash {
    keyed(salt, code).map(|mac| mac.finalize().into_bytes().into()).unwrap_or_default()
}

fn keyed(salt: &[u8], code: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(salt).ok()?;
    mac.update(code.as_bytes());
    Some(mac)
}

/// Six digits, each code as likely as any other.
pub fn draw_code() -> String {
    /// The largest multiple of a million that fits.
    const FAIR: u32 = u32::MAX / 1_000_000 * 1_000_000;
    loop {
        let number = u32::from_be_bytes(random::bytes());
        if number < FAIR {
            return format!("{:06}", number % 1_000_000);
        }
    }
}

/// What somebody typed, without the spaces that telephones put between digits.
pub fn read_code(typed: &str) -> String {
    typed.chars().filter(|c| !c.is_whitespace() && *c != '-').take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_and_opens_by_its_own_salt() {
        for _ in 0..200 {
            let code = draw_code();
            assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            let tried = TriedCode { id: 1, user: None, salt: vec![7; 16], hash: hash(&[7; 16], &code).to_vec() };
            assert!(tried.is(&code) && !tried.is("") && !tried.is(&code[1..]));
            assert!(!TriedCode { salt: vec![8; 16], ..tried }.is(&code));
        }
    }

    #[test]
    fn a_code_may_be_typed_as_it_is_read_aloud() {
        assert_eq!(read_code(" 123 456 "), "123456");
        assert_eq!(read_code("123-456"), "123456");
    }

    #[test]
    fn messages_fit_one_sms_of_any_gateway() {
        for purpose in [Purpose::Verify, Purpose::Claim, Purpose::Reset] {
            let message = purpose.message("123456");
            assert!(message.is_ascii() && message.len() <= 160, "{message}");
        }
    }
}
