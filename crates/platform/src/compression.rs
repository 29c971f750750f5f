//! Content encodings: which one a client accepts, and compression by gzip and brotli.

use std::io::Write;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use http_body_util::BodyExt;

use crate::accept;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The best encoding the client names; `q=0` means "not that one".
    pub fn accepted_by(headers: &HeaderMap) -> Encoding {
        let takes = |encoding| accept::accepts(headers, &header::ACCEPT_ENCODING, encoding);
        if takes("br") {
            Encoding::Brotli
        } else if takes("gzip") {
            Encoding::Gzip
        } else {
            Encoding::Identity
        }
    }

    pub fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }
}

/// Smaller answers are not compressed: it would cost more than it saves.
pub(crate) const SMALLEST_COMPRESSED: usize = 512;

/// Larger answers are not compressed: it would keep a thread busy that others wait for.
const LARGEST_COMPRESSED: u64 = 512 * 1024;

/// Compresses an answer that was made for one request. Cached answers are compressed already, and streams never are.
pub(crate) async fn compress(response: Response, accepted: Encoding) -> Response {
    let Some(name) = accepted.name().filter(|_| is_compressible(&response)) else { return response };
    let (mut parts, body) = response.into_parts();
    let Ok(body) = body.collect().await else { return Response::from_parts(parts, Body::empty()) };
    let whole = body.to_bytes();
    let compressed = match accepted {
        Encoding::Brotli => brotli(&whole),
        _ => gzip(&whole),
    };
    let Ok(compressed) = compressed else { return Response::from_parts(parts, Body::from(whole)) };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(compressed))
}

fn is_compressible(response: &Response) -> bool {
    let headers = response.headers();
    let is_text = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|kind| {
        kind.starts_with("text/") || kind.starts_with("application/json") || kind.contains("javascript")
    });
    let size = response.body().size_hint().exact().unwrap_or(0);
    is_text
        && !headers.contains_key(header::CONTENT_ENCODING)
        && (SMALLEST_COMPRESSED as u64..=LARGEST_COMPRESSED).contains(&size)
}

/// Quality 5: about a millisecond for a page, within a few percent of the best.
pub(crate) fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    // A window no larger than the answer: the usual one is 4 MB that must be cleared first.
    let window = (usize::BITS - bytes.len().leading_zeros()).clamp(16, 22) as i32;
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 5, lgwin: window, size_hint: bytes.len(), ..Default::default() };
    let mut packed = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters)?;
    Ok(packed)
}

pub(crate) fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder =
        flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 3), flate2::Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_text_of_some_length_is_compressed() {
        let answer = |kind: &'static str, length: usize| {
            let mut response = Response::new(Body::from("a".repeat(length)));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            response
        };
        let is_compressed = async |response: Response, accepted| {
            compress(response, accepted).await.headers().contains_key(header::CONTENT_ENCODING)
        };
        assert!(is_compressed(answer("application/json", 600), Encoding::Brotli).await);
        assert!(is_compressed(answer("text/plain; charset=utf-8", 600), Encoding::Gzip).await);
        assert!(!is_compressed(answer("application/json", 100), Encoding::Brotli).await);
        assert!(!is_compressed(answer("image/jpeg", 600), Encoding::Brotli).await);
        assert!(!is_compressed(answer("application/json", 600), Encoding::Identity).await);
    }

    #[test]
    fn the_best_accepted_encoding_wins() {
        let accepting = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            Encoding::accepted_by(&headers)
        };
        assert_eq!(accepting("gzip, deflate, br, zstd"), Encoding::Brotli);
        assert_eq!(accepting("gzip;q=1.0, br;q=0"), Encoding::Gzip);
        assert_eq!(accepting("GZIP"), Encoding::Gzip);
        assert_eq!(accepting("identity"), Encoding::Identity);
        assert_eq!(Encoding::accepted_by(&HeaderMap::new()), Encoding::Identity);
    }
}
