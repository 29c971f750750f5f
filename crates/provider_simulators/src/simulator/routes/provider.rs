//! The provider's own addresses, with the faults that were switched on.

use std::collections::BTreeMap;
use std::future::pending;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{self, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use tokio::time::{Interval, interval};

use super::App;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::faults::FaultKind;
use crate::simulator::protocol::Protocol;
use crate::simulator::sending;

/// On a response: close the connection instead of sending it.
#[derive(Clone, Copy)]
pub struct CloseConnection;

const LARGEST_BODY: usize = 1 << 20;

const HTML_ERROR: &str = "<html><body><h1>Service temporarily unavailable</h1></body></html>";

pub async fn provider<P: Protocol>(State(app): State<App<P>>, request: extract::Request) -> Response {
    let Ok(request) = read(request).await else { return StatusCode::PAYLOAD_TOO_LARGE.into_response() };
    let reply = app.shared.lock().receive(&request);
    sending::send_all(&app.shared, &app.client, reply.urgent).await;
    match (reply.fault, reply.answer) {
        (None, Some(answer)) => response(answer),
        (None, None) | (Some(FaultKind::Reset), _) => closed(),
        (Some(FaultKind::Hang), _) => pending().await,
        (Some(FaultKind::InternalError), _) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        (Some(FaultKind::Html), _) => response(Answer::html(200, HTML_ERROR.to_owned())),
        (Some(FaultKind::Error { status, code }), _) => response(P::error(status, &code)),
        (Some(FaultKind::TruncatedJson), answer) => {
            let mut answer = answer.unwrap_or_else(|| P::error(200, "UNKNOWN_ERROR"));
            answer.body.truncate(answer.body.len() / 2);
            response(answer)
        }
        (Some(FaultKind::SlowBody), answer) => slow(answer.unwrap_or_else(|| P::error(200, "UNKNOWN_ERROR"))),
    }
}

async fn read(request: extract::Request) -> Result<Request, axum::Error> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, LARGEST_BODY).await?.to_vec();
    let query = parts.uri.query().unwrap_or_default();
    let headers: BTreeMap<String, String> = parts
        .headers
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
        .collect();
    Ok(Request {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: url::form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
        headers,
        body,
    })
}

pub fn response(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, answer.content_type)], answer.body).into_response();
    if let Some(location) = answer.location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

fn closed() -> Response {
    let mut response = StatusCode::BAD_GATEWAY.into_response();
    response.extensions_mut().insert(CloseConnection);
    response
}

fn slow(answer: Answer) -> Response {
    let half = answer.body.len() / 2;
    let (first, rest) = (Bytes::copy_from_slice(&answer.body[..half]), answer.body[half..].to_vec());
    let body = SlowBody { first: Some(first), rest: rest.into_iter(), seconds: interval(Duration::from_secs(1)) };
    let mut response = response(Answer { body: Vec::new(), ..answer });
    response.headers_mut().remove(header::CONTENT_LENGTH);
    *response.body_mut() = Body::new(body);
    response
}

/// The first half at once, then a byte each second.
struct SlowBody {
    first: Option<Bytes>,
    rest: std::vec::IntoIter<u8>,
    seconds: Interval,
}

impl hyper::body::Body for SlowBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::convert::Infallible>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        ready!(self.seconds.poll_tick(context));
        Poll::Ready(self.rest.next().map(|byte| Ok(Frame::data(Bytes::copy_from_slice(&[byte])))))
    }
}
