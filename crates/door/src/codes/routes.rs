//! The handler of the page with codes.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::Door;
use platform::error::Result;

pub fn pages() -> Router<Door> {
    Router::new().route("/dev/door", get(show_codes))
}

/// A page of its own, with its own style and nothing else. Its codes change with every scan.
async fn show_codes(State(door): State<Door>) -> Result<Response> {
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; \
        frame-ancestors 'none'";
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Html(door.show_codes().await?)).into_response())
}
