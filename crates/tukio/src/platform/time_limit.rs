//! No request is worked on for ever: whoever asked has long left.

use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::platform::{Error, body};

const LIMIT: Duration = Duration::from_secs(60);

/// A form with pictures may be minutes on its way: its own patience ends long before this.
const FORM_LIMIT: Duration = Duration::from_secs(30 * 60);

pub async fn limit(request: Request, next: Next) -> Response {
    let limit = if body::is_form(request.headers()) { FORM_LIMIT } else { LIMIT };
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Error::Busy.into_response(),
    }
}
