//! The collaborators that a form names. Pure.

use std::collections::BTreeSet;

use domain::{FieldErrors, UserId, fold, looks_like_email};
use serde_json::Value;

const FIELD: &str = "collaborators";
const MOST: usize = 30;

/// People picked by id, and addresses typed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedCollaborators {
    pub users: BTreeSet<UserId>,
    pub emails: Vec<String>,
}

impl NamedCollaborators {
    /// Reads a JSON list of e-mail addresses and ids.
    pub fn read(text: &str, errors: &mut FieldErrors) -> NamedCollaborators {
        let mut named = NamedCollaborators::default();
        let listed: Vec<Value> = match serde_json::from_str(if text.trim().is_empty() { "[]" } else { text }) {
            Ok(listed) => listed,
            Err(_) => {
                errors.add(FIELD, "Une liste d'adresses e-mail est attendue.");
                return named;
            }
        };
        errors.require(listed.len() <= MOST, FIELD, "Trente collaborateurs au plus");
        for entry in listed.into_iter().take(MOST) {
            named.add(&entry, errors);
        }
        named
    }

    fn add(&mut self, entry: &Value, errors: &mut FieldErrors) {
        match entry {
            Value::Number(id) if id.as_i64().is_some() => {
                self.users.extend(id.as_i64().map(UserId::new));
            }
            Value::String(email) if looks_like_email(email.trim()) => {
                let email = email.trim().to_owned();
                if self.emails.iter().all(|known| fold(known) != fold(&email)) {
                    self.emails.push(email);
                }
            }
            _ => errors.add(FIELD, "L'email doit être valide"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_ids_may_be_mixed() {
        let mut errors = FieldErrors::new();
        let named = NamedCollaborators::read(r#"["a@b.cd", 7, " A@B.cd ", 7]"#, &mut errors);
        assert!(errors.is_empty());
        assert_eq!((named.emails, named.users), (vec!["a@b.cd".to_owned()], BTreeSet::from([UserId::new(7)])));
        assert_eq!(NamedCollaborators::read("", &mut errors), NamedCollaborators::default());
        for wrong in [r#"["a"]"#, "[1.5]", "{}", "[null]", "x"] {
            let mut errors = FieldErrors::new();
            NamedCollaborators::read(wrong, &mut errors);
            assert!(!errors.is_empty(), "{wrong}");
        }
    }
}
