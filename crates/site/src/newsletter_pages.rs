//! The pages behind the links of the newsletter's mails: plain HTML that works without scripts. Each asks before it does
//! something, because mail programs and virus scanners open links by themselves.

pub fn ask_to_confirm() -> String {
    page(
        "Confirmer mon inscription",
        "<p>Vous recevrez de temps en temps les évènements à ne pas manquer.</p>\n\
         <form method=\"post\"><button type=\"submit\">Confirmer mon inscription</button></form>",
    )
}

pub fn confirmed() -> String {
    page(
        "C'est fait",
        "<p>Vous êtes inscrit à la newsletter de Tukio. Chaque e-mail contient un lien pour vous désinscrire.</p>\n\
         <p class=\"back\"><a href=\"/\">Voir les évènements</a></p>",
    )
}

/// For a link that is too old, or whose address was taken off the list.
pub fn not_confirmed() -> String {
    page(
        "Ce lien n'est plus valable",
        "<p>Inscrivez-vous de nouveau au bas d'une page : nous vous enverrons un nouveau lien.</p>\n\
         <p class=\"back\"><a href=\"/\">Voir les évènements</a></p>",
    )
}

pub fn ask_to_unsubscribe() -> String {
    page(
        "Se désinscrire",
        "<p>Vous ne voulez plus recevoir la newsletter de Tukio ?</p>\n\
         <form method=\"post\"><button type=\"submit\">Me désinscrire</button></form>",
    )
}

pub fn unsubscribed() -> String {
    page(
        "C'est fait",
        "<p>Vous êtes désinscrit : nous ne vous enverrons plus la newsletter.</p>\n\
         <p class=\"back\"><a href=\"/\">Voir les évènements</a></p>",
    )
}

fn page(title: &str, body: &str) -> String {
    brand::plain_page(title, "", &format!("<h1>{title}</h1>\n{body}"))
}
