//! `/dev/sms`: the messages to telephones of a demo, to be read in the browser. Only where nothing real is ever sent.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::Html;
use axum::routing::get;

use crate::Services;
use crate::error::{Error, Result};
use crate::html::escape;
use crate::mail_pages::page;
use crate::texts::folder::folder;

/// Messages shown, the newest first.
const MOST_SHOWN: usize = 100;

pub fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Services: FromRef<S>,
{
    Router::new().route("/dev/sms", get(list))
}

async fn list(State(services): State<Services>) -> Result<Html<String>> {
    let settings = &services.settings;
    if !settings.demo || settings.texts.has_gateway() {
        return Err(Error::NotFound("Cette adresse n'existe pas."));
    }
    let entries = std::fs::read_dir(folder(settings)).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort_unstable_by(|a, b| b.cmp(a));
    let texts = files.iter().take(MOST_SHOWN).filter_map(|file| std::fs::read_to_string(file).ok());
    let items: String = texts.map(|text| format!("<li><pre>{}</pre></li>\n", escape(text.trim()))).collect();
    let body =
        if items.is_empty() { "<p>Aucun SMS pour le moment.</p>".to_owned() } else { format!("<ul>\n{items}</ul>") };
    Ok(page("SMS", &body))
}
