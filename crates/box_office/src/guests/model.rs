//! Guests as they are typed, and what is wrong with them. Pure.

use domain::{FieldErrors, Phone, TicketTypeId, hex, is_invisible, looks_like_email};
use sha2::{Digest, Sha256};

use crate::guests::answers::{NewGuest, NewGuests};

/// Guests that are invited by one request.
const MOST_GUESTS: usize = 100;
const LONGEST_NAME: usize = 80;

/// A guest without errors. It has no `Debug`, because addresses of people must not get into a log.
#[derive(Clone)]
pub struct CheckedGuest {
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
}

impl NewGuests {
    pub fn check(&self) -> Result<(TicketTypeId, Vec<CheckedGuest>), FieldErrors> {
        let mut errors = FieldErrors::new();
        let ticket_type = self.ticket_type_id.0.parse();
        errors.require(ticket_type.is_ok(), "ticket_type_id", "Ce billet n'existe pas.");
        errors.require(!self.guests.is_empty(), "guests", "Au moins un invité est attendu.");
        errors.require(self.guests.len() <= MOST_GUESTS, "guests", "Cent invités au plus à la fois.");
        let mut guests = Vec::new();
        for (number, guest) in (1..).zip(self.guests.iter().take(MOST_GUESTS)) {
            match guest.check() {
                Ok(guest) => guests.push(guest),
                Err(message) => errors.add("guests", format!("Invité {number} : {message}")),
            }
        }
        match ticket_type {
            Ok(ticket_type) if errors.is_empty() => Ok((ticket_type, guests)),
            _ => Err(errors),
        }
    }

    /// The digest of a request, which tells a repeated request from another one with the same key.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(serde_json::to_vec(self).unwrap_or_default()))
    }
}

impl NewGuest {
    fn check(&self) -> Result<CheckedGuest, &'static str> {
        let name: String = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect();
        let typed =
            |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (phone, email) = (typed(&self.phone), typed(&self.email));
        match () {
            () if name.is_empty() => Err("le nom est requis."),
            () if name.chars().count() > LONGEST_NAME => Err("le nom doit contenir au plus 80 caractères."),
            () if phone.is_none() && email.is_none() => Err("un numéro ou une adresse email est requis."),
            () if phone.as_deref().is_some_and(|phone| phone.parse::<Phone>().is_err()) => {
                Err("le numéro de téléphone doit être valide (au moins 10 chiffres).")
            }
            () if email.as_deref().is_some_and(|email| !looks_like_email(email)) => Err("l'email doit être valide."),
            () => Ok(CheckedGuest { name, phone, email }),
        }
    }
}

/// A pattern of `LIKE` for texts that contain this one; the escape character is a backslash.
pub fn containing(text: &str) -> String {
    let escaped = text.trim().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_rule_has_its_words() {
        let errors = |guests: serde_json::Value| {
            let new: NewGuests = serde_json::from_value(json!({ "ticket_type_id": 4, "guests": guests })).unwrap();
            new.check()
                .err()
                .map(|errors| serde_json::to_value(errors).unwrap()["guests"][0].as_str().unwrap().to_owned())
        };
        for (guests, message) in [
            (json!([]), "Au moins un invité est attendu."),
            (json!([{ "name": " ", "phone": "0991234567" }]), "Invité 1 : le nom est requis."),
            (json!([{ "name": "Neema" }]), "Invité 1 : un numéro ou une adresse email est requis."),
            (json!([{ "name": "Neema", "email": "neema@" }]), "Invité 1 : l'email doit être valide."),
        ] {
            assert_eq!(errors(guests).as_deref(), Some(message));
        }
        assert_eq!(errors(json!([{ "name": "Neema", "email": "neema@tukio.example" }])), None);
        assert!(errors(json!([{ "name": "Neema", "phone": "12" }])).is_some());
    }

    #[test]
    fn a_search_is_taken_to_the_letter() {
        assert_eq!(containing(" 50_% "), "%50\\_\\%%");
    }
}
