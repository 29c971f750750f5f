//! What the payer typed on the sandbox's page, checked in French; the number chooses the outcome, as it does with the
//! real services' sandboxes.

use std::time::Duration;

use domain::Phone;
use serde::Deserialize;

use super::Decision;

/// The body of one of the page's two forms.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PageForm {
    pub phone: Option<String>,
    pub card: Option<String>,
}

/// Shows which fields were sent and not what is in them: somebody may have typed a real card.
impl std::fmt::Debug for PageForm {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |field: &Option<String>| field.as_ref().map(|_| "…");
        out.debug_struct("PageForm").field("phone", &shown(&self.phone)).field("card", &shown(&self.card)).finish()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormField {
    Phone,
    Card,
}

/// A field to correct, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    pub field: FormField,
    pub message: String,
}

/// The payer's decision, and how long it takes to settle; `None` if it never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub decision: Decision,
    pub settles_after: Option<Duration>,
}

const SOON: Duration = Duration::from_secs(2);
/// Beyond the two minutes that the buyer's dialog waits.
const LATE: Duration = Duration::from_secs(130);

impl PageForm {
    pub(super) fn choice(&self) -> Result<Choice, FieldProblem> {
        let filled = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
        match (&self.phone, &self.card) {
            (Some(_), Some(_)) if filled(&self.phone) && filled(&self.card) => {
                Err(FormField::Phone.problem("Choisissez un seul moyen de paiement : téléphone ou carte."))
            }
            (Some(phone), None) => by_phone(phone),
            (Some(phone), Some(_)) if filled(&self.phone) => by_phone(phone),
            (_, Some(card)) => by_card(card),
            (None, None) => Err(FormField::Phone.problem("Saisissez un numéro de téléphone ou de carte.")),
        }
    }
}

impl FormField {
    fn problem(self, message: impl Into<String>) -> FieldProblem {
        FieldProblem { field: self, message: message.into() }
    }
}

fn by_phone(typed: &str) -> Result<Choice, FieldProblem> {
    let number = without_separators(typed);
    let phone = number.strip_prefix('+').unwrap_or(&number).parse::<Phone>();
    let phone = phone.map_err(|wrong| FormField::Phone.problem(format!("{wrong}.")))?;
    let digits = phone.typed();
    Ok(match &digits[digits.len() - 3..] {
        "039" => soon(Decision::Refuse),
        "049" => soon(Decision::LackBalance),
        "129" => Choice { decision: Decision::NeverAnswer, settles_after: None },
        "159" => Choice { decision: Decision::Pay, settles_after: Some(LATE) },
        _ => soon(Decision::Pay),
    })
}

/// Only the documented card pays: any other, perhaps a real one, is refused.
fn by_card(typed: &str) -> Result<Choice, FieldProblem> {
    let digits = without_separators(typed);
    if digits.len() != 16 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FormField::Card.problem("Le numéro de carte doit avoir 16 chiffres."));
    }
    if !passes_luhn(&digits) {
        return Err(FormField::Card.problem("Le numéro de carte est incorrect : vérifiez les chiffres."));
    }
    Ok(soon(if digits == "4242424242424242" { Decision::Pay } else { Decision::Refuse }))
}

fn soon(decision: Decision) -> Choice {
    Choice { decision, settles_after: Some(SOON) }
}

fn without_separators(typed: &str) -> String {
    typed
        .chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '-' | '.' | '(' | ')'))
        .collect()
}

/// The Luhn check: every second digit from the right counts double, its two figures added.
fn passes_luhn(digits: &str) -> bool {
    let weighed = digits.bytes().rev().enumerate().map(|(place, byte)| {
        let digit = u32::from(byte - b'0') << (place % 2);
        digit / 10 + digit % 10
    });
    weighed.sum::<u32>().is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phone(typed: &str) -> Result<Choice, FieldProblem> {
        PageForm { phone: Some(typed.into()), card: None }.choice()
    }

    fn card(typed: &str) -> Result<Choice, FieldProblem> {
        PageForm { phone: None, card: Some(typed.into()) }.choice()
    }

    #[test]
    fn the_last_three_digits_of_a_phone_choose() {
        let late = Choice { decision: Decision::Pay, settles_after: Some(Duration::from_secs(130)) };
        let never = Choice { decision: Decision::NeverAnswer, settles_after: None };
        for (number, choice) in [
            ("0990000789", soon(Decision::Pay)),
            ("0990000039", soon(Decision::Refuse)),
            ("0990000049", soon(Decision::LackBalance)),
            ("0990000129", never),
            ("0990000159", late),
            ("0991234567", soon(Decision::Pay)),
            (" +243 99 000 00-39 ", soon(Decision::Refuse)),
        ] {
            assert_eq!(phone(number), Ok(choice), "{number}");
        }
    }

    #[test]
    fn one_card_pays() {
        assert_eq!(card("4242424242424242"), Ok(soon(Decision::Pay)));
        assert_eq!(card("4242 4242 4242 4242"), Ok(soon(Decision::Pay)));
        assert_eq!(card("4000000000000002"), Ok(soon(Decision::Refuse)));
        assert_eq!(card("5555555555554444"), Ok(soon(Decision::Refuse)));
    }

    #[test]
    fn what_is_wrong_is_said_in_french_at_its_field() {
        for typed in ["", "099123456", "telephone!", "0123456789012345", "é129", "099000078９"] {
            let problem = phone(typed).unwrap_err();
            assert_eq!(problem.field, FormField::Phone, "{typed}");
            assert_eq!(problem.message, "Le numéro de téléphone doit être valide (au moins 10 chiffres).");
        }
        for (typed, message) in [
            ("", "Le numéro de carte doit avoir 16 chiffres."),
            ("424242424242424", "Le numéro de carte doit avoir 16 chiffres."),
            ("4242x24242424242", "Le numéro de carte doit avoir 16 chiffres."),
            ("4242424242424241", "Le numéro de carte est incorrect : vérifiez les chiffres."),
        ] {
            assert_eq!(card(typed).unwrap_err(), FormField::Card.problem(message), "{typed}");
        }
    }

    #[test]
    fn one_way_to_pay_at_a_time() {
        let form = |phone: &str, card: &str| PageForm { phone: Some(phone.into()), card: Some(card.into()) }.choice();
        assert_eq!(form("0990000789", " "), Ok(soon(Decision::Pay)));
        assert_eq!(form("", "4000000000000002"), Ok(soon(Decision::Refuse)));
        assert!(form("0990000789", "4242424242424242").is_err());
        assert!(PageForm::default().choice().is_err());
    }
}
