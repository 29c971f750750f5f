//! The mails of the site, word for word.

use crate::model::Appointment;
use platform::mail::{Mail, MailText, Outbox};

pub fn subscribed(outbox: &Outbox, email: &str, token: &str) -> Mail {
    let unsubscribe_url = outbox.link(&format!("/newsletter/unsubscribe/{token}"));
    let text = MailText::to_anybody()
        .paragraph("Vous êtes inscrit à la newsletter de Tukio : de temps en temps, les évènements à ne pas manquer.")
        .button("Me désinscrire", &unsubscribe_url)
        .paragraph("Si vous n'avez rien demandé, désinscrivez-vous : nous n'écrirons plus à cette adresse.");
    Mail::new(None, email, "Bienvenue dans la newsletter de Tukio", text).with_unsubscribe_url(unsubscribe_url)
}

pub fn to_support(support: &str, appointment: &Appointment) -> Mail {
    let text = MailText::to("l'équipe")
        .paragraph(format!(
            "{} demande un rendez-vous le {} à {} (heure de Lubumbashi).",
            appointment.name, appointment.day, appointment.hour
        ))
        .paragraph(format!("Téléphone : {}", appointment.phone.typed()))
        .paragraph(format!("E-mail : {}", appointment.email.as_deref().unwrap_or("non indiqué")))
        .paragraph(appointment.message.clone());
    Mail::new(None, support, format!("Rendez-vous : {}", appointment.name), text)
}

/// Quotes nothing that was typed freely, because nobody knows whose address it is.
pub fn to_sender(email: &str, appointment: &Appointment) -> Mail {
    let text = MailText::to_anybody()
        .paragraph(format!(
            "Nous avons bien reçu votre demande de rendez-vous pour le {} à {} (heure de Lubumbashi).",
            appointment.day, appointment.hour
        ))
        .paragraph(format!("Nous vous appelons au {} pour le confirmer.", appointment.phone.typed()))
        .paragraph("Si vous n'avez rien demandé, ignorez ce message.");
    Mail::new(None, email, "Votre demande de rendez-vous", text)
}
