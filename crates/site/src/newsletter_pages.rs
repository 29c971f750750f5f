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
         <p><a href=\"/\">Voir les évènements</a></p>",
    )
}

/// For a link that is too old, or whose address was taken off the list.
pub fn not_confirmed() -> String {
    page(
        "Ce lien n'est plus valable",
        "<p>Inscrivez-vous de nouveau au bas d'une page : nous vous enverrons un nouveau lien.</p>\n\
         <p><a href=\"/\">Voir les évènements</a></p>",
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
        "<p>Vous êtes désinscrit : nous ne vous enverrons plus la newsletter.</p>\n<p><a href=\"/\">Voir les évènements</a></p>",
    )
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · Tukio</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n\
         </body>\n</html>\n"
    )
}

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem;color:#14211c;background:#fff}\
    main{max-width:30rem;margin:auto}\
    button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.5rem;background:#0b6b4f;color:#fff}\
    a{color:#0b6b4f}";
