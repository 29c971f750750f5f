//! Handlers of pages, pictures and files: whatever is not the API.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::get;
use domain::Instant;

use crate::Pages;
use crate::address::Address;
use crate::pictures::routes::{get_avatar, get_bands, get_poster, get_social_picture};
use platform::Visitor;
use platform::error::{Error, Result};

pub fn router() -> Router<Pages> {
    Router::new()
        .route("/pictures/bands/{category}/{file}", get(get_bands))
        .route("/pictures/posters/{category}/{file}", get(get_poster))
        .route("/pictures/avatars/{file}", get(get_avatar))
        .route("/pictures/social/{file}", get(get_social_picture))
        .fallback(get_page)
}

/// Any other address: a file of the build, or a page, the not-found page included.
async fn get_page(State(pages): State<Pages>, request: Request) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let Parts { method, uri, headers, .. } = &asked;
    if uri.path().starts_with("/api/") {
        return Err(Error::NotFound("Cette adresse n'existe pas."));
    }
    if *method != Method::GET && *method != Method::HEAD {
        return Err(Error::MethodNotAllowed);
    }
    if let Some(file) = pages.assets.respond(uri.path().trim_start_matches('/'), headers) {
        return Ok(file);
    }
    if uri.path().starts_with("/assets/") {
        // A script of an earlier build: the tab that asks reloads itself.
        return Err(Error::NotFound("Ce fichier n'existe plus."));
    }
    let address = Address::read(uri.path(), uri.query().unwrap_or_default());
    if let Address::EventDetail(id) = &address
        && !is_prefetch(headers)
    {
        pages.events.count_view(*id, &Visitor::of(&asked, &pages.services.settings));
    }
    let styled = pages.template.is_styled_by(headers);
    let kind = if styled { "page without styles" } else { "page" };
    let key = format!("{kind} {} {}", address.canonical(), address.version(&pages.services));
    match pages.services.cache.get_or_make(key, || pages.make_page(&address, styled)).await {
        Ok(cached) => Ok(at_this_moment(cached.respond(headers), pages.services.now())),
        Err(error) => Ok(pages.respond_without_data(&address, error)),
    }
}

/// Tells the moment of the answer, also to a browser that has the page already: scripts can read this header and hardly
/// any other. And what the answer depends on.
fn at_this_moment(mut page: Response, now: Instant) -> Response {
    const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, service-worker-navigation-preload");
    const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
    if let Ok(timing) = HeaderValue::try_from(format!("now;dur={}", now.millis())) {
        page.headers_mut().insert(SERVER_TIMING, timing);
    }
    page.headers_mut().insert(header::VARY, VARY);
    page
}

/// Whether the browser fetches the page before anybody asked for it.
fn is_prefetch(headers: &HeaderMap) -> bool {
    const PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");
    headers.get(PURPOSE).is_some_and(|purpose| purpose.as_bytes().starts_with(b"prefetch"))
}
