//! Selling for cash at the door, with network.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Engine, Form, TestApp, audited, both_engines, door_audited, doors, doors_with, join_all, left, shown, signed_in,
    words, work,
};

/// Every figure of the box office and of the door adds up.
async fn all_audited(app: &TestApp) {
    audited(app).await;
    door_audited(app).await;
}

async fn stats(app: &TestApp, access: &str, event: domain::EventId) -> Value {
    app.get_as(access, &format!("/api/my-events/?id={event}")).await.expect(200).json()["stats"].clone()
}

#[apply(both_engines)]
async fn a_sale_is_in_every_figure_and_in_nobodys_tickets(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let sold = door.sell(&app, door.sale(2)).await.expect(201).json();
    assert_eq!((&sold["amount"], &sold["currency"], &sold["quantity"]), (&json!("50.00"), &json!("USD"), &json!(2)));
    assert_eq!((&sold["ticket_type"], sold["tickets"].as_array().unwrap().len()), (&json!("Standard"), 2));
    let kind = shown(&app, door.event).await;
    assert_eq!((&kind["sold_tickets"], left(&app, door.event).await), (&json!(3), 97));
    let stats = stats(&app, door.amani.access(), door.event).await;
    assert_eq!((&stats["revenue"], &stats["cash_by_currency"]), (&json!(75.0), &json!({ "USD": 50.0 })));
    assert_eq!(stats["cash_to_return"], json!({}));
    let takings = door.takings(&app).await;
    assert_eq!(takings["totals"], json!([{ "amount": "50.00", "currency": "USD" }]));
    let amani = &takings["sellers"][0];
    assert_eq!((&amani["seller"], &amani["sales"], &amani["tickets"]), (&json!("Amani"), &json!(1), &json!(2)));
    let latest = &takings["results"][0];
    assert_eq!(
        (&latest["gate"], &latest["online"], &latest["fate"]),
        (&json!("Porte Nord"), &json!(true), &json!("sold"))
    );
    // Nobody with an account has bought it.
    assert!(door.amani.tickets(&app).await.is_empty());
    assert_eq!(door.amani.get(&app, "/api/payments/").await.expect(200).json()["count"], 0);
    let own = format!("/api/payments/{}/", sold["payment_id"].as_str().unwrap());
    door.amani.get(&app, &own).await.expect(404);
    let exported = door.amani.get(&app, "/api/account/export/").await.expect(200).json();
    assert_eq!((&exported["tickets"], &exported["payments"]), (&json!([]), &json!([])));
    assert_eq!(exported["door_sales"][0]["amount"], "50.00");
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn the_receipt_opens_for_anybody_and_each_ticket_admits_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let sold = door.sell(&app, door.sale(2)).await.expect(201).json();
    let path = format!("/api/receipts/{}/", sold["receipt"].as_str().unwrap());
    assert!(
        sold["receipt_url"].as_str().unwrap().ends_with(&format!("/receipts/{}", sold["receipt"].as_str().unwrap()))
    );
    let answer = app.get(&path).await.expect(200);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let receipt = answer.json();
    assert_eq!((&receipt["event"]["name"], &receipt["amount"]), (&json!("Concert 1"), &json!("50.00")));
    let tickets = receipt["tickets"].as_array().unwrap();
    assert_eq!(words(tickets, "status"), ["valid", "valid"]);
    assert_eq!(words(tickets, "code"), words(sold["tickets"].as_array().unwrap(), "code"));
    let verified = door.scan(&app, &tickets[0]["content"]).await.expect(200).json();
    assert_eq!(verified["client"], "Vente à la porte");
    door.scan(&app, &tickets[0]["content"]).await.expect(400);
    door.scan(&app, &tickets[1]["code"]).await.expect(200);
    assert_eq!(words(app.get(&path).await.json()["tickets"].as_array().unwrap(), "status"), ["scanned", "scanned"]);
    assert_eq!(words(&door.log(&app, "").await, "client"), ["Vente à la porte"; 3]);
    let found = door.amani.get(&app, &door.path("door/tickets/?search=porte")).await.expect(200).json();
    assert_eq!(words(found["results"].as_array().unwrap(), "client"), ["Vente à la porte"; 2]);
    let roster = door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    let mut clients: Vec<&str> =
        roster["tickets"]["client"].as_array().unwrap().iter().map(|client| client.as_str().unwrap()).collect();
    clients.sort_unstable();
    assert_eq!(clients, ["Grace", "Vente à la porte", "Vente à la porte"]);
    app.get("/api/receipts/AAAAAAAAAAAAAAAAAAAAAA/").await.expect(404);
    let page = app.get("/receipts/AAAAAAAAAAAAAAAAAAAAAA").await.expect(200);
    assert!(page.text.contains("noindex"), "{}", page.text);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn the_last_places_are_sold_once_however_many_sell_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors_with(&app, 7).await;
    let at_once = (0..20).map(|_| door.sell(&app, door.sale(1)));
    let answers = join_all(at_once).await;
    let sold = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!((sold, left(&app, door.event).await), (7, 0));
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!((refused.status.as_u16(), &refused.json()["detail"]), (409, &json!("Ce billet est épuisé.")));
    }
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn the_same_id_is_the_same_sale(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let named = || {
        let mut sale = door.sale(1);
        sale["id"] = json!("tecno-1");
        sale
    };
    let at_once = join_all((0..5).map(|_| door.sell(&app, named()))).await;
    let mut statuses: Vec<u16> = at_once.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 201]);
    let again = door.sell(&app, named()).await.expect(200).json();
    assert!(at_once.iter().all(|answer| answer.json() == again));
    assert_eq!(left(&app, door.event).await, 99);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn the_other_currency_is_taken_at_the_rate_of_the_day(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2850")]).await;
    let (door, _) = doors(&app, 0).await;
    let mut sale = door.sale(2);
    sale["currency"] = json!("CDF");
    let sold = door.sell(&app, sale.clone()).await.expect(201).json();
    assert_eq!((&sold["amount"], &sold["currency"]), (&json!("142500"), &json!("CDF")));
    door.sell(&app, door.sale(1)).await.expect(201);
    let totals = json!([{ "amount": "25.00", "currency": "USD" }, { "amount": "142500", "currency": "CDF" }]);
    assert_eq!(door.takings(&app).await["totals"], totals);
    let without = TestApp::start(engine).await;
    let (door, _) = doors(&without, 0).await;
    sale["ticket_type_id"] = door.sale(1)["ticket_type_id"].clone();
    let refused = door.sell(&without, sale).await.expect(400).json();
    assert_eq!(refused["currency"], json!(["Ce billet se paie en USD."]));
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn what_is_wrong_is_said_by_field_and_what_is_over_as_a_conflict(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let with = |name: &str, value: Value| {
        let mut sale = door.sale(1);
        sale[name] = value;
        sale
    };
    for (name, value, said) in [
        ("ticket_type_id", json!(999_999), "Ce billet n'existe pas."),
        ("quantity", json!(0), "Au moins un billet doit être choisi."),
        ("quantity", json!(21), "Vous pouvez vendre 20 billets au plus à la fois."),
        ("currency", json!("EUR"), "La devise doit être USD ou CDF"),
        ("id", json!("a b"), "Un identifiant est attendu."),
    ] {
        assert_eq!(door.sell(&app, with(name, value)).await.expect(400).json()[name], json!([said]));
    }
    let close = "UPDATE ticket_types SET closed = TRUE";
    app.db.write(move |c| c.execute(close, &[])).await.unwrap();
    let closed = door.sell(&app, door.sale(1)).await.expect(409).json();
    assert_eq!(closed["detail"], "La vente de ce billet est fermée.");
    app.db.write(|c| c.execute("UPDATE ticket_types SET closed = FALSE", &[])).await.unwrap();
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    let cancelled = door.sell(&app, door.sale(1)).await.expect(409).json();
    assert_eq!(cancelled["detail"], "Cet évènement est annulé.");
}

#[apply(both_engines)]
async fn a_cancelled_event_says_how_much_to_hand_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let amani = door.amani.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&amani, "amani@tukio.example").await;
    let sold = door.sell(&app, door.sale(2)).await.expect(201).json();
    door.set_aside(&app, 5).await.expect(201);
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    work(&app, 1).await;
    let cancelled = door.amani.get(&app, &format!("/api/my-events/?id={}", door.event)).await.expect(200).json();
    assert_eq!(cancelled["stats"]["cash_to_return"], json!({ "USD": 50.0 }));
    assert_eq!((&cancelled["stats"]["revenue"], &cancelled["stats"]["cash_by_currency"]), (&json!(0.0), &json!({})));
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("amani@tukio.example")).unwrap();
    assert!(mail.text.contains("50 USD ont été encaissés en espèces à la porte"), "{}", mail.text);
    let receipt = app.get(&format!("/api/receipts/{}/", sold["receipt"].as_str().unwrap())).await.expect(200).json();
    assert_eq!((&receipt["cancelled"], &receipt["tickets"][0]["status"]), (&json!(true), &json!("cancelled")));
    assert_eq!(left(&app, door.event).await, 97, "what was set aside is free again");
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn who_only_stands_at_the_door_sells_and_sees_their_own_takings(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let kito = app.register("Kito", "0990000014").await["user"]["id"].as_i64().unwrap();
    door.amani.post(&app, &format!("/api/users/{kito}/follow/"), json!({})).await.expect(200);
    let form = Form::default().text("collaborators", &json!([{ "id": kito, "role": "door" }]).to_string());
    app.send_form(reqwest::Method::PUT, door.amani.access(), &door.path(""), form).await.expect(200);
    let kito = signed_in(&app, "Kito").await;
    door.sell(&app, door.sale(3)).await.expect(201);
    kito.post(&app, &door.path("door-sales/"), door.sale(1)).await.expect(201);
    let own = kito.get(&app, &door.path("door-sales/")).await.expect(200).json();
    assert_eq!(own["totals"], json!([{ "amount": "25.00", "currency": "USD" }]));
    assert_eq!(words(own["sellers"].as_array().unwrap(), "seller"), ["Kito"]);
    assert_eq!(words(own["results"].as_array().unwrap(), "seller"), ["Kito"]);
    let all = door.takings(&app).await;
    assert_eq!(all["totals"], json!([{ "amount": "100.00", "currency": "USD" }]));
    assert_eq!(words(all["sellers"].as_array().unwrap(), "seller"), ["Amani", "Kito"]);
    for path in ["door-sales/", "door-blocks/"] {
        door.grace.get(&app, &door.path(path)).await.expect(403);
    }
    // Kito may not release what Amani's phone has.
    let block = door.set_aside(&app, 2).await.expect(201).json();
    let release = door.path(&format!("door-blocks/{}/", block["block_id"].as_str().unwrap()));
    app.call_as(kito.access(), reqwest::Method::DELETE, &release, None).await.expect(403);
    all_audited(&app).await;
}
