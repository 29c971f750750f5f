//! The page that asks for a number.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use domain::hex;
use url::form_urlencoded;

use crate::BoxOffice;
use crate::payments::phone_page::html::WayOut;
use crate::payments::phone_page::{View, html};
use platform::{Error, random};

pub fn router() -> Router<BoxOffice> {
    Router::new().route("/pay/{payment}", get(show).post(ring))
}

async fn show(State(office): State<BoxOffice>, Path(payment): Path<String>) -> Response {
    let view = match payment.parse() {
        Ok(id) => office.get_phone_page(id).await,
        Err(_) => Err(Error::NotFound("Ce paiement n'existe pas.")),
    };
    match view {
        // Whoever has paid, or can't any more, goes on where they came from.
        Ok(View::Over { payment }) => Redirect::to(&office.return_url(&payment.id)).into_response(),
        view => answer(&office, view),
    }
}

async fn ring(State(office): State<BoxOffice>, Path(payment): Path<String>, body: Bytes) -> Response {
    let phone = form_urlencoded::parse(&body).find(|(name, _)| name == "phone");
    let phone = phone.map(|(_, value)| value.into_owned()).unwrap_or_default();
    let view = match payment.parse() {
        Ok(id) => office.ring(id, phone).await,
        Err(_) => Err(Error::NotFound("Ce paiement n'existe pas.")),
    };
    match view {
        // The page's own address again, so that a reload sends nothing a second time.
        Ok(View::Ringing { payment }) => Redirect::to(&format!("/pay/{}", payment.id)).into_response(),
        view => answer(&office, view),
    }
}

fn answer(office: &BoxOffice, view: Result<View, Error>) -> Response {
    let nonce = hex(&random::bytes::<16>());
    let shown = |view: &View| html::page(view, &nonce, |id| office.return_url(id));
    let (status, page) = match view {
        Ok(view @ View::Form { problem: Some(_), .. }) => (StatusCode::BAD_REQUEST, shown(&view)),
        Ok(view) => (StatusCode::OK, shown(&view)),
        Err(Error::NotFound(sentence)) => (StatusCode::NOT_FOUND, html::notice(sentence, WayOut::Home)),
        Err(error) => {
            tracing::warn!(%error, "the page that asks for a number failed");
            let sentence = "L'opérateur ne répond pas en ce moment. Rien n'a été demandé : réessayez dans un instant.";
            (StatusCode::SERVICE_UNAVAILABLE, html::notice(sentence, WayOut::TheSamePage))
        }
    };
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'")),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, page).into_response()
}
