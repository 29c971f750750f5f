//! Gateways for messages to telephones, as their makers document them: Africa's Talking, one before an SMPP connection as
//! Kannel is, and WhatsApp's Cloud API. Each says no on request.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::form_urlencoded;

use super::app::TestApp;

pub const KEY: &str = "hunter2-key";

/// A message that a gateway has accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    pub to: String,
    pub from: String,
    pub text: String,
}

#[derive(Clone)]
pub struct Gateway {
    url: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    accepted: Mutex<Vec<Accepted>>,
    /// What the next messages are answered; then every good one is accepted.
    refusals: Mutex<VecDeque<(u16, String)>>,
    asked: Mutex<usize>,
}

impl Gateway {
    pub async fn start() -> Gateway {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let router = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async { axum::serve(listener, router).await });
        Gateway { url, shared }
    }

    /// The settings of somebody who sends by Africa's Talking.
    pub fn africas_talking(&self) -> Vec<(&'static str, String)> {
        vec![
            ("TUKIO_SMS_URL", format!("{}/version1/messaging", self.url)),
            ("TUKIO_SMS_STYLE", "africastalking".to_owned()),
            ("TUKIO_SMS_USER", "tukio".to_owned()),
            ("TUKIO_SMS_TOKEN", KEY.to_owned()),
            ("TUKIO_SMS_FROM", "Tukio".to_owned()),
        ]
    }

    /// The settings of somebody who sends by Kannel, by `get` or `post`.
    pub fn kannel(&self, style: &str) -> Vec<(&'static str, String)> {
        let query = "username={user}&password={token}&to={to}&text={text}&from={from}&coding=0";
        vec![
            ("TUKIO_SMS_URL", format!("{}/cgi-bin/sendsms?{query}", self.url)),
            ("TUKIO_SMS_STYLE", style.to_owned()),
            ("TUKIO_SMS_USER", "tukio".to_owned()),
            ("TUKIO_SMS_TOKEN", KEY.to_owned()),
            ("TUKIO_SMS_FROM", "Tukio".to_owned()),
        ]
    }

    pub fn whatsapp(&self) -> Vec<(&'static str, String)> {
        vec![
            ("TUKIO_WHATSAPP_URL", format!("{}/v23.0/105954558954427/messages", self.url)),
            ("TUKIO_WHATSAPP_TOKEN", KEY.to_owned()),
            ("TUKIO_WHATSAPP_TEMPLATE", "verification_code".to_owned()),
        ]
    }

    pub fn refuse_next(&self, status: u16, body: impl Into<String>) {
        self.shared.refusals.lock().unwrap().push_back((status, body.into()));
    }

    pub fn accepted(&self) -> Vec<Accepted> {
        self.shared.accepted.lock().unwrap().clone()
    }

    /// How often it was called.
    pub fn asked(&self) -> usize {
        *self.shared.asked.lock().unwrap()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    *shared.asked.lock().unwrap() += 1;
    if let Some((status, body)) = shared.refusals.lock().unwrap().pop_front() {
        return (StatusCode::from_u16(status).unwrap(), body).into_response();
    }
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 100_000).await.unwrap();
    let judged = match parts.uri.path() {
        "/version1/messaging" => africas_talking(&parts.method, &parts.headers, &body),
        "/cgi-bin/sendsms" => kannel(&parts.method, parts.uri.query().unwrap_or_default(), &body),
        "/v23.0/105954558954427/messages" => whatsapp(&parts.headers, &body),
        _ => Err(refused(StatusCode::NOT_FOUND, "")),
    };
    match judged {
        Ok((message, answer)) => {
            shared.accepted.lock().unwrap().push(message);
            answer
        }
        Err(refusal) => *refusal,
    }
}

type Judged = Result<(Accepted, Response), Box<Response>>;

fn refused(status: StatusCode, text: &'static str) -> Box<Response> {
    Box::new((status, text).into_response())
}

fn fields(encoded: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(encoded).into_owned().collect()
}

fn africas_talking(method: &Method, headers: &HeaderMap, body: &Bytes) -> Judged {
    if headers.get("apikey").is_none_or(|key| key != KEY) {
        return Err(refused(StatusCode::UNAUTHORIZED, "The supplied authentication is invalid"));
    }
    let mut form = fields(body);
    if method != Method::POST || form.get("username").is_none_or(|user| user != "tukio") {
        return Err(refused(StatusCode::BAD_REQUEST, "Request is missing required form field 'username'"));
    }
    let mut field = |name: &str| form.remove(name).unwrap_or_default();
    let message = Accepted { to: field("to"), from: field("from"), text: field("message") };
    if !message.to.starts_with('+') || message.text.is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "Request is missing required form field 'message'"));
    }
    let recipient = json!({ "statusCode": 101, "number": message.to, "status": "Success", "cost": "KES 0.8000", "messageId": "ATXid_1" });
    let data = json!({ "Message": "Sent to 1/1 Total Cost: KES 0.8000", "Recipients": [recipient] });
    Ok((message, (StatusCode::CREATED, Json(json!({ "SMSMessageData": data }))).into_response()))
}

fn kannel(method: &Method, query: &str, body: &Bytes) -> Judged {
    let mut form = fields(if method == Method::GET { query.as_bytes() } else { body });
    if form.get("username").is_none_or(|user| user != "tukio") || form.get("password").is_none_or(|key| key != KEY) {
        return Err(refused(StatusCode::FORBIDDEN, "Authorization failed for sendsms"));
    }
    let mut field = |name: &str| form.remove(name).unwrap_or_default();
    let message = Accepted { to: field("to"), from: field("from"), text: field("text") };
    let is_number = message.to.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || message.text.is_empty() || field("coding") != "0" {
        return Err(refused(StatusCode::BAD_REQUEST, "Missing receiver number, rejected"));
    }
    Ok((message, (StatusCode::ACCEPTED, "0: Accepted for delivery").into_response()))
}

fn whatsapp(headers: &HeaderMap, body: &Bytes) -> Judged {
    let error = |status, code: i64| {
        let error =
            json!({ "error": { "message": "refused", "type": "OAuthException", "code": code, "fbtrace_id": "A" } });
        Box::new((status, Json(error)).into_response())
    };
    if headers.get("authorization").is_none_or(|bearer| bearer != &format!("Bearer {KEY}")) {
        return Err(error(StatusCode::UNAUTHORIZED, 190));
    }
    let sent: Value = serde_json::from_slice(body).map_err(|_| error(StatusCode::BAD_REQUEST, 100))?;
    let components = &sent["template"]["components"];
    let code = components[0]["parameters"][0]["text"].as_str().unwrap_or_default().to_owned();
    let wanted = json!({
        "messaging_product": "whatsapp", "recipient_type": "individual", "to": sent["to"], "type": "template",
        "template": { "name": "verification_code", "language": { "code": "fr" }, "components": [
            { "type": "body", "parameters": [{ "type": "text", "text": code }] },
            { "type": "button", "sub_type": "url", "index": "0", "parameters": [{ "type": "text", "text": code }] },
        ] },
    });
    if sent != wanted || code.is_empty() || code.len() > 15 {
        return Err(error(StatusCode::BAD_REQUEST, 132_000));
    }
    let to = sent["to"].as_str().unwrap_or_default().to_owned();
    let answer = json!({ "messaging_product": "whatsapp", "contacts": [{ "input": to, "wa_id": to }], "messages": [{ "id": "wamid.1" }] });
    Ok((Accepted { to, from: String::new(), text: code }, Json(answer).into_response()))
}

impl TestApp {
    /// An application that sends by this gateway.
    pub async fn with_gateway(engine: super::engines::Engine, settings: Vec<(&'static str, String)>) -> TestApp {
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        TestApp::start_with(engine, &settings).await
    }

    /// Every message to a telephone that was written to the folder so far, in the order of time, as number and text.
    pub async fn texts(&self) -> Vec<(String, String)> {
        self.text_sender.send_due().await.unwrap();
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("sms")) else { return Vec::new() };
        let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |file| {
            let text = std::fs::read_to_string(file).unwrap();
            let (head, body) = text.split_once("\n\n").unwrap();
            let to = head.lines().next().unwrap().strip_prefix("To: ").unwrap();
            (to.to_owned(), body.trim().to_owned())
        };
        files.into_iter().map(read).collect()
    }

    /// The code in the last message that was written to the folder.
    pub async fn last_code(&self) -> String {
        code_in(&self.texts().await.last().expect("a message").1)
    }
}

/// The six digits that a message begins with.
#[track_caller]
pub fn code_in(text: &str) -> String {
    let code: String = text.chars().take_while(char::is_ascii_digit).collect();
    assert_eq!(code.len(), 6, "no code in {text:?}");
    code
}

/// Six digits that are not this code.
pub fn other_than(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}
