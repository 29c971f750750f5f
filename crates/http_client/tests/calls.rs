//! Calls over real connections of the loopback: kept, bounded, and silent about what they carry.

mod support;

use std::time::Duration;

use http_client::{AUTHORIZATION, Call, HttpClient, Limits, Method, StatusCode, Url};
use rustls::RootCertStore;
use support::{Behaviour, Server};

fn client(limits: Limits) -> HttpClient {
    HttpClient::trusting(RootCertStore::empty(), limits).expect("a client")
}

fn call(url: &str) -> Call {
    let headers = vec![(AUTHORIZATION, "Bearer very-secret".to_owned())];
    Call { method: Method::POST, url: Url::parse(url).expect("an address"), headers, body: "{}".to_owned() }
}

#[tokio::test]
async fn a_connection_is_kept_for_the_next_call() {
    let server = Server::start(Behaviour::Answer("200 OK", "fine".to_owned())).await;
    let client = client(Limits::default());
    for _ in 0..3 {
        let answer = client.call(call(&server.url("/pay?id=1"))).await.expect("an answer");
        assert_eq!((answer.status, &*answer.body), (StatusCode::OK, b"fine".as_slice()));
    }
    assert_eq!(server.connections(), 1);
    let request = server.requests().remove(0);
    assert!(request.starts_with("POST /pay?id=1 HTTP/1.1\r\n"), "{request}");
    assert!(request.to_lowercase().contains("authorization: bearer very-secret"), "{request}");
}

#[tokio::test]
async fn what_a_server_may_have_read_is_not_sent_again() {
    let server = Server::start(Behaviour::HangUp).await;
    let result = client(Limits::default()).call(call(&server.url("/push"))).await;
    assert!(result.is_err());
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_call_ends_in_time_and_an_answer_has_its_bound() {
    let limits = Limits { answer: 1000, ..Limits::default() };
    let hasty = Limits { call: Duration::from_millis(200), ..limits };
    for (behaviour, limits, problem) in [
        (Behaviour::Silence, hasty, "no answer in time"),
        (Behaviour::SlowBody, hasty, "no answer in time"),
        (Behaviour::Answer("200 OK", "x".repeat(1001)), limits, "the answer broke off or is too long"),
        (Behaviour::Truncated, limits, "the answer broke off or is too long"),
    ] {
        let server = Server::start(behaviour).await;
        let error = client(limits).call(call(&server.url("/"))).await.err().expect("an error");
        assert_eq!(error.to_string(), problem);
    }
    let server = Server::start(Behaviour::Answer("404 Not Found", "x".repeat(1000))).await;
    let answer = client(limits).call(call(&server.url("/"))).await.expect("an answer");
    assert_eq!((answer.status, answer.body.len()), (StatusCode::NOT_FOUND, 1000));
}

#[tokio::test]
async fn a_redirect_is_an_answer() {
    let server = Server::start(Behaviour::Answer("302 Found\r\nlocation: /elsewhere", String::new())).await;
    let answer = client(Limits::default()).call(call(&server.url("/"))).await.expect("an answer");
    assert_eq!((answer.status, server.requests().len()), (StatusCode::FOUND, 1));
}

#[tokio::test]
async fn errors_name_neither_address_nor_secret() {
    let nobody = "http://user:password@127.0.0.1:1/secret?token=abc";
    for url in [nobody, "ftp://example.org/secret", "http://name.invalid/secret"] {
        let error = client(Limits::default()).call(call(url)).await.err().expect("an error");
        let shown = format!("{error} {error:?}");
        for secret in ["secret", "password", "abc", "127.0.0.1", "example", "invalid"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}

#[tokio::test]
async fn a_certificate_is_trusted_by_its_root_only() {
    let server = Server::start_with_tls().await;
    let trusting = HttpClient::trusting(server.roots(), Limits::default()).expect("a client");
    let answer = trusting.call(call(&server.url("/"))).await.expect("an answer");
    assert_eq!(answer.status, StatusCode::OK);
    assert!(HttpClient::new().expect("a client").call(call(&server.url("/"))).await.is_err());
}
