//! What surrounds every request and its answer, in one step: each layer of the router's own copies all layers inside
//! it for each request, which cost more than everything they did.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::compression::{self, Encoding};
use crate::telemetry::Observed;
use crate::{Error, multipart, security};

/// No request is worked on for ever: whoever asked has long left.
const LONGEST: Duration = Duration::from_secs(60);

/// A form with pictures may be minutes on its way: its own patience ends long before this.
const LONGEST_FORM: Duration = Duration::from_secs(30 * 60);

pub async fn around(mut request: Request, next: Next) -> Response {
    let observed = Observed::begin(&mut request);
    let private = security::is_private(&request);
    let accepted = Encoding::accepted_by(request.headers());
    let longest = if multipart::is_form(&request) { LONGEST_FORM } else { LONGEST };
    let answered = tokio::time::timeout(longest, caught(next.run(request))).await;
    let response = answered.unwrap_or_else(|_| Error::Busy.into_response());
    let mut response = compression::pack(response, accepted).await;
    security::complete(response.headers_mut(), private);
    observed.end(&mut response);
    response
}

/// A panic's message goes to standard error with its place; the client learns nothing of it.
async fn caught(answer: impl Future<Output = Response>) -> Response {
    let mut answer = pin!(answer);
    std::future::poll_fn(|context| {
        // After a panic the future is never polled again, so nobody sees what it left half done.
        catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)))
            .unwrap_or_else(|_| Poll::Ready(Error::Internal("a handler panicked".to_owned()).into_response()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_of_ours() {
        let answer = caught(async { panic!("as expected by this test") }).await;
        assert_eq!(answer.status(), 500);
    }
}
