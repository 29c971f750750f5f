//! Bad input and bad clients: the envelope, never a 500, and nobody else is slowed down.

use std::io::ErrorKind;
use std::time::Duration;

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Engine, TestApp, TestEvent, both_engines, cost_of, median};

/// Only a hang is longer than this, on whatever machine.
const HANG: Duration = Duration::from_secs(60);

#[apply(both_engines)]
async fn malformed_bodies_get_the_envelope(engine: Engine) {
    let app = TestApp::start(engine).await;
    for body in
        ["", "{", "[]", "null", "\"x\"", "{\"username\": }", "{} trailing", "\u{0}", "{\"username\":\"\\ud800\"}"]
    {
        let answer = app.post_raw("/api/register/", body).await.expect(400);
        assert!(answer.json().is_object(), "{body}");
    }
    for (field, value) in
        [("username", json!(5)), ("phone", json!(["0991234567"])), ("password", json!({})), ("password2", json!(null))]
    {
        let answer = app.post("/api/register/", &json!({ field: value })).await.expect(400).json();
        assert_eq!(answer, json!({ field: ["Valeur invalide."] }));
    }
    let not_json = app.request(Method::POST, "/api/login/").body("query=a&password=b");
    app.send(not_json).await.expect(400);
    let not_utf8 = app.post_raw("/api/login/", vec![b'"', 0xff, 0xfe, b'"']).await.expect(400);
    assert!(not_utf8.json()["detail"].is_string());
    let deep = "[".repeat(20_000);
    app.post_raw("/api/login/", deep).await.expect(400);
}

#[apply(both_engines)]
async fn values_at_the_edges_are_no_surprise(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    for query in [
        "page=0",
        "page=-1",
        "page=1.5",
        "page=99999999999999999999",
        "limit=0",
        "limit=51",
        "month=12",
        "month=-1",
        "is_free=maybe",
        "date_range=never",
        "town=%00",
        "category=%F0%9F%92%A9",
    ] {
        let answer = app.get(&format!("/api/events/?{query}")).await.expect(400);
        assert!(answer.json().is_object(), "{query}");
    }
    for page in ["1000000000&limit=50", "201&limit=50", "900000"] {
        let empty = app.get(&format!("/api/events/?page={page}")).await.expect(200).json();
        assert_eq!((&empty["results"], &empty["next"]), (&json!([]), &json!(null)));
    }
    for query in ["name=%00", "name=%ff%fe", "name='%20OR%201=1%20--", "name=%25%5F!", "&&&=", "name=a&name=b"] {
        app.get(&format!("/api/events/?{query}")).await.expect(200);
    }
    app.get(&format!("/api/events/?name={}", "x".repeat(8_000))).await.expect(200);
    for id in ["0", "-1", "999999999999", "9223372036854775807", "9223372036854775808", "abc", "1e5", "%00", "1%2F2"] {
        let answer = app.get(&format!("/api/events/{id}/")).await.expect(404);
        assert!(answer.json()["detail"].is_string(), "{id}");
    }
}

#[apply(both_engines)]
async fn unknown_addresses_and_methods_get_the_envelope(engine: Engine) {
    let app = TestApp::start(engine).await;
    assert!(app.get("/api/nothing/").await.expect(404).json()["detail"].is_string());
    let wrong_method = app.send(app.request(Method::DELETE, "/api/events/")).await.expect(405);
    assert!(wrong_method.json()["detail"].is_string());
    app.send(app.request(Method::POST, "/events")).await.expect(405);
    app.send(app.request(Method::HEAD, "/events")).await.expect(200);
}

#[apply(both_engines)]
async fn a_register_with_hostile_text_stores_it_as_text(engine: Engine) {
    let app = TestApp::start(engine).await;
    let name = "Robert'); DROP TABLE users;--";
    assert_eq!(app.register(name, "0991234567").await["user"]["username"], name);
    app.post("/api/login/", &json!({ "query": name, "password": "secret1" })).await.expect(200);
    for username in [
        "nul\u{0}l",
        "\u{202e}abc",
        "a\u{200b}bc",
        "ama\u{3164}ni",
        "\u{2800}\u{2800}\u{2800}",
        "ama\u{e0041}ni",
        "ama\u{61c}ni",
    ] {
        let body =
            json!({ "username": username, "phone": "0991234568", "password": "secret1", "password2": "secret1" });
        app.post("/api/register/", &body).await.expect(400);
    }
    app.post("/api/login/", &json!({ "query": "nul\u{0}l", "password": "secret\u{0}" })).await.expect(401);
    let long = json!({ "username": "Amani", "phone": "0991234568", "password": "x".repeat(129), "password2": "x".repeat(129) });
    app.post("/api/register/", &long).await.expect(400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_its_limit_gets_413_even_while_it_is_still_coming() {
    let app = TestApp::start(Engine::Sqlite).await;
    let body = vec![b' '; 8 * 1024 * 1024];
    let answer = app.post_raw("/api/login/", body.clone()).await.expect(413);
    assert_eq!(answer.json()["detail"], "Fichier trop volumineux. Veuillez choisir un fichier plus léger.");
    // Without a length announced: the limit is met on the way.
    let mut stream = TcpStream::connect(app.address).await.unwrap();
    let head =
        "POST /api/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    for chunk in body.chunks(65_536) {
        stream.write_all(format!("{:x}\r\n", chunk.len()).as_bytes()).await.unwrap();
        stream.write_all(chunk).await.unwrap();
        stream.write_all(b"\r\n").await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_trickling_clients_slow_nobody_down() {
    let app = TestApp::start(Engine::Sqlite).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    let list = async || app.get("/api/events/").await.expect(200);
    let fifty_lists = async || {
        let mut costs = Vec::new();
        for _ in 0..50 {
            costs.push(cost_of(list()).await);
        }
        median(costs)
    };
    let alone = fifty_lists().await;
    // Half of them trickle a header, half a body; each has sent its first byte and holds its socket.
    let mut tricklers = Vec::new();
    for number in 0..200 {
        let mut stream = TcpStream::connect(app.address).await.unwrap();
        let head =
            "POST /api/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n";
        let sent = if number % 2 == 0 { "G".to_owned() } else { format!("{head}{{") };
        stream.write_all(sent.as_bytes()).await.unwrap();
        tricklers.push(stream);
    }
    let trickle = async {
        for byte in b"ET /healthz HTTP/1.1" {
            for (number, stream) in tricklers.iter_mut().enumerate() {
                stream.write_all(if number % 2 == 0 { std::slice::from_ref(byte) } else { b" " }).await.unwrap();
            }
            tokio::task::yield_now().await;
        }
    };
    let both = async { tokio::join!(fifty_lists(), trickle) };
    let (crowded, ()) = tokio::time::timeout(HANG, both).await.expect("lists are answered while others trickle");
    let bound = alone * 10 + Duration::from_millis(50);
    assert!(crowded < bound, "alone {alone:?}, among tricklers {crowded:?}");
    // Nobody had to go first: each is still in the middle of its request, and was told nothing.
    for stream in tricklers {
        let reported = stream.into_std().unwrap().peek(&mut [0]);
        assert_eq!(reported.map_err(|error| error.kind()), Err(ErrorKind::WouldBlock));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_answers_what_is_in_flight() {
    let mut app = TestApp::start(Engine::Sqlite).await;
    // A request whose body is half sent when the stop comes.
    let mut stream = TcpStream::connect(app.address).await.unwrap();
    let body = json!({ "email": "amani@tukio.example" }).to_string();
    let (first, last) = body.split_at(10);
    let head = format!(
        "POST /api/newsletter/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{first}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // An answer on another connection proves that the server has turned to reading ours by now or will before it stops.
    app.get("/healthz").await.expect(200);
    let stopped = app.begin_stop();
    stream.write_all(last.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    stopped.await.unwrap();
    assert!(TcpStream::connect(app.address).await.is_err(), "new connections are refused");
}
