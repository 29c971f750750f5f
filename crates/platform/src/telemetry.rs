//! Logs, metrics and request ids. One readable line per request, written at the boundary.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::random;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How long single samples of a histogram are kept before they are counted into its buckets.
const SAMPLES_KEPT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// Installs the log of this process. A second call (tests) leaves the first in place.
pub fn start_logging(filter: &str, format: LogFormat) {
    let filter = EnvFilter::new(filter);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let installed = match format {
        LogFormat::Text => builder.finish().try_init(),
        LogFormat::Json => builder.json().finish().try_init(),
    };
    if let Err(error) = installed {
        tracing::debug!(%error, "logging was already started");
    }
}

/// Installs the metrics recorder of this process; to be called inside the runtime.
pub fn start_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(
            Matcher::Full("http_request_seconds".to_owned()),
            &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0],
        )?
        .install_recorder()?;
    let recorder = handle.clone();
    // Histograms keep every single sample until they are read: without this a server that nobody scrapes grows for ever.
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SAMPLES_KEPT).await;
            recorder.run_upkeep();
        }
    });
    Ok(handle)
}

/// A request under way: it has an id, and is counted, timed and logged when it is answered.
pub(crate) struct Observed {
    started: Instant,
    id: HeaderValue,
    method: Method,
    path: String,
    route: Option<MatchedPath>,
}

impl Observed {
    pub fn begin(request: &mut Request) -> Observed {
        let id = request_id(request);
        request.headers_mut().insert(REQUEST_ID, id.clone());
        Observed {
            started: Instant::now(),
            id,
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            route: request.extensions().get::<MatchedPath>().cloned(),
        }
    }

    pub fn end(self, response: &mut Response) {
        let Observed { started, id, method, path, route } = self;
        let path = redact_path(route.as_ref().map(MatchedPath::as_str), &path);
        let seconds = started.elapsed().as_secs_f64();
        let status = response.status();
        // The pattern, not the address: an address of its own per event would drown the metrics.
        record_metrics(route.as_ref().map_or("other", MatchedPath::as_str), method_label(&method), status, seconds);
        let request_id = id.to_str().unwrap_or_default();
        let status = status.as_u16();
        // What is busy is told by whoever refused it, once a second.
        if status >= 500 && status != 503 {
            tracing::warn!(%method, %path, status, seconds, request_id, "request answered with a server error");
        } else {
            tracing::debug!(%method, %path, status, seconds, request_id, "request answered");
        }
        response.headers_mut().insert(REQUEST_ID, id);
    }
}

/// Method and pattern of the address.
impl fmt::Display for Observed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = redact_path(self.route.as_ref().map(MatchedPath::as_str), &self.path);
        write!(out, "{} {path}", self.method)
    }
}

/// The pattern of an address, or its first segment: what follows may be a token that still opens something.
fn redact_path<'a>(route: Option<&'a str>, path: &'a str) -> Cow<'a, str> {
    if let Some(route) = route {
        return route.into();
    }
    match path.strip_prefix('/').and_then(|path| path.split_once('/')) {
        Some((first, rest)) if !rest.is_empty() => format!("/{first}/…").into(),
        _ => path.into(),
    }
}

/// One route's metrics as this thread has met them. To find one by its labels costs more than a small answer.
struct RouteMetrics {
    seconds: Histogram,
    answers: Vec<((&'static str, StatusCode), Counter)>,
}

fn record_metrics(route: &str, method: &'static str, status: StatusCode, seconds: f64) {
    thread_local! {
        static ROUTES: RefCell<HashMap<String, RouteMetrics>> = RefCell::default();
    }
    ROUTES.with_borrow_mut(|routes| {
        if !routes.contains_key(route) {
            let seconds = metrics::histogram!("http_request_seconds", "route" => route.to_owned());
            routes.insert(route.to_owned(), RouteMetrics { seconds, answers: Vec::new() });
        }
        let Some(known) = routes.get_mut(route) else { return };
        known.seconds.record(seconds);
        let kind = (method, status);
        match known.answers.iter().find(|(other, _)| *other == kind) {
            Some((_, answers)) => answers.increment(1),
            None => {
                let answers = metrics::counter!("http_requests_total", "method" => method, "route" => route.to_owned(), "status" => status.as_str().to_owned());
                answers.increment(1);
                known.answers.push((kind, answers));
            }
        }
    });
}

/// Clients may invent methods; the metrics count them together.
fn method_label(method: &Method) -> &'static str {
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS]
        .iter()
        .zip(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
        .find_map(|(known, name)| (known == method).then_some(name))
        .unwrap_or("other")
}

/// A proxy's id is kept if it is short and plain, so that its log and ours can be joined.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|value| {
        value.len() <= 64 && value.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    });
    given.cloned().unwrap_or_else(|| {
        HeaderValue::try_from(format!("{:016x}", next_id())).unwrap_or_else(|_| HeaderValue::from_static("none"))
    })
}

/// No secret, only never the same twice: counted from a random start, and spread so that ids don't look alike.
fn next_id() -> u64 {
    static START: LazyLock<u64> = LazyLock::new(|| u64::from_le_bytes(random::bytes()));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = START.wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed));
    // Odd, so that every number gives another id.
    (number ^ (number >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_their_secrets() {
        assert_eq!(
            redact_path(Some("/api/invitations/{token}/"), "/api/invitations/secret/"),
            "/api/invitations/{token}/"
        );
        for (path, expected) in [
            ("/", "/"),
            ("", ""),
            ("/events", "/events"),
            ("/events/", "/events/"),
            ("/invitations/secret", "/invitations/…"),
            ("/invitations/secret/more", "/invitations/…"),
            ("//secret", "//…"),
        ] {
            assert_eq!(redact_path(None, path), expected);
        }
    }

    #[test]
    fn ids_differ_and_invented_methods_count_as_one() {
        let ids: std::collections::HashSet<u64> = (0..1000).map(|_| next_id()).collect();
        assert_eq!(ids.len(), 1000);
        assert_eq!(method_label(&Method::POST), "POST");
        assert_eq!(method_label(&Method::from_bytes(b"BREW").unwrap()), "other");
    }
}
