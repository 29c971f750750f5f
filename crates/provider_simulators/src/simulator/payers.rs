//! The payers' side: which network a number has, how an attempt ends by the number's last digits, and the PIN prompts that
//! wait on telephones.

use serde::{Deserialize, Serialize};

use super::script::{Outcome, Script};

/// The mobile money networks of the country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    Mpesa,
    Airtel,
    Orange,
    Afrimoney,
}

impl Network {
    /// By the two digits behind 243; `None` for numbers of no network.
    pub fn of(number: &str) -> Option<Network> {
        match number.strip_prefix("243")?.get(..2)? {
            "81" | "82" | "83" => Some(Network::Mpesa),
            "97" | "98" | "99" => Some(Network::Airtel),
            "80" | "84" | "85" | "89" => Some(Network::Orange),
            "90" | "91" => Some(Network::Afrimoney),
            _ => None,
        }
    }
}

/// Whether a number has twelve digits and begins with 243.
pub fn is_number(text: &str) -> bool {
    text.len() == 12 && text.starts_with("243") && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What somebody types on a page, as twelve digits: spaces, hyphens and a plus are left out, `0…` becomes `243…`.
pub fn typed_number(text: &str) -> String {
    let digits: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '+' | '\u{a0}')).collect();
    match digits.strip_prefix('0') {
        Some(rest) if !digits.starts_with("00") => format!("243{rest}"),
        _ => digits,
    }
}

/// Seconds that `…159` takes, longer than a buyer's dialog waits.
const SLOW_SUCCESS_S: i64 = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Waits for the payer's answer.
    Prompted,
    Due {
        at_ms: i64,
        outcome: Outcome,
    },
    Never,
}

#[derive(Clone, Debug)]
struct Attempt {
    key: String,
    number: String,
    text: String,
    state: State,
}

/// A PIN prompt on a telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The provider's name for the attempt.
    pub key: String,
    pub number: String,
    /// What the telephone shows: the amount and who wants it.
    pub text: String,
}

/// An attempt whose end has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub key: String,
    pub at_ms: i64,
    pub outcome: Outcome,
}

/// The attempts that have not ended yet.
#[derive(Clone, Debug, Default)]
pub struct Payers {
    attempts: Vec<Attempt>,
}

impl Payers {
    /// Begins an attempt. The script decides, else the last three digits of the number, else the payer by a prompt.
    pub fn begin(&mut self, key: &str, number: &str, text: &str, script: &Script, now_ms: i64, usual_delay_s: i64) {
        let due = |outcome, seconds: i64| State::Due { at_ms: now_ms + seconds * 1000, outcome };
        let delay = script.delay_s.unwrap_or(usual_delay_s);
        let by_number = match number.get(number.len().saturating_sub(3)..).unwrap_or_default() {
            "789" => Some(due(Outcome::Success, delay)),
            "159" => Some(due(Outcome::Success, script.delay_s.unwrap_or(SLOW_SUCCESS_S))),
            "019" => Some(due(Outcome::PayerLimit, delay)),
            "029" => Some(due(Outcome::PayerNotFound, delay)),
            "039" => Some(due(Outcome::NotApproved, delay)),
            "049" => Some(due(Outcome::InsufficientBalance, delay)),
            "069" => Some(due(Outcome::Unspecified, delay)),
            "129" => Some(State::Never),
            _ => None,
        };
        let state = match (script.outcome, script.prompt) {
            (_, Some(true)) => State::Prompted,
            (Some(Outcome::Never), _) => State::Never,
            (Some(outcome), _) => due(outcome, delay),
            (None, _) => by_number.unwrap_or(State::Prompted),
        };
        let attempt = Attempt { key: key.to_owned(), number: number.to_owned(), text: text.to_owned(), state };
        self.attempts.push(attempt);
    }

    pub fn prompts(&self, number: Option<&str>) -> Vec<Prompt> {
        let waiting = self.attempts.iter().filter(|attempt| attempt.state == State::Prompted);
        let wanted = waiting.filter(|attempt| number.is_none_or(|number| attempt.number == number));
        wanted
            .map(|attempt| Prompt {
                key: attempt.key.clone(),
                number: attempt.number.clone(),
                text: attempt.text.clone(),
            })
            .collect()
    }

    /// The payer's answer to a prompt; `false` if no such prompt waits.
    pub fn answer(&mut self, key: &str, outcome: Outcome, now_ms: i64) -> bool {
        let waits = |attempt: &&mut Attempt| attempt.key == key && attempt.state == State::Prompted;
        let Some(attempt) = self.attempts.iter_mut().find(waits) else { return false };
        attempt.state = State::Due { at_ms: now_ms, outcome };
        true
    }

    /// Whether an attempt has not ended.
    pub fn is_open(&self, key: &str) -> bool {
        self.attempts.iter().any(|attempt| attempt.key == key)
    }

    /// Takes out the attempts whose end has come, the earliest first.
    pub fn take_ended(&mut self, now_ms: i64) -> Vec<Ended> {
        let mut ended = Vec::new();
        self.attempts.retain(|attempt| match attempt.state {
            State::Due { at_ms, outcome } if at_ms <= now_ms => {
                ended.push(Ended { key: attempt.key.clone(), at_ms, outcome });
                false
            }
            _ => true,
        });
        ended.sort_by_key(|one| one.at_ms);
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::{Network, Outcome, Payers, Script, is_number, typed_number};

    #[test]
    fn numbers_tell_their_network() {
        assert_eq!(Network::of("243813456789"), Some(Network::Mpesa));
        assert_eq!(Network::of("243973456789"), Some(Network::Airtel));
        assert_eq!(Network::of("243893456789"), Some(Network::Orange));
        assert_eq!(Network::of("243903456789"), Some(Network::Afrimoney));
        assert_eq!(Network::of("243703456789"), None);
        assert_eq!(typed_number("+243 81 345 67 89"), "243813456789");
        assert_eq!(typed_number("081 345 6789"), "243813456789");
        assert!(!is_number("0813456789"));
    }

    #[test]
    fn the_last_digits_decide_and_other_numbers_are_asked() {
        let mut payers = Payers::default();
        let usual = Script::default();
        for number in ["243813456789", "243813456049", "243813456129", "243813456159", "243813456700"] {
            payers.begin(number, number, "1000 CDF", &usual, 0, 0);
        }
        let ended: Vec<_> = payers.take_ended(0).into_iter().map(|one| one.outcome).collect();
        assert_eq!(ended, [Outcome::Success, Outcome::InsufficientBalance]);
        assert_eq!(payers.take_ended(119_999), []);
        assert_eq!(payers.take_ended(120_000).len(), 1);
        assert_eq!(payers.prompts(None).len(), 1);
        assert!(payers.answer("243813456700", Outcome::Success, 121_000));
        assert_eq!(payers.take_ended(121_000).len(), 1);
        assert_eq!(payers.take_ended(i64::MAX), [], "129 never ends");
    }
}
