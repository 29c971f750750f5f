//! Organisers pay back a ticket, or what is left of a payment.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Doors, Engine, TestApp, audited, both_engines, buyer, doors, doors_of, left, signed_in, work};

impl Doors {
    async fn refund_ticket(&self, app: &TestApp, ticket: &Value, body: Value) -> crate::support::Answer {
        let path = self.path(&format!("tickets/{}/refund/", ticket["id"].as_str().unwrap()));
        self.amani.post(app, &path, body).await
    }

    async fn refunds(&self, app: &TestApp, query: &str) -> Vec<Value> {
        let page = self.amani.get(app, &self.path(&format!("refunds/{query}"))).await.expect(200).json();
        page["results"].as_array().unwrap().clone()
    }

    async fn revenue(&self, app: &TestApp) -> (Value, Value) {
        let path = format!("/api/my-events/?id={}", self.event);
        let stats = self.amani.get(app, &path).await.expect(200).json()["stats"].clone();
        (stats["revenue"].clone(), stats["sold_tickets"].clone())
    }
}

#[apply(both_engines)]
async fn each_ticket_brings_back_its_share_and_the_last_one_the_rest(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 3).await;
    // What was paid is no multiple of three.
    app.db
        .write(|c| {
            c.execute("UPDATE payments SET amount = 7400", &[])?;
            c.execute("UPDATE money_facts SET amount = CASE WHEN amount < 0 THEN -7400 ELSE 7400 END", &[])?;
            c.execute("UPDATE sandbox_orders SET content = replace(content, '7500', '7400')", &[])
        })
        .await
        .unwrap();
    let mut shares = Vec::new();
    for (index, ticket) in tickets.iter().enumerate() {
        let refund =
            door.refund_ticket(&app, ticket, json!({ "reason": "Salle trop petite" })).await.expect(201).json();
        assert_eq!((&refund["state"], &refund["currency"]), (&json!("requested"), &json!("USD")));
        assert_eq!((&refund["ticket_ids"], &refund["buyer"]), (&json!([ticket["id"]]), &json!("Grace")));
        shares.push(refund["amount"].clone());
        // Dead at once, and its place is somebody else's.
        let refused = door.scan(&app, &ticket["qr"]).await.expect(400).json();
        assert_eq!(refused["verdict"], "cancelled");
        assert_eq!(left(&app, door.event).await, 98 + index as i64);
        let again = door.refund_ticket(&app, ticket, json!({})).await.expect(409).json();
        assert_eq!(again["detail"], "Ce billet est déjà remboursé.");
        audited(&app).await;
    }
    assert_eq!(shares, [json!(24.66), json!(24.66), json!(24.68)]);
    work(&app, 1).await;
    let refunds = door.refunds(&app, "?state=done").await;
    assert_eq!(
        (refunds.len(), &refunds[0]["tried"], &refunds[0]["reason"]),
        (3, &json!(1), &json!("Salle trop petite"))
    );
    assert!(door.refunds(&app, "?state=requested").await.is_empty());
    let payment = door.grace.get(&app, "/api/payments/").await.expect(200).json()["results"][0].clone();
    assert_eq!((&payment["refund"], payment["refunds"].as_array().unwrap().len()), (&json!("done"), 3));
    assert_eq!(door.grace.tickets(&app).await[0]["refund"]["state"], "done");
    assert_eq!(door.revenue(&app).await, (json!(0.0), json!(0)));
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_is_left_of_a_payment_goes_back_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 3).await;
    let grace = door.grace.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&grace, "grace@tukio.example").await;
    door.refund_ticket(&app, &tickets[0], json!({})).await.expect(201);
    assert_eq!(door.revenue(&app).await, (json!(50.0), json!(2)), "before the provider has answered");
    let path = format!("/api/payments/{}/", tickets[0]["payment_id"].as_str().unwrap());
    let partial = door.grace.get(&app, &path).await.expect(200).json();
    assert_eq!((&partial["refund"], &partial["refunds"][0]["amount"]), (&Value::Null, &json!(25.0)));
    let whole = door.amani.post(&app, &format!("{path}refund/"), json!({})).await.expect(201).json();
    assert_eq!((&whole["amount"], whole["ticket_ids"].as_array().unwrap().len()), (&json!(50.0), 2));
    door.amani.post(&app, &format!("{path}refund/"), json!({})).await.expect(409);
    work(&app, 1).await;
    assert_eq!(door.grace.get(&app, &path).await.expect(200).json()["refund"], "done");
    let mails = app.mails().await;
    assert_eq!(mails.iter().filter(|mail| mail.subject.contains("Vous êtes remboursé")).count(), 2);
    let trail = door.amani.get(&app, &door.path("audit/")).await.expect(200).json();
    assert_eq!(
        (&trail["results"][0]["action"], &trail["results"][1]["action"]),
        (&json!("payment.refund"), &json!("ticket.refund"))
    );
    // Its three places are sold again, and every new ticket is in the roster.
    let neema = buyer(&app, "Neema", "0990000013").await;
    neema.buy(&app, &door.kind, 3).await;
    let roster = door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    assert_eq!(roster["tickets"]["count"], 6);
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_came_in_is_paid_back_on_purpose_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    let refused = door.refund_ticket(&app, &tickets[0], json!({})).await.expect(409).json();
    assert_eq!(refused["detail"], "Ce billet est déjà scanné : confirmez pour le rembourser quand même.");
    let whole = format!("/api/payments/{}/refund/", tickets[0]["payment_id"].as_str().unwrap());
    door.amani.post(&app, &whole, json!({})).await.expect(409);
    door.refund_ticket(&app, &tickets[0], json!({ "force": true })).await.expect(201);
    assert_eq!(left(&app, door.event).await, 98, "somebody sits on that place");
    audited(&app).await;
    // A phone without network has let the other one in before it was paid back: it counts for nothing.
    door.refund_ticket(&app, &tickets[1], json!({})).await.expect(201);
    let at = domain::Clock::now(&*app.clock).millis();
    let scans = json!({ "scans": [{ "id": "a", "content": tickets[1]["qr"], "at": at - 1000 }] });
    door.amani.post(&app, &door.path("scans/"), scans).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn cash_is_handed_back_by_hand(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let sold = door.sell(&app, door.sale(2)).await.expect(201).json();
    let ticket = json!({ "id": sold["tickets"][0]["ticket_id"] });
    let refund = door.refund_ticket(&app, &ticket, json!({})).await.expect(201).json();
    assert_eq!((&refund["state"], &refund["buyer"]), (&json!("by_hand"), &Value::Null));
    work(&app, 1).await;
    let at = door.path(&format!("refunds/{}/", refund["id"].as_str().unwrap()));
    door.amani.post(&app, &format!("{at}retry/"), json!({})).await.expect(409);
    let done = door.amani.post(&app, &format!("{at}handed-back/"), json!({ "note": "à la caisse" })).await.expect(200);
    assert_eq!((&done.json()["state"], &done.json()["note"]), (&json!("done"), &json!("à la caisse")));
    door.amani.post(&app, &format!("{at}handed-back/"), json!({})).await.expect(409);
    assert_eq!(door.revenue(&app).await, (json!(25.0), json!(1)));
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_the_provider_refuses_is_tried_again_and_then_listed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    // The provider has paid all of it back by itself, and has not told us.
    app.db
        .write(|c| c.execute("INSERT INTO sandbox_refunds SELECT 'own', reference, 5000 FROM sandbox_orders", &[]))
        .await
        .unwrap();
    let refund = door.refund_ticket(&app, &tickets[0], json!({})).await.expect(201).json();
    for (wait, tried) in [(1, 1), (30, 2), (60, 3)] {
        assert!(door.refunds(&app, "?state=failed").await.is_empty());
        work(&app, wait).await;
        let asked = &door.refunds(&app, "").await[0];
        assert_eq!((&asked["tried"], &asked["problem"]), (&json!(tried), &json!("refunded already")));
    }
    assert_eq!(door.refunds(&app, "?state=failed").await.len(), 1);
    let at = door.path(&format!("refunds/{}/", refund["id"].as_str().unwrap()));
    let again = door.amani.post(&app, &format!("{at}retry/"), json!({})).await.expect(200).json();
    assert_eq!(again["state"], "requested");
    door.amani.post(&app, &format!("{at}handed-back/"), json!({})).await.expect(409);
    app.db.write(|c| c.execute("DELETE FROM sandbox_refunds", &[])).await.unwrap();
    work(&app, 1).await;
    assert_eq!(door.refunds(&app, "?state=done").await.len(), 1);
    audited(&app).await;
}

#[apply(both_engines)]
async fn money_is_decided_about_by_whom_the_owner_trusts(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors_of(&app, 2, |event| event).await;
    let neema = app.register("Neema", "0990000013").await;
    let (event, id) = (door.event, domain::UserId::new(neema["user"]["id"].as_i64().unwrap()));
    let now = domain::Clock::now(&*app.clock);
    app.db.write(move |c| events::add_to_team(c, event, id, events::Role::Collaborator, now)).await.unwrap();
    let neema = signed_in(&app, "Neema").await;
    let path = door.path(&format!("tickets/{}/refund/", tickets[0]["id"].as_str().unwrap()));
    neema.post(&app, &path, json!({})).await.expect(403);
    neema.get(&app, &door.path("refunds/")).await.expect(200);
    neema.post(&app, &door.path("cancel/"), json!({})).await.expect(403);
    neema.post(&app, &door.path("postpone/"), json!({ "started_at": "2026-12-01" })).await.expect(403);
    app.db.write(|c| c.execute("UPDATE event_collaborators SET trusted = TRUE", &[])).await.unwrap();
    neema.post(&app, &path, json!({})).await.expect(201);
    let other = door.path("tickets/AAAAAAAAAAAAAAAAAAAAAA/refund/");
    neema.post(&app, &other, json!({})).await.expect(404);
    neema.post(&app, &path, json!({ "reason": "a".repeat(301) })).await.expect(400);
    app.call_as(neema.access(), Method::GET, &door.path("refunds/?state=x"), None).await.expect(400);
}
