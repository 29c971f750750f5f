//! A single-flight cache of answers: however many ask for the same at once, it is made once, compressed, and sent to all of
//! them with an ETag.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::Error;
use crate::compression::{self, Encoding};

/// Bytes of all cached answers together.
const CAPACITY: u64 = 128 * 1024 * 1024;

/// Other processes on the same database change it without telling us: nothing cached outlives this.
const TIME_TO_LIVE: Duration = Duration::from_secs(5);

/// What an answer carries in the end, with what is added on its way out: reserved once instead of growing twice.
const ROOM_FOR_HEADERS: usize = 16;

/// One answer in every encoding.
pub struct Cached {
    status: StatusCode,
    content_type: HeaderValue,
    etag: HeaderValue,
    /// Of an answer that serves as well to whoever has it already.
    other_etag: Option<HeaderValue>,
    identity: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    extra: HeaderMap,
}

impl Cached {
    pub fn new(status: StatusCode, content_type: &'static str, body: Vec<u8>, extra: HeaderMap) -> Cached {
        let packed = |pack: fn(&[u8]) -> std::io::Result<Vec<u8>>| {
            (body.len() >= compression::SMALLEST_COMPRESSED).then(|| pack(&body).ok().map(Bytes::from)).flatten()
        };
        Cached {
            status,
            content_type: HeaderValue::from_static(content_type),
            etag: tag_of(&body),
            other_etag: None,
            gzip: packed(compression::gzip),
            brotli: packed(compression::brotli),
            identity: body.into(),
            extra,
        }
    }

    /// The same answer, told from others by this content instead of its own: for bytes that differ without a difference
    /// to whoever has an earlier answer.
    pub fn tagged_by(mut self, content: &[u8]) -> Cached {
        self.etag = tag_of(content);
        self
    }

    /// The same answer, which need not be sent to whoever has the one that is tagged by this content.
    pub fn or_tagged_by(mut self, content: &[u8]) -> Cached {
        self.other_etag = Some(tag_of(content));
        self
    }

    pub fn json(value: &impl serde::Serialize) -> Result<Cached, Error> {
        let body = serde_json::to_vec(value).map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Cached::new(StatusCode::OK, "application/json", body, HeaderMap::new()))
    }

    /// The answer for one request: unchanged, or in the encoding it takes.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let tags = || [&self.etag].into_iter().chain(&self.other_etag);
        let known = tags().find(|tag| self.status == StatusCode::OK && has_already(request, tag));
        let mut response = if known.is_some() {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            self.whole(Encoding::accepted_by(request))
        };
        let headers = response.headers_mut();
        headers.reserve(ROOM_FOR_HEADERS);
        headers.extend(self.extra.iter().map(|(name, value)| (name.clone(), value.clone())));
        headers.insert(header::ETAG, known.unwrap_or(&self.etag).clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    fn whole(&self, accepted: Encoding) -> Response {
        let (encoding, body) = match accepted {
            Encoding::Brotli => (Encoding::Brotli, self.brotli.as_ref()),
            Encoding::Gzip => (Encoding::Gzip, self.gzip.as_ref()),
            Encoding::Identity => (Encoding::Identity, None),
        };
        let mut response = Response::new(Body::from(body.unwrap_or(&self.identity).clone()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        if let (Some(name), Some(_)) = (encoding.name(), body) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    fn weight(&self) -> u32 {
        let packed = [&self.gzip, &self.brotli].into_iter().flatten().map(Bytes::len).sum::<usize>();
        (self.identity.len() + packed + 512).try_into().unwrap_or(u32::MAX)
    }
}

/// A weak tag, because the same content is sent in several encodings.
pub fn tag_of(content: &[u8]) -> HeaderValue {
    let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&Sha256::digest(content)[..12]));
    HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// Whether the client has the answer with this tag already, by `If-None-Match`.
pub fn has_already(request: &HeaderMap, etag: &HeaderValue) -> bool {
    request.get(header::IF_NONE_MATCH).is_some_and(|tags| list_contains(tags, etag))
}

/// Whether a list of tags, as `If-None-Match` has it, holds this one.
fn list_contains(tags: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(tags), Ok(tag)) = (tags.to_str(), tag.to_str()) else { return false };
    tags.split(',').any(|candidate| candidate.trim() == tag)
}

#[derive(Clone)]
pub struct ResponseCache(moka::future::Cache<String, Arc<Cached>>);

impl Default for ResponseCache {
    fn default() -> ResponseCache {
        let cache = moka::future::Cache::builder()
            .max_capacity(CAPACITY)
            .weigher(|key: &String, cached: &Arc<Cached>| cached.weight().saturating_add(key.len() as u32))
            .time_to_live(TIME_TO_LIVE)
            .build();
        ResponseCache(cache)
    }
}

impl ResponseCache {
    /// The cached answer under the key, or the one `make` gives. However many ask at once, it is made once.
    pub async fn get_or_make<F>(&self, key: String, make: impl FnOnce() -> F) -> Result<Arc<Cached>, Error>
    where
        F: Future<Output = Result<Cached, Error>>,
    {
        if let Some(cached) = self.0.get(&key).await {
            return Ok(cached);
        }
        // Apart from the request's own memory: those who find an answer need not carry room for making one.
        Box::pin(self.0.try_get_with(key, async { make().await.map(Arc::new) })).await.map_err(Error::shared)
    }

    /// Answers a request with what is cached under the key, or with what `make` gives. The key must hold the version of
    /// everything the answer is made from (see `Freshness`), unless the cache's lifetime is short enough for it.
    pub async fn respond<F>(
        &self,
        key: String,
        request: &HeaderMap,
        make: impl FnOnce() -> F,
    ) -> Result<Response, Error>
    where
        F: Future<Output = Result<Cached, Error>>,
    {
        Ok(self.get_or_make(key, make).await?.respond(request))
    }

    /// The same for an answer of the API, which `make` gives before it is JSON.
    pub async fn respond_json<T, F>(
        &self,
        key: String,
        request: &HeaderMap,
        make: impl FnOnce() -> F,
    ) -> Result<Response, Error>
    where
        T: serde::Serialize,
        F: Future<Output = Result<T, Error>>,
    {
        self.respond(key, request, async || Cached::json(&make().await?)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use database::DbError;

    async fn fail(error: fn() -> Error) -> Result<Cached, Error> {
        // Whoever else asks has time to wait for this attempt.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        Err(error())
    }

    /// The answers to two who asked while one attempt was made, and failed.
    async fn failed_for_two(error: fn() -> Error) -> [Response; 2] {
        let cache = ResponseCache::default();
        let ask = async || {
            let made = cache.get_or_make("key".to_owned(), || fail(error)).await;
            made.map(drop).unwrap_err().into_response()
        };
        tokio::join!(ask(), ask()).into()
    }

    #[tokio::test]
    async fn a_passing_failure_passes_for_all_who_shared_it() {
        for error in [
            || Error::Busy,
            || Error::Database(DbError::Closed),
            || Error::Database(DbError::Unavailable("gone".to_owned())),
        ] {
            for answer in failed_for_two(error).await {
                assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
                assert_eq!(answer.headers()[header::RETRY_AFTER], "2");
            }
        }
        for answer in failed_for_two(|| Error::NotFound("Rien.")).await {
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        }
        for answer in failed_for_two(|| Error::Internal("broken".to_owned())).await {
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        }
    }
}
