//! Nobody takes more than a part of what is shared while others wait: documents, forms, pictures, sockets.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use rstest_reuse::apply;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::support::{Answer, Buyer, Engine, Form, TestApp, both_engines, buyer, on_sale};

/// A bound for what comes at once, on however busy a machine.
const SOON: Duration = Duration::from_secs(8);

async fn paper(app: &TestApp, person: &Buyer, ticket: &Value) -> Answer {
    person.get(app, &format!("/api/my-tickets/{}/ticket.pdf", ticket["id"].as_str().unwrap())).await
}

#[apply(both_engines)]
async fn who_asks_for_a_hundred_documents_keeps_nobody_from_one(engine: Engine) {
    let app = Arc::new(TestApp::start(engine).await);
    let (_, kind) = on_sale(&app, 9).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    grace.buy(&app, &kind, 1).await;
    amani.buy(&app, &kind, 1).await;
    let (hers, his) = (grace.tickets(&app).await[0].clone(), amani.tickets(&app).await[0].clone());
    let amani = Arc::new(amani);
    let mut flood = JoinSet::new();
    for _ in 0..100 {
        let (app, amani, his) = (app.clone(), amani.clone(), his.clone());
        flood.spawn(async move { paper(&app, &amani, &his).await.status });
    }
    for _ in 0..5 {
        paper(&app, &grace, &hers).await.expect(200);
    }
    let answers = flood.join_all().await;
    assert!(answers.iter().all(|status| [StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE].contains(status)));
}

fn event_form(name: &str) -> Form {
    let texts = [("name", name), ("category", "Concerts"), ("town", "Lubumbashi"), ("started_at", "2026-11-20")];
    let form = texts.iter().fold(Form::default(), |form, (field, text)| form.text(field, text));
    form.text("hour", "19:30").file("img", "poster.jpg", b"\xff\xd8\xff\xe0 and nothing of a picture behind it")
}

#[apply(both_engines)]
async fn texts_are_checked_before_a_picture_is_decoded(engine: Engine) {
    let app = TestApp::start(engine).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let refused = app.send_form(Method::POST, grace.access(), "/api/events/", event_form("?")).await.expect(400).json();
    assert_eq!(refused.as_object().unwrap().keys().collect::<Vec<_>>(), ["name"]);
    let refused = app.send_form(Method::POST, grace.access(), "/api/events/", event_form("Jazz")).await.expect(400);
    assert_eq!(refused.json().as_object().unwrap().keys().collect::<Vec<_>>(), ["img"]);
}

#[apply(both_engines)]
async fn pictures_that_are_none_are_tried_so_often(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let send = async |who: &Buyer| app.send_form(Method::POST, who.access(), "/api/events/", event_form("Jazz")).await;
    for _ in 0..20 {
        send(&grace).await.expect(400);
    }
    assert_eq!(send(&grace).await.expect(429).header("retry-after"), "30");
    send(&amani).await.expect(400);
    app.clock.advance_seconds(30);
    send(&grace).await.expect(400);
}

#[apply(both_engines)]
async fn idle_sockets_of_one_address_give_way_to_new_ones(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_IDLE_CONNECTIONS_PER_ADDRESS", "20")]).await;
    let mut sockets = Vec::new();
    for _ in 0..60 {
        sockets.push(TcpStream::connect(app.address).await.unwrap());
    }
    app.get("/healthz").await.expect(200);
    for socket in &mut sockets[..40] {
        let ended = tokio::time::timeout(SOON, socket.read(&mut [0; 1])).await;
        assert_eq!(ended.expect("an idle socket stays").unwrap_or(0), 0);
    }
    let last = sockets.last_mut().unwrap();
    assert!(last.try_read(&mut [0; 1]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
}

#[apply(both_engines)]
async fn a_trusted_proxy_has_all_the_sockets(engine: Engine) {
    let settings = [("TUKIO_IDLE_CONNECTIONS_PER_ADDRESS", "2"), ("TUKIO_TRUST_PROXY", "1")];
    let app = TestApp::start_with(engine, &settings).await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        sockets.push(TcpStream::connect(app.address).await.unwrap());
    }
    for _ in 0..3 {
        app.get("/healthz").await.expect(200);
    }
    let first = sockets.first_mut().unwrap();
    assert!(first.try_read(&mut [0; 1]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    assert_eq!(
        app.get("/api/session/").await.expect(401).json(),
        json!({ "detail": "Connectez-vous pour continuer." })
    );
}
