//! The built web app, embedded: scripts and styles under hashed names, each compressed at build time. What is not
//! compressed (films, pictures, fonts) can be asked for in parts.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::byte_range::{Asked, asked};
use platform::compression::Encoding;
use platform::response_cache::{has_already, tag_of};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

const A_YEAR: &str = "public, max-age=31536000, immutable";
const A_DAY: &str = "public, max-age=86400";
/// The service worker: through it a browser learns of a new build.
const ASK_EACH_TIME: &str = "no-cache";

pub struct Assets(HashMap<String, Asset>);

struct Asset {
    content_type: &'static str,
    cache_control: &'static str,
    identity: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    /// For who asks whether the file has changed, or for a part of it. Weak where compressed forms share it.
    tag: HeaderValue,
}

/// The bundle that renders pages.
pub fn server_bundle() -> Option<String> {
    let file = Dist::get("server/entry-server.js")?;
    String::from_utf8(file.data.into_owned()).ok()
}

fn client_file(path: &str) -> Option<Bytes> {
    Some(match Dist::get(&format!("client/{path}"))?.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

impl Assets {
    pub fn embedded() -> Assets {
        let paths = Dist::iter().filter_map(|path| path.strip_prefix("client/").map(str::to_owned));
        let whole = paths.filter(|path| !path.ends_with(".br") && !path.ends_with(".gz"));
        Assets(whole.filter_map(|path| Asset::load(&path).map(|asset| (path, asset))).collect())
    }

    /// A file of the build as text: the page template and the build's own facts.
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(&self.0.get(path)?.identity).ok()
    }

    /// The answer for `/path`, if the build has such a file.
    pub fn respond(&self, path: &str, method: &Method, request: &HeaderMap) -> Option<Response> {
        // The template and the build's facts are for the server.
        let for_us = path == "index.html" || (path.ends_with(".json") && !path.contains('/'));
        let asset = self.0.get(path).filter(|_| !for_us)?;
        let mut response = match asset {
            known if has_already(request, &known.tag) => not_modified(),
            packed if packed.is_compressed() => packed.encoded(request),
            plain => plain.whole_or_part(method, request),
        };
        if response.status() == StatusCode::RANGE_NOT_SATISFIABLE {
            return Some(response);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(asset.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::ETAG, asset.tag.clone());
        Some(response)
    }
}

impl Asset {
    fn is_compressed(&self) -> bool {
        self.gzip.is_some() || self.brotli.is_some()
    }

    fn encoded(&self, request: &HeaderMap) -> Response {
        let (encoding, body) = match Encoding::accepted_by(request) {
            Encoding::Brotli => (Encoding::Brotli, self.brotli.as_ref()),
            Encoding::Gzip => (Encoding::Gzip, self.gzip.as_ref()),
            Encoding::Identity => (Encoding::Identity, None),
        };
        let mut response = Response::new(Body::from(body.unwrap_or(&self.identity).clone()));
        if let (Some(name), Some(_)) = (encoding.name(), body) {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    /// The file as it is, or the part of it that is asked for.
    fn whole_or_part(&self, method: &Method, request: &HeaderMap) -> Response {
        let size = self.identity.len();
        let (status, body, range) = match asked(method, request, size, &self.tag) {
            Asked::Whole => (StatusCode::OK, self.identity.clone(), None),
            Asked::Part(first, last) => {
                let range = format!("bytes {first}-{last}/{size}");
                (StatusCode::PARTIAL_CONTENT, self.identity.slice(first..=last), Some(range))
            }
            Asked::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, Bytes::new(), Some(format!("bytes */{size}"))),
        };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if let Some(range) = range.and_then(|range| HeaderValue::try_from(range).ok()) {
            headers.insert(header::CONTENT_RANGE, range);
        }
        response
    }

    fn load(path: &str) -> Option<Asset> {
        let identity = client_file(path)?;
        let (gzip, brotli) = (client_file(&format!("{path}.gz")), client_file(&format!("{path}.br")));
        Some(Asset {
            content_type: content_type(path),
            cache_control: match path {
                "sw.js" => ASK_EACH_TIME,
                path if path.starts_with("assets/") => A_YEAR,
                _ => A_DAY,
            },
            tag: if gzip.is_some() || brotli.is_some() { tag_of(&identity) } else { strong_tag_of(&identity) },
            identity,
            gzip,
            brotli,
        })
    }
}

/// For a file that is sent as it is: only by such a tag may a part be asked for.
fn strong_tag_of(file: &[u8]) -> HeaderValue {
    let hash: String = Sha256::digest(file).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn not_modified() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "mp4" => "video/mp4",
        "vtt" => "text/vtt; charset=utf-8",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
