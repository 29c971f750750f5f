//! Tickets sent again to who lost the mail.

use domain::UserId;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Buyer, Engine, TestApp, both_engines, buyer, on_sale_by, signed_in};

/// Grace, who has bought three tickets of Amani's event with the address, and the payment's id.
async fn bought(app: &TestApp) -> (Buyer, String, String) {
    let owner = app.register("Amani", "0990000001").await;
    let (event, kind) = on_sale_by(app, UserId::new(owner["user"]["id"].as_i64().unwrap()), 10).await;
    let grace = buyer(app, "Grace", "0990000002").await;
    let payment = grace.buy(app, &kind, 3).await["payment_id"].as_str().unwrap().to_owned();
    (grace, payment, format!("/api/events/{event}/"))
}

async fn send(app: &TestApp, access: &str, path: &str) -> crate::support::Answer {
    app.call_as(access, Method::POST, path, None).await
}

#[apply(both_engines)]
async fn a_buyer_gets_the_tickets_again_three_times_a_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (grace, payment, _) = bought(&app).await;
    let path = format!("/api/payments/{payment}/send-tickets/");
    let unknown = send(&app, grace.access(), &path).await.expect(409).json();
    assert_eq!(unknown["detail"], "Aucune adresse e-mail n'est connue pour cet achat.");
    let profile = grace.get(&app, "/api/profile/").await.expect(200).json();
    app.set_email(&profile, "grace@tukio.example").await;
    // One of them is given away: it is not hers to print any more.
    buyer(&app, "Kito", "0990000003").await;
    let ticket = grace.tickets(&app).await[0].clone();
    let transfer = format!("/api/my-tickets/{}/transfer/", ticket["id"].as_str().unwrap());
    grace.post(&app, &transfer, json!({ "phone": "0990000003" })).await.expect(200);
    let before = app.mails().await.len();
    for _ in 0..3 {
        send(&app, grace.access(), &path).await.expect(204);
    }
    send(&app, grace.access(), &path).await.expect(429);
    let mails = app.mails().await.split_off(before);
    assert_eq!(mails.len(), 3);
    assert!(mails[0].to.contains("grace@tukio.example"));
    let kito = signed_in(&app, "Kito").await;
    let given = kito.tickets(&app).await[0]["code"].as_str().unwrap().to_owned();
    assert!(!mails[0].text.contains(&given), "the code is another's now");
    for kept in grace.tickets(&app).await {
        assert!(mails[0].text.contains(kept["code"].as_str().unwrap()), "{}", mails[0].text);
    }
    let files: Vec<&str> = mails[0].files.iter().map(|file| file.content_type.as_str()).collect();
    assert_eq!(files, ["application/pdf", "text/calendar; charset=utf-8"]);
    kito.post(&app, &path, json!({})).await.expect(404);
}

#[apply(both_engines)]
async fn an_organiser_sends_them_for_the_buyer(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (grace, payment, event) = bought(&app).await;
    let profile = grace.get(&app, "/api/profile/").await.expect(200).json();
    app.set_email(&profile, "grace@tukio.example").await;
    let amani = signed_in(&app, "Amani").await;
    let path = format!("{event}payments/{payment}/send-tickets/");
    send(&app, grace.access(), &path).await.expect(403);
    send(&app, amani.access(), &format!("{event}payments/AAAAAAAAAAAAAAAAAAAAAA/send-tickets/")).await.expect(404);
    send(&app, amani.access(), &path).await.expect(204);
    assert!(app.mails().await.last().unwrap().to.contains("grace@tukio.example"));
    let audit = amani.get(&app, &format!("{event}audit/")).await.expect(200).json();
    assert_eq!(
        (&audit["results"][0]["action"], &audit["results"][0]["person"]),
        (&json!("tickets.send"), &json!("Amani"))
    );
    send(&app, amani.access(), &format!("{event}cancel/")).await.expect(200);
    let void = send(&app, amani.access(), &path).await.expect(409).json();
    assert_eq!(void["detail"], "Ce paiement n'a pas de billet valable à envoyer.");
}
