//! Headers that every answer carries, and who may call from another origin.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// For answers that are not pages: nothing in them may run, load or be framed.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

// Checked once, here, and not in every answer.
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// A browser that came by HTTPS once comes by nothing else for a year. Not said of subdomains: they may be somebody else's.
const ALWAYS_HTTPS: &str = "max-age=31536000";

/// Whether the answer is for one person alone.
pub(crate) fn is_private(request: &Request) -> bool {
    request.headers().contains_key(header::AUTHORIZATION)
}

/// A page may open the payment popup, and the popup must be able to tell it that it is done. It loses its opener on the way
/// back from a provider unless the pages of ours that it shows have the policy of the provider's: none.
fn opener_policy(path: &str) -> &'static str {
    let is_in_popup = path == "/payments/return" || path.starts_with("/pay/") || path.starts_with("/sandbox/pay/");
    if is_in_popup { "unsafe-none" } else { "same-origin-allow-popups" }
}

/// Fills in what the handler has not set itself. What can't be opened as a page of its own needs none of a page's
/// policies: they would be a good part of a small file.
pub(crate) fn complete(headers: &mut HeaderMap, path: &str, private: bool, https: bool) {
    let is_part = is_part_of_a_page(headers);
    let mut default = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if https {
        default(header::STRICT_TRANSPORT_SECURITY, ALWAYS_HTTPS);
    }
    if !is_part {
        default(header::CONTENT_SECURITY_POLICY, NOTHING);
        default(header::X_FRAME_OPTIONS, "DENY");
        default(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
        default(CROSS_ORIGIN_OPENER_POLICY, opener_policy(path));
        default(PERMISSIONS_POLICY, "camera=(self), geolocation=(self), microphone=()");
    }
    if private {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    } else {
        default(header::CACHE_CONTROL, "no-store");
    }
}

/// Scripts, styles, fonts and bitmaps. Not SVG: opened by itself, it is a page that could run scripts.
fn is_part_of_a_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    ["text/javascript", "text/css", "font/", "image/avif", "image/webp", "image/jpeg", "image/png"]
        .iter()
        .any(|part| kind.starts_with(part))
}

/// Only configured origins may call the API from a browser, with credentials. Without any, browsers refuse by themselves.
pub fn cors(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let none = origins.is_empty();
    let layer = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("idempotency-key")])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("x-request-id")])
        .max_age(Duration::from_secs(3600));
    (!none).then_some(layer)
}
