//! The collaborators that a form names. Pure.

use std::collections::BTreeMap;

use domain::{FieldErrors, UserId, fold, looks_like_email};
use serde_json::Value;

use crate::team::roles::Role;

const FIELD: &str = "collaborators";
const MOST: usize = 30;

/// People picked by id, and addresses typed in, each with the role that they are given; without one they keep theirs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedCollaborators {
    pub users: BTreeMap<UserId, Option<Role>>,
    pub emails: Vec<(String, Option<Role>)>,
}

impl NamedCollaborators {
    /// Reads a JSON list of e-mail addresses, ids, and objects with one of them and a role.
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
            match &entry {
                Value::Object(fields) => match read_role(fields.get("role")) {
                    Some(role) => named.add(fields.get("id").or(fields.get("email")), role, errors),
                    None => errors.add(FIELD, "Le rôle doit être collaborator ou door"),
                },
                other => named.add(Some(other), None, errors),
            }
        }
        named
    }

    fn add(&mut self, who: Option<&Value>, role: Option<Role>, errors: &mut FieldErrors) {
        match who {
            Some(Value::Number(id)) if id.as_i64().is_some() => {
                self.users.extend(id.as_i64().map(|id| (UserId::new(id), role)));
            }
            Some(Value::String(email)) if looks_like_email(email.trim()) => {
                let email = email.trim().to_owned();
                if self.emails.iter().all(|(known, _)| fold(known) != fold(&email)) {
                    self.emails.push((email, role));
                }
            }
            _ => errors.add(FIELD, "L'email doit être valide"),
        }
    }
}

/// The role that an entry names, which it need not; `None` if it is none that can be given.
fn read_role(role: Option<&Value>) -> Option<Option<Role>> {
    match role {
        None | Some(Value::Null) => Some(None),
        Some(role) => role.as_str()?.parse().ok().filter(|role| *role != Role::Owner).map(Some),
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
        assert_eq!(named.emails, [("a@b.cd".to_owned(), None)]);
        assert_eq!(named.users, BTreeMap::from([(UserId::new(7), None)]));
        assert_eq!(NamedCollaborators::read("", &mut errors), NamedCollaborators::default());
        for wrong in [r#"["a"]"#, "[1.5]", "{}", "[null]", "x", "[{}]", r#"[{"id": 7, "role": "owner"}]"#] {
            let mut errors = FieldErrors::new();
            NamedCollaborators::read(wrong, &mut errors);
            assert!(!errors.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn a_role_may_be_named() {
        let mut errors = FieldErrors::new();
        let text = r#"[{"id": 7, "role": "door"}, {"email": "a@b.cd", "role": "collaborator"}, {"id": 8}]"#;
        let named = NamedCollaborators::read(text, &mut errors);
        assert!(errors.is_empty());
        assert_eq!(named.users, BTreeMap::from([(UserId::new(7), Some(Role::Door)), (UserId::new(8), None)]));
        assert_eq!(named.emails, [("a@b.cd".to_owned(), Some(Role::Collaborator))]);
    }
}
