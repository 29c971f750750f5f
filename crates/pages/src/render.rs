//! A page from its data: rendered by the web app itself, or, should that fail, its shell with head tags and data.

use std::time::Instant;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::Pages;
use crate::address::Address;
use crate::head::Head;
use crate::json_ld::json_for_script;
use platform::{Cached, Error, LogRate, Sender};
use react_ssr::RenderError;

#[derive(Deserialize)]
struct Rendered {
    html: String,
}

impl Pages {
    /// `styled`: whether the style sheet is left out, because a service worker puts it back.
    pub(super) async fn make_page(&self, address: &Address, styled: bool) -> Result<Cached, Error> {
        let loaded = self.load_data(address).await?;
        let head = Head::of(address, &loaded, &self.services.settings.public_url).html();
        let app = match address {
            Address::Shell(_) => String::new(),
            _ => {
                self.render_app(address, &json!({ "url": address.canonical(), "data": loaded.data }).to_string()).await
            }
        };
        let data =
            format!(r#"<script type="application/json" id="page-data">{}</script>"#, json_for_script(&loaded.data));
        let html = self.template.fill(address.route(), &head, &app, &data);
        // Made at another moment it is the same page, as long as it says the same: whoever has it need not get it again,
        // and learns the moment by a header.
        let timeless = html.replacen(&format!(r#""now":{},"#, loaded.data.now), "", 1);
        let status = if loaded.found { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let mut extra = HeaderMap::new();
        extra.insert(header::CONTENT_SECURITY_POLICY, self.template.policy(address));
        let sent = if styled { self.template.without_styles(&html) } else { html };
        // Packing takes milliseconds of a core: not on a thread that others wait for.
        let pack = move || {
            let page = Cached::new(status, "text/html; charset=utf-8", sent.into_bytes(), extra);
            if !styled {
                return page.tagged_by(timeless.as_bytes());
            }
            // Its own tag: to who asks without a service worker it is not the same. The whole page serves everybody.
            page.tagged_by(format!("{timeless} without styles").as_bytes()).or_tagged_by(timeless.as_bytes())
        };
        tokio::task::spawn_blocking(pack).await.map_err(|error| Error::Internal(error.to_string()))
    }

    /// The page whose data could not be read: the browser asks for it again, and says so if that fails, too.
    pub(super) fn respond_without_data(&self, address: &Address, error: Error) -> Response {
        let html = self.template.fill(address.route(), &Head::of_failure().html(), "", "");
        let (mut parts, _) = error.into_response().into_parts();
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        parts.headers.insert(header::CONTENT_SECURITY_POLICY, self.template.policy(address));
        parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Response::from_parts(parts, Body::from(html))
    }

    async fn render_app(&self, address: &Address, input: &str) -> String {
        let turn = self.render_turns.acquire(&Sender::current()).await;
        let answer = match &turn {
            Ok(_) => self.renderer.render(input.to_owned()).await,
            Err(_) => Err(RenderError::Busy),
        };
        drop(turn);
        let rendered = answer.map_err(|error| error.to_string()).and_then(|json| {
            serde_json::from_str::<Rendered>(&json).map_err(|error| format!("unreadable answer: {error}"))
        });
        match rendered {
            Ok(rendered) => rendered.html,
            Err(error) => {
                static FAILURES: LogRate = LogRate::new();
                metrics::counter!("page_render_failures_total").increment(1);
                if let Some(left_out) = FAILURES.next(Instant::now()) {
                    let page = address.canonical();
                    tracing::error!(page, error, left_out, "page rendering failed, page sent as a shell");
                }
                String::new()
            }
        }
    }
}
