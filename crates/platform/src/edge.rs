//! The one middleware around every request: time limit, panics, compression, security headers, logs and metrics. One instead
//! of several, because each layer of the router clones all layers inside it for each request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::asking::Asking;
use crate::compression::{self, Encoding};
use crate::security_log::{self, Deed};
use crate::telemetry::Observed;
use crate::{Error, Services, client, multipart, security};

/// Bounds the work on one request: a client has long left by then.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Bounds the work on a form with pictures, which may be minutes on its way: a form that stalls is given up long before.
const FORM_TIMEOUT: Duration = Duration::from_secs(30 * 60);

pub async fn handle_request(State(services): State<Services>, request: Request, next: Next) -> Response {
    let settings = &services.settings;
    let address = client::address_of(request.headers(), request.extensions(), settings.trust_proxy);
    Asking::scope(address, answer(request, next, settings.is_https())).await
}

async fn answer(mut request: Request, next: Next, https: bool) -> Response {
    let observed = Observed::begin(&mut request);
    let private = security::is_private(&request);
    let path = request.uri().path().to_owned();
    let accepted = Encoding::accepted_by(request.headers());
    let timeout = if multipart::is_form(&request) { FORM_TIMEOUT } else { REQUEST_TIMEOUT };
    let answered = tokio::time::timeout(timeout, catch_panic(next.run(request))).await;
    let response = answered.unwrap_or_else(|_| Error::Busy.into_response());
    let mut response = compression::compress(response, accepted).await;
    security::complete(response.headers_mut(), &path, private, https);
    if response.status() == StatusCode::FORBIDDEN {
        security_log::record_refused(Deed::UseRole, "forbidden", &observed);
    }
    observed.end(&mut response);
    response
}

/// Answers a panic as an internal error. Its message and place go to standard error, never to the client.
async fn catch_panic(answer: impl Future<Output = Response>) -> Response {
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
        let answer = catch_panic(async { panic!("as expected by this test") }).await;
        assert_eq!(answer.status(), 500);
    }
}
