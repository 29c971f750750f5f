//! An appointment for a video call and its rules, and what the newsletter's list knows, pure.

use std::time::Duration;

use domain::{Day, FieldErrors, Hour, Instant, Phone, Town, looks_like_email, today_in};

const LONGEST_NAME: usize = 80;
const LONGEST_MESSAGE: usize = 2000;

/// What somebody typed into the contact form.
pub struct AppointmentForm<'a> {
    pub name: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub day: &'a str,
    pub hour: &'a str,
    pub message: &'a str,
}

#[derive(Debug, Clone)]
pub struct Appointment {
    pub name: String,
    pub phone: Phone,
    pub email: Option<String>,
    /// By Lubumbashi's calendar and clocks, where support sits.
    pub day: Day,
    pub hour: Hour,
    pub message: String,
}

impl Appointment {
    pub fn check(form: &AppointmentForm<'_>, now: Instant) -> Result<Appointment, FieldErrors> {
        let mut errors = FieldErrors::new();
        let name: String = form.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = name.chars().count();
        errors.require(length >= 2, "name", "Veuillez indiquer votre nom");
        errors.require(length <= LONGEST_NAME, "name", "Le nom doit contenir au plus 80 caractères");
        let phone = errors.check_parsed("phone", form.phone.parse::<Phone>());
        let email = form.email.trim();
        errors.require(email.is_empty() || looks_like_email(email), "email", "L'email doit être valide");
        let day = errors.check_parsed("day", form.day.trim().parse::<Day>().map_err(|_| "Veuillez choisir un jour"));
        if let Some(day) = day {
            errors.require(day >= today_in(Town::Lubumbashi, now), "day", "La date ne peut pas être dans le passé");
        }
        let hour = errors.check_parsed("hour", form.hour.trim().parse::<Hour>());
        let message = form.message.trim().replace("\r\n", "\n");
        let length = message.chars().count();
        errors.require(length >= 10, "message", "Veuillez écrire votre message (au moins 10 caractères)");
        errors.require(length <= LONGEST_MESSAGE, "message", "Le message ne doit pas dépasser 2000 caractères");
        match (phone, day, hour, errors.is_empty()) {
            (Some(phone), Some(day), Some(hour), true) => {
                let email = Some(email.to_owned()).filter(|email| !email.is_empty());
                Ok(Appointment { name, phone, email, day, hour, message })
            }
            _ => Err(errors),
        }
    }
}

/// An appointment as it was stored.
#[derive(Debug, Clone)]
pub struct StoredAppointment {
    pub name: String,
    pub phone: String,
    pub email: Option<String>,
    pub day: Day,
    pub hour: Hour,
    pub message: String,
    pub created: Instant,
}

/// What the newsletter's list knows of an address: when its reader was asked, and when they said yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subscription {
    pub asked: Instant,
    pub confirmed: Option<Instant>,
}

/// How long the link that confirms a subscription is good; then the address is forgotten.
pub const CONFIRMATION_LIFETIME: Duration = Duration::from_hours(14 * 24);

/// How long nobody is asked a second time, however often their address is typed.
pub const NEXT_QUESTION: Duration = Duration::from_hours(24);

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000); // 2026-11-14, noon in Lubumbashi

    #[test]
    fn every_rule_speaks_at_once() {
        let empty = AppointmentForm { name: "", phone: "", email: "x", day: "2026-11-13", hour: "", message: "court" };
        let errors = serde_json::to_value(Appointment::check(&empty, NOW).unwrap_err()).unwrap();
        assert_eq!(errors.as_object().unwrap().len(), 6, "{errors}");
        assert_eq!(errors["day"], serde_json::json!(["La date ne peut pas être dans le passé"]));
        let good = AppointmentForm {
            name: "Neema",
            phone: "0991234567",
            email: "",
            day: "2026-11-14",
            hour: "10:00",
            message: "Comment vendre ?",
        };
        assert!(Appointment::check(&good, NOW).is_ok());
    }
}
