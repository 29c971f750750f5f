//! Answers that are made while they are sent: a task writes, the connection takes what it can, and the task waits for it.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::Error;

/// Chunks that are made before the client has taken the first: a slow client holds no more in memory.
const MOST_AHEAD: usize = 2;

/// The body of an answer whose chunks come from a [`BodyWriter`].
pub struct StreamedBody(Receiver<Result<Bytes, Error>>);

/// Writes the body of an answer. When it is dropped, the answer is complete.
pub struct BodyWriter(Sender<Result<Bytes, Error>>);

/// The client has left: whatever is still written is read by nobody.
#[derive(Debug, PartialEq, Eq)]
pub struct ClientGone;

/// A body, and what writes it.
pub fn streamed_body() -> (BodyWriter, StreamedBody) {
    let (writer, body) = channel(MOST_AHEAD);
    (BodyWriter(writer), StreamedBody(body))
}

impl BodyWriter {
    /// Waits until there is room for the chunk.
    pub async fn write(&self, chunk: impl Into<Bytes>) -> Result<(), ClientGone> {
        self.0.send(Ok(chunk.into())).await.map_err(|_| ClientGone)
    }

    /// Breaks the answer off, so that nobody takes what was sent for the whole of it.
    pub async fn fail(self, error: Error) {
        tracing::error!(%error, "an answer was broken off");
        // Nobody has to be told where the client has left.
        let _ = self.0.send(Err(error)).await;
    }

    /// Resolves when the client has left.
    pub async fn closed(&self) {
        self.0.closed().await;
    }
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.0.poll_recv(context).map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    #[tokio::test]
    async fn what_is_written_arrives_and_a_failure_is_no_end() {
        let (writer, body) = streamed_body();
        let written = tokio::spawn(async move {
            for chunk in ["a", "b", "c", "d"] {
                writer.write(chunk).await.unwrap();
            }
        });
        assert_eq!(body.collect().await.unwrap().to_bytes(), "abcd");
        written.await.unwrap();
        let (writer, body) = streamed_body();
        writer.write("a").await.unwrap();
        writer.fail(Error::Busy).await;
        assert!(body.collect().await.is_err());
    }

    #[tokio::test]
    async fn a_client_that_leaves_is_noticed() {
        let (writer, body) = streamed_body();
        drop(body);
        writer.closed().await;
        assert_eq!(writer.write("a").await, Err(ClientGone));
    }
}
