//! Stored pictures over HTTP. Their addresses hold randomness and never change their content, so they are kept for a year.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::platform::response_cache::names;
use crate::platform::{Error, Services};

const MISSING: Error = Error::NotFound("Cette image n'existe pas.");
const A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub async fn serve(
    State(services): State<Services>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let bytes = services.storage.get(&key).await?.ok_or(MISSING)?;
    // The content never changes, so the address can stand for it.
    let tag = HeaderValue::try_from(format!("\"{key}\"")).map_err(|_| MISSING)?;
    let unchanged = headers.get(header::IF_NONE_MATCH).is_some_and(|tags| names(tags, &tag));
    let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(bytes) });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type(&key));
    headers.insert(header::CACHE_CONTROL, A_YEAR);
    headers.insert(header::ETAG, tag);
    Ok(response)
}

fn content_type(key: &str) -> HeaderValue {
    HeaderValue::from_static(match key.rsplit_once('.') {
        Some((_, "webp")) => "image/webp",
        _ => "application/octet-stream",
    })
}
