//! The token of a login: kept as long as it lasts, and asked for by one caller at a time.

use std::time::Duration;

use domain::Instant;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::exchange::Exchange;
use crate::json;
use http_client::StatusCode;

/// A token is not used in its last minutes: a call takes time.
const MARGIN: Duration = Duration::from_mins(5);
/// How long a token lasts that does not say it.
const DEFAULT_LIFE: Duration = Duration::from_hours(1);

/// Whoever holds it logs in; the others wait and find the new token.
#[derive(Default)]
pub struct Session(pub Mutex<Option<Token>>);

/// It has no `Debug`.
#[derive(Clone)]
pub struct Token {
    pub text: String,
    until: Instant,
}

impl Token {
    /// Reads the answer to a login.
    pub fn read(answer: &Exchange, now: Instant) -> Option<Token> {
        let body = &answer.body;
        let nested = body.get("data").unwrap_or(&Value::Null);
        let of = |field: &str| json::text(body, field).or_else(|| json::text(nested, field));
        let text = of("access_token").filter(|_| answer.status.is_success())?;
        let seconds = of("expires_in").and_then(|seconds| seconds.parse().ok());
        let life = seconds.map_or(DEFAULT_LIFE, Duration::from_secs).min(Duration::from_hours(24 * 30));
        Some(Token { text, until: now + life.saturating_sub(MARGIN) })
    }

    /// Whether it can be used: in its time, and not one that was just refused.
    pub fn is_good(&self, now: Instant, refused: Option<&str>) -> bool {
        now < self.until && refused != Some(&*self.text)
    }
}

/// Whether a call failed for its token: by the status 401, or by a code in an answer of any status.
pub fn is_token_refused(answer: &Exchange) -> bool {
    let of = |object: &Value| {
        let code = json::text(object, "code");
        let status = json::text(object, "status");
        matches!(code.as_deref(), Some("1002" | "1003"))
            || matches!(status.as_deref(), Some("INVALID_TOKEN" | "EXPIRED_TOKEN"))
    };
    answer.status == StatusCode::UNAUTHORIZED || of(&answer.body) || answer.body.get("details").is_some_and(of)
}
