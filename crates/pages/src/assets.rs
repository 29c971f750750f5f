//! The built web app, embedded: scripts and styles under hashed names, each compressed at build time.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rust_embed::RustEmbed;

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
    /// Of a file that may change under its name, for who asks whether it did.
    etag: Option<HeaderValue>,
    identity: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
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
    pub fn respond(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        // The template and the build's facts are for the server.
        let for_us = path == "index.html" || (path.ends_with(".json") && !path.contains('/'));
        let asset = self.0.get(path).filter(|_| !for_us)?;
        let (encoding, body) = match Encoding::accepted_by(request) {
            Encoding::Brotli => (Encoding::Brotli, asset.brotli.as_ref()),
            Encoding::Gzip => (Encoding::Gzip, asset.gzip.as_ref()),
            Encoding::Identity => (Encoding::Identity, None),
        };
        let unchanged = asset.etag.as_ref().is_some_and(|tag| has_already(request, tag));
        let mut response =
            Response::new(if unchanged { Body::empty() } else { Body::from(body.unwrap_or(&asset.identity).clone()) });
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(asset.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(asset.etag.iter().map(|tag| (header::ETAG, tag.clone())));
        if unchanged {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else if let (Some(name), Some(_)) = (encoding.name(), body) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        Some(response)
    }
}

impl Asset {
    fn load(path: &str) -> Option<Asset> {
        let identity = client_file(path)?;
        let cache_control = match path {
            "sw.js" => ASK_EACH_TIME,
            path if path.starts_with("assets/") => A_YEAR,
            _ => A_DAY,
        };
        Some(Asset {
            content_type: content_type(path),
            cache_control,
            etag: (cache_control != A_YEAR).then(|| tag_of(&identity)),
            identity,
            gzip: client_file(&format!("{path}.gz")),
            brotli: client_file(&format!("{path}.br")),
        })
    }
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
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
