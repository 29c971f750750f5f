//! Money that goes back: what organisers and holders are answered.

use reqwest::Method;
use serde_json::{Value, json};

use super::stage::{Person, Stage};
use crate::support::{Buyer, buyer, pay, shown, wish, work};

/// Josue has four tickets of the owner's event.
pub async fn paying_back(stage: &Stage) {
    let owner = stage.person().await;
    let at = format!("/api/events/{}/", owner.event);
    let app = &stage.app;
    let josue = buyer(app, "Josue", "0990000021").await;
    let kind = shown(app, owner.event).await["id"].to_string();
    let begun = josue.init_with_key(app, "josue", &wish(&kind, 4)).await.expect(200).json();
    let unpaid = format!("POST /api/payments/{}/refund/", begun["payment_id"].as_str().unwrap());
    stage.call(&owner, &unpaid, None).await.expect(409);
    pay(app, &begun, "0970000789").await;
    work(app, 3).await;
    let tickets = josue.tickets(app).await;
    refunds(stage, &owner, &at, &tickets).await;
    requests(stage, &owner, &at, (&josue, &tickets)).await;
    let whole = format!("POST /api/payments/{}/refund/", begun["payment_id"].as_str().unwrap());
    let long = json!({ "reason": "a".repeat(301) });
    stage.call(&owner, &whole, Some(long)).await.expect(400);
    stage.call(&owner, &whole, None).await.expect(201);
    stage.call(&owner, "POST /api/payments/AAAAAAAAAAAAAAAAAAAAAA/refund/", None).await.expect(404);
    stage.call(&owner, &format!("GET {at}audit/?page=0"), None).await.expect(400);
    another_date(stage, &owner, &at).await;
}

async fn refunds(stage: &Stage, owner: &Person, at: &str, tickets: &[Value]) {
    let path = format!("POST {at}tickets/{}/refund/", tickets[0]["id"].as_str().unwrap());
    let refund = stage.call(owner, &path, None).await.expect(201).json();
    stage.call(owner, &path, None).await.expect(409);
    stage.call(owner, &path, Some(json!({ "reason": "a".repeat(301) }))).await.expect(400);
    stage.call(owner, &format!("POST {at}tickets/x/refund/"), None).await.expect(404);
    for (query, status) in [("", 200), ("?state=x", 400)] {
        stage.call(owner, &format!("GET {at}refunds/{query}"), None).await.expect(status);
    }
    let one = format!("POST {at}refunds/{}/", refund["id"].as_str().unwrap());
    stage.call(owner, &format!("{one}retry/"), None).await.expect(409);
    stage.call(owner, &format!("{one}handed-back/"), None).await.expect(409);
    stage.call(owner, &format!("{one}handed-back/"), Some(json!({ "note": "a".repeat(301) }))).await.expect(400);
    let give_up = |state: &'static str| {
        stage.app.db.write(move |c| c.execute("UPDATE refunds SET state = $1, try_at = NULL", &[&state]))
    };
    give_up("failed").await.unwrap();
    stage.call(owner, &format!("{one}retry/"), None).await.expect(200);
    give_up("by_hand").await.unwrap();
    stage.call(owner, &format!("{one}handed-back/"), None).await.expect(200);
    for verb in ["retry", "handed-back"] {
        stage.call(owner, &format!("POST {at}refunds/x/{verb}/"), None).await.expect(404);
    }
}

async fn requests(stage: &Stage, owner: &Person, at: &str, (josue, tickets): (&Buyer, &[Value])) {
    let app = &stage.app;
    let request = async |index: usize| {
        let path = format!("/api/my-tickets/{}/refund-request/", tickets[index]["id"].as_str().unwrap());
        (josue.post(app, &path, json!({ "reason": "Malade" })).await, path)
    };
    request(1).await.0.expect(409);
    app.db.write(|c| c.execute("UPDATE events SET refund_policy = 'always'", &[])).await.unwrap();
    let (answer, path) = request(1).await;
    answer.expect(201);
    app.call_as(josue.access(), Method::DELETE, &path, None).await.expect(204);
    app.call_as(josue.access(), Method::DELETE, &path, None).await.expect(409);
    request(2).await.0.expect(201);
    let open = stage.call(owner, &format!("GET {at}refund-requests/"), None).await.expect(200).json();
    stage.call(owner, &format!("GET {at}refund-requests/?state=x"), None).await.expect(400);
    let answer = format!("POST {at}refund-requests/{}/answer/", open["results"][0]["id"]);
    stage.call(owner, &answer, Some(json!({ "accept": true }))).await.expect(200);
    stage.call(owner, &answer, Some(json!({ "accept": true }))).await.expect(409);
    let unknown = format!("POST {at}refund-requests/999999/answer/");
    stage.call(owner, &unknown, Some(json!({ "accept": true }))).await.expect(404);
}

async fn another_date(stage: &Stage, owner: &Person, at: &str) {
    let date = json!({ "started_at": "2026-12-24", "refund_until": "2026-12-01" });
    stage.call(owner, &format!("POST {at}postpone/"), Some(date.clone())).await.expect(200);
    for path in ["cancellation/", "cancellation/preview/"] {
        stage.call(owner, &format!("GET {at}{path}"), None).await.expect(200);
    }
    stage.call(owner, &format!("POST {at}cancel/"), Some(json!({ "message": "a".repeat(1001) }))).await.expect(400);
    stage.call(owner, &format!("POST {at}cancel/"), None).await.expect(200);
    stage.call(owner, &format!("POST {at}postpone/"), Some(date)).await.expect(409);
}
