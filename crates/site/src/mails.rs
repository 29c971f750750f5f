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

pub fn to_support(support: &str, asked: &Appointment) -> Mail {
    let text = MailText::to("l'équipe")
        .paragraph(format!(
            "{} demande un rendez-vous le {} à {} (heure de Lubumbashi).",
            asked.name, asked.day, asked.hour
        ))
        .paragraph(format!("Téléphone : {}", asked.phone.typed()))
        .paragraph(format!("E-mail : {}", asked.email.as_deref().unwrap_or("non indiqué")))
        .paragraph(asked.message.clone());
    Mail::new(None, support, format!("Rendez-vous : {}", asked.name), text)
}

/// Nobody knows whose address it is: what was typed freely is not sent there.
pub fn to_sender(email: &str, asked: &Appointment) -> Mail {
    let text = MailText::to_anybody()
        .paragraph(format!(
            "Nous avons bien reçu votre demande de rendez-vous pour le {} à {} (heure de Lubumbashi).",
            asked.day, asked.hour
        ))
        .paragraph(format!("Nous vous appelons au {} pour le confirmer.", asked.phone.typed()))
        .paragraph("Si vous n'avez rien demandé, ignorez ce message.");
    Mail::new(None, email, "Votre demande de rendez-vous", text)
}
