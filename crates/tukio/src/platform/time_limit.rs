//! No request is worked on for ever: whoever asked has long left.

use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::platform::Error;

const LIMIT: Duration = Duration::from_secs(60);

pub async fn limit(request: Request, next: Next) -> Response {
    match tokio::time::timeout(LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Error::Busy.into_response(),
    }
}
