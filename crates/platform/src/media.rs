//! Stored pictures over HTTP. Their addresses hold randomness and never change what they show, so they are cached for a
//! year. A client that accepts AVIF gets the picture's AVIF file under the same address, once there is one, and one that
//! saves data (`Save-Data: on`) gets the smallest of the picture's sizes.

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::response_cache::has_already;
use crate::{Error, Services, accept, pictures};

const MISSING: Error = Error::NotFound("Cette image n'existe pas.");
const A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub async fn serve(
    State(services): State<Services>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let takes_avif = accept::accepts(&headers, &header::ACCEPT, "image/avif");
    let key = if saves_data(&headers) { pictures::smallest_of(&key).unwrap_or(key) } else { key };
    let (key, bytes) = find(&services, key, takes_avif).await?.ok_or(MISSING)?;
    // The content never changes, so the key can stand for it.
    let tag = HeaderValue::try_from(format!("\"{key}\"")).map_err(|_| MISSING)?;
    let unchanged = has_already(&headers, &tag);
    let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(bytes) });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type(&key));
    headers.insert(header::CACHE_CONTROL, A_YEAR);
    headers.insert(header::ETAG, tag);
    headers.insert(header::VARY, HeaderValue::from_static("accept, save-data"));
    Ok(response)
}

/// What phones send whose owner, or whose network, asked for little data.
fn saves_data(headers: &HeaderMap) -> bool {
    const SAVE_DATA: HeaderName = HeaderName::from_static("save-data");
    headers.get(SAVE_DATA).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"on"))
}

/// The file to send, with its own key. Where the AVIF file is missing it is queued, and nobody waits for it.
async fn find(services: &Services, key: String, takes_avif: bool) -> Result<Option<(String, Bytes)>, Error> {
    let avif_key = pictures::avif_key(&key).filter(|_| takes_avif);
    if let Some(avif_key) = &avif_key
        && let Some(bytes) = services.storage.get(avif_key).await?
    {
        return Ok(Some((avif_key.clone(), bytes)));
    }
    let Some(bytes) = services.storage.get(&key).await? else { return Ok(None) };
    if avif_key.is_some() {
        services.avif_encoder.enqueue(&key);
    }
    Ok(Some((key, bytes)))
}

fn content_type(key: &str) -> HeaderValue {
    HeaderValue::from_static(match key.rsplit_once('.') {
        Some((_, "avif")) => "image/avif",
        Some((_, "webp")) => "image/webp",
        _ => "application/octet-stream",
    })
}
