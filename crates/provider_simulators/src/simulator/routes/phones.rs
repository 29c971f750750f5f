//! The payer's telephone as a page: the prompts that wait on it, with a button to enter the PIN and one to refuse.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::Response;

use super::App;
use super::provider::response;
use crate::simulator::exchange::Answer;
use crate::simulator::html::{escape, page};
use crate::simulator::payers::{Prompt, typed_number};
use crate::simulator::protocol::Protocol;

pub async fn prompts<P: Protocol>(State(app): State<App<P>>, Path(number): Path<String>) -> Response {
    let number = typed_number(&number);
    let prompts = app.shared.lock().prompts(Some(&number));
    response(Answer::html(200, telephone(&number, &prompts)))
}

/// All telephones that have a prompt.
pub async fn telephones<P: Protocol>(State(app): State<App<P>>) -> Response {
    let prompts = app.shared.lock().prompts(None);
    let link = |prompt: &Prompt| format!("<li><a href=\"/phones/{0}\">{0}</a></li>\n", escape(&prompt.number));
    let list: String = prompts.iter().map(link).collect();
    response(Answer::html(200, page("Téléphones", &format!("<h1>Téléphones</h1>\n<ul>\n{list}</ul>"), Some(2))))
}

/// The form tells `key`, and `answer` as `approve` or `refuse`.
pub async fn answer_prompt<P: Protocol>(
    State(app): State<App<P>>,
    Path(number): Path<String>,
    body: Bytes,
) -> Response {
    let number = typed_number(&number);
    let form: std::collections::BTreeMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    let key = form.get("key").map(String::as_str).unwrap_or_default();
    let is_approved = form.get("answer").is_some_and(|answer| answer == "approve");
    match app.shared.lock().answer_prompt(key, is_approved) {
        Ok(()) => response(Answer::see_other(format!("/phones/{number}"))),
        Err(_) => response(Answer::html(404, telephone(&number, &[]))),
    }
}

fn telephone(number: &str, prompts: &[Prompt]) -> String {
    let title = format!("Téléphone {number}");
    let list: String = prompts.iter().map(prompt_form).collect();
    let list = if list.is_empty() { "<p role=\"status\">Aucune demande de paiement.</p>".to_owned() } else { list };
    page(&title, &format!("<h1>{}</h1>\n{list}", escape(&title)), Some(2))
}

fn prompt_form(prompt: &Prompt) -> String {
    format!(
        "<form method=\"post\">\n<p>{}</p>\n<input type=\"hidden\" name=\"key\" value=\"{}\">\n\
         <button name=\"answer\" value=\"approve\">Entrer le code PIN</button>\n\
         <button name=\"answer\" value=\"refuse\">Refuser</button>\n</form>\n",
        escape(&prompt.text),
        escape(&prompt.key)
    )
}
