//! What somebody is to an event that they do not merely visit.

use database::field_as_text;
use domain::NotInList;
use serde::Serialize;

/// The owner is named by the event's own row, the others by `event_collaborators.role`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Owner,
    Collaborator,
    /// Lets people in, and sees nothing else of the event.
    Door,
}

impl Role {
    pub fn as_str(&self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Collaborator => "collaborator",
            Role::Door => "door",
        }
    }

    /// Whether the event is theirs to make: everything but the door is for these.
    pub fn organises(self) -> bool {
        self != Role::Door
    }
}

impl std::str::FromStr for Role {
    type Err = NotInList;

    fn from_str(word: &str) -> Result<Role, NotInList> {
        [Role::Owner, Role::Collaborator, Role::Door].into_iter().find(|role| role.as_str() == word).ok_or(NotInList)
    }
}

field_as_text!(Role);
