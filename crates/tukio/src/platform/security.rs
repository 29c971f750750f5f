//! Headers that every answer carries, and who may call from another origin.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// For answers that are not pages: nothing in them may run, load or be framed.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Middleware: fills in what the handler has not set itself.
pub async fn headers(request: Request, next: Next) -> Response {
    let private = request.headers().contains_key(header::AUTHORIZATION);
    let mut response = next.run(request).await;
    let mut default = |name: HeaderName, value: &'static str| {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(header::CONTENT_SECURITY_POLICY, NOTHING);
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(header::X_FRAME_OPTIONS, "DENY");
    default(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    // The payment popup must be able to tell its opener that it is done.
    default(HeaderName::from_static("cross-origin-opener-policy"), "same-origin-allow-popups");
    default(HeaderName::from_static("permissions-policy"), "camera=(self), geolocation=(self), microphone=()");
    if private {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    } else {
        default(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// Only configured origins may call the API from a browser, with credentials.
pub fn cors(origins: &[String]) -> CorsLayer {
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("idempotency-key")])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("x-request-id")])
        .max_age(Duration::from_secs(3600))
}
