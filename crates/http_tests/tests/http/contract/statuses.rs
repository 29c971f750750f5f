//! Every status that the contract documents is answered by a real request, and every such answer is as documented.

use std::collections::BTreeSet;

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use super::journeys;
use super::requests::Requests;
use super::stage::{Stage, filled};
use crate::support::{CONTRACT, Engine, Operation, TestApp, both_engines};

/// What no request of this test gets, and why.
const UNREACHED: &[(&str, u16, &str)] = &[
    ("*", 408, "a body that stops for fifteen seconds: platform tests it on a clock of its own"),
    ("*", 500, "a fault of ours: there is none to show"),
    ("check_password", 503, "it asks no database"),
    ("code_channels", 503, "it asks no database"),
    ("receive_webhook", 200, "only the provider can sign: the tests of payments see its news arrive"),
    ("receive_webhook", 503, "only the provider can sign"),
    ("receive_secret_webhook", 200, "the sandbox signs: the tests of the providers' callbacks see such news arrive"),
    ("receive_secret_webhook", 503, "the sandbox has no such address, and is not looked up"),
];

fn is_unreached(operation: &str, status: u16) -> bool {
    UNREACHED.iter().any(|(known, number, _)| (*known == "*" || *known == operation) && *number == status)
}

#[apply(both_engines)]
async fn every_documented_status_is_answered_as_documented(engine: Engine) {
    let mut answered = BTreeSet::new();
    for app in journeys::all(engine).await.into_iter().chain(refusals(engine).await) {
        answered.append(&mut app.answered.lock().unwrap());
    }
    let documented = |operation: &Operation| {
        let id = operation.id().to_owned();
        operation.statuses.iter().map(move |documented| (id.clone(), documented.status)).collect::<Vec<_>>()
    };
    let documented: BTreeSet<(String, u16)> = CONTRACT.operations.iter().flat_map(documented).collect();
    let (unreached, expected): (BTreeSet<_>, BTreeSet<_>) =
        documented.into_iter().partition(|(operation, status)| is_unreached(operation, *status));
    let missing: Vec<_> = expected.difference(&answered).collect();
    assert!(missing.is_empty(), "{} are documented and never answered: {missing:?}", missing.len());
    let reached: Vec<_> = unreached.intersection(&answered).collect();
    assert!(reached.is_empty(), "not unreached any more: {reached:?}");
    let (operations, statuses) = (CONTRACT.operations.len(), expected.len());
    eprintln!(
        "{operations} operations with {statuses} statuses answered as documented, {} not reached",
        unreached.len()
    );
}

/// What operations refuse because of what they take, and what they answer without a database.
async fn refusals(engine: Engine) -> [TestApp; 2] {
    let (requests, stage) = (Requests::new(), Stage::open(engine).await);
    let (person, stranger) = (stage.person().await, stage.person().await);
    for operation in &CONTRACT.operations {
        let path = stage.path(operation, &person).await;
        let make = |path: &str, access: &str| requests.make(&stage, operation, path, Some(access), None);
        // Who names a session by its refresh token signs out without a bearer; a journey has its 401.
        if operation.documents(401) && operation.id() != "logout" {
            stage.send(make(&path, "wrong")).await.expect(401);
        }
        // Whose an invitation is depends on its link, and whose an event is on the one asked for; journeys have their 403.
        if operation.documents(403) && !matches!(operation.id(), "accept_invitation" | "list_my_events") {
            stage.send(make(&path, &stranger.access)).await.expect(403);
        }
        if operation.documents(404) && path != operation.path {
            let missing = filled(&operation.path.replace("{provider}", "x"), "999999999", "7");
            stage.send(make(&missing, &person.access)).await.expect(404);
        }
        bad_bodies(&stage, operation, &path, &person.access).await;
    }
    stage.app.db.close();
    for operation in CONTRACT.operations.iter().filter(|operation| !is_unreached(operation.id(), 503)) {
        let path = filled(&operation.path, "999999999", "7");
        stage.send(requests.make(&stage, operation, &path, Some(&person.access), None)).await.expect(503);
    }
    let limited = TestApp::start_with(engine, &[("TUKIO_LOGIN_TRIES", "1"), ("TUKIO_LOGIN_ADDRESS_TRIES", "4")]).await;
    journeys::too_many_guesses(&limited).await;
    [stage.app, limited]
}

async fn bad_bodies(stage: &Stage, operation: &Operation, path: &str, access: &str) {
    let content = &operation.document["requestBody"]["content"];
    let send = async |kind: &str, body: Vec<u8>| {
        let request = stage.request(&operation.method, path, Some(access)).header("content-type", kind);
        stage.send(request.body(body)).await
    };
    if content.get("text/plain").is_some() {
        send("text/plain", vec![b'x'; 3 << 20]).await.expect(413);
    }
    if !operation.documents(413) {
        return;
    }
    if content.get("application/json").is_some() {
        send("application/json", b"{".to_vec()).await.expect(400);
        send("application/json", vec![b' '; 65 * 1024]).await.expect(413);
    }
    if content.get("multipart/form-data").is_some() {
        send("text/plain", b"x".to_vec()).await.expect(400);
        send("multipart/form-data; boundary=x", vec![b'x'; (12 << 20) + 1]).await.expect(413);
    }
}

/// The judge is judged: of a document with one wrong word, the same answer is wrong.
#[tokio::test(flavor = "multi_thread")]
async fn a_seeded_lie_is_seen() {
    let app = TestApp::start(Engine::Sqlite).await;
    app.organiser().await;
    let answer = app.get("/api/users/").await.expect(200);
    let truth = serde_json::to_value(tukio::router::openapi()).unwrap();
    let judged = |document: &serde_json::Value| {
        let contract = crate::support::Contract::of(document);
        let operation = contract.operation(&Method::GET, "/api/users/").unwrap();
        contract.judge(operation, answer.status, &answer.headers, &answer.text)
    };
    assert_eq!(judged(&truth), Ok(()));
    let user = "/components/schemas/User/properties";
    let lies = [
        ("a property of another type", format!("{user}/events_count/type"), json!("string")),
        ("a property that is not named", user.to_owned(), json!({})),
        ("a property that is not there", "/components/schemas/User/required".to_owned(), json!(["nickname"])),
        ("a page without a status", "/paths/~1api~1users~1/get/responses".to_owned(), json!({})),
        (
            "a page of another type",
            "/paths/~1api~1users~1/get/responses/200/content".to_owned(),
            json!({ "text/html": {} }),
        ),
        ("an empty page", "/paths/~1api~1users~1/get/responses/200/content".to_owned(), json!({})),
    ];
    for (lie, place, word) in lies {
        let mut document = truth.clone();
        *document.pointer_mut(&place).unwrap_or_else(|| panic!("nothing at {place}")) = word;
        assert!(judged(&document).is_err(), "{lie} is not seen");
    }
}
