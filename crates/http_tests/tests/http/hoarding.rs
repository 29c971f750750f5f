//! Places that are held and never paid: how many, how often, for how long, and what many accounts together can do.

use domain::{Clock, EventId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Answer, Buyer, Engine, TestApp, audited, both_engines, buyer, left, on_sale, page_of, pay, wish, work,
};

const A_MINUTE: i64 = 60;

/// The payer never answers, so that the hold lasts as long as it can.
const NEVER_ANSWERS: &str = "0970000129";

async fn tries_again(app: &TestApp, person: &Buyer, kind: &str, quantity: i64, earlier: &Value) -> Answer {
    let mut again = wish(kind, quantity);
    again["retry_of"] = earlier["payment_id"].clone();
    person.post(app, "/api/payments/init/", again).await
}

async fn joins(app: &TestApp, person: &Buyer, event: EventId, kind: &str) -> Answer {
    let body = json!({ "ticket_type_id": kind, "quantity": 20 });
    person.post(app, &format!("/api/events/{event}/waiting-list/"), body).await
}

/// Seconds from now until the places of a payment are free again.
fn lasts(app: &TestApp, begun: &Value) -> i64 {
    (begun["expires_at"].as_i64().unwrap() - app.clock.now().millis()) / 1000
}

fn says(answer: &Answer, words: &str) -> bool {
    answer.json()["non_field_errors"][0].as_str().is_some_and(|said| said.contains(words))
}

async fn crowd(app: &TestApp, count: usize) -> Vec<Buyer> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(buyer(app, &format!("Person {number}"), &format!("0991000{number:03}")).await);
    }
    people
}

#[apply(both_engines)]
async fn twenty_places_are_held_unpaid_at_most(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 100).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let first = grace.init(&app, &kind, 12).await.expect(200).json();
    let refused = grace.init(&app, &kind, 9).await.expect(400);
    assert!(
        says(&refused, "déjà 12 places de cet évènement sans les avoir payées, sur 20 au plus"),
        "{}",
        refused.text
    );
    let second = grace.init(&app, &kind, 8).await.expect(200).json();
    grace.init(&app, &kind, 1).await.expect(400);
    assert_eq!(left(&app, event).await, 80);
    // What a try takes over is not held twice, and what is paid is held no more.
    tries_again(&app, &grace, &kind, 12, &first).await.expect(200);
    tries_again(&app, &grace, &kind, 9, &second).await.expect(400);
    pay(&app, &second, "0970000789").await;
    work(&app, 3).await;
    grace.init(&app, &kind, 8).await.expect(200);
    assert_eq!(left(&app, event).await, 72);
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_further_try_keeps_the_first_deadline(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    assert_eq!(lasts(&app, &first), 15 * A_MINUTE);
    app.clock.advance_seconds(4 * A_MINUTE);
    let second = tries_again(&app, &grace, &kind, 2, &first).await.expect(200).json();
    assert_eq!(second["expires_at"], first["expires_at"]);
    // Her operator refuses the second: the third still ends when the first would have.
    pay(&app, &second, "0970000039").await;
    work(&app, A_MINUTE).await;
    assert_eq!(left(&app, event).await, 5);
    let third = tries_again(&app, &grace, &kind, 1, &second).await.expect(200).json();
    assert_eq!(third["expires_at"], first["expires_at"]);
    pay(&app, &third, NEVER_ANSWERS).await;
    work(&app, 10 * A_MINUTE).await;
    assert_eq!(left(&app, event).await, 5);
    // Of what is over nothing is left to keep.
    let grace = grace.later(&app).await;
    let anew = tries_again(&app, &grace, &kind, 1, &third).await.expect(200).json();
    assert_eq!(lasts(&app, &anew), 15 * A_MINUTE);
    audited(&app).await;
}

#[apply(both_engines)]
async fn five_holds_are_taken_in_a_minute(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 100).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let mut last = grace.init(&app, &kind, 1).await.expect(200).json();
    for _ in 0..10 {
        grace.init(&app, &kind, 21).await.expect(400);
    }
    for _ in 0..4 {
        app.clock.advance_seconds(10);
        last = tries_again(&app, &grace, &kind, 1, &last).await.expect(200).json();
    }
    let refused = tries_again(&app, &grace, &kind, 1, &last).await.expect(429);
    assert_eq!(refused.header("retry-after"), "20");
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 20 secondes.");
    buyer(&app, "Amani", "0990000002").await.init(&app, &kind, 1).await.expect(200);
    app.clock.advance_seconds(20);
    tries_again(&app, &grace, &kind, 1, &last).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn in_a_crowd_places_are_held_for_five_minutes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 300).await;
    let people = crowd(&app, 3).await;
    let few = people[0].init(&app, &kind, 1).await.expect(200).json();
    let many = people[1].init(&app, &kind, 20).await.expect(200).json();
    let more = people[2].init(&app, &kind, 20).await.expect(200).json();
    assert_eq!([&few, &many, &more].map(|begun| lasts(&app, begun) / A_MINUTE), [15, 15, 5]);
    // A further try can't bring more places under a deadline from before the crowd.
    let grown = tries_again(&app, &people[0], &kind, 20, &few).await.expect(200).json();
    assert_eq!(lasts(&app, &grown), 5 * A_MINUTE);
    // There are two minutes and a half to pay, and as much for the operator.
    pay(&app, &more, NEVER_ANSWERS).await;
    app.clock.advance_seconds(149);
    app.get(&page_of(&app, &grown)).await.expect(200);
    app.clock.advance_seconds(1);
    app.get(&page_of(&app, &grown)).await.expect(410);
    work(&app, 149).await;
    assert_eq!(left(&app, event).await, 260, "who was never on the page has let the places go");
    work(&app, 1).await;
    assert_eq!(left(&app, event).await, 280);
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_let_places_go_takes_none_again_while_others_want_them(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 40).await;
    let people = crowd(&app, 4).await;
    let (grace, amani) = (&people[0], &people[1]);
    for person in [grace, amani] {
        let begun = person.init(&app, &kind, 20).await.expect(200).json();
        pay(&app, &begun, NEVER_ANSWERS).await;
    }
    let refused = joins(&app, grace, event, &kind).await.expect(400);
    assert!(says(&refused, "Payez d'abord"), "{}", refused.text);
    work(&app, 5 * A_MINUTE).await;
    assert_eq!(left(&app, event).await, 40);
    // Few are held now, so she may try again; but not once somebody else holds many.
    let begun = grace.init(&app, &kind, 1).await.expect(200).json();
    pay(&app, &begun, "0970000789").await;
    work(&app, 3).await;
    people[2].init(&app, &kind, 20).await.expect(200);
    let refused = grace.init(&app, &kind, 1).await.expect(400);
    assert!(says(&refused, "sans les payer") && says(&refused, "dans 25 min"), "{}", refused.text);
    people[3].init(&app, &kind, 19).await.expect(200);
    joins(&app, grace, event, &kind).await.expect(400);
    joins(&app, &buyer(&app, "Kito", "0990000009").await, event, &kind).await.expect(201);
    audited(&app).await;
}

/// What one attacker does whenever there is a chance: take places, hold on to them by trying again, or wait for more.
async fn attack(app: &TestApp, attacker: &Buyer, event: EventId, kind: &str, last: &mut Option<Value>) {
    let mut answer = attacker.init(app, kind, 20).await;
    if let Some(earlier) = last.as_ref().filter(|_| answer.status != 200) {
        answer = tries_again(app, attacker, kind, 20, earlier).await;
    }
    if answer.status == 200 {
        let begun = answer.json();
        let path = page_of(app, &begun);
        let form = app.request(Method::POST, &path).header("content-type", "application/x-www-form-urlencoded");
        app.send(form.body(format!("phone={NEVER_ANSWERS}"))).await;
        *last = Some(begun);
    }
    joins(app, attacker, event, kind).await;
}

#[apply(both_engines)]
async fn fifty_accounts_keep_a_thousand_places_from_nobody(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 1_000).await;
    let people = crowd(&app, 150).await;
    let (attackers, honest) = people.split_at(50);
    let mut begun = vec![None; attackers.len()];
    let mut bought = 0;
    let mut come: Vec<&Buyer> = Vec::new();
    // Half a minute at a time: who comes and finds nothing looks again half a minute later.
    for step in 0..20 {
        for (attacker, last) in attackers.iter().zip(&mut begun) {
            attack(&app, attacker, event, &kind, last).await;
        }
        come.extend(&honest[step * 5..(step + 1) * 5]);
        let mut still = Vec::new();
        for person in come {
            let answer = person.init(&app, &kind, 10).await;
            if answer.status == 200 {
                pay(&app, &answer.json(), "0970000789").await;
                bought += 10;
            } else {
                still.push(person);
            }
        }
        come = still;
        work(&app, 30).await;
    }
    let sold = "SELECT sold FROM ticket_types WHERE event_id = $1";
    let sold: i64 = app.db.read(move |c| c.query_one(sold, &[&event], |row| row.get(0))).await.unwrap();
    assert_eq!(sold, bought, "who paid has the places");
    assert!(sold >= 800, "{sold} places of 1,000 were bought");
    audited(&app).await;
}
