//! The built `index.html`, cut at its placeholders, and the content security policy that fits what stands inside it.

use std::collections::HashMap;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::address::Address;
use crate::assets::Assets;
use crate::error::PagesError;
use crate::named_pages::ShellPage;
use crate::settings::MapTiles;
use platform::html::escape;

/// Sent with a page that the browser asks for while the service worker wakes up (navigation preload).
pub const STYLES_KNOWN: HeaderName = HeaderName::from_static("service-worker-navigation-preload");

pub struct Template {
    before_head: String,
    before_app: String,
    before_scripts: String,
    before_data: String,
    after_data: String,
    /// Route → scripts it needs besides those of every page.
    preloads: HashMap<String, Vec<String>>,
    policy: HeaderValue,
    scan_policy: HeaderValue,
    /// The style sheet of every page and its hash, by which a service worker says that it has it.
    styles: String,
    styles_hash: String,
}

impl Template {
    pub fn new(assets: &Assets, tiles: Option<&MapTiles>) -> Result<Template, PagesError> {
        let html = assets.text("index.html").ok_or(PagesError::NotBuilt)?;
        let api_origin = assets
            .text("build.json")
            .and_then(|json| serde_json::from_str::<serde_json::Value>(json).ok())
            .and_then(|facts| facts["apiOrigin"].as_str().map(str::to_owned))
            .unwrap_or_default();
        let preloads =
            assets.text("route-assets.json").and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
        let cut = |text: &str, placeholder: &'static str| {
            text.split_once(placeholder)
                .map(|(before, after)| (before.to_owned(), after.to_owned()))
                .ok_or(PagesError::Placeholder(placeholder))
        };
        let (_, rest) = cut(html, "<style>")?;
        let (styles, _) = cut(&rest, "</style>")?;
        let styles_hash = STANDARD.encode(Sha256::digest(&styles));
        let (mut before_head, rest) = cut(html, "<!--head-->")?;
        before_head.extend(tiles.map(tiles_meta_tag));
        let (before_app, rest) = cut(&rest, "<!--app-->")?;
        let (before_scripts, rest) = cut(&rest, "<!--scripts-->")?;
        let (before_data, after_data) = cut(&rest, "<!--data-->")?;
        Ok(Template {
            before_head,
            before_app,
            before_scripts,
            before_data,
            after_data,
            preloads,
            policy: policy(html, &api_origin, tiles, ""),
            scan_policy: policy(html, &api_origin, tiles, " 'wasm-unsafe-eval'"),
            styles: format!("<style>{styles}</style>"),
            styles_hash,
        })
    }

    /// What the page at this address may load and run. Only the scanner decodes pictures with WebAssembly.
    pub fn policy(&self, address: &Address) -> HeaderValue {
        let scans = *address == Address::Shell(ShellPage::Scan);
        if scans { self.scan_policy.clone() } else { self.policy.clone() }
    }

    /// Whether who asks has the style sheet of this build. The browser sends this header with what the service worker
    /// set it to (`web/src/lib/kept-pages/styles.ts`), and only where that worker will put the style sheet back.
    pub fn asker_has_styles(&self, headers: &HeaderMap) -> bool {
        headers.get(STYLES_KNOWN).is_some_and(|known| known.as_bytes() == self.styles_hash.as_bytes())
    }

    /// The page with the name of its style sheet in the place of the style sheet.
    pub fn without_styles(&self, page: &str) -> String {
        page.replacen(&self.styles, &format!(r#"<style data-kept="{}"></style>"#, self.styles_hash), 1)
    }

    pub fn fill(&self, route: &str, head: &str, app: &str, data: &str) -> String {
        let mut preloads = String::new();
        for file in self.preloads.get(route).into_iter().flatten().filter(|file| file.ends_with(".js")) {
            preloads.push_str(&format!(r#"<link rel="modulepreload" fetchpriority="low" href="{file}">"#));
        }
        let Template { before_head, before_app, before_scripts, before_data, after_data, .. } = self;
        [before_head, head, before_app, app, before_scripts, &preloads, before_data, data, after_data].concat()
    }
}

/// Stands in every page, because the map may be opened from any of them.
fn tiles_meta_tag(tiles: &MapTiles) -> String {
    format!(r#"<meta name="map-tiles" content="{}" data-credit="{}">"#, escape(&tiles.url), escape(&tiles.credit))
}

/// Allows inline scripts and styles by their hashes. They are constant, so the policy is, too, and pages can be cached
/// and compressed.
fn policy(html: &str, api_origin: &str, tiles: Option<&MapTiles>, wasm: &str) -> HeaderValue {
    let scripts = hashes(html, "<script>", "</script>");
    let styles = hashes(html, "<style>", "</style>");
    let connect = if api_origin.is_empty() { String::new() } else { format!(" {api_origin}") };
    let pictures = tiles.map_or_else(String::new, |tiles| format!(" {}", tiles.origin()));
    let policy = format!(
        "default-src 'none'; script-src 'self'{scripts}{wasm}; style-src 'self'{styles}; \
         img-src 'self' data: blob:{connect}{pictures}; \
         font-src 'self'; media-src 'self'; connect-src 'self'{connect}; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'"
    );
    // A policy that can't be a header value would come from a broken build: then nothing may run.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn hashes(html: &str, opening: &str, closing: &str) -> String {
    html.split(opening)
        .skip(1)
        .filter_map(|rest| rest.split_once(closing))
        .map(|(content, _)| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(content))))
        .collect()
}
