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
         paramètres.</p>\n<p><a href=\"/\">Voir les évènements</a></p>",
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
