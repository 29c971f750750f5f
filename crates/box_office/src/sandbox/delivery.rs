//! Delivers a webhook over real HTTP to an address of our own, as a provider would.

use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use payment_providers::Headers;
use tokio::net::TcpStream;
use url::Url;

use platform::Error;

const DELIVERY_TIMEOUT: Duration = Duration::from_secs(5);

pub async fn post_webhook(address: &str, headers: &Headers, body: Vec<u8>) -> Result<(), Error> {
    let sending = send(address, headers, body);
    let status = tokio::time::timeout(DELIVERY_TIMEOUT, sending).await.map_err(|_| delivery_error("no answer"))??;
    if status.is_success() { Ok(()) } else { Err(delivery_error(status)) }
}

async fn send(address: &str, headers: &Headers, body: Vec<u8>) -> Result<hyper::StatusCode, Error> {
    let url: Url = address.parse().map_err(delivery_error)?;
    let host = url.socket_addrs(|| None).map_err(delivery_error)?;
    let stream = TcpStream::connect(&*host).await.map_err(delivery_error)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(delivery_error)?;
    let driver = tokio::spawn(connection);
    let mut request = hyper::Request::post(url.path()).header("host", url.authority());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(body))).map_err(delivery_error)?;
    let answer = sender.send_request(request).await.map_err(delivery_error)?;
    driver.abort();
    Ok(answer.status())
}

fn delivery_error(reason: impl std::fmt::Display) -> Error {
    Error::Internal(format!("webhook delivery failed: {reason}"))
}
