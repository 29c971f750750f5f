//! What the application answers.

use reqwest::StatusCode;
use serde_json::Value;

pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// The device cookie an answer sets, as a browser sends it back.
pub fn device_cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}
