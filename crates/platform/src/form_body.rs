//! The bodies of forms with files while they are received: bounded in size, timed by their progress, and read to the end
//! even when the answer comes early.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Frame;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

use crate::body::drain;

/// A form with two pictures at their limit, and room for its texts.
pub const FORM_LIMIT: usize = 12 * 1024 * 1024;

/// Slow networks stall and come back; a sender that is silent for longer, or slower on the whole, is given up.
const PACE: Pace = Pace { silence_timeout: Duration::from_secs(30), bytes_per_second: 8 * 1024 };

/// Why a body was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    #[error("the body is too large")]
    TooLarge,
    #[error("the body takes too long to arrive")]
    TooSlow,
    #[error("the connection broke")]
    Broken,
}

impl ReceiveError {
    /// Finds this error in the sources of one that another layer has wrapped around it.
    pub fn find_in(error: &(dyn std::error::Error + 'static)) -> Option<ReceiveError> {
        std::iter::successors(Some(error), |error| error.source()).find_map(|error| error.downcast_ref().copied())
    }
}

/// Passes the body on as it arrives. A handler may answer without having read it (a session that is over, a form that
/// is too large): what is left is drained first, or the browser would show a network error instead of the answer.
pub async fn receive_form(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let (unread, mut left) = oneshot::channel();
    let body = Body::new(FormBody::new(body, FORM_LIMIT, PACE, unread));
    let response = next.run(Request::from_parts(parts, body)).await;
    if let Ok(rest) = left.try_recv() {
        drain(rest).await;
    }
    response
}

/// How fast a body must arrive.
#[derive(Clone, Copy)]
struct Pace {
    /// The longest time without a byte, and the head start that every body has.
    silence_timeout: Duration,
    /// The average that the whole body must keep after that head start.
    bytes_per_second: u64,
}

struct FormBody {
    /// `None` once it has ended or is given up.
    body: Option<Body>,
    limit: usize,
    pace: Pace,
    received: usize,
    started: Instant,
    deadline: Pin<Box<Sleep>>,
    /// Gives back what nobody read.
    unread: Option<oneshot::Sender<Body>>,
}

impl FormBody {
    fn new(body: Body, limit: usize, pace: Pace, unread: oneshot::Sender<Body>) -> FormBody {
        let deadline = Box::pin(sleep(pace.silence_timeout));
        let started = Instant::now();
        FormBody { body: Some(body), limit, pace, received: 0, started, deadline, unread: Some(unread) }
    }

    fn count(&mut self, frame: &Frame<Bytes>) -> Result<(), ReceiveError> {
        self.received += frame.data_ref().map_or(0, Bytes::len);
        if self.received > self.limit {
            return Err(ReceiveError::TooLarge);
        }
        let earned = Duration::from_millis(self.received as u64 * 1000 / self.pace.bytes_per_second);
        let silent = Instant::now() + self.pace.silence_timeout;
        self.deadline.as_mut().reset(silent.min(self.started + self.pace.silence_timeout + earned));
        Ok(())
    }
}

impl HttpBody for FormBody {
    type Data = Bytes;
    type Error = ReceiveError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ReceiveError>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let Poll::Ready(frame) = Pin::new(body).poll_frame(context) else {
            ready!(self.deadline.as_mut().poll(context));
            self.body = None;
            return Poll::Ready(Some(Err(ReceiveError::TooSlow)));
        };
        Poll::Ready(match frame {
            Some(Ok(frame)) => Some(self.count(&frame).map(|()| frame)),
            Some(Err(_)) => {
                self.body = None;
                Some(Err(ReceiveError::Broken))
            }
            None => {
                self.body = None;
                None
            }
        })
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for FormBody {
    fn drop(&mut self) {
        if let (Some(body), Some(unread)) = (self.body.take(), self.unread.take()) {
            // Nobody waits for it when the connection is gone.
            let _ = unread.send(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;
    use tokio::sync::mpsc;

    /// A body whose bytes come when the test sends them.
    struct Sent(mpsc::Receiver<Bytes>);

    impl HttpBody for Sent {
        type Data = Bytes;
        type Error = ReceiveError;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, ReceiveError>>> {
            self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
        }
    }

    fn arriving(body: Body, silence: u64) -> (FormBody, oneshot::Receiver<Body>) {
        let (unread, left) = oneshot::channel();
        let pace = Pace { silence_timeout: Duration::from_millis(silence), bytes_per_second: 1000 };
        (FormBody::new(body, 100, pace, unread), left)
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_sender_is_given_up() {
        let (_sender, receiver) = mpsc::channel(1);
        let (mut body, mut left) = arriving(Body::new(Sent(receiver)), 20);
        assert_eq!(body.frame().await.unwrap().unwrap_err(), ReceiveError::TooSlow);
        drop(body);
        assert!(left.try_recv().is_err(), "there is nothing left to wait for");
    }

    #[tokio::test(start_paused = true)]
    async fn a_byte_now_and_then_is_no_progress() {
        let (sender, receiver) = mpsc::channel(1);
        let (body, _left) = arriving(Body::new(Sent(receiver)), 50);
        let trickle = async {
            // Never silent for long, and yet at a tenth of the pace.
            while sender.send(Bytes::from_static(b".")).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            () = trickle => panic!("the sender stopped first"),
            stopped = body.collect() => assert_eq!(stopped.unwrap_err(), ReceiveError::TooSlow),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_over_the_limit_is_given_back_to_be_drained() {
        let (mut body, mut left) = arriving(Body::from(vec![b'.'; 101]), 1000);
        assert_eq!(body.frame().await.unwrap().unwrap_err(), ReceiveError::TooLarge);
        drop(body);
        assert!(left.try_recv().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_read_to_its_end_leaves_nothing() {
        let (body, mut left) = arriving(Body::from(vec![b'.'; 100]), 1000);
        assert_eq!(body.collect().await.unwrap().to_bytes().len(), 100);
        assert!(left.try_recv().is_err());
    }
}
