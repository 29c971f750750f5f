//! Money that comes late, addresses no mail reaches, prices that change: what was promised is kept all the same.

use box_office::audit;
use domain::{Instant, UserId};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Buyer, Engine, TestApp, audited, both_engines, buyer, money_arrives, on_sale, on_sale_by, pay, signed_in, wish,
    work,
};

/// Grace's address, which she has proved to be hers.
const VERIFIED: &str = "UPDATE users SET email = 'grace@tukio.example', email_folded = 'grace@tukio.example',
    email_verified_at = 0 WHERE username = 'Grace'";

async fn over_at(app: &TestApp) -> Instant {
    app.db.read(|c| c.query_one("SELECT over_at FROM events", &[], |row| row.get(0))).await.unwrap()
}

/// Puts an address into a profile as it could be put there once.
async fn has_unwritable_address(app: &TestApp, name: &'static str) {
    let spoil = "UPDATE users SET email = $2, email_folded = $2 WHERE username = $1";
    let odd = format!("{name}:b@tukio.example");
    app.db.write(move |c| c.execute(spoil, &[&name, &odd])).await.unwrap();
}

async fn cancel(app: &TestApp, owner: &Buyer, event: domain::EventId) {
    owner.post(app, &format!("/api/events/{event}/cancel/"), Value::Null).await.expect(200);
}

async fn organiser_and_sale(app: &TestApp) -> (Buyer, domain::EventId, String) {
    let account = app.register("Kilima", "0970000000").await;
    let id = UserId::new(account["user"]["id"].as_i64().unwrap());
    let (event, kind) = on_sale_by(app, id, 10).await;
    (signed_in(app, "Kilima").await, event, kind)
}

#[apply(both_engines)]
async fn an_address_no_mail_can_be_written_to_costs_nobody_their_tickets(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (owner, event, kind) = organiser_and_sale(&app).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let mut odd = wish(&kind, 1);
    odd["email"] = json!("jean:k@tukio.example");
    let refusal = json!({ "email": ["L'email doit être valide"] });
    assert_eq!(grace.post(&app, "/api/payments/init/", odd).await.expect(400).json(), refusal);
    has_unwritable_address(&app, "Grace").await;
    let paid = grace.buy(&app, &kind, 2).await;
    let tickets = grace.tickets(&app).await;
    assert_eq!(tickets.len(), 2);
    has_unwritable_address(&app, "Amani").await;
    let path = format!("/api/my-tickets/{}/transfer/", tickets[0]["id"].as_str().unwrap());
    grace.post(&app, &path, json!({ "phone": "0990000002" })).await.expect(200);
    assert_eq!(amani.tickets(&app).await.len(), 1);
    cancel(&app, &owner, event).await;
    work(&app, 1).await;
    assert_eq!(grace.payment(&app, &paid).await["refund"], "done");
    audited(&app).await;
}

#[apply(both_engines)]
async fn an_address_typed_in_passing_never_replaces_a_verified_one(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    app.db.write(|c| c.execute(VERIFIED, &[])).await.unwrap();
    for (person, kept) in [(&grace, "grace@tukio.example"), (&amani, "typed@tukio.example")] {
        let mut with_mail = wish(&kind, 1);
        with_mail["email"] = json!("typed@tukio.example");
        with_mail["keep_email"] = json!(true);
        person.post(&app, "/api/payments/init/", with_mail).await.expect(200);
        let profile = person.get(&app, "/api/profile/").await.expect(200).json();
        let is_verified = kept == "grace@tukio.example";
        assert_eq!((&profile["profile"]["email"], &profile["email_verified"]), (&json!(kept), &json!(is_verified)));
    }
}

#[apply(both_engines)]
async fn money_that_comes_after_the_event_goes_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let over = over_at(&app).await;
    app.clock.set(over.plus_seconds(-60));
    let grace = buyer(&app, "Grace", "0990000001").await;
    let mut with_mail = wish(&kind, 1);
    with_mail["email"] = json!("grace@tukio.example");
    let payment = grace.post(&app, "/api/payments/init/", with_mail).await.expect(200).json();
    pay(&app, &payment, "0970000129").await;
    work(&app, 15 * 60).await;
    money_arrives(&app, &payment).await;
    work(&app, 60).await;
    work(&app, 1).await;
    let grace = grace.later(&app).await;
    let reported = grace.status(&app, &payment).await;
    assert_eq!((&reported["status"], &reported["refund"]), (&json!("success"), &json!("done")));
    assert_eq!(grace.tickets(&app).await.len(), 0);
    let mails = app.mails().await;
    assert!(mails[0].text.contains("il est arrivé après l'évènement"), "{}", mails[0].text);
    audited(&app).await;
}

#[apply(both_engines)]
async fn places_that_were_held_in_time_are_given(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    app.clock.set(over_at(&app).await.plus_seconds(-60));
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 1).await.expect(200).json();
    app.clock.advance_seconds(120);
    pay(&app, &payment, "0970000789").await;
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await, json!({ "status": "success", "reason": null }));
    // Long after midnight it is still needed at the door.
    app.clock.advance_seconds(6 * 3600);
    let grace = grace.later(&app).await;
    let upcoming = grace.get(&app, "/api/my-tickets/?when=upcoming").await.expect(200).json();
    assert_eq!(upcoming["count"], 1);
    app.clock.advance_seconds(6 * 3600);
    let grace = grace.later(&app).await;
    assert_eq!(grace.get(&app, "/api/my-tickets/?when=past").await.expect(200).json()["count"], 1);
}

#[apply(both_engines)]
async fn who_pays_for_a_cancelled_event_is_told_why_the_money_goes_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (owner, event, kind) = organiser_and_sale(&app).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    app.db.write(|c| c.execute("UPDATE users SET email = lower(username) || '@tukio.example'", &[])).await.unwrap();
    grace.buy(&app, &kind, 2).await;
    let ticket = grace.tickets(&app).await[0]["id"].as_str().unwrap().to_owned();
    grace
        .post(&app, &format!("/api/my-tickets/{ticket}/transfer/"), json!({ "phone": "0990000002" }))
        .await
        .expect(200);
    let paying = grace.init(&app, &kind, 1).await.expect(200).json();
    pay(&app, &paying, "0970000789").await;
    app.mails().await;
    cancel(&app, &owner, event).await;
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &paying).await["refund"], "done");
    let mails = app.mails().await;
    let to = |address: &str, words: &str| {
        mails.iter().filter(|mail| mail.to.contains(address) && mail.text.contains(words)).count()
    };
    assert_eq!(to("grace@", "n'a pas pu donner de billets : l'évènement est annulé."), 1, "{mails:?}");
    assert_eq!(to("grace@", "vos billets ne sont plus valables"), 1, "{mails:?}");
    assert_eq!(to("amani@", "vos billets ne sont plus valables"), 1, "who was given a ticket is told: {mails:?}");
    assert_eq!(to("amani@", "Vous êtes remboursé"), 0, "but has paid nothing");
    assert_eq!(amani.tickets(&app).await[0]["status"], "refunded");
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_ticket_says_what_was_paid_for_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (owner, event, kind) = organiser_and_sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let paid = grace.buy(&app, &kind, 1).await;
    let list = json!([{ "id": kind.parse::<i64>().unwrap(), "label": "Standard", "price": 40, "nbr_max": 10, "devise": "USD" }]);
    owner.post(&app, &format!("/api/events/{event}/tickets/"), list).await.expect(200);
    assert_eq!(grace.tickets(&app).await[0]["ticket_type"]["price"], 25.0);
    assert_eq!(grace.payment(&app, &paid).await["ticket_type"]["price"], 25.0);
}

#[apply(both_engines)]
async fn a_payment_that_was_tried_again_is_not_offered_any_more(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let first = grace.init(&app, &kind, 1).await.expect(200).json();
    let mut again = wish(&kind, 1);
    for odd in ["\0", "x", "é"] {
        again["retry_of"] = json!(odd);
        let refusal = json!({ "retry_of": ["Ce paiement ne peut pas être repris."] });
        assert_eq!(grace.post(&app, "/api/payments/init/", again.clone()).await.expect(400).json(), refusal);
    }
    app.clock.advance_seconds(1);
    again["retry_of"] = first["payment_id"].clone();
    let second = grace.post(&app, "/api/payments/init/", again).await.expect(200).json();
    let page = grace.get(&app, "/api/payments/?limit=1").await.expect(200).json();
    assert_eq!((&page["results"][0]["id"], &page["results"][0]["replaced"]), (&second["payment_id"], &json!(false)));
    let next = "/api/payments/?limit=1&page=2";
    assert_eq!(page["next"], app.url(next));
    let listed = async || grace.get(&app, next).await.expect(200).json()["results"][0].clone();
    let reported = listed().await;
    assert_eq!((&reported["id"], &reported["replaced"]), (&first["payment_id"], &json!(true)));
    assert_eq!((&reported["status"], &reported["payment_url"]), (&json!("pending"), &Value::Null));
    // Whoever pays there all the same finds what it brought.
    money_arrives(&app, &first).await;
    work(&app, 3).await;
    assert_eq!(listed().await["status"], "success");
}

#[apply(both_engines)]
async fn money_nobody_got_anything_for_is_told_to_whoever_checks(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let paid = grace.buy(&app, &kind, 1).await["payment_id"].as_str().unwrap().to_owned();
    let waiting = async || audit::unfinished(&app.db).await.unwrap();
    assert_eq!(waiting().await, Vec::<String>::new());
    for (spoil, said) in [
        ("UPDATE payments SET state = 'failed'", "failed here, paid in the sandbox's books"),
        ("UPDATE payments SET state = 'review'", "money came that was not agreed on"),
    ] {
        app.db.write(move |c| c.execute(spoil, &[])).await.unwrap();
        assert_eq!(waiting().await, [format!("payment {paid}: {said}")]);
    }
}

#[apply(both_engines)]
async fn the_same_key_at_two_processes_buys_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 20).await;
    let other = app.beside(&[]).await;
    let body = wish(&kind, 1);
    for (name, phone) in [("Grace", "0990000001"), ("Amani", "0990000002"), ("Ben", "0990000003")] {
        let person = buyer(&app, name, phone).await;
        for key in ["one", "two", "three"] {
            let (here, there) =
                tokio::join!(person.init_with_key(&app, key, &body), person.init_with_key(&other, key, &body));
            assert_eq!(here.expect(200).json()["payment_id"], there.expect(200).json()["payment_id"]);
        }
    }
    audited(&app).await;
}
