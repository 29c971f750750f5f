//! How ticket types are sold: windows, limits, hidden types, and an early bird that passes on.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Shop, TestApp, audited, both_engines, buyer, shop, wish, work};

/// The state of each type, as everybody sees it.
async fn states(app: &TestApp, shop: &Shop) -> Vec<String> {
    work(app, 0).await;
    let types = shop.shown(app).await["ttype"].clone();
    types.as_array().unwrap().iter().map(|kind| kind["state"].as_str().unwrap().to_owned()).collect()
}

#[apply(both_engines)]
async fn a_type_is_sold_inside_its_window_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    // It is noon in Lubumbashi.
    let window = json!({ "sales_from": "2026-11-14T13:00", "sales_until": "2026-11-14T12:00:00Z" });
    shop.change(&app, window).await.expect(200);
    assert_eq!(states(&app, &shop).await, ["soon"]);
    let refused = grace.init(&app, &shop.kind, 1).await.expect(400).json();
    assert!(refused["ticket_type_id"][0].as_str().unwrap().contains("à 13:00"), "{refused}");
    app.clock.advance_seconds(3600);
    assert_eq!(states(&app, &shop).await, ["on_sale"]);
    grace.later(&app).await.init(&app, &shop.kind, 1).await.expect(200);
    app.clock.advance_seconds(3600);
    assert_eq!(states(&app, &shop).await, ["over"]);
    let grace = crate::support::signed_in(&app, "Grace").await;
    let refused = grace.init(&app, &shop.kind, 1).await.expect(400).json();
    assert_eq!(refused["ticket_type_id"], json!(["La vente de ce billet est terminée."]));
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_day_is_meant_whole_and_null_clears_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 10).await;
    let days = json!({ "sales_from": "2026-11-14", "sales_until": "2026-11-14", "description": "Debout\nau fond" });
    shop.change(&app, days).await.expect(200);
    let kind = shop.shown(&app).await["ttype"][0].clone();
    // Midnight in Lubumbashi, two hours ahead of UTC.
    assert_eq!(
        (&kind["sales_from"], &kind["sales_until"]),
        (&json!(1_794_607_200_000_i64), &json!(1_794_693_600_000_i64))
    );
    assert_eq!((&kind["description"], &kind["state"]), (&json!("Debout\nau fond"), &json!("on_sale")));
    shop.change(&app, json!({ "sales_until": null })).await.expect(200);
    let kind = shop.shown(&app).await["ttype"][0].clone();
    assert_eq!((&kind["sales_from"], &kind["sales_until"]), (&json!(1_794_607_200_000_i64), &Value::Null));
    for (wrong, message) in [
        (json!({ "sales_until": "demain" }), "La date de vente doit être au format"),
        (json!({ "sales_until": "2026-11-13" }), "« Standard » : la fin de la vente doit venir après son début"),
        (json!({ "hidden": true }), "« Standard » : un billet caché a besoin d'un code d'accès"),
        (json!({ "min_per_order": 5, "max_per_order": 4 }), "« Standard » : le minimum par commande"),
        (json!({ "max_per_person": 0 }), "La limite par personne doit être un entier"),
    ] {
        let refused = shop.change(&app, wrong).await.expect(400).json();
        assert!(refused["ttype"][0].as_str().unwrap().starts_with(message), "{refused}");
    }
}

#[apply(both_engines)]
async fn an_order_and_a_person_have_their_limits(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 50).await;
    let limits = json!({ "min_per_order": 2, "max_per_order": "4", "max_per_person": 5 });
    shop.change(&app, limits).await.expect(200);
    let grace = buyer(&app, "Grace", "0990000001").await;
    let refusal = async |quantity: i64| {
        grace.init(&app, &shop.kind, quantity).await.expect(400).json()["quantity"][0].as_str().unwrap().to_owned()
    };
    assert_eq!(refusal(1).await, "Ce billet s'achète par 2 au moins.");
    assert_eq!(refusal(5).await, "Ce billet s'achète par 4 au plus.");
    grace.buy(&app, &shop.kind, 3).await;
    let begun = grace.init(&app, &shop.kind, 2).await.expect(200).json();
    assert_eq!(refusal(2).await, "Vous avez déjà le maximum de ce billet par personne : 5.");
    // Trying again is not buying more.
    let mut again = wish(&shop.kind, 2);
    again["retry_of"] = begun["payment_id"].clone();
    grace.post(&app, "/api/payments/init/", again).await.expect(200);
    buyer(&app, "Amani", "0990000002").await.init(&app, &shop.kind, 4).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_hidden_type_is_for_who_has_its_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 10).await;
    shop.change(&app, json!({ "hidden": true, "access_code": "Amis2026" })).await.expect(200);
    let event = shop.shown(&app).await;
    assert_eq!((&event["ttype"], &event["has_hidden_types"]), (&json!([]), &json!(true)));
    for public in ["/api/events/", "/api/events/trending/"] {
        assert!(!app.get(public).await.expect(200).text.contains("Standard"), "{public}");
    }
    let own = app.get_as(shop.owner.access(), &format!("/api/my-events/?id={}", shop.event)).await.expect(200).json();
    assert_eq!((&own["ttype"][0]["hidden"], &own["ttype"][0]["access_code"]), (&json!(true), &json!("AMIS2026")));
    app.get(&shop.path("hidden-types/?code=autre")).await.expect(404);
    let opened = app.get(&shop.path("hidden-types/?code=amis2026")).await.expect(200).json();
    assert_eq!((&opened["ttype"][0]["label"], opened["ttype"][0].get("access_code")), (&json!("Standard"), None));
    let grace = buyer(&app, "Grace", "0990000001").await;
    let refused = grace.init(&app, &shop.kind, 1).await.expect(400).json();
    assert_eq!(refused["ticket_type_id"], json!(["Ce billet n'existe pas."]));
    let quote = format!("/api/payments/quote/?ticket_type_id={}&quantity=1&currency=USD", shop.kind);
    app.get(&quote).await.expect(400);
    assert_eq!(app.get(&format!("{quote}&access_code=AMIS2026")).await.expect(200).json()["amount"], "25.00");
    let mut with_code = wish(&shop.kind, 1);
    with_code["access_code"] = json!("amis2026");
    grace.post(&app, "/api/payments/init/", with_code).await.expect(200);
}

#[apply(both_engines)]
async fn codes_are_not_guessed_for_ever(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 10).await;
    shop.change(&app, json!({ "hidden": true, "access_code": "AMIS" })).await.expect(200);
    // Who knows the code is never in the way of themselves.
    for _ in 0..25 {
        app.get(&shop.path("hidden-types/?code=AMIS")).await.expect(200);
    }
    let mut guesses = 0;
    while app.get(&shop.path(&format!("hidden-types/?code=X{guesses:03}"))).await.status == 404 {
        guesses += 1;
    }
    assert_eq!(guesses, 20);
    app.get(&shop.path("hidden-types/?code=AMIS")).await.expect(429);
    let quote = format!("/api/payments/quote/?ticket_type_id={}&quantity=1&currency=USD&access_code=AMIS", shop.kind);
    app.get(&quote).await.expect(429);
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.get(&app, &shop.path("hidden-types/?code=AMIS")).await.expect(200);
}

#[apply(both_engines)]
async fn the_early_bird_passes_on(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 2).await;
    let later = json!([{ "label": "Plein tarif", "price": 40, "nbr_max": 5, "devise": "USD", "after_previous": true }]);
    shop.post(&app, "tickets/", later).await.expect(200);
    assert_eq!(states(&app, &shop).await, ["on_sale", "waiting"]);
    let kind = shop.shown(&app).await["ttype"][1]["id"].to_string();
    let grace = buyer(&app, "Grace", "0990000001").await;
    let refused = grace.init(&app, &kind, 1).await.expect(400).json();
    assert_eq!(refused["ticket_type_id"], json!(["Ce billet sera en vente quand le précédent sera épuisé."]));
    grace.buy(&app, &shop.kind, 2).await;
    assert_eq!(states(&app, &shop).await, ["sold_out", "on_sale"]);
    grace.init(&app, &kind, 1).await.expect(200);
}

#[apply(both_engines)]
async fn what_is_sold_by_code_only_is_not_called_free(engine: Engine) {
    let app = TestApp::start(engine).await;
    let shop = shop(&app, 5).await;
    let picture = async || app.get(&format!("/pictures/social/{}.jpg", shop.event)).await.expect(200).text;
    let is_free = async || app.get("/api/events/").await.expect(200).json()["results"][0]["is_free"].clone();
    let priced = picture().await;
    shop.change(&app, json!({ "hidden": true, "access_code": "AMIS" })).await.expect(200);
    let hidden = picture().await;
    assert_eq!((is_free().await, hidden == priced), (json!(false), false), "its price is for who has the code");
    shop.put(&app, "tickets/", json!([])).await.expect(200);
    assert_eq!((is_free().await, hidden == picture().await), (json!(true), false), "without types it is free");
}
