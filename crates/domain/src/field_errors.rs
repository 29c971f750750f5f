//! What is wrong with a form, field by field, in the reader's language.

use std::collections::BTreeMap;

/// Field → messages, in the shape the API answers with.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct FieldErrors(BTreeMap<String, Vec<String>>);

impl FieldErrors {
    pub fn new() -> FieldErrors {
        FieldErrors::default()
    }

    pub fn of(field: &str, message: impl Into<String>) -> FieldErrors {
        let mut errors = FieldErrors::new();
        errors.add(field, message);
        errors
    }

    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        self.0.entry(field.to_owned()).or_default().push(message.into());
    }

    /// Adds the message unless the condition holds.
    pub fn require(&mut self, holds: bool, field: &str, message: &str) {
        if !holds {
            self.add(field, message);
        }
    }

    /// Returns the parsed value, or adds the refusal to the field's messages.
    pub fn check_parsed<T, E: std::fmt::Display>(&mut self, field: &str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|refusal| self.add(field, refusal.to_string())).ok()
    }

    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_result(self) -> Result<(), FieldErrors> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_gather_under_their_field() {
        let mut errors = FieldErrors::of("phone", "un");
        errors.add("phone", "deux");
        errors.require(true, "username", "trois");
        assert_eq!(errors.check_parsed("hour", "25:00".parse::<crate::Hour>()), None);
        assert_eq!(
            serde_json::to_value(&errors).unwrap(),
            serde_json::json!({
                "phone": ["un", "deux"],
                "hour": ["L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."],
            })
        );
    }

    #[test]
    fn a_form_is_taken_if_nothing_is_wrong_with_it() {
        let mut errors = FieldErrors::new();
        errors.require(true, "phone", "obligatoire");
        assert_eq!(errors.check_parsed("hour", "14:30".parse::<crate::Hour>()), "14:30".parse().ok());
        assert!(errors.is_empty() && !errors.has("phone"));
        assert_eq!(errors.clone().into_result(), Ok(()));
        errors.require(false, "phone", "obligatoire");
        assert!(!errors.is_empty() && errors.has("phone") && !errors.has("hour"));
        assert_eq!(errors.into_result(), Err(FieldErrors::of("phone", "obligatoire")));
    }
}
