//! Invitations into a team: how long they last, and whose they are. Pure.

use std::time::Duration;

use domain::{EventId, Instant, fold};

use crate::team::roles::Role;
use accounts::Account;
use platform::Error;

pub const NO_INVITATION: Error = Error::NotFound("Cette invitation n'est plus valable.");

/// How long the link of an invitation can be followed.
const VALID_FOR: Duration = Duration::from_hours(14 * 24);

/// A row of `event_invitations`.
#[derive(Debug, Clone)]
pub struct Invitation {
    pub id: i64,
    pub event: EventId,
    pub email: String,
    pub role: Role,
    pub trusted: bool,
    pub created: Instant,
    pub expires: Instant,
}

impl Invitation {
    pub fn expires_after(now: Instant) -> Instant {
        now + VALID_FOR
    }

    pub fn is_open(&self, now: Instant) -> bool {
        self.expires > now
    }

    /// Refuses everybody but who has proved that they read the mails of this address: the link may have been passed on.
    pub fn check_taker(&self, person: &Account) -> Result<(), Error> {
        let proved = person.email.as_deref().filter(|_| person.email_verified);
        if proved.is_some_and(|email| fold(email) == fold(&self.email)) {
            return Ok(());
        }
        Err(Error::NotYours(format!(
            "Cette invitation est pour {} : connectez-vous avec un compte qui a confirmé cette adresse.",
            abridge_email(&self.email)
        )))
    }
}

/// An address as far as whoever has the link may know it: `g…@exemple.cd`.
pub fn abridge_email(email: &str) -> String {
    let (name, domain) = email.split_once('@').unwrap_or((email, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use domain::UserId;

    use super::*;

    fn invitation(email: &str) -> Invitation {
        let created = Instant::from_millis(0);
        let expires = Invitation::expires_after(created);
        let (event, role) = (EventId::new(1), Role::Collaborator);
        Invitation { id: 1, event, email: email.to_owned(), role, trusted: false, created, expires }
    }

    fn person(email: Option<&str>, email_verified: bool) -> Account {
        Account {
            id: UserId::new(1),
            username: "Grace".to_owned(),
            phone: "0990000001".to_owned(),
            phone_verified: false,
            email: email.map(str::to_owned),
            email_verified,
            activity: None,
            picture: None,
        }
    }

    #[test]
    fn only_who_has_proved_the_address_takes_it() {
        let invitation = invitation("Grace@exemple.cd");
        assert!(invitation.check_taker(&person(Some("grace@exemple.cd"), true)).is_ok());
        for other in [person(None, false), person(Some("grace@exemple.cd"), false), person(Some("g@exemple.cd"), true)]
        {
            assert!(invitation.check_taker(&other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn it_lasts_two_weeks() {
        let invitation = invitation("a@b.cd");
        let days = |days: u64| Instant::from_millis(0) + Duration::from_hours(24 * days);
        assert!(invitation.is_open(days(13)) && !invitation.is_open(days(14)));
    }

    #[test]
    fn an_abridged_address_tells_no_name() {
        assert_eq!(abridge_email("grace.k@exemple.cd"), "g…@exemple.cd");
        assert_eq!(abridge_email("élie@exemple.cd"), "é…@exemple.cd");
    }
}
