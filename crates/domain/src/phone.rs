//! Telephone numbers: answered as typed, compared in one normal form.

/// A number as its owner typed it: digits only, ten to fifteen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Le numéro de téléphone doit être valide (au moins 10 chiffres)")]
pub struct NotAPhone;

impl Phone {
    pub fn typed(&self) -> &str {
        &self.0
    }

    /// International form without `+`: what uniqueness, login and payments use.
    pub fn normal(&self) -> String {
        normal_form(&self.0)
    }

    /// Normal form of what somebody typed to sign in, where `+243 99…` and spaces are welcome.
    pub fn normal_of_query(query: &str) -> Option<String> {
        looks_like_phone(query).then(|| normal_form(&query.chars().filter(char::is_ascii_digit).collect::<String>()))
    }
}

impl std::str::FromStr for Phone {
    type Err = NotAPhone;

    fn from_str(text: &str) -> Result<Phone, NotAPhone> {
        let text = text.trim();
        let valid = (10..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        valid.then(|| Phone(text.to_owned())).ok_or(NotAPhone)
    }
}

/// Whether a text could be read as a telephone number: such a text may not be a username.
pub fn looks_like_phone(text: &str) -> bool {
    let body = text.trim().trim_start_matches('+');
    let digits = body.chars().filter(char::is_ascii_digit).count();
    (9..=15).contains(&digits) && body.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '(' | ')'))
}

fn normal_form(digits: &str) -> String {
    // `00` is the international prefix, a single `0` the national one; nine digits are a number without either.
    if let Some(international) = digits.strip_prefix("00") {
        international.to_owned()
    } else if let Some(national) = digits.strip_prefix('0') {
        format!("243{national}")
    } else if digits.len() == 9 {
        format!("243{digits}")
    } else {
        digits.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_a_number_meet() {
        let phone: Phone = "0991234567".parse().unwrap();
        assert_eq!(phone.typed(), "0991234567");
        assert_eq!(phone.normal(), "243991234567");
        for typed in ["+243 99 123 45 67", "243991234567", "00243991234567", "0991234567", "991234567", "099-123-4567"]
        {
            assert_eq!(Phone::normal_of_query(typed).as_deref(), Some("243991234567"), "{typed}");
        }
    }

    #[test]
    fn the_form_takes_digits_only() {
        for text in ["099123456", "+243991234567", "099 123 45 67", "abcdefghij", "", "0123456789012345"] {
            assert!(text.parse::<Phone>().is_err(), "{text}");
        }
    }

    #[test]
    fn usernames_are_not_numbers() {
        assert!(looks_like_phone("0991234567"));
        assert!(looks_like_phone("+243 991 234 567"));
        assert!(!looks_like_phone("dj-2000"));
        assert!(!looks_like_phone("lubumbashi"));
        assert!(!looks_like_phone("dj 0991234567"), "words beside a number are a name");
        assert!(!looks_like_phone("2024-2025"), "too few figures for a number");
    }
}
