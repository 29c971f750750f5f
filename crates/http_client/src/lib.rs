//! Calls to the services of others: HTTP/1.1 over TCP or TLS, on connections that are kept for the next call, bounded in
//! time and size. Errors never name the address, a header or what was sent: any of them may hold a secret.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::Request;
use hyper::body::Bytes;
pub use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderName};
pub use hyper::{Method, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
pub use url::Url;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bounds looking up the name and reaching the server, without TLS.
    pub connect: Duration,
    /// Bounds a whole call, from looking up the name to the last byte of the answer.
    pub call: Duration,
    /// The longest answer that is read, in bytes. Answers are short; whoever sends more is not who we think.
    pub answer: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connect: Duration::from_secs(5), call: Duration::from_secs(20), answer: 64 * 1024 }
    }
}

/// How long a connection waits for its next call: less than the minute after which servers often hang up.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Connections that wait at the same time, for each server.
const MOST_IDLE: usize = 16;

/// It has no `Debug`, because headers and bodies hold credentials.
pub struct Call {
    pub method: Method,
    pub url: Url,
    pub headers: Vec<(HeaderName, String)>,
    pub body: String,
}

/// It has no `Debug`, because answers hold tokens and numbers of people.
pub struct CallAnswer {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallError(&'static str);

/// A cheap handle: clones share their connections.
#[derive(Clone)]
pub struct HttpClient {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    limits: Limits,
}

impl HttpClient {
    /// Trusts the bundled list of roots.
    pub fn new() -> Result<HttpClient, CallError> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        HttpClient::trusting(roots, Limits::default())
    }

    pub fn trusting(roots: RootCertStore, limits: Limits) -> Result<HttpClient, CallError> {
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|_| CallError("TLS can't be set up"))?;
        let tls = versions.with_root_certificates(roots).with_no_client_auth();
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(limits.connect));
        let connector =
            HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(tcp);
        // A call whose kept connection had died before a byte of it was written is sent on another one; nothing that a
        // server may have read is ever sent again.
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MOST_IDLE)
            .build(connector);
        Ok(HttpClient { client, limits })
    }

    /// Redirects are answers like any other: a service that moves is a setting to change.
    pub async fn call(&self, call: Call) -> Result<CallAnswer, CallError> {
        let calling = self.send(request(call)?);
        tokio::time::timeout(self.limits.call, calling).await.map_err(|_| CallError("no answer in time"))?
    }

    async fn send(&self, request: Request<Full<Bytes>>) -> Result<CallAnswer, CallError> {
        let answer = self.client.request(request).await.map_err(|error| match error.is_connect() {
            true => CallError("the server can't be reached or can't be trusted"),
            false => CallError("the connection broke"),
        })?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), self.limits.answer).collect().await;
        let body = body.map_err(|_| CallError("the answer broke off or is too long"))?.to_bytes().to_vec();
        Ok(CallAnswer { status, body })
    }
}

fn request(call: Call) -> Result<Request<Full<Bytes>>, CallError> {
    if !matches!(call.url.scheme(), "https" | "http") {
        return Err(CallError("the address is neither http nor https"));
    }
    // Neither a name and password nor a fragment belong into a request.
    let target = &call.url[url::Position::BeforeHost..url::Position::AfterQuery];
    let mut request = Request::builder().method(call.method).uri(format!("{}://{target}", call.url.scheme()));
    for (name, value) in call.headers {
        request = request.header(name, value);
    }
    request.body(Full::new(Bytes::from(call.body))).map_err(|_| CallError("the request can't be written"))
}
