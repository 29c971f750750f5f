//! Drafts: seen by their team only, until they are published.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, both_engines, buyer, wish};

fn draft_form() -> Form {
    let types = json!([{ "label": "Standard", "price": 25, "nbr_max": 10, "devise": "USD" }]);
    Form::default()
        .text("name", "Katanga Jazz")
        .text("category", "Concerts")
        .text("town", "Lubumbashi")
        .text("started_at", "2026-11-20")
        .text("hour", "19:30")
        .text("ttype", &types.to_string())
        .text("draft", "true")
}

async fn join(app: &TestApp, name: &str, phone: &str) -> String {
    app.register(name, phone).await["access"].as_str().unwrap().to_owned()
}

async fn make(app: &TestApp, access: &str) -> Value {
    app.send_form(Method::POST, access, "/api/events/", draft_form()).await.expect(201).json()
}

async fn names(app: &TestApp, path: &str) -> Vec<String> {
    let page = app.get(path).await.expect(200).json();
    page["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap().to_owned()).collect()
}

#[apply(both_engines)]
async fn nobody_but_its_team_sees_a_draft(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let stranger = join(&app, "Neema", "0990000002").await;
    let draft = make(&app, &owner).await;
    assert_eq!(draft["draft"], true);
    let id = &draft["id"];
    for path in ["/api/events/", "/api/events/?search=katanga", "/api/map/"] {
        assert!(names(&app, path).await.is_empty(), "{path}");
    }
    assert!(!app.get("/calendar.ics").await.expect(200).text.contains("Katanga Jazz"));
    for path in ["", "similar/"] {
        app.get_as(&stranger, &format!("/api/events/{id}/{path}")).await.expect(404);
    }
    for page in [format!("/events/{id}"), format!("/events/{id}/calendar.ics"), format!("/pictures/social/{id}.jpg")] {
        app.get(&page).await.expect(404);
    }
    let asked = json!({ "content": "x" });
    for (method, path) in [
        (Method::PUT, ""),
        (Method::DELETE, ""),
        (Method::POST, "cancel/"),
        (Method::POST, "publish/"),
        (Method::GET, "team/"),
        (Method::GET, "messages/"),
        (Method::GET, "audit/"),
        (Method::GET, "roster/"),
    ] {
        let request = app.request(method.clone(), &format!("/api/events/{id}/{path}")).bearer_auth(&stranger);
        let request = if path.is_empty() { draft_form().fill(request) } else { request };
        let answer = app.send(request).await;
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text);
    }
    let verify = format!("/api/events/{id}/verify/");
    app.call_as(&stranger, Method::POST, &verify, Some(&asked)).await.expect(404);
    let mine = app.get_as(&owner, &format!("/api/my-events/?id={id}")).await.expect(200).json();
    assert_eq!((&mine["draft"], &mine["name"]), (&json!(true), &json!("Katanga Jazz")));
    assert_eq!(app.get_as(&owner, "/api/my-events/").await.expect(200).json()["count"], 1);
}

#[apply(both_engines)]
async fn a_draft_sells_nothing_until_it_is_published(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let grace = buyer(&app, "Grace", "0990000002").await;
    let draft = make(&app, &owner).await;
    let kind = draft["ttype"][0]["id"].to_string();
    let refused = grace.post(&app, "/api/payments/init/", wish(&kind, 1)).await.expect(400).json();
    assert_eq!(refused["ticket_type_id"], json!(["Ce billet n'existe pas."]));
    app.get(&format!("/api/payments/quote/?ticket_type_id={kind}&quantity=1&currency=USD")).await.expect(400);
    let publish = format!("/api/events/{}/publish/", draft["id"]);
    for _ in 0..2 {
        let published = app.call_as(&owner, Method::POST, &publish, None).await.expect(200).json();
        assert_eq!(published["draft"], false);
    }
    assert_eq!(names(&app, "/api/events/?search=katanga").await, ["Katanga Jazz"]);
    assert_eq!(app.get(&format!("/api/events/{}/", draft["id"])).await.expect(200).json()["draft"], false);
    app.get(&format!("/events/{}", draft["id"])).await.expect(200);
    grace.buy(&app, &kind, 1).await;
}

#[apply(both_engines)]
async fn a_published_event_never_becomes_a_draft_again(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let draft = make(&app, &owner).await;
    let path = format!("/api/events/{}/", draft["id"]);
    let edit =
        async |value: &str| app.send_form(Method::PUT, &owner, &path, Form::default().text("draft", value)).await;
    assert_eq!(edit("true").await.expect(200).json()["draft"], true);
    assert_eq!(edit("false").await.expect(200).json()["draft"], false);
    let refused = edit("true").await.expect(400).json();
    assert_eq!(refused["draft"], json!(["Un évènement publié ne redevient pas un brouillon"]));
    assert_eq!(names(&app, "/api/events/").await, ["Katanga Jazz"]);
}

#[apply(both_engines)]
async fn what_is_published_lies_ahead(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let (late, cancelled) = (make(&app, &owner).await, make(&app, &owner).await);
    let at = |event: &Value, verb: &str| format!("/api/events/{}/{verb}/", event["id"]);
    app.call_as(&owner, Method::POST, &at(&cancelled, "cancel"), None).await.expect(200);
    app.call_as(&owner, Method::POST, &at(&cancelled, "publish"), None).await.expect(409);
    app.clock.advance_seconds(7 * 24 * 3600);
    let owner = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    let refused = app.call_as(&owner, Method::POST, &at(&late, "publish"), None).await.expect(400).json();
    assert_eq!(refused["started_at"], json!(["La date de début ne peut pas être dans le passé"]));
}
