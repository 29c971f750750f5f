//! Captures the webhooks of the provider before they reach us, to be handed on late, twice, or never.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::Instant;
use payment_providers::sandbox::SIGNATURE_HEADER;
use tokio::net::TcpListener;

type Taken = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// News of a payment, signed by the provider.
#[derive(Debug, Clone)]
pub struct CapturedWebhook {
    pub signature: String,
    pub body: Vec<u8>,
    pub signed_at: Instant,
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
        taken.into_iter().map(|(signature, body)| CapturedWebhook { signature, body, signed_at: now }).collect()
    }
}

async fn take(State(taken): State<Taken>, headers: HeaderMap, body: Bytes) {
    let signature = headers[SIGNATURE_HEADER].to_str().unwrap().to_owned();
    taken.lock().unwrap().push((signature, body.to_vec()));
}
