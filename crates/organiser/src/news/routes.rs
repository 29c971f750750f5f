//! Handlers of the way out of news mails.

use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::news::unsubscribe_page;
use platform::IdPath;
use platform::error::Result;

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(ask_to_unsubscribe, unsubscribe))
}

/// The page that asks whether to unsubscribe: mail programs and virus scanners open links by themselves.
#[utoipa::path(get, path = "/api/unsubscribe/{token}/", tag = "organiser", params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, description = "No such link")))]
async fn ask_to_unsubscribe(State(organiser): State<Organiser>, IdPath(token): IdPath<String>) -> Result<Response> {
    organiser.check_unsubscribe_link(token).await?;
    Ok(plain_page(unsubscribe_page::confirmation()))
}

/// Unsubscribe from news: by the button of the page, or by the mail program itself (RFC 8058), which looks at the status
/// only. Doing it again changes nothing.
#[utoipa::path(post, path = "/api/unsubscribe/{token}/", tag = "organiser", params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, description = "No such link")))]
async fn unsubscribe(State(organiser): State<Organiser>, IdPath(token): IdPath<String>) -> Result<Response> {
    organiser.unsubscribe(token).await?;
    Ok(plain_page(unsubscribe_page::done()))
}

/// A page of its own, with its own style and nothing else. Its address holds a token that nobody else is told.
fn plain_page(html: String) -> Response {
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'";
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::REFERRER_POLICY, "no-referrer")];
    (headers, Html(html)).into_response()
}
