//! The mails of the site, word for word.

use crate::model::Appointment;
use platform::mail::{Mail, MailText, Outbox};

/// Asks whether the reader of an address wants the newsletter: anybody may have typed it.
pub fn confirm_subscription(outbox: &Outbox, email: &str, token: &str) -> Mail {
    let text = MailText::to_anybody()
        .paragraph("Voulez-vous recevoir la newsletter de Tukio : de temps en temps, les évènements à ne pas manquer ?")
        .button("Confirmer mon inscription", outbox.link(&format!("/newsletter/confirm/{token}")))
        .paragraph(
            "Le lien est valable quatorze jours. Si vous n'avez rien demandé, ignorez ce message : sans votre confirmation, \
             nous n'écrirons pas à cette adresse.",
        );
    let unsubscribe_url = outbox.link(&format!("/newsletter/unsubscribe/{token}"));
    Mail::new(None, email, "Confirmez votre inscription à la newsletter", text).with_unsubscribe_url(unsubscribe_url)
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
