//! Captures the webhooks of the provider before they reach us, to be handed on late, twice, or never.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use domain::Instant;
use tokio::net::TcpListener;

type Taken = Arc<Mutex<Vec<(String, Vec<(String, String)>, Vec<u8>)>>>;

/// News of a payment, as the provider sent it.
#[derive(Debug, Clone)]
pub struct CapturedWebhook {
    pub path: String,
    /// Without those that belong to the connection.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub sent_at: Instant,
}

impl CapturedWebhook {
    pub fn header_mut(&mut self, name: &str) -> Option<&mut String> {
        self.headers.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    pub fn remove_header(&mut self, name: &str) {
        self.headers.retain(|(known, _)| known != name);
    }
}

pub struct WebhookCapture {
    pub address: SocketAddr,
    taken: Taken,
}

impl WebhookCapture {
    pub async fn open() -> WebhookCapture {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let taken = Taken::default();
        let router = Router::new().fallback(take).with_state(taken.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        WebhookCapture { address, taken }
    }

    /// What has come since somebody looked.
    pub fn collect(&self, now: Instant) -> Vec<CapturedWebhook> {
        let taken = std::mem::take(&mut *self.taken.lock().unwrap());
        let captured = |(path, headers, body): (String, _, _)| CapturedWebhook { path, headers, body, sent_at: now };
        taken.into_iter().map(captured).collect()
    }
}

async fn take(State(taken): State<Taken>, uri: Uri, headers: HeaderMap, body: Bytes) {
    let of_connection = ["host", "content-length", "accept", "user-agent", "accept-encoding", "connection"];
    let kept = headers.iter().filter(|(name, _)| !of_connection.contains(&name.as_str()));
    let headers = kept.map(|(name, value)| (name.as_str().to_owned(), value.to_str().unwrap().to_owned()));
    taken.lock().unwrap().push((uri.path().to_owned(), headers.collect(), body.to_vec()));
}
