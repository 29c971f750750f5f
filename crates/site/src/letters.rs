//! The mails of the site, word for word.

use crate::model::Appointment;
use platform::mail::{Letter, Mail, Outbox};

pub fn subscribed(outbox: &Outbox, email: &str, token: &str) -> Mail {
    let way_out = outbox.link(&format!("/newsletter/unsubscribe/{token}"));
    let letter = Letter::to_somebody()
        .says("Vous êtes inscrit à la newsletter de Tukio : de temps en temps, les évènements à ne pas manquer.")
        .button("Me désinscrire", &way_out)
        .says("Si vous n'avez rien demandé, désinscrivez-vous : nous n'écrirons plus à cette adresse.");
    Mail::new(None, email, "Bienvenue dans la newsletter de Tukio", letter).with_way_out(way_out)
}

pub fn to_support(support: &str, asked: &Appointment) -> Mail {
    let letter = Letter::to("l'équipe")
        .says(format!("{} demande un rendez-vous le {} à {} (heure de Lubumbashi).", asked.name, asked.day, asked.hour))
        .says(format!("Téléphone : {}", asked.phone.typed()))
        .says(format!("E-mail : {}", asked.email.as_deref().unwrap_or("non indiqué")))
        .says(asked.message.clone());
    Mail::new(None, support, format!("Rendez-vous : {}", asked.name), letter)
}

/// Nobody knows whose address it is: what was typed freely is not sent there.
pub fn to_sender(email: &str, asked: &Appointment) -> Mail {
    let letter = Letter::to_somebody()
        .says(format!(
            "Nous avons bien reçu votre demande de rendez-vous pour le {} à {} (heure de Lubumbashi).",
            asked.day, asked.hour
        ))
        .says(format!("Nous vous appelons au {} pour le confirmer.", asked.phone.typed()))
        .says("Si vous n'avez rien demandé, ignorez ce message.");
    Mail::new(None, email, "Votre demande de rendez-vous", letter)
}
