//! Buying, over HTTP and through the sandbox's own page, with a clock that we move.

use box_office::audit;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Engine, TestApp, audited, both_engines, buyer, keys, left, money_arrives, on_sale, page_of, pay, shown, work,
};

#[apply(both_engines)]
async fn three_tickets_are_bought_on_the_sandboxs_page(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 100).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let quote = app.get(&format!("/api/payments/quote/?ticket_type_id={kind}&quantity=3&currency=USD")).await;
    assert_eq!(
        quote.expect(200).json(),
        json!({ "price": "25.00", "devise": "USD", "amount": "75.00", "currency": "USD", "discount": "0.00", "rate": null,
            "currencies": ["USD"] })
    );
    let payment = grace.init(&app, &kind, 3).await.expect(200).json();
    assert_eq!(
        (&payment["amount"], &payment["status"], &payment["rate"]),
        (&json!("75.00"), &json!("pending"), &Value::Null)
    );
    assert_eq!(left(&app, event).await, 97, "held while she pays");

    let page = app.get(&page_of(&app, &payment)).await.expect(200);
    assert!(page.text.contains("75") && page.text.contains("<form"), "{}", page.text);
    let policy = page.header("content-security-policy");
    assert!(policy.contains(&format!("form-action 'self' {}", app.url(""))), "{policy}");
    pay(&app, &payment, "0970000789").await;
    assert_eq!(grace.status(&app, &payment).await, json!({ "status": "pending", "reason": null }));
    assert_eq!(grace.tickets(&app).await, Vec::<Value>::new(), "coming back from the page grants nothing");

    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "success");
    let tickets = grace.tickets(&app).await;
    let keys = keys(&app).await;
    let mut codes: Vec<&str> = tickets.iter().map(|ticket| ticket["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 3);
    for ticket in &tickets {
        assert_eq!(keys.read(ticket["qr"].as_str().unwrap()).unwrap().event(), event);
        assert_eq!((&ticket["status"], &ticket["holder"]), (&json!("valid"), &json!("Grace")));
        assert_eq!((&ticket["ticket_type"]["price"], &ticket["event"]["name"]), (&json!(25.0), &json!("Concert 1")));
        let code = ticket["code"].as_str().unwrap();
        assert!(code.len() == 9 && ticket_code::TypedCode::read(code).is_ok(), "{code}");
    }
    let all = grace.get(&app, "/api/payments/").await.expect(200).json();
    assert_eq!((&all["count"], &all["results"][0]["tickets"].as_array().map(Vec::len)), (&json!(1), &Some(3)));
    let one =
        grace.get(&app, &format!("/api/my-tickets/{}/", tickets[0]["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(one, tickets[0]);
    let file =
        grace.get(&app, &format!("/api/my-tickets/{}/calendar.ics", one["id"].as_str().unwrap())).await.expect(200);
    assert!(file.text.contains("BEGIN:VEVENT") && file.header("content-type").starts_with("text/calendar"));
    let now = shown(&app, event).await;
    assert_eq!((&now["sold_tickets"], &now["available_tickets"]), (&json!(3), &json!(97)), "shown at once");
    assert_eq!(grace.get(&app, "/api/my-tickets/?when=past").await.expect(200).json()["count"], 0);
    assert_eq!(grace.get(&app, "/api/my-tickets/?when=upcoming&limit=2").await.expect(200).json()["count"], 3);
    grace.get(&app, "/api/my-tickets/?when=now").await.expect(400);
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_does_not_pay_gives_the_places_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    for (phone, reason) in [("0970000039", "Le paiement a été refusé."), ("0970000049", "Solde insuffisant.")] {
        let payment = grace.init(&app, &kind, 2).await.expect(200).json();
        pay(&app, &payment, phone).await;
        work(&app, 3).await;
        assert_eq!(grace.status(&app, &payment).await, json!({ "status": "failed", "reason": reason }));
        assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (2, 0));
    }
    audited(&app).await;
}

#[apply(both_engines)]
async fn silence_ends_the_hold_in_minutes_and_the_payment_in_a_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000129").await;
    work(&app, 14 * 60).await;
    assert_eq!(left(&app, event).await, 0);
    work(&app, 61).await;
    let grace = grace.later(&app).await;
    assert_eq!((left(&app, event).await, grace.status(&app, &payment).await["status"].clone()), (2, json!("pending")));
    assert_eq!(grace.payment(&app, &payment).await["expires_at"], Value::Null);
    work(&app, 24 * 3600).await;
    let grace = grace.later(&app).await;
    assert_eq!(
        grace.status(&app, &payment).await,
        json!({ "status": "failed", "reason": "Le paiement n'a pas été confirmé." })
    );
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_page_nobody_filled_in_is_over_with_its_hold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    work(&app, 15 * 60).await;
    app.get(&page_of(&app, &payment)).await.expect(410);
    let grace = grace.later(&app).await;
    assert_eq!((left(&app, event).await, grace.status(&app, &payment).await["status"].clone()), (2, json!("failed")));
    audited(&app).await;
}

#[apply(both_engines)]
async fn late_money_gets_its_tickets_while_there_are_any(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000129").await;
    work(&app, 15 * 60).await;
    assert_eq!(left(&app, event).await, 2, "the hold is over");
    money_arrives(&app, &payment).await;
    work(&app, 60).await;
    let grace = grace.later(&app).await;
    assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (0, 2));
    audited(&app).await;
}

#[apply(both_engines)]
async fn late_money_goes_back_when_others_have_the_places(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000129").await;
    work(&app, 15 * 60).await;
    let (grace, amani) = (grace.later(&app).await, amani.later(&app).await);
    amani.buy(&app, &kind, 2).await;
    money_arrives(&app, &payment).await;
    work(&app, 60).await;
    work(&app, 1).await;
    let reported = grace.payment(&app, &payment).await;
    assert_eq!(
        (&reported["status"], &reported["refund"], &reported["tickets"]),
        (&json!("success"), &json!("done"), &json!([]))
    );
    assert_eq!((left(&app, event).await, amani.tickets(&app).await.len()), (0, 2));
    let lines = app.db.read(|c| c.query_one("SELECT count(*) FROM money_facts", &[], |row| row.get::<i64>(0)));
    assert_eq!(lines.await.unwrap(), 6, "a sale, money for nothing, and that money back");
    audited(&app).await;
}

#[apply(both_engines)]
async fn money_that_is_not_what_was_agreed_on_grants_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    app.db.write(|c| c.execute("UPDATE payments SET amount = amount + 1", &[])).await.unwrap();
    pay(&app, &payment, "0970000789").await;
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "pending");
    assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (2, 0));
    audited(&app).await;
}

#[apply(both_engines)]
async fn two_hundred_want_fifty_places(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 50).await;
    let mut people = Vec::new();
    // Three payments at once are all that one person may have.
    for number in 0..20 {
        people.push(buyer(&app, &format!("Buyer {number}"), &format!("09900000{number:02}")).await);
    }
    let (app, people, kind) = (std::sync::Arc::new(app), std::sync::Arc::new(people), std::sync::Arc::new(kind));
    let mut buying = tokio::task::JoinSet::new();
    for number in 0..200 {
        let (app, people, kind) = (app.clone(), people.clone(), kind.clone());
        buying.spawn(async move {
            let answer = people[number % 20].init(&app, &kind, 1).await;
            if answer.status != 200 {
                let said = answer.json();
                let too_many = said["non_field_errors"].is_array();
                assert!(too_many || said == json!({ "quantity": ["Ce billet est épuisé."] }), "{said}");
                return false;
            }
            pay(&app, &answer.json(), "0970000789").await;
            true
        });
    }
    let held = buying.join_all().await.into_iter().filter(|held| *held).count();
    assert_eq!(held, 50);
    work(&app, 3).await;
    let figures = app.db.read(move |c| {
        c.query_one("SELECT held, sold FROM ticket_types WHERE event_id = $1", &[&event], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    });
    assert_eq!(figures.await.unwrap(), (0_i64, 50_i64));
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_figure_that_was_changed_is_found(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.buy(&app, &kind, 2).await;
    grace.init(&app, &kind, 1).await.expect(200);
    audited(&app).await;
    for (breaks, mends, said) in [
        ("UPDATE ticket_types SET sold = 1", "UPDATE ticket_types SET sold = 2", "1 sold (facts 2, tickets 2)"),
        ("UPDATE ticket_types SET held = 0", "UPDATE ticket_types SET held = 1", "0 held (facts 1, payments 1)"),
        (
            "UPDATE money_facts SET amount = amount + 1 WHERE account = 'organiser'",
            "UPDATE money_facts SET amount = amount - 1 WHERE account = 'organiser'",
            "\"sale\" add up to 1 USD",
        ),
        (
            "UPDATE payments SET quantity = 3 WHERE state = 'succeeded'",
            "UPDATE payments SET quantity = 2 WHERE state = 'succeeded'",
            "2 of 3 tickets",
        ),
        (
            "UPDATE payments SET ask_at = NULL WHERE state = 'pending'",
            "UPDATE payments SET ask_at = 1 WHERE state = 'pending'",
            "not asked about",
        ),
    ] {
        app.db.write(move |c| c.execute(breaks, &[])).await.unwrap();
        let found = audit::discrepancies(&app.db).await.unwrap();
        assert!(found.len() == 1 && found[0].contains(said), "{breaks}: {found:?}");
        app.db.write(move |c| c.execute(mends, &[])).await.unwrap();
    }
    audited(&app).await;
}
