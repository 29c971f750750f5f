//! Events that take place at another date.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, audited, both_engines, doors, work};

#[apply(both_engines)]
async fn holders_are_told_and_paid_back_on_request(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let grace = door.grace.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&grace, "grace@tukio.example").await;
    let date = json!({ "started_at": "2026-12-05", "hour": "18:00", "refund_until": "2026-11-20",
        "message": "Le groupe est malade." });
    let event = door.amani.post(&app, &door.path("postpone/"), date).await.expect(200).json();
    assert_eq!((&event["started_at"], &event["hour"]), (&json!("2026-12-05"), &json!("18:00")));
    assert_eq!(event["postponed"], json!({ "from": "2026-11-14", "refund_until": "2026-11-20" }));
    work(&app, 1).await;
    work(&app, 1).await;
    let mails = app.mails().await;
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject == "« Concert 1 » est reporté").collect();
    assert_eq!(told.len(), 1, "each once");
    for words in ["5 décembre 2026", "18:00", "Le groupe est malade.", "20 novembre 2026"] {
        assert!(told[0].text.contains(words), "{words}: {}", told[0].text);
    }
    // Nothing else was promised, and yet it is granted at once.
    assert_eq!(door.grace.tickets(&app).await[0]["refund_possible"], true);
    let path = format!("/api/my-tickets/{}/refund-request/", tickets[0]["id"].as_str().unwrap());
    let granted = door.grace.post(&app, &path, json!({ "reason": "Pas libre" })).await.expect(201).json();
    assert_eq!((&granted["state"], &granted["amount"]), (&json!("requested"), &json!(25.0)));
    let scanned = door.scan(&app, &tickets[1]["qr"]).await.expect(200).json();
    assert_eq!(scanned["verdict"], "admitted", "the other one is as good as before");
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_new_date_lies_ahead(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let refused = async |date: Value| {
        let answer = door.amani.post(&app, &door.path("postpone/"), date).await.expect(400).json();
        answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({})).await, ["refund_until", "started_at"]);
    assert_eq!(
        refused(json!({ "started_at": "2026-11-10", "refund_until": "2026-11-14" })).await,
        ["hour", "refund_until", "started_at"]
    );
    assert_eq!(refused(json!({ "started_at": "2026-11-14", "refund_until": "2026-11-14" })).await, ["started_at"]);
    assert_eq!(refused(json!({ "started_at": "2026-11-20", "refund_until": "2026-11-13" })).await, ["refund_until"]);
    assert_eq!(refused(json!({ "started_at": "2026-11-20", "refund_until": "2026-11-21" })).await, ["refund_until"]);
    let long = "a".repeat(1001);
    assert_eq!(
        refused(json!({ "started_at": "2026-11-20", "refund_until": "2026-11-20", "message": long })).await,
        ["message"]
    );
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    let date = json!({ "started_at": "2026-11-20", "refund_until": "2026-11-20" });
    door.amani.post(&app, &door.path("postpone/"), date).await.expect(409);
}
