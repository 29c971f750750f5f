//! The pages behind the unsubscribe link of news mails: plain HTML that works without scripts.

pub fn confirmation() -> String {
    page(
        "Ne plus recevoir de nouvelles",
        "<p>Vous ne voulez plus recevoir de nouvelles des organisateurs que vous suivez ?</p>\n\
         <form method=\"post\"><button type=\"submit\">Me désinscrire</button></form>",
    )
}

pub fn done() -> String {
    page(
        "C'est fait",
        "<p>Vous ne recevrez plus de nouvelles des organisateurs que vous suivez. Vous pouvez les rétablir dans vos \
         paramètres.</p>\n<p class=\"back\"><a href=\"/\">Voir les évènements</a></p>",
    )
}

fn page(title: &str, body: &str) -> String {
    brand::plain_page(title, "", &format!("<h1>{title}</h1>\n{body}"))
}
