//! The accept loop: bounds connections, closes those of silent clients, and finishes requests in flight when it stops.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::{Service, ServiceExt};

use crate::client::Peer;
use crate::idle_sockets::{Answering, IdleSockets, MarkedBody};
use crate::write_timeout::WriteTimeoutStream;

/// Sockets held at once; later ones wait in the kernel's queue.
const MOST_CONNECTIONS: usize = 10_000;

/// Bounds the time from the first byte of a request to its last header, and that of an idle connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a client may take no byte of its answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a stopping server waits for answers in flight.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(25);

/// What can be served: a router, or something around one.
pub trait Serve:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S> Serve for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

/// Tells answers that go on for long when the server stops, because it waits for them. Handlers take it as a part of the
/// request.
#[derive(Clone)]
pub struct ServerStop(watch::Receiver<bool>);

impl ServerStop {
    /// Resolves when the server begins to stop.
    pub async fn stopped(&mut self) {
        // Without a server there is nothing to wait for.
        let _ = self.0.wait_for(|stopped| *stopped).await;
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ServerStop {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<ServerStop, Infallible> {
        let stop = parts.extensions.get::<ServerStop>().cloned();
        Ok(stop.unwrap_or_else(|| ServerStop(watch::channel(true).1)))
    }
}

/// Serves until `stop` resolves, then answers what is in flight and returns. One network address keeps at most
/// `idle_per_address` idle sockets open.
pub async fn serve(listener: TcpListener, app: impl Serve, idle_per_address: usize, stop: impl Future<Output = ()>) {
    let sockets = IdleSockets::new(idle_per_address);
    let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let (tell_stop, server_stop) = watch::channel(false);
    let server_stop = ServerStop(server_stop);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &permits) => accepted,
            () = &mut stop => break,
        };
        let Some((stream, peer, permit)) = accepted else { continue };
        let socket = sockets.count(peer.network());
        let connection = connection(stream, (peer, server_stop.clone()), socket.marker(), app.clone());
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                ended = watched => if let Err(error) = ended {
                    tracing::debug!(%error, "connection failed");
                },
                () = socket.given_up() => {}
            }
            drop(permit);
        });
    }
    drop(listener);
    tell_stop.send_replace(true);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("stopped before all requests in flight were answered");
    }
}

async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> Option<(TcpStream, Peer, tokio::sync::OwnedSemaphorePermit)> {
    let permit = permits.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, Peer(peer.ip()), permit)),
        Err(error) => {
            // Out of file descriptors, usually: they come back as connections close.
            tracing::warn!(%error, "connection could not be accepted");
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

fn connection(
    stream: TcpStream,
    (peer, server_stop): (Peer, ServerStop),
    mark: impl Fn() -> Answering + Clone + Send + 'static,
    app: impl Serve,
) -> http1::Connection<
    TokioIo<WriteTimeoutStream>,
    impl hyper::service::Service<
        hyper::Request<hyper::body::Incoming>,
        Response = Response,
        Error = Infallible,
        Future: Send,
    >,
> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "could not set TCP_NODELAY");
    }
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(server_stop.clone());
        let answer = app.clone().oneshot(request.map(axum::body::Body::new) as Request);
        let answering = mark();
        async move {
            let response = answer.await?;
            Ok::<_, Infallible>(response.map(|body| Body::new(MarkedBody::new(body, answering))))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_headers(64)
        .max_buf_size(64 * 1024)
        .pipeline_flush(true)
        .serve_connection(TokioIo::new(WriteTimeoutStream::new(stream, WRITE_TIMEOUT)), service)
}
