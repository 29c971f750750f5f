//! Holders ask for their money back, where the organiser has promised it.

use events::RefundPolicy;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Doors, Engine, TestApp, audited, both_engines, day, doors, doors_of, work};

const REASON: &str = "Je suis malade";

impl Doors {
    async fn request(&self, app: &TestApp, ticket: &Value) -> Answer {
        let path = format!("/api/my-tickets/{}/refund-request/", ticket["id"].as_str().unwrap());
        self.grace.post(app, &path, json!({ "reason": REASON })).await
    }

    async fn requests(&self, app: &TestApp, query: &str) -> Vec<Value> {
        let page = self.amani.get(app, &self.path(&format!("refund-requests/{query}"))).await.expect(200).json();
        page["results"].as_array().unwrap().clone()
    }

    async fn decide(&self, app: &TestApp, request: &Value, accept: bool) -> Answer {
        let path = self.path(&format!("refund-requests/{}/answer/", request["id"]));
        self.amani.post(app, &path, json!({ "accept": accept, "message": "Bien noté" })).await
    }
}

#[apply(both_engines)]
async fn nothing_was_promised(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    assert_eq!((&tickets[0]["refund"], &tickets[0]["refund_possible"]), (&Value::Null, &json!(false)));
    let refused = door.request(&app, &tickets[0]).await.expect(409).json();
    assert_eq!(refused["detail"], "L'organisateur ne rembourse pas les billets de cet évènement.");
}

#[apply(both_engines)]
async fn a_request_is_granted_or_refused_and_told(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors_of(&app, 3, |event| event.with(|row| row.refunds.policy = RefundPolicy::Always)).await;
    let grace = door.grace.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&grace, "grace@tukio.example").await;
    assert!(tickets.iter().all(|ticket| ticket["refund_possible"] == true));
    for ticket in &tickets {
        let asked = door.request(&app, ticket).await.expect(201).json();
        assert_eq!((&asked["state"], &asked["amount"]), (&json!("asked"), &json!(25.0)));
    }
    door.request(&app, &tickets[0]).await.expect(409);
    let path = format!("/api/my-tickets/{}/refund-request/", tickets[2]["id"].as_str().unwrap());
    app.call_as(door.grace.access(), Method::DELETE, &path, None).await.expect(204);
    app.call_as(door.grace.access(), Method::DELETE, &path, None).await.expect(409);
    let open = door.requests(&app, "?state=open").await;
    assert_eq!((open.len(), &open[1]["holder"], &open[1]["reason"]), (2, &json!("Grace"), &json!(REASON)));
    assert_eq!(open[1]["ticket_id"], tickets[0]["id"]);
    door.decide(&app, &open[1], true).await.expect(200);
    let refused = door.decide(&app, &open[0], false).await.expect(200).json();
    assert_eq!((&refused["state"], &refused["message"]), (&json!("refused"), &json!("Bien noté")));
    door.decide(&app, &open[0], true).await.expect(409);
    assert_eq!(door.scan(&app, &tickets[0]["qr"]).await.expect(400).json()["verdict"], "cancelled");
    work(&app, 1).await;
    let shown = door.grace.tickets(&app).await;
    let state = |index: usize| (shown[index]["refund"]["state"].clone(), shown[index]["refund_possible"].clone());
    assert_eq!(state(0), (json!("done"), json!(false)));
    assert_eq!(state(1), (json!("refused"), json!(false)));
    assert_eq!(state(2), (Value::Null, json!(true)));
    door.request(&app, &tickets[1]).await.expect(409);
    let mails = app.mails().await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert!(subjects.contains(&"Vous êtes remboursé : « Concert 1 »"), "{subjects:?}");
    assert!(subjects.contains(&"Demande de remboursement : « Concert 1 »"), "{subjects:?}");
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_promise_ends_and_is_for_who_paid(engine: Engine) {
    let app = TestApp::start(engine).await;
    let promise = |event: crate::support::TestEvent| {
        event.with(|row| {
            row.first_day = day("2026-11-30");
            row.refunds.policy = RefundPolicy::Until;
            row.refunds.until = Some(day("2026-11-14"));
        })
    };
    let (door, tickets) = doors_of(&app, 2, promise).await;
    door.scan(&app, &tickets[1]["qr"]).await.expect(200);
    let scanned = door.request(&app, &tickets[1]).await.expect(409).json();
    assert_eq!(scanned["detail"], "Ce billet est déjà scanné : il n'est plus remboursé.");
    // An open request ends when the ticket changes hands.
    door.request(&app, &tickets[0]).await.expect(201);
    let give = format!("/api/my-tickets/{}/transfer/", tickets[0]["id"].as_str().unwrap());
    door.grace.post(&app, &give, json!({ "phone": "0990000011" })).await.expect(200);
    assert!(door.requests(&app, "").await.is_empty());
    let theirs = door.amani.tickets(&app).await;
    let path = format!("/api/my-tickets/{}/refund-request/", theirs[0]["id"].as_str().unwrap());
    let refused = door.amani.post(&app, &path, json!({ "reason": REASON })).await.expect(409).json();
    assert_eq!(refused["detail"], "Ce billet vous a été transmis : seul qui l'a payé peut être remboursé.");
    app.clock.advance_seconds(24 * 3600);
    let amani = crate::support::signed_in(&app, "Amani").await;
    amani.post(&app, &give.replace("transfer", "receiver"), json!({ "phone": "0990000012" })).await.expect(200);
    amani.post(&app, &give, json!({ "phone": "0990000012" })).await.expect(200);
    let grace = crate::support::signed_in(&app, "Grace").await;
    let late = grace.post(&app, &path, json!({ "reason": REASON })).await.expect(409).json();
    assert!(late["detail"].as_str().unwrap().contains("jusqu'au"), "{late}");
    audited(&app).await;
}
