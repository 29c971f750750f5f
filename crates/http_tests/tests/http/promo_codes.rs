//! Promo codes: what they take off, for whom, and how often.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Engine, Shop, TestApp, audited, both_engines, buyer, join_all, pay, shop, wish, work};

async fn make(app: &TestApp, shop: &Shop, code: Value) -> Value {
    shop.post(app, "promo-codes/", code).await.expect(201).json()
}

fn with_code(kind: &str, quantity: i64, code: &str) -> Value {
    let mut body = wish(kind, quantity);
    body["promo_code"] = json!(code);
    body
}

async fn refusal(app: &TestApp, buyer: &Buyer, body: Value) -> String {
    let refused = buyer.post(app, "/api/payments/init/", body).await.expect(400).json();
    refused["promo_code"][0].as_str().unwrap_or_else(|| panic!("{refused}")).to_owned()
}

async fn quote(app: &TestApp, kind: &str, rest: &str) -> Value {
    app.get(&format!("/api/payments/quote/?ticket_type_id={kind}&quantity=2&currency=USD{rest}")).await.json()
}

#[apply(both_engines)]
async fn a_code_takes_off_what_it_says(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 20).await;
    let made = make(&app, &shop, json!({ "code": "Tot", "percent": 15 })).await;
    assert_eq!((&made["used"], &made["held"], &made["active"]), (&json!(0), &json!(0), &json!(true)));
    make(&app, &shop, json!({ "code": "CINQ", "amount": "5", "currency": "USD" })).await;
    let plain = quote(&app, &shop.kind, "").await;
    assert_eq!((&plain["amount"], &plain["discount"]), (&json!("50.00"), &json!("0.00")));
    let less = quote(&app, &shop.kind, "&promo_code=tot").await;
    assert_eq!((&less["amount"], &less["discount"]), (&json!("42.50"), &json!("7.50")));
    assert_eq!(quote(&app, &shop.kind, "&promo_code=cinq").await["amount"], "45.00");
    let unknown = quote(&app, &shop.kind, "&promo_code=XYZ").await;
    assert_eq!(unknown["promo_code"], json!(["Ce code promo n'existe pas."]));
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.post(&app, "/api/payments/init/", with_code(&shop.kind, 2, "TOT")).await.expect(200).json();
    assert_eq!((&payment["amount"], &payment["discount"]), (&json!("42.50"), &json!("7.50")));
    // What was agreed on stays, whatever becomes of the code.
    shop.put(&app, &format!("promo-codes/{}/", made["id"]), json!({ "percent": 50 })).await.expect(200);
    pay(&app, &payment, "0970000789").await;
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "success");
    assert_eq!(grace.tickets(&app).await[0]["ticket_type"]["price"], 21.25);
    let listed = shop.get(&app, "promo-codes/").await;
    let tot = listed["results"].as_array().unwrap().iter().find(|code| code["code"] == "Tot").unwrap().clone();
    assert_eq!((&tot["used"], &tot["held"], &tot["percent"]), (&json!(1), &json!(0), &json!(50)));
    let stats =
        app.get_as(shop.owner.access(), &format!("/api/my-events/?id={}", shop.event)).await.json()["stats"].clone();
    assert_eq!((&stats["revenue"], &stats["total_revenue"]), (&json!(42.5), &json!(42.5)));
    audited(&app).await;
}

#[apply(both_engines)]
async fn each_refusal_says_why(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 20).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let other = json!([{ "label": "VIP", "price": 90, "nbr_max": 5, "devise": "USD" }]);
    let types = shop.post(&app, "tickets/", other).await.expect(200).json();
    let vip = types["ttype"][1]["id"].clone();
    make(&app, &shop, json!({ "code": "SOON", "percent": 10, "starts_at": "2026-11-15" })).await;
    make(&app, &shop, json!({ "code": "OVER", "percent": 10, "ends_at": "2026-11-13" })).await;
    make(&app, &shop, json!({ "code": "VIP", "percent": 10, "ticket_types": [vip] })).await;
    make(&app, &shop, json!({ "code": "FRANCS", "amount": 500, "currency": "CDF" })).await;
    for (code, message) in [
        ("RIEN", "Ce code promo n'existe pas."),
        ("soon", "Ce code promo sera valable à partir du dimanche 15 novembre 2026 à 00:00 (heure de Lubumbashi)."),
        ("over", "Ce code promo n'est plus valable."),
        ("vip", "Ce code promo ne vaut pas pour ce billet."),
        ("francs", "Ce code promo vaut pour un paiement en CDF."),
    ] {
        assert_eq!(refusal(&app, &grace, with_code(&shop.kind, 1, code)).await, message, "{code}");
    }
    for (body, field) in [
        (json!({ "code": "vip", "percent": 5 }), "code"),
        (json!({ "code": "AB", "percent": 5 }), "code"),
        (json!({ "code": "NEUF", "percent": 0 }), "percent"),
        (json!({ "code": "NEUF", "percent": 5, "ticket_types": [999_999] }), "ticket_types"),
    ] {
        assert!(shop.post(&app, "promo-codes/", body).await.expect(400).json().get(field).is_some(), "{field}");
    }
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_limit_counts_held_and_paid_uses(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 50).await;
    let made = make(&app, &shop, json!({ "code": "DEUX", "percent": 10, "limit": 2 })).await;
    let people = ["Grace", "Amani", "Neema", "Kasongo", "Mwamba", "Ilunga"];
    let mut buyers = Vec::new();
    for (number, name) in people.iter().enumerate() {
        buyers.push(buyer(&app, name, &format!("099000000{number}")).await);
    }
    let asked = buyers.iter().map(|buyer| buyer.post(&app, "/api/payments/init/", with_code(&shop.kind, 1, "DEUX")));
    let answers = join_all(asked).await;
    let held: Vec<usize> = (0..6).filter(|index| answers[*index].status == 200).collect();
    assert_eq!(held.len(), 2);
    let late = (0..6).find(|index| !held.contains(index)).unwrap();
    let words = refusal(&app, &buyers[late], with_code(&shop.kind, 1, "DEUX")).await;
    assert_eq!(words, "Ce code promo a été utilisé autant de fois que prévu.");
    let listed = shop.get(&app, "promo-codes/").await["results"][0].clone();
    assert_eq!((&listed["held"], &listed["used"], &listed["active"]), (&json!(2), &json!(0), &json!(false)));
    // One pays, and the other's hold ends.
    pay(&app, &answers[held[0]].json(), "0970000789").await;
    work(&app, 3).await;
    work(&app, 16 * 60).await;
    let late = crate::support::signed_in(&app, people[late]).await;
    late.post(&app, "/api/payments/init/", with_code(&shop.kind, 1, "DEUX")).await.expect(200);
    let owner = crate::support::signed_in(&app, "Kito").await;
    let shop = Shop { owner, ..shop };
    shop.delete(&app, &format!("promo-codes/{}/", made["id"])).await.expect(409);
    shop.put(&app, &format!("promo-codes/{}/", made["id"]), json!({ "ends_at": 1 })).await.expect(200);
    let unused = make(&app, &shop, json!({ "code": "TROIS", "percent": 10 })).await;
    shop.delete(&app, &format!("promo-codes/{}/", unused["id"])).await.expect(204);
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_costs_nothing_is_issued_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 5).await;
    make(&app, &shop, json!({ "code": "OFFERT", "percent": 100, "limit": 1 })).await;
    assert_eq!(quote(&app, &shop.kind, "&promo_code=OFFERT").await["amount"], "0.00");
    let grace = buyer(&app, "Grace", "0990000001").await;
    let body = with_code(&shop.kind, 2, "OFFERT");
    let payment = grace.init_with_key(&app, "k", &body).await.expect(200).json();
    assert_eq!((&payment["status"], &payment["amount"]), (&json!("success"), &json!("0.00")));
    let again = grace.init_with_key(&app, "k", &body).await.expect(200).json();
    assert_eq!((&again["payment_id"], &again["status"]), (&payment["payment_id"], &json!("success")));
    assert_eq!(grace.tickets(&app).await.len(), 2);
    assert_eq!(grace.tickets(&app).await[0]["ticket_type"]["price"], 0.0);
    work(&app, 3600).await;
    audited(&app).await;
    // Nothing was paid, and so nothing goes back.
    let owner = crate::support::signed_in(&app, "Kito").await;
    owner.post(&app, &shop.path("cancel/"), json!({})).await.expect(200);
    work(&app, 60).await;
    assert_eq!(
        app.db.read(|c| c.query_one("SELECT count(*) FROM refunds", &[], |row| row.get::<i64>(0))).await.unwrap(),
        0
    );
    audited(&app).await;
}
