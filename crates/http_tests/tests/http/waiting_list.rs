//! The waiting list: who came first is offered what comes back.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Engine, Shop, TestApp, audited, both_engines, buyer, shop, signed_in, work};

async fn join(app: &TestApp, shop: &Shop, person: &Buyer, quantity: i64, status: u16) -> Value {
    let body = json!({ "ticket_type_id": shop.kind, "quantity": quantity });
    person.post(app, &shop.path("waiting-list/"), body).await.expect(status).json()
}

/// The latest entry of somebody.
async fn entry(app: &TestApp, shop: &Shop, name: &str) -> Value {
    let person = signed_in(app, name).await;
    person.get(app, &shop.path("waiting-list/")).await.expect(200).json()["results"][0].clone()
}

/// All places are held by Grace, who never pays, and Amani and Neema wait in this order.
async fn sold_out(app: &TestApp, places: i64, (amani, neema): (i64, i64)) -> Shop {
    let shop = shop(app, places).await;
    buyer(app, "Grace", "0990000001").await.init(app, &shop.kind, places).await.expect(200);
    for (name, phone, quantity) in [("Amani", "0990000002", amani), ("Neema", "0990000003", neema)] {
        join(app, &shop, &buyer(app, name, phone).await, quantity, 201).await;
    }
    shop
}

#[apply(both_engines)]
async fn one_waits_when_nothing_can_be_reserved(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let refused = join(&app, &shop, &amani, 1, 400).await;
    assert_eq!(refused["ticket_type_id"], json!(["Il reste des billets : réservez-les sans attendre."]));
    grace.init(&app, &shop.kind, 2).await.expect(200);
    let own = format!("/api/my-events/?id={}", shop.event);
    let kind = app.get_as(shop.owner.access(), &own).await.expect(200).json()["ttype"][0].clone();
    assert_eq!((&kind["waiting_list_open"], &kind["state"]), (&json!(true), &json!("sold_out")));
    let joined = join(&app, &shop, &amani, 2, 201).await;
    assert_eq!(
        (&joined["position"], &joined["status"], &joined["label"]),
        (&json!(1), &json!("waiting"), &json!("Standard"))
    );
    assert_eq!(join(&app, &shop, &amani, 1, 200).await, joined, "joining twice is joining once");
    assert_eq!(join(&app, &shop, &grace, 1, 201).await["position"], 2);
    join(&app, &shop, &buyer(&app, "Neema", "0990000003").await, 21, 400).await;
    let all = shop.get(&app, "waiting-list/all/").await;
    assert_eq!((&all["count"], &all["results"][0]["username"]), (&json!(2), &json!("Amani")));
    grace.get(&app, &shop.path("waiting-list/all/")).await.expect(403);
    let leave = |entry: &Value| shop.path(&format!("waiting-list/{}/", entry["id"]));
    app.call_as(grace.access(), reqwest::Method::DELETE, &leave(&joined), None).await.expect(404);
    app.call_as(amani.access(), reqwest::Method::DELETE, &leave(&joined), None).await.expect(204);
    app.call_as(amani.access(), reqwest::Method::DELETE, &leave(&joined), None).await.expect(404);
    assert_eq!(entry(&app, &shop, "Grace").await["position"], 1);
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_comes_back_is_offered_in_order_and_to_nobody_else(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = sold_out(&app, 3, (2, 2)).await;
    let ilunga = buyer(&app, "Ilunga", "0990000004").await;
    app.set_email(&signed_in(&app, "Amani").await.get(&app, "/api/profile/").await.json(), "amani@tukio.example").await;
    work(&app, 16 * 60).await;
    let (amani, neema) = (entry(&app, &shop, "Amani").await, entry(&app, &shop, "Neema").await);
    assert_eq!((&amani["status"], &amani["offered"]), (&json!("offered"), &json!(2)));
    assert_eq!((&neema["status"], &neema["offered"]), (&json!("offered"), &json!(1)), "what there is");
    let until = amani["offered_until"].as_i64().unwrap() - amani["offered_at"].as_i64().unwrap();
    assert_eq!(until, 2 * 3_600_000);
    assert!(app.mails().await.iter().any(|mail| mail.to.contains("amani") && mail.subject.contains("Des places pour")));
    assert_eq!(shop.shown(&app).await["ttype"][0]["available_tickets"], 0);
    let ilunga = ilunga.later(&app).await;
    ilunga.init(&app, &shop.kind, 1).await.expect(400);
    let amani = signed_in(&app, "Amani").await;
    amani.init(&app, &shop.kind, 3).await.expect(400);
    amani.buy(&app, &shop.kind, 2).await;
    assert_eq!(entry(&app, &shop, "Amani").await["status"], "bought");
    audited(&app).await;
    // Neema lets the time pass, and nobody waits any more.
    work(&app, 2 * 3600).await;
    assert_eq!(entry(&app, &shop, "Neema").await["status"], "expired");
    signed_in(&app, "Ilunga").await.init(&app, &shop.kind, 1).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn an_offer_that_is_left_goes_to_the_next(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = sold_out(&app, 1, (1, 1)).await;
    work(&app, 16 * 60).await;
    let (first, second) = (entry(&app, &shop, "Amani").await, entry(&app, &shop, "Neema").await);
    assert_eq!((&first["status"], &second["status"]), (&json!("offered"), &json!("waiting")));
    let neema = signed_in(&app, "Neema").await;
    neema.init(&app, &shop.kind, 1).await.expect(400);
    let left = shop.path(&format!("waiting-list/{}/", first["id"]));
    app.call_as(signed_in(&app, "Amani").await.access(), reqwest::Method::DELETE, &left, None).await.expect(204);
    work(&app, 1).await;
    assert_eq!(entry(&app, &shop, "Neema").await["status"], "offered");
    // Who begins to pay and does not loses it, too.
    neema.init(&app, &shop.kind, 1).await.expect(200);
    assert_eq!(entry(&app, &shop, "Neema").await["status"], "offered");
    work(&app, 16 * 60).await;
    assert_eq!(entry(&app, &shop, "Neema").await["status"], "expired");
    audited(&app).await;
}

#[apply(both_engines)]
async fn more_places_are_for_who_waits(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = sold_out(&app, 1, (1, 3)).await;
    shop.change(&app, json!({ "nbr_max": 4 })).await.expect(200);
    // Before the cashier has looked, nobody jumps.
    let ilunga = buyer(&app, "Ilunga", "0990000004").await;
    ilunga.init(&app, &shop.kind, 1).await.expect(400);
    work(&app, 1).await;
    let offered = |entry: Value| entry["offered"].clone();
    assert_eq!(offered(entry(&app, &shop, "Amani").await), 1);
    assert_eq!(offered(entry(&app, &shop, "Neema").await), 2);
    let refused = shop.change(&app, json!({ "nbr_max": 3 })).await.expect(400).json();
    assert!(refused["ttype"][0].as_str().unwrap().contains("4 billets sont déjà vendus ou réservés"), "{refused}");
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_closes_their_account_waits_no_longer(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = sold_out(&app, 1, (1, 1)).await;
    let amani = signed_in(&app, "Amani").await;
    amani.post(&app, "/api/account/delete/", json!({ "password": "secret1" })).await.expect(204);
    work(&app, 16 * 60).await;
    assert_eq!(entry(&app, &shop, "Neema").await["status"], "offered");
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_one_waits_for_is_part_of_ones_data(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = sold_out(&app, 1, (2, 1)).await;
    let amani = signed_in(&app, "Amani").await;
    let export = async || amani.get(&app, "/api/account/export/").await.expect(200).json()["waiting_list"].clone();
    let waiting = export().await;
    assert_eq!(waiting.as_array().unwrap().len(), 1, "what others wait for is theirs: {waiting}");
    assert_eq!(
        (&waiting[0]["event"]["id"], &waiting[0]["ticket_type"], &waiting[0]["quantity"]),
        (&json!(shop.event), &json!("Standard"), &json!(2))
    );
    assert_eq!(
        (&waiting[0]["status"], &waiting[0]["joined_at"], &waiting[0]["offered_at"]),
        (&json!("waiting"), &json!("2026-11-14T10:00:00Z"), &Value::Null)
    );
    let left = shop.path(&format!("waiting-list/{}/", entry(&app, &shop, "Amani").await["id"]));
    app.call_as(amani.access(), reqwest::Method::DELETE, &left, None).await.expect(204);
    assert_eq!(export().await[0]["status"], "left");
}
