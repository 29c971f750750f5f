//! Free tickets for guests: inside the capacity, outside the revenue.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Shop, TestApp, audited, both_engines, buyer, interrupt_when, left, shop, work};

fn invitation(shop: &Shop, names: &[&str]) -> Value {
    let guests: Vec<Value> = names.iter().map(|name| json!({ "name": name, "phone": "0991234567" })).collect();
    json!({ "ticket_type_id": shop.kind, "guests": guests })
}

#[apply(both_engines)]
async fn a_guest_has_a_ticket_and_no_account(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 5).await;
    let body = json!({ "ticket_type_id": shop.kind.parse::<i64>().unwrap(), "guests": [
        { "name": "Mère  Neema", "email": "neema@tukio.example" }, { "name": "Ilunga", "phone": "0991234567" }] });
    let invited = shop.post(&app, "invitations/", body).await.expect(201).json()["results"].clone();
    assert_eq!((&invited[0]["name"], &invited[0]["status"]), (&json!("Mère Neema"), &json!("valid")));
    assert_eq!(left(&app, shop.event).await, 3);
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("neema@tukio.example")).unwrap();
    assert!(mail.subject.contains("Votre invitation"), "{}", mail.subject);
    assert!(mail.files.iter().any(|file| file.name.ends_with(".pdf")));
    // The receipt opens without an account, and the door admits once, by name.
    let (_, token) = invited[1]["share_url"].as_str().unwrap().rsplit_once('/').unwrap();
    let receipt = app.get(&format!("/api/receipts/{token}/")).await.expect(200).json();
    assert_eq!((&receipt["guest"], &receipt["amount"]), (&json!("Ilunga"), &json!("0.00")));
    let found = shop.get(&app, "door/tickets/?search=mere").await["results"].clone();
    assert_eq!(found[0]["client"], "Mère Neema");
    let content = json!({ "content": receipt["tickets"][0]["content"] });
    let admitted = shop.post(&app, "verify/", content.clone()).await.expect(200);
    assert!(admitted.text.contains("Ilunga"), "{}", admitted.text);
    shop.post(&app, "verify/", content).await.expect(400);
    assert!(shop.get(&app, "roster/").await["tickets"]["client"].to_string().contains("Mère Neema"));
    let own = app.get_as(shop.owner.access(), &format!("/api/my-events/?id={}", shop.event)).await.json();
    let stats = &own["stats"];
    assert_eq!(
        (&stats["sold_tickets"], &stats["revenue"], &stats["total_revenue"]),
        (&json!(2), &json!(0.0), &json!(0.0))
    );
    let listed = shop.get(&app, "invitations/?search=ilu").await;
    assert_eq!((&listed["count"], &listed["results"][0]["status"]), (&json!(1), &json!("scanned")));
    shop.delete(&app, &format!("invitations/{}/", invited[1]["id"])).await.expect(409);
    audited(&app).await;
}

#[apply(both_engines)]
async fn an_invitation_that_is_taken_back_frees_its_place(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 2).await;
    let invited = shop.post(&app, "invitations/", invitation(&shop, &["Neema", "Ilunga"])).await.expect(201).json();
    let (_, token) = invited["results"][0]["share_url"].as_str().unwrap().rsplit_once('/').unwrap();
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.init(&app, &shop.kind, 1).await.expect(400);
    let gone = format!("invitations/{}/", invited["results"][0]["id"]);
    shop.delete(&app, &gone).await.expect(204);
    shop.delete(&app, &gone).await.expect(404);
    let receipt = app.get(&format!("/api/receipts/{token}/")).await.expect(200).json();
    assert_eq!(receipt["tickets"][0]["status"], "cancelled");
    let content = json!({ "content": receipt["tickets"][0]["content"] });
    shop.post(&app, "verify/", content).await.expect(400);
    assert_eq!(shop.get(&app, "invitations/").await["count"], 1);
    audited(&app).await;
    grace.buy(&app, &shop.kind, 1).await;
    audited(&app).await;
}

#[apply(both_engines)]
async fn guests_fit_into_the_capacity_or_nobody_comes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 3).await;
    buyer(&app, "Grace", "0990000001").await.init(&app, &shop.kind, 1).await.expect(200);
    let refused = shop.post(&app, "invitations/", invitation(&shop, &["a", "b", "c"])).await.expect(400).json();
    assert_eq!(refused["guests"], json!(["Il ne reste que 2 places pour ce billet."]));
    assert_eq!(shop.get(&app, "invitations/").await["count"], 0);
    let wrong = json!({ "ticket_type_id": shop.kind, "guests": [{ "name": "Neema" }] });
    let refused = shop.post(&app, "invitations/", wrong).await.expect(400).json();
    assert_eq!(refused["guests"], json!(["Invité 1 : un numéro ou une adresse email est requis."]));
    shop.post(&app, "invitations/", invitation(&shop, &["a", "b"])).await.expect(201);
    audited(&app).await;
}

#[apply(both_engines)]
async fn the_same_request_invites_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 9).await;
    let send = async |names: &[&str]| {
        let request = app.request(reqwest::Method::POST, &shop.path("invitations/")).bearer_auth(shop.owner.access());
        app.send(request.header("idempotency-key", "k").json(&invitation(&shop, names))).await
    };
    let first = send(&["Neema", "Ilunga"]).await.expect(201).json();
    let again = send(&["Neema", "Ilunga"]).await.expect(200).json();
    assert_eq!(first, again);
    send(&["Neema"]).await.expect(409);
    assert_eq!(left(&app, shop.event).await, 7);
}

#[apply(both_engines)]
async fn a_cancelled_event_tells_its_guests(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 9).await;
    let body = json!({ "ticket_type_id": shop.kind, "guests": [{ "name": "Neema", "email": "neema@tukio.example" }] });
    shop.post(&app, "invitations/", body).await.expect(201);
    shop.post(&app, "cancel/", json!({})).await.expect(200);
    work(&app, 5).await;
    let mails = app.mails().await;
    assert!(mails.iter().any(|mail| mail.to.contains("neema") && mail.subject.contains("annulé")));
    assert_eq!(shop.get(&app, "invitations/").await["results"][0]["status"], "cancelled");
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_crowd_of_guests_is_told_step_by_step_and_each_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 99).await;
    let guest = |number: i64| json!({ "name": "Neema", "email": format!("guest-{number}@tukio.example") });
    let body = json!({ "ticket_type_id": shop.kind, "guests": (0..35).map(guest).collect::<Vec<_>>() });
    shop.post(&app, "invitations/", body).await.expect(201);
    let date = json!({ "started_at": "2026-12-05", "refund_until": "2026-11-20" });
    for (path, body, words) in [("postpone/", date, "%est reporté%"), ("cancel/", json!({}), "%est annulé%")] {
        shop.post(&app, path, body).await.expect(200);
        app.clock.advance_seconds(1);
        let told = async || app.count_written(words).await;
        interrupt_when(app.box_office.run_cashier_once(), async || told().await.0 > 0).await;
        let (so_far, _) = told().await;
        assert!(so_far <= 20, "{so_far} mails in one transaction");
        work(&app.beside(&[]).await, 1).await;
        assert_eq!(told().await, (35, 35));
    }
    audited(&app).await;
}
