//! Calls to the services of others: HTTP/1.1 over TCP or TLS, a connection for each call, bounded in time and size. For the
//! few calls that a task makes beside the requests of people. Errors never name the address, which may hold a password.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{HOST, HeaderName};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::Url;

/// Bounds a whole call, from looking up the name to the last byte of the answer.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);

/// Answers are short; whoever sends more is not who we think.
const LONGEST_ANSWER: usize = 64 * 1024;

pub struct Call {
    pub method: Method,
    pub url: Url,
    pub headers: Vec<(HeaderName, String)>,
    pub body: String,
}

pub struct CallAnswer {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallError(&'static str);

/// A cheap handle.
#[derive(Clone)]
pub struct HttpClient(TlsConnector);

impl HttpClient {
    /// Trusts the bundled list of roots.
    pub fn new() -> Result<HttpClient, CallError> {
        HttpClient::trusting(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() })
    }

    fn trusting(roots: RootCertStore) -> Result<HttpClient, CallError> {
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|_| CallError("TLS can't be set up"))?;
        let config = versions.with_root_certificates(roots).with_no_client_auth();
        Ok(HttpClient(TlsConnector::from(Arc::new(config))))
    }

    /// Redirects are answers like any other: a service that moves is a setting to change.
    pub async fn call(&self, call: Call) -> Result<CallAnswer, CallError> {
        let calling = self.connect_and_send(call);
        tokio::time::timeout(CALL_TIMEOUT, calling).await.map_err(|_| CallError("no answer in time"))?
    }

    async fn connect_and_send(&self, call: Call) -> Result<CallAnswer, CallError> {
        let host = call.url.host_str().ok_or(CallError("the address has no host"))?;
        let port = call.url.port_or_known_default().ok_or(CallError("the address has no port"))?;
        let unreachable = |_| CallError("the server can't be reached");
        let stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await.map_err(unreachable)?;
        match call.url.scheme() {
            "https" => {
                let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned());
                let name = name.map_err(|_| CallError("the address has no host"))?;
                let refused = |_| CallError("the server can't be trusted, or speaks no TLS");
                send(self.0.connect(name, stream).await.map_err(refused)?, call).await
            }
            "http" => send(stream, call).await,
            _ => Err(CallError("the address is neither http nor https")),
        }
    }
}

async fn send(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    call: Call,
) -> Result<CallAnswer, CallError> {
    let broken = |_| CallError("the connection broke");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let driver = AbortOnDrop(tokio::spawn(connection));
    let answer = sender.send_request(request(call)?).await.map_err(broken)?;
    let status = answer.status();
    let body = Limited::new(answer.into_body(), LONGEST_ANSWER).collect().await;
    drop(driver);
    let body = body.map_err(|_| CallError("the answer broke off or is too long"))?.to_bytes().to_vec();
    Ok(CallAnswer { status, body })
}

fn request(call: Call) -> Result<Request<Full<Bytes>>, CallError> {
    let path = &call.url[url::Position::BeforePath..url::Position::AfterQuery];
    let host = &call.url[url::Position::BeforeHost..url::Position::AfterPort];
    let mut request = Request::builder().method(call.method).uri(path).header(HOST, host);
    for (name, value) in call.headers {
        request = request.header(name, value);
    }
    request.body(Full::new(Bytes::from(call.body))).map_err(|_| CallError("the request can't be written"))
}

/// Ends the task of a connection, also when a call is given up half-way.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
