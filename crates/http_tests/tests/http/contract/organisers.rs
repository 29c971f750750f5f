//! What organisers do with their teams, drafts and messages, until every such operation has answered all it can.

use reqwest::Method;
use serde_json::{Value, json};

use super::journeys::event_form;
use super::stage::{Person, Stage};
use crate::support::{Form, TestEvent, buyer, day, sell_to, shown};

/// An owner names people, changes their part, and invites until it is too much.
pub async fn teams(stage: &Stage) {
    let (owner, neema, kito) = (stage.person().await, stage.person().await, stage.person().await);
    let at = format!("/api/events/{}/team/", owner.event);
    let add = async |body: Value| stage.call(&owner, &format!("POST {at}"), Some(body)).await;
    stage.call(&owner, &format!("GET {at}"), None).await.expect(200);
    stage.call(&owner, &format!("POST /api/users/{}/follow/", neema.id), None).await.expect(200);
    add(json!({ "user_id": neema.id, "role": "collaborator" })).await.expect(201);
    let member = format!("{at}{}/", neema.id);
    stage.call(&owner, &format!("PUT {member}"), Some(json!({ "role": "owner" }))).await.expect(400);
    stage.call(&owner, &format!("PUT {member}"), Some(json!({ "trusted": true }))).await.expect(200);
    stage.call(&owner, &format!("DELETE {member}"), None).await.expect(204);
    stage.app.prove_email(&json!({ "id": kito.id }), "kito.k@tukio.example").await;
    for verb in ["decline", "accept"] {
        add(json!({ "email": "kito.k@tukio.example", "role": "door" })).await.expect(201);
        let space = stage.call(&kito, "GET /api/my-space/", None).await.expect(200).json();
        let answer = format!("POST /api/my-space/invitations/{}/{verb}/", space["invitations"][0]["id"]);
        let answered = stage.call(&kito, &answer, None).await;
        assert!(answered.status.is_success(), "{}", answered.text);
    }
    let team = add(json!({ "email": "lea@tukio.example", "role": "door" })).await.expect(201).json();
    let invitation = format!("{at}invitations/{}/", team["invitations"][0]["id"]);
    stage.call(&owner, &format!("POST {invitation}send/"), None).await.expect(204);
    let mut number = 0;
    while add(json!({ "email": format!("n{number}@tukio.example"), "role": "door" })).await.status != 429 {
        number += 1;
    }
    stage.call(&owner, &format!("POST {invitation}send/"), None).await.expect(429);
    stage.call(&owner, &format!("DELETE {invitation}"), None).await.expect(204);
}

/// An owner publishes drafts, or fails to, and copies an event until it is too much.
pub async fn drafts(stage: &Stage) {
    let owner = stage.person().await;
    let draft = async || {
        let form = event_form().text("draft", "true");
        let event = stage.send_form(&owner, "POST /api/events/", form).await.expect(201).json();
        format!("/api/events/{}/", event["id"])
    };
    let (good, cancelled) = (draft().await, draft().await);
    stage.call(&owner, &format!("POST {good}publish/"), None).await.expect(200);
    stage.send_form(&owner, &format!("PUT {good}"), Form::default().text("draft", "true")).await.expect(400);
    stage.call(&owner, &format!("POST {cancelled}cancel/"), None).await.expect(200);
    stage.call(&owner, &format!("POST {cancelled}publish/"), None).await.expect(409);
    let past =
        TestEvent::new(900_001, owner.id).with(|event| (event.first_day, event.draft) = (day("2026-11-01"), true));
    let past = stage.app.store(past).await;
    stage.call(&owner, &format!("POST /api/events/{past}/publish/"), None).await.expect(400);
    let copied = async || {
        let body = Some(json!({ "started_at": "2026-12-01" }));
        stage.call(&owner, &format!("POST {good}copy/"), body).await
    };
    copied().await.expect(201);
    while copied().await.status != 429 {}
}

/// An owner writes to holders until it is too much, a holder unsubscribes from news, and tickets are sent again.
pub async fn telling(stage: &Stage) {
    let owner = stage.person().await;
    let app = &stage.app;
    let grace = buyer(app, "Gracia", "0990000011").await;
    let profile = grace.get(app, "/api/profile/").await.expect(200).json();
    let kind = shown(app, owner.event).await["id"].clone();
    let payment = grace.buy(app, &kind.to_string(), 1).await["payment_id"].as_str().unwrap().to_owned();
    let again = [
        (grace.access().to_owned(), format!("/api/payments/{payment}/send-tickets/")),
        (owner.access.clone(), format!("/api/events/{}/payments/{payment}/send-tickets/", owner.event)),
    ];
    for (access, path) in &again {
        app.call_as(access, Method::POST, path, None).await.expect(409);
    }
    app.prove_email(&profile, "gracia@tukio.example").await;
    for ((access, path), status) in again.iter().zip([204, 204]) {
        app.call_as(access, Method::POST, path, None).await.expect(status);
    }
    app.call_as(&again[0].0, Method::POST, &again[0].1, None).await.expect(204);
    for (access, path) in &again {
        app.call_as(access, Method::POST, path, None).await.expect(429);
    }
    messages(stage, &owner, &kind).await;
    unsubscribing(stage, &owner, &profile).await;
}

async fn messages(stage: &Stage, owner: &Person, kind: &Value) {
    let at = format!("/api/events/{}/messages/", owner.event);
    let access = stage.sign_in(owner).await;
    let owner = Person { access, name: owner.name.clone(), ..*owner };
    sell_to(&stage.app, owner.id, kind, 1).await;
    let body = |subject: &str| json!({ "subject": subject, "body": "À 18 h", "to": "all" });
    stage.call(&owner, &format!("POST {at}preview/"), Some(body("Portes"))).await.expect(200);
    let send = async |subject: &str| {
        let request = stage.request(&Method::POST, &at, Some(&owner.access)).header("idempotency-key", "k");
        stage.send(request.json(&body(subject))).await
    };
    let message = send("Portes").await.expect(201).json();
    send("Portes").await.expect(200);
    send("Parking").await.expect(409);
    while stage.call(&owner, &format!("POST {at}"), Some(body("Portes"))).await.status != 429 {}
    for (path, status) in [("", 200), ("?page=0", 400), (&*format!("{}/", message["id"]), 200)] {
        stage.call(&owner, &format!("GET {at}{path}"), None).await.expect(status);
    }
}

async fn unsubscribing(stage: &Stage, owner: &Person, reader: &Value) {
    let app = &stage.app;
    let reader_access = app.login("Gracia", "secret1", None).await.expect(200).json();
    let follow = format!("/api/users/{}/follow/", owner.id);
    app.call_as(reader_access["access"].as_str().unwrap(), Method::POST, &follow, None).await.expect(200);
    let access = stage.sign_in(owner).await;
    let owner = Person { access, name: owner.name.clone(), ..*owner };
    stage.send_form(&owner, "POST /api/events/", event_form()).await.expect(201);
    app.organiser.run_secretary_once().await.unwrap();
    let reader = domain::UserId::new(reader["id"].as_i64().unwrap());
    let find = "SELECT token FROM news_readers WHERE user_id = $1";
    let token: String = app.db.read(move |c| c.query_one(find, &[&reader], |row| row.get(0))).await.unwrap();
    let path = format!("/api/unsubscribe/{token}/");
    app.get(&path).await.expect(200);
    app.send(app.request(Method::POST, &path)).await.expect(200);
}
