//! Logs, metrics and request ids. One readable line per request, written at the boundary.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};
use crate::platform::random;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How long single samples of a histogram are kept before they are counted into its buckets.
const SAMPLES_KEPT: Duration = Duration::from_secs(5);

/// Installs the log of this process. A second call (tests) leaves the first in place.
pub fn start_logging(config: &Config) {
    let filter = EnvFilter::new(&config.log);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let installed = match config.log_format {
        LogFormat::Text => builder.finish().try_init(),
        LogFormat::Json => builder.json().finish().try_init(),
    };
    if let Err(error) = installed {
        tracing::debug!(%error, "logging was started before");
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

/// Middleware: gives the request an id, counts and times it, and logs its outcome.
pub async fn observe(mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(&request);
    request.headers_mut().insert(REQUEST_ID, id.clone());
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    // The pattern, not the address: an address of its own per event would drown the metrics.
    let route =
        request.extensions().get::<MatchedPath>().map_or("other".to_owned(), |matched| matched.as_str().to_owned());

    let mut response = next.run(request).await;

    let seconds = started.elapsed().as_secs_f64();
    let status = response.status().as_u16();
    metrics::counter!("http_requests_total", "method" => method.to_string(), "route" => route.clone(), "status" => status.to_string()).increment(1);
    metrics::histogram!("http_request_seconds", "route" => route).record(seconds);
    let id_text = id.to_str().unwrap_or_default();
    if status >= 500 {
        tracing::warn!(%method, path, status, seconds, request_id = id_text, "answered with an error of ours");
    } else {
        tracing::debug!(%method, path, status, seconds, request_id = id_text, "answered");
    }
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// A proxy's id is kept if it is short and plain, so that its log and ours can be joined.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|value| {
        value.len() <= 64 && value.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    });
    given.cloned().unwrap_or_else(|| {
        let id = u64::from_le_bytes(random::bytes());
        HeaderValue::try_from(format!("{id:016x}")).unwrap_or_else(|_| HeaderValue::from_static("none"))
    })
}
