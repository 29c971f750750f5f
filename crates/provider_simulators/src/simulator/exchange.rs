//! A request and an answer without the HTTP library around them, so that providers are plain functions.

use std::collections::BTreeMap;

use serde_json::Value;

/// What the merchant or the payer's browser sent.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: BTreeMap<String, String>,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Request {
    /// The parts of the path, without empty ones: a slash at the end makes no difference.
    pub fn segments(&self) -> Vec<&str> {
        self.path.split('/').filter(|part| !part.is_empty()).collect()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// What stands behind `Bearer ` in the authorization.
    pub fn bearer(&self) -> Option<&str> {
        self.header("authorization")?.strip_prefix("Bearer ")
    }

    /// The body as JSON, or null.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// A text field of a JSON body.
    pub fn json_text(&self, name: &str) -> Option<String> {
        self.json().get(name)?.as_str().map(str::to_owned)
    }

    /// The body as a form that a browser sent.
    pub fn form(&self) -> BTreeMap<String, String> {
        url::form_urlencoded::parse(&self.body).into_owned().collect()
    }
}

/// What the simulator answers.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    pub location: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(status: u16, body: &Value) -> Answer {
        Answer { status, content_type: "application/json", location: None, body: body.to_string().into_bytes() }
    }

    pub fn html(status: u16, body: String) -> Answer {
        Answer { status, content_type: "text/html; charset=utf-8", location: None, body: body.into_bytes() }
    }

    /// Sends the browser elsewhere with a GET.
    pub fn see_other(location: String) -> Answer {
        Answer { status: 303, content_type: "text/plain", location: Some(location), body: Vec::new() }
    }
}
