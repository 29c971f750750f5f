//! A service of the loopback that answers as a test tells it, and remembers what it heard.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use http_client::Url;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpListener;

/// A request as the service heard it.
#[derive(Debug, Clone)]
pub struct Heard {
    pub method: String,
    /// With its query.
    pub path: String,
    pub authorization: Option<String>,
    pub body: Value,
}

impl Heard {
    pub fn is(&self, method: &str, path: &str) -> bool {
        self.method == method && self.path == path
    }
}

#[derive(Debug, Clone)]
pub enum Reply {
    Answer(u16, String),
    /// Closes the connection after it has read the request.
    HangUp,
    /// Never answers.
    Silence,
}

impl Reply {
    pub fn ok(body: impl ToString) -> Reply {
        Reply::Answer(200, body.to_string())
    }
}

pub struct Service {
    pub url: Url,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Service {
    pub async fn start(reply: impl Fn(&Heard) -> Reply + Send + Sync + 'static) -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (reply, journal) = (Arc::new(reply), heard.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (reply, journal) = (reply.clone(), journal.clone());
                let service = service_fn(move |request| answer(request, reply.clone(), journal.clone()));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        Service { url: Url::parse(&format!("http://127.0.0.1:{port}")).expect("an address"), heard }
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn count(&self, method: &str, path: &str) -> usize {
        self.heard().iter().filter(|heard| heard.is(method, path)).count()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("hung up")]
struct HungUp;

async fn answer(
    request: Request<Incoming>,
    reply: Arc<impl Fn(&Heard) -> Reply>,
    journal: Arc<Mutex<Vec<Heard>>>,
) -> Result<Response<Full<Bytes>>, HungUp> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(|_| HungUp)?.to_bytes();
    let authorization = head.headers.get("authorization").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let heard = Heard {
        method: head.method.to_string(),
        path: head.uri.to_string(),
        authorization,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    };
    let reply = reply(&heard);
    journal.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
    match reply {
        Reply::Answer(status, body) => {
            let response = Response::builder().status(status).body(Full::new(Bytes::from(body)));
            Ok(response.expect("a response"))
        }
        Reply::HangUp => Err(HungUp),
        Reply::Silence => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            Err(HungUp)
        }
    }
}

/// Always the same answer.
pub fn always(body: impl ToString) -> impl Fn(&Heard) -> Reply + Send + Sync {
    let body = body.to_string();
    move |_| Reply::ok(&body)
}
