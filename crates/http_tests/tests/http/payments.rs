//! What may be bought and what not, what providers may say, and what becomes of tickets.

use std::sync::Arc;

use box_office::audit;
use domain::Currency;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Engine, TestApp, TestEvent, audited, both_engines, buyer, left, money_arrives, on_sale, on_sale_by, page_of, pay,
    shown, wish, work,
};

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap()
}

#[apply(both_engines)]
async fn the_same_key_buys_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let first = grace.init_with_key(&app, "key-1", &wish(&kind, 2)).await.expect(200).json();
    assert_eq!(grace.init_with_key(&app, "key-1", &wish(&kind, 2)).await.expect(200).json(), first);
    grace.init_with_key(&app, "key-1", &wish(&kind, 3)).await.expect(409);
    grace.init_with_key(&app, "a key", &wish(&kind, 3)).await.expect(400);
    let amani = buyer(&app, "Amani", "0990000002").await;
    let other = amani.init_with_key(&app, "key-1", &wish(&kind, 2)).await.expect(200).json();
    assert_ne!(other["payment_id"], first["payment_id"], "a key is one's own");
    let (app, grace, kind) = (Arc::new(app), Arc::new(grace), Arc::new(kind));
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (app, grace, kind) = (app.clone(), grace.clone(), kind.clone());
        sending.spawn(async move { grace.init_with_key(&app, "key-2", &wish(&kind, 1)).await.expect(200).json() });
    }
    let answers = sending.join_all().await;
    assert!(answers.iter().all(|answer| answer["payment_id"] == answers[0]["payment_id"]), "{answers:?}");
    assert_eq!(left(&app, event).await, 5);
    audited(&app).await;
}

#[apply(both_engines)]
async fn half_a_ticket_is_refused_and_nothing_is_rounded(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let refusal = json!({ "quantity": ["Un nombre entier est attendu."] });
    for quantity in [json!(1.5), json!("1.5")] {
        let mut half = wish(&kind, 1);
        half["quantity"] = quantity;
        assert_eq!(grace.post(&app, "/api/payments/init/", half).await.expect(400).json(), refusal);
    }
    for address in ["quote", "channels"] {
        let path = format!("/api/payments/{address}/?ticket_type_id={kind}&quantity=1.5&currency=EUR");
        let errors = grace.get(&app, &path).await.expect(400).json();
        assert_eq!(errors["quantity"], refusal["quantity"]);
        assert_eq!(errors["currency"], json!(["La devise doit être USD ou CDF"]));
    }
    assert_eq!(left(&app, event).await, 10);
}

#[apply(both_engines)]
async fn another_try_takes_over_the_hold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), json!({ "quantity": ["Ce billet est épuisé."] }));
    let mut again = wish(&kind, 2);
    again["retry_of"] = first["payment_id"].clone();
    let refusal = json!({ "retry_of": ["Ce paiement ne peut pas être repris."] });
    assert_eq!(amani.post(&app, "/api/payments/init/", again.clone()).await.expect(400).json(), refusal);
    let second = grace.post(&app, "/api/payments/init/", again.clone()).await.expect(200).json();
    assert_eq!((left(&app, event).await, grace.payment(&app, &first).await["expires_at"].clone()), (0, Value::Null));
    audited(&app).await;
    // Nobody is led to pay twice; but if both are paid, one has the places, the other the money back.
    app.get(&page_of(&app, &first)).await.expect(410);
    app.get(&page_of(&app, &second)).await.expect(200);
    money_arrives(&app, &first).await;
    pay(&app, &second, "0970000789").await;
    work(&app, 3).await;
    work(&app, 1).await;
    assert_eq!(grace.tickets(&app).await.len(), 2);
    let refunds =
        [grace.payment(&app, &first).await["refund"].clone(), grace.payment(&app, &second).await["refund"].clone()];
    assert!(refunds.contains(&json!("done")) && refunds.contains(&Value::Null), "{refunds:?}");
    assert_eq!(grace.post(&app, "/api/payments/init/", again).await.expect(400).json(), refusal, "it succeeded");
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_is_not_on_sale_is_not_sold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let past = TestEvent::new(2, owner).ticket("Standard", 25, Currency::Usd);
    let past = app.store(past.with(|row| row.first_day = "2026-11-13".parse().unwrap())).await;
    let off = app.store(TestEvent::new(3, owner).ticket("Standard", 25, Currency::Usd)).await;
    let closed = app.store(TestEvent::new(4, owner).ticket("Standard", 25, Currency::Usd)).await;
    let open = app.store(TestEvent::new(5, owner).places("Standard", 25, Currency::Usd, 3)).await;
    app.db
        .write(move |c| {
            c.execute("UPDATE events SET cancelled_at = 1 WHERE id = $1", &[&off])?;
            c.execute("UPDATE ticket_types SET closed = TRUE WHERE event_id = $1", &[&closed])
        })
        .await
        .unwrap();
    let grace = buyer(&app, "Grace", "0990000001").await;
    for (event, quantity, said) in [
        (past, 1, json!({ "ticket_type_id": ["Cet évènement est passé."] })),
        (off, 1, json!({ "ticket_type_id": ["Cet évènement est annulé."] })),
        (closed, 1, json!({ "ticket_type_id": ["La vente de ce billet est fermée."] })),
        (open, 4, json!({ "quantity": ["Il ne reste plus que 3 billets."] })),
        (open, 0, json!({ "quantity": ["Au moins un billet doit être choisi."] })),
        (open, 21, json!({ "quantity": ["Vous pouvez acheter 20 billets au plus à la fois."] })),
    ] {
        let kind = shown(&app, event).await["id"].to_string();
        assert_eq!(grace.init(&app, &kind, quantity).await.expect(400).json(), said);
    }
    let kind = shown(&app, open).await["id"].to_string();
    let unknown = json!({ "ticket_type_id": ["Ce billet n'existe pas."] });
    assert_eq!(grace.init(&app, "999999", 1).await.expect(400).json(), unknown);
    assert_eq!(
        app.get("/api/payments/quote/?ticket_type_id=999999&quantity=1&currency=USD").await.expect(400).json(),
        unknown
    );
    let francs = json!({ "ticket_type_id": kind, "quantity": 1, "currency": "CDF" });
    let only_dollars = json!({ "currency": ["Ce billet se paie en USD."] });
    assert_eq!(grace.post(&app, "/api/payments/init/", francs).await.expect(400).json(), only_dollars);
    let mail = json!({ "ticket_type_id": kind, "quantity": 1, "currency": "USD", "email": "grace@" });
    let invalid = json!({ "email": ["L'email doit être valide"] });
    assert_eq!(grace.post(&app, "/api/payments/init/", mail).await.expect(400).json(), invalid);
    app.post("/api/payments/init/", &wish(&kind, 1)).await.expect(401);
    assert_eq!(count(&app, "SELECT count(*) FROM payments").await, 0);
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_comes_too_late_is_told_from_memory_and_nothing_that_comes_free_is_hidden(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Kilima", "0970000000").await;
    let (event, kind) = on_sale_by(&app, domain::UserId::new(owner["user"]["id"].as_i64().unwrap()), 2).await;
    let (grace, ben) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Ben", "0990000002").await);
    let first = grace.init_with_key(&app, "one", &wish(&kind, 2)).await.expect(200).json();
    let too_late = json!({ "quantity": ["Ce billet est épuisé."] });
    assert_eq!(ben.init(&app, &kind, 1).await.expect(400).json(), too_late);
    let before = app.db.stats().writes;
    assert_eq!(ben.init(&app, &kind, 1).await.expect(400).json(), too_late);
    assert_eq!(app.db.stats().writes, before, "the desk was asked");
    // Who got the places and asks again is told of them.
    let again = grace.init_with_key(&app, "one", &wish(&kind, 2)).await.expect(200).json();
    assert_eq!(again["payment_id"], first["payment_id"]);
    grace.init_with_key(&app, "one", &wish(&kind, 1)).await.expect(409);
    // The organiser finds one more place.
    let list = json!([{ "id": kind.parse::<i64>().unwrap(), "label": "Standard", "price": 25, "nbr_max": 3, "devise": "USD" }]);
    let path = format!("/api/events/{event}/tickets/");
    app.call_as(owner["access"].as_str().unwrap(), Method::POST, &path, Some(&list)).await.expect(200);
    ben.init(&app, &kind, 1).await.expect(200);
    assert_eq!(ben.init(&app, &kind, 1).await.expect(400).json(), too_late);
    // One who fails to pay gives the places back.
    pay(&app, &first, "0970000039").await;
    work(&app, 3).await;
    ben.init(&app, &kind, 2).await.expect(200);
    assert_eq!(left(&app, event).await, 0);
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_the_provider_does_not_take_is_told_with_its_bounds(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let dear = app.store(TestEvent::new(2, owner).places("Mécène", 600_000, Currency::Usd, 5)).await;
    let kind = shown(&app, dear).await["id"].to_string();
    let grace = buyer(&app, "Grace", "0990000001").await;
    let bounds = json!({ "quantity": ["Le montant doit être compris entre 0,01 USD et 1\u{202f}000\u{202f}000 USD."] });
    let quote = format!("/api/payments/quote/?ticket_type_id={kind}&currency=USD&quantity=");
    assert_eq!(app.get(&format!("{quote}2")).await.expect(400).json(), bounds);
    assert_eq!(grace.init(&app, &kind, 2).await.expect(400).json(), bounds);
    assert_eq!(left(&app, dear).await, 5, "nothing is held for it");
    app.get(&format!("{quote}1")).await.expect(200);
    grace.init(&app, &kind, 1).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn money_that_went_back_before_we_heard_of_it_buys_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    app.db
        .write(|c| {
            c.execute("UPDATE sandbox_orders SET decision = 'pay', outcome = 'completed'", &[])?;
            c.execute("INSERT INTO sandbox_refunds SELECT 'its-own', reference, 5000 FROM sandbox_orders", &[])
        })
        .await
        .unwrap();
    work(&app, 6).await;
    assert_eq!(
        grace.status(&app, &payment).await,
        json!({ "status": "failed", "reason": "Le paiement a été remboursé." })
    );
    assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (5, 0));
    assert_eq!(audit::unfinished(&app.db).await.unwrap(), Vec::<String>::new());
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_webhook_grants_nothing_by_itself(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    let reference: String =
        app.db.read(|c| c.query_one("SELECT reference FROM payments", &[], |row| row.get(0))).await.unwrap();
    let body = json!({ "reference": reference, "status": "COMPLETED", "amount": "50.00", "currency": "USD" });
    for signature in ["", "t=1,v1=00", "sha256=deadbeef"] {
        let request = app.request(Method::POST, "/api/payments/webhooks/sandbox/").json(&body);
        app.send(request.header("x-sandbox-signature", signature)).await.expect(401);
    }
    app.post("/api/payments/webhooks/sandbox/", &body).await.expect(401);
    app.post("/api/payments/webhooks/other/", &body).await.expect(404);
    work(&app, 6).await;
    assert_eq!((left(&app, event).await, grace.status(&app, &payment).await["status"].clone()), (3, json!("pending")));
    assert_eq!(count(&app, "SELECT count(*) FROM webhooks").await, 0);

    pay(&app, &payment, "0970000789").await;
    work(&app, 3).await;
    for _ in 0..3 {
        app.db.write(|c| c.execute("UPDATE sandbox_orders SET deliver_at = 1", &[])).await.unwrap();
        work(&app, 1).await;
    }
    assert_eq!(count(&app, "SELECT count(*) FROM webhooks").await, 1, "kept once");
    assert_eq!((grace.tickets(&app).await.len(), left(&app, event).await), (2, 3));
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_lost_webhook_is_made_up_for(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    // To where nobody listens.
    app.db
        .write(|c| {
            c.execute(
                "UPDATE sandbox_orders SET content = replace(content, '/api/payments/webhooks/', '/nowhere/')",
                &[],
            )
        })
        .await
        .unwrap();
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "pending");
    work(&app, 3).await;
    assert_eq!(
        (grace.status(&app, &payment).await["status"].clone(), grace.tickets(&app).await.len()),
        (json!("success"), 2)
    );
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_ticket_is_passed_on_with_new_codes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    grace.buy(&app, &kind, 2).await;
    let ticket = grace.tickets(&app).await[0].clone();
    let path = format!("/api/my-tickets/{}/", ticket["id"].as_str().unwrap());
    let transfer = format!("{path}transfer/");
    amani.get(&app, &path).await.expect(404);
    amani.post(&app, &transfer, json!({ "phone": "0990000002" })).await.expect(404);
    let field = async |phone: &str| grace.post(&app, &transfer, json!({ "phone": phone })).await.expect(400).json();
    assert_eq!(field("0999999999").await, json!({ "phone": ["Aucun compte Tukio n'a ce numéro."] }));
    assert_eq!(field("12").await, json!({ "phone": ["Aucun compte Tukio n'a ce numéro."] }));
    assert_eq!(field("0990000001").await, json!({ "phone": ["Ce billet est déjà à vous."] }));
    let done = grace.post(&app, &transfer, json!({ "phone": "243990000002" })).await.expect(200).json();
    assert_eq!(done, json!({ "message": "Le billet est maintenant à Amani." }));
    grace.get(&app, &path).await.expect(404);
    let received = amani.get(&app, &path).await.expect(200).json();
    assert_eq!((&received["id"], &received["holder"]), (&ticket["id"], &json!("Amani")));
    assert!(received["qr"] != ticket["qr"] && received["code"] != ticket["code"]);
    app.db
        .write(|c| {
            let ids: Vec<domain::TicketId> = c.query("SELECT id FROM tickets", &[], |row| row.get(0))?;
            ids.iter().try_for_each(|id| box_office::admit_ticket(c, id, domain::Instant::from_millis(1)).map(|_| ()))
        })
        .await
        .unwrap();
    let scanned = amani.post(&app, &transfer, json!({ "phone": "0990000001" })).await.expect(400).json();
    assert_eq!(scanned, json!({ "non_field_errors": ["Un billet déjà scanné ne peut plus être transmis."] }));
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_cancelled_event_pays_everybody_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Kilima", "0970000000").await;
    let owner_access = owner["access"].as_str().unwrap();
    let (event, kind) = on_sale_by(&app, domain::UserId::new(owner["user"]["id"].as_i64().unwrap()), 10).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let mut with_mail = wish(&kind, 2);
    with_mail["email"] = json!("grace@tukio.example");
    let paid = grace.post(&app, "/api/payments/init/", with_mail).await.expect(200).json();
    pay(&app, &paid, "0970000789").await;
    work(&app, 3).await;
    let mails = app.mails().await;
    let codes: Vec<Value> = grace.tickets(&app).await.iter().map(|ticket| ticket["code"].clone()).collect();
    assert_eq!(mails.len(), 1);
    assert!(codes.iter().all(|code| mails[0].text.contains(code.as_str().unwrap())), "{}", mails[0].text);
    let paying = amani.init(&app, &kind, 1).await.expect(200).json();
    pay(&app, &paying, "0970000789").await;

    let path = format!("/api/events/{event}/cancel/");
    app.call_as(owner_access, Method::POST, &path, None).await.expect(200);
    assert_eq!(grace.tickets(&app).await[0]["status"], "cancelled", "at once, before the cashier comes to it");
    assert_eq!(grace.payment(&app, &paid).await["refund"], Value::Null);
    work(&app, 1).await;
    let mails = app.mails().await;
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().any(|mail| mail.text.contains("est annulé") && mail.text.contains("50")), "{mails:?}");
    work(&app, 3).await;
    work(&app, 1).await;
    for (person, payment) in [(&grace, &paid), (&amani, &paying)] {
        let reported = person.payment(&app, payment).await;
        assert_eq!((&reported["status"], &reported["refund"]), (&json!("success"), &json!("done")));
        assert!(reported["refunded_at"].as_i64() > reported["created_at"].as_i64(), "{reported}");
    }
    assert_eq!(
        (grace.tickets(&app).await[0]["status"].clone(), amani.tickets(&app).await.len()),
        (json!("refunded"), 0)
    );
    // Once more changes nothing, and tells nobody twice.
    app.call_as(owner_access, Method::POST, &path, None).await.expect(200);
    work(&app, 1).await;
    assert_eq!((grace.tickets(&app).await[0]["status"].clone(), app.mails().await.len()), (json!("refunded"), 2));
    let stats =
        app.get_as(owner_access, &format!("/api/my-events/?id={event}")).await.expect(200).json()["stats"].clone();
    assert_eq!((&stats["total_revenue"], &stats["revenue"]), (&json!(50.0), &json!(0.0)));
    audited(&app).await;
}

#[apply(both_engines)]
async fn ticket_types_are_changed_as_a_list(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Kilima", "0970000000").await;
    let access = owner["access"].as_str().unwrap();
    let (event, kind) = on_sale_by(&app, domain::UserId::new(owner["user"]["id"].as_i64().unwrap()), 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.buy(&app, &kind, 2).await;
    let path = format!("/api/events/{event}/tickets/");
    let save = async |list: Value| app.call_as(access, Method::PUT, &path, Some(&list)).await;
    let id: i64 = kind.parse().unwrap();
    let list = json!([{ "label": "VIP", "price": "50", "nbr_max": 5, "devise": "USD" },
                      { "id": id, "label": "Debout", "price": 30, "nbr_max": 2, "devise": "USD", "closed": true }]);
    let types = save(list).await.expect(200).json()["ttype"].clone();
    assert_eq!(
        (
            &types[0]["label"],
            &types[0]["closed"],
            &types[1]["label"],
            &types[1]["closed"],
            &types[1]["available_tickets"]
        ),
        (&json!("VIP"), &json!(false), &json!("Debout"), &json!(true), &json!(0))
    );
    let refusal = json!({ "ttype": ["« Debout » est déjà vendu : ce billet ne peut pas être retiré"] });
    assert_eq!(save(json!([])).await.expect(400).json(), refusal);
    assert_eq!(
        save(json!([{ "label": "", "price": 1, "nbr_max": 1 }])).await.expect(400).json(),
        json!({ "ttype": ["Le nom est requis"] })
    );
    save(json!({ "label": "VIP" })).await.expect(400);
    // What is added leaves the others as they are; what is named is changed where it stands.
    let add = async |list: Value| app.call_as(access, Method::POST, &path, Some(&list)).await;
    let loge = json!({ "label": "Loge", "price": 90, "nbr_max": 4 });
    let vip = json!({ "id": types[0]["id"], "label": "Carré or", "price": 60, "nbr_max": 5 });
    add(json!([vip, loge])).await.expect(200);
    let balcony = json!([{ "label": "Balcon", "price": 40, "nbr_max": 6 }]);
    let types = add(balcony).await.expect(200).json()["ttype"].clone();
    let labels: Vec<&Value> = types.as_array().unwrap().iter().map(|kind| &kind["label"]).collect();
    assert_eq!(labels, ["Carré or", "Debout", "Loge", "Balcon"]);
    let many: Vec<Value> =
        (0..27).map(|number| json!({ "label": format!("N° {number}"), "price": 1, "nbr_max": 1 })).collect();
    assert_eq!(add(json!(many)).await.expect(400).json(), json!({ "ttype": ["Trente types de billets au plus"] }));
    assert_eq!(grace.tickets(&app).await[0]["ticket_type"]["label"], "Debout");
    audited(&app).await;
}

/// Dollars and francs, where a rate is configured.
#[apply(both_engines)]
async fn the_other_currency(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2850.50")]).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let quote = app
        .get(&format!("/api/payments/quote/?ticket_type_id={kind}&quantity=2&currency=CDF"))
        .await
        .expect(200)
        .json();
    let reported = json!({ "price": "25.00", "devise": "USD", "amount": "142525", "currency": "CDF", "discount": "0", "rate": "2850.50",
                       "currencies": ["USD", "CDF"] });
    assert_eq!(quote, reported);
    let francs = json!({ "ticket_type_id": kind, "quantity": 2, "currency": "CDF" });
    let payment = grace.post(&app, "/api/payments/init/", francs).await.expect(200).json();
    assert_eq!((&payment["amount"], &payment["rate"]), (&json!("142525"), &json!("2850.50")));
    pay(&app, &payment, "0970000789").await;
    work(&app, 3).await;
    let reported = grace.payment(&app, &payment).await;
    assert_eq!(
        (&reported["status"], &reported["amount"], &reported["rate"]),
        (&json!("success"), &json!("142525"), &json!("2850.50"))
    );
    assert_eq!(grace.tickets(&app).await.len(), 2);
    audited(&app).await;
}
