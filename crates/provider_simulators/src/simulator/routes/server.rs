//! Accepts connections. Not `axum::serve`, because a fault must be able to close a connection without an answer.

use std::io;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use axum::routing::{any, get};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower::ServiceExt;

use super::App;
use super::admin::admin;
use super::phones::{answer_prompt, prompts, telephones};
use super::provider::{CloseConnection, provider};
use crate::simulator::protocol::Protocol;
use crate::simulator::state::Shared;

/// Serves until the task is aborted; its connections end with it.
pub async fn serve<P: Protocol>(listener: TcpListener, shared: Shared<P>, client: reqwest::Client) {
    let router = Router::new()
        .route("/admin/{*name}", any(admin::<P>))
        .route("/phones", get(telephones::<P>))
        .route("/phones/{number}", get(prompts::<P>).post(answer_prompt::<P>))
        .fallback(provider::<P>)
        .with_state(App { shared, client });
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let router = router.clone();
        let service = service_fn(move |request| answer(router.clone(), request));
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(router: Router, request: hyper::Request<Incoming>) -> io::Result<Response> {
    let Ok(response) = router.oneshot(request.map(Body::new)).await;
    match response.extensions().get::<CloseConnection>() {
        Some(CloseConnection) => Err(io::ErrorKind::ConnectionReset.into()),
        None => Ok(response),
    }
}
