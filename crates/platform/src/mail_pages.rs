//! `/dev/mail`: the mails of a demo, to be read in the browser. Only where nothing real is ever sent.

use std::path::{Path, PathBuf};

use axum::Router;
use axum::extract::{FromRef, Path as UrlPath, State};
use axum::response::Html;
use axum::routing::get;

use crate::Services;
use crate::error::{Error, Result};
use crate::html::escape;
use crate::mail::{ReadableMail, transport};

pub fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Services: FromRef<S>,
{
    Router::new().route("/dev/mail", get(list)).route("/dev/mail/{file}", get(one))
}

async fn list(State(services): State<Services>) -> Result<Html<String>> {
    let folder = readable_folder(&services)?;
    let mut items = String::new();
    for name in mail_files(&folder) {
        let Some(mail) = read(&folder, &name) else { continue };
        let (subject, to, date) = (escape(&mail.subject), escape(&mail.to), escape(&mail.date));
        items.push_str(&format!("<li><a href=\"/dev/mail/{}\">{subject}</a> · {to} · {date}</li>\n", escape(&name)));
    }
    let body =
        if items.is_empty() { "<p>Aucun e-mail pour le moment.</p>".to_owned() } else { format!("<ul>\n{items}</ul>") };
    Ok(page("E-mails", &body))
}

async fn one(State(services): State<Services>, UrlPath(file): UrlPath<String>) -> Result<Html<String>> {
    let folder = readable_folder(&services)?;
    // Only what the list names can be asked for: no path leads out of the folder.
    let known = mail_files(&folder).into_iter().find(|name| *name == file).ok_or(NOTHING_HERE)?;
    let mail = read(&folder, &known).ok_or(NOTHING_HERE)?;
    let head = format!(
        "<p><a href=\"/dev/mail\">Tous les e-mails</a></p>\n<dl><dt>À</dt><dd>{}</dd><dt>Date</dt><dd>{}</dd></dl>\n",
        escape(&mail.to),
        escape(&mail.date)
    );
    let files: String = mail.files.iter().map(|file| format!("<li>{}</li>", escape(&file.name))).collect();
    let files = if files.is_empty() { files } else { format!("<p>Pièces jointes :</p>\n<ul>{files}</ul>\n") };
    Ok(page(&mail.subject, &format!("{head}{}{files}", paragraphs(&mail.text))))
}

const NOTHING_HERE: Error = Error::NotFound("Cette adresse n'existe pas.");

fn readable_folder(services: &Services) -> Result<PathBuf> {
    let settings = &services.settings;
    if settings.demo && settings.smtp_url.is_none() { Ok(transport::folder(settings)) } else { Err(NOTHING_HERE) }
}

/// Names of the mails in the folder, the newest first.
fn mail_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".eml") && !name.starts_with('.')).collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    names
}

fn read(folder: &Path, name: &str) -> Option<ReadableMail> {
    std::fs::read(folder.join(name)).ok().map(|raw| ReadableMail::parse(&raw))
}

/// The text of a mail, its addresses to click on.
fn paragraphs(text: &str) -> String {
    let line = |line: &str| {
        let shown = escape(line);
        let is_address = line.starts_with("http://") || line.starts_with("https://");
        if is_address { format!("<a href=\"{shown}\">{shown}</a>") } else { shown }
    };
    let paragraph = |text: &str| format!("<p>{}</p>\n", text.lines().map(line).collect::<Vec<_>>().join("<br>\n"));
    text.trim().split("\r\n\r\n").map(paragraph).collect()
}

/// A plain page of its own, for whoever tries the product out.
pub(crate) fn page(title: &str, body: &str) -> Html<String> {
    let title = escape(title);
    Html(format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · Tukio</title>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_become_links() {
        let html = paragraphs(
            "Bonjour <b>,\r\n\r\nVotre lien :\r\nhttps://tukio.example/a?b=1&c=\"2\"\r\n\r\njavascript:alert(1)\r\n",
        );
        assert!(html.contains("<p>Bonjour &lt;b&gt;,</p>"), "{html}");
        assert!(html.contains("<a href=\"https://tukio.example/a?b=1&amp;c=&quot;2&quot;\">"), "{html}");
        assert!(html.contains("<p>javascript:alert(1)</p>"), "{html}");
    }
}
