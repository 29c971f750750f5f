//! A merchant: calls the providers, and has a shop on a port of this machine that receives their callbacks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

pub const TOKEN: &str = "simulated-token";

/// A callback as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub query: Option<String>,
    pub headers: BTreeMap<String, String>,
    pub body: Bytes,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[derive(Clone, Default)]
struct Inbox {
    received: Arc<Mutex<Vec<Received>>>,
    status: Arc<Mutex<u16>>,
}

/// Where callbacks go.
pub struct Shop {
    pub url: String,
    inbox: Inbox,
}

impl Shop {
    pub async fn open() -> Shop {
        let inbox = Inbox { status: Arc::new(Mutex::new(200)), ..Inbox::default() };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/webhooks/secret", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(inbox.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Shop { url, inbox }
    }

    /// What callbacks are answered with from now on.
    pub fn answer(&self, status: u16) {
        *self.inbox.status.lock().unwrap() = status;
    }

    pub fn received(&self) -> Vec<Received> {
        self.inbox.received.lock().unwrap().clone()
    }

    /// What arrived since the last time.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut *self.inbox.received.lock().unwrap())
    }
}

async fn receive(State(inbox): State<Inbox>, request: Request) -> StatusCode {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let headers = parts.headers.iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let received = Received {
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().map(str::to_owned),
        headers: headers.collect(),
        body,
    };
    inbox.received.lock().unwrap().push(received);
    StatusCode::from_u16(*inbox.status.lock().unwrap()).unwrap()
}

pub fn client() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// Status and body of an answer that is JSON.
pub async fn read(response: reqwest::Response) -> (u16, Value) {
    (response.status().as_u16(), response.json().await.unwrap())
}

pub async fn post(url: &str, body: &Value) -> (u16, Value) {
    read(client().post(url).bearer_auth(TOKEN).json(body).send().await.unwrap()).await
}

pub async fn get(url: &str) -> (u16, Value) {
    read(client().get(url).bearer_auth(TOKEN).send().await.unwrap()).await
}

/// Sends a form as a browser does; answers the status, the address it is sent to, and the page.
pub async fn submit(url: &str, fields: &[(&str, &str)]) -> (u16, Option<String>, String) {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = client().post(url).header("content-type", "application/x-www-form-urlencoded").body(body);
    page(request.send().await.unwrap()).await
}

pub async fn open(url: &str) -> (u16, Option<String>, String) {
    page(client().get(url).send().await.unwrap()).await
}

async fn page(response: reqwest::Response) -> (u16, Option<String>, String) {
    let location = response.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
    (response.status().as_u16(), location, response.text().await.unwrap())
}

/// A UUID of version 4 for each number.
pub fn uuid(number: u32) -> String {
    format!("{number:08x}-0000-4000-8000-000000000000")
}

pub fn checkout(id: &str, amount: &str, currency: &str) -> Value {
    json!({
        "checkoutId": id,
        "returnUrl": "https://tukio.example/return?payment=1",
        "returnMethod": "INSTANT",
        "defaultLanguage": "fr",
        "countries": ["COD"],
        "expiresAfter": 15,
        "amounts": [{"country": "COD", "currency": currency, "amount": amount}],
        "clientReferenceId": "PAYMENT1",
        "reason": {"fr": "Billets"},
        "metadata": [{"payment": "1"}],
    })
}

pub fn deposit(id: &str, amount: &str, currency: &str, number: &str, provider: &str) -> Value {
    json!({
        "depositId": id, "amount": amount, "currency": currency,
        "payer": {"type": "MMO", "accountDetails": {"phoneNumber": number, "provider": provider}},
        "customerMessage": "Billets Tukio",
    })
}

/// The same object with one field changed, or taken out where the value is null.
pub fn with(mut body: Value, name: &str, value: Value) -> Value {
    let fields = body.as_object_mut().unwrap();
    if value.is_null() {
        fields.remove(name)
    } else {
        fields.insert(name.to_owned(), value)
    };
    body
}
