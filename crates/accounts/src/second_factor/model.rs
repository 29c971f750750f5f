//! Types and rules of the second factor, pure.

use std::time::Duration;

use domain::{Instant, UserId};
use platform::random;
use platform::secret::{self, SecretHash};

use crate::second_factor::totp::{Secret, base32};

/// Wrong codes at once, then one more after each of these waits: at most three hundred a day, of a million.
pub const WRONG_CODES: u32 = 5;
pub const WRONG_CODE_WAIT: Duration = Duration::from_secs(5 * 60);

/// How long somebody who has typed the password may look for the code.
pub const STEP_LIFETIME: Duration = Duration::from_secs(10 * 60);

pub const RECOVERY_CODES: usize = 10;

pub const WRONG_CODE: &str = "Ce code est faux ou a déjà servi. Attendez le suivant dans votre application.";
pub const STEP_OVER: &str = "Cette connexion a expiré. Saisissez à nouveau votre mot de passe.";
pub const ALREADY_ON: &str = "La double authentification est déjà activée.";
pub const NOT_BEGUN: &str = "Commencez par ajouter Tukio à votre application d'authentification.";
pub const IS_OFF: &str = "La double authentification n'est pas activée.";

/// What an authenticator app has in common with an account.
pub struct SecondFactor {
    pub secret: Vec<u8>,
    pub is_on: bool,
}

/// A sign-in that waits for its second code.
pub struct WaitingStep {
    pub user: UserId,
    pub remember: bool,
}

/// The time until the next try, once wrong codes have used all up that there are at once
/// (<https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm>). `full_again` is when all will be there again.
pub fn wait_for_try(full_again: Option<Instant>, now: Instant) -> Option<Duration> {
    let owed = full_again.map_or(Duration::ZERO, |full_again| full_again.since(now)) + WRONG_CODE_WAIT;
    owed.checked_sub(WRONG_CODE_WAIT * WRONG_CODES).filter(|wait| !wait.is_zero())
}

/// What an app is set up with, by a picture or by hand. Never printed, and answered once.
pub struct Enrolment {
    pub secret: String,
    pub uri: String,
}

impl Enrolment {
    pub fn new(secret: &Secret, username: &str) -> Enrolment {
        let secret = base32(secret);
        let name = url::form_urlencoded::byte_serialize(username.as_bytes()).collect::<String>().replace('+', "%20");
        let uri = format!("otpauth://totp/Tukio:{name}?secret={secret}&issuer=Tukio");
        Enrolment { secret, uri }
    }
}

/// Twelve characters, in groups as people read them: sixty bits. Without characters that look alike.
pub fn draw_recovery_code() -> String {
    const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let characters = random::bytes::<12>().map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    let groups: Vec<String> = characters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The same however it was typed, and another for each person.
pub fn hash_recovery_code(user: UserId, typed: &str) -> SecretHash {
    secret::hash(&format!("{user}:{}", plain(typed).to_ascii_uppercase()))
}

/// Without the spaces and dashes that codes are shown with.
pub fn plain(typed: &str) -> String {
    typed.chars().filter(|c| c.is_ascii_alphanumeric()).take(40).collect()
}

/// When a sign-in that begins now is over.
pub fn step_ends(now: Instant) -> Instant {
    now + STEP_LIFETIME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_are_read_however_they_are_typed() {
        let code = draw_recovery_code();
        assert_eq!((code.len(), code.matches('-').count()), (14, 2));
        let user = UserId::new(7);
        let hash = hash_recovery_code(user, &code);
        assert_eq!(hash_recovery_code(user, &format!(" {} ", code.to_lowercase().replace('-', " "))), hash);
        assert_ne!(hash_recovery_code(UserId::new(8), &code), hash);
    }

    #[test]
    fn an_app_is_told_whose_account_it_is() {
        let enrolment = Enrolment::new(&[0; 20], "Amani Élie");
        assert_eq!(
            enrolment.uri,
            "otpauth://totp/Tukio:Amani%20%C3%89lie?secret=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&issuer=Tukio"
        );
    }
}
