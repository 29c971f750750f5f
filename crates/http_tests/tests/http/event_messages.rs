//! Messages of organisers to the holders of their tickets.

use std::collections::BTreeSet;

use domain::{EventId, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Answer, Engine, TestApp, TestEvent, add_holders, both_engines, buyer, interrupt_when, invite, on_sale_by, sell_to,
    shown,
};

/// An event of Amani's with so many holders of tickets.
struct Told {
    access: String,
    event: EventId,
    kind: Value,
}

impl Told {
    async fn open(app: &TestApp, holders: usize) -> Told {
        let owner = app.register("Amani", "0990000001").await;
        let id = UserId::new(owner["user"]["id"].as_i64().unwrap());
        let (event, kind) = on_sale_by(app, id, 200).await;
        let kind = json!(kind.parse::<i64>().unwrap());
        add_holders(app, &kind, holders).await;
        Told { access: owner["access"].as_str().unwrap().to_owned(), event, kind }
    }

    fn at(&self, path: &str) -> String {
        format!("/api/events/{}/messages/{path}", self.event)
    }

    async fn send(&self, app: &TestApp, body: &Value) -> Answer {
        app.call_as(&self.access, Method::POST, &self.at(""), Some(body)).await
    }

    async fn send_with_key(&self, app: &TestApp, key: &str, body: &Value) -> Answer {
        let request = app.request(Method::POST, &self.at("")).bearer_auth(&self.access);
        app.send(request.header("idempotency-key", key).json(body)).await
    }

    async fn read(&self, app: &TestApp, message: &Value) -> Value {
        app.get_as(&self.access, &self.at(&format!("{}/", message["id"]))).await.expect(200).json()
    }
}

fn doors(to: &str) -> Value {
    json!({ "subject": "Les portes ouvrent à 18 h", "body": "Venez tôt.\n\nLe parking est <fermé>.", "to": to })
}

#[apply(both_engines)]
async fn every_holder_is_written_to_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 61).await;
    let preview = app.call_as(&told.access, Method::POST, &told.at("preview/"), Some(&doors("all"))).await;
    let preview = preview.expect(200).json();
    assert_eq!((&preview["recipients"], &preview["unreachable"]), (&json!(41), &json!(20)));
    let html = preview["html"].as_str().unwrap();
    assert!(html.contains("Le parking est &lt;fermé&gt;.") && html.contains("Amani"), "{html}");
    assert!(app.mails().await.is_empty(), "a preview sends nothing");
    let message = told.send(&app, &doors("all")).await.expect(201).json();
    assert_eq!((&message["state"], &message["sent"]), (&json!("sending"), &json!(0)));
    assert_eq!((&message["recipients"], &message["author"]), (&json!(41), &json!("Amani")));
    app.organiser.run_secretary_once().await.unwrap();
    assert_eq!(told.read(&app, &message).await["sent"], 0, "nothing has left yet");
    let mails = app.mails().await;
    let to: BTreeSet<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!((mails.len(), to.len()), (41, 41));
    assert_eq!(mails[0].subject, "Les portes ouvrent à 18 h");
    assert!(mails[0].text.contains("Venez tôt.\r\n\r\nLe parking est <fermé>.\r\n"), "{}", mails[0].text);
    app.organiser.run_secretary_once().await.unwrap();
    let read = told.read(&app, &message).await;
    assert_eq!(
        (&read["state"], &read["sent"], &read["failed"], &read["unreachable"]),
        (&json!("sent"), &json!(41), &json!(0), &json!(20))
    );
    app.organiser.run_secretary_once().await.unwrap();
    assert_eq!(app.mails().await.len(), 41);
    let listed = app.get_as(&told.access, &told.at("")).await.expect(200).json();
    assert_eq!((&listed["count"], &listed["results"][0]["id"]), (&json!(1), &message["id"]));
}

#[apply(both_engines)]
async fn two_processes_write_no_mail_twice(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 90).await;
    let other = app.beside(&[]).await;
    let message = told.send(&app, &doors("all")).await.expect(201).json();
    let (here, there) = tokio::join!(app.organiser.run_secretary_once(), other.organiser.run_secretary_once());
    here.unwrap();
    there.unwrap();
    // What one has left to the other is finished by the next round.
    app.organiser.run_secretary_once().await.unwrap();
    let count = "SELECT count(*), count(DISTINCT recipient) FROM mails";
    let written: (i64, i64) =
        app.db.read(move |c| c.query_one(count, &[], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap();
    assert_eq!(written, (60, 60));
    assert_eq!(told.read(&app, &message).await["recipients"], 60);
}

#[apply(both_engines)]
async fn what_was_interrupted_goes_on(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 60).await;
    told.send(&app, &doors("all")).await.expect(201);
    // Dropped in the middle, as by a process that dies: whatever was committed stays.
    for polls in [1, 10, 100, 1000, 10_000] {
        let mut round = std::pin::pin!(app.organiser.run_secretary_once());
        for _ in 0..polls {
            let waker = &mut std::task::Context::from_waker(std::task::Waker::noop());
            if round.as_mut().poll(waker).is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
    // A step that was under way when its round was dropped may be committed during the next one, which leaves the rest to
    // another.
    let is_written = "SELECT written_at IS NOT NULL FROM event_messages";
    while !app.db.read(move |c| c.query_one(is_written, &[], |row| row.get::<bool>(0))).await.unwrap() {
        app.organiser.run_secretary_once().await.unwrap();
    }
    let mails = app.written_to("holder-").await;
    let to: BTreeSet<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!((mails.len(), to.len()), (40, 40));
}

#[apply(both_engines)]
async fn guests_with_an_address_are_written_to_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 3).await;
    let mut reachable = [true; 60];
    reachable[7] = false;
    let guests = invite(&app, &told.access, told.event, &told.kind, &reachable).await;
    let preview = app.call_as(&told.access, Method::POST, &told.at("preview/"), Some(&doors("all"))).await.json();
    assert_eq!((&preview["recipients"], &preview["unreachable"]), (&json!(61), &json!(2)));
    let message = told.send(&app, &doors("all")).await.expect(201).json();
    let written = async || app.count_written("Les portes%").await;
    interrupt_when(app.organiser.run_secretary_once(), async || written().await.0 > 2).await;
    assert!(written().await.0 < 61, "not all in one transaction");
    app.beside(&[]).await.organiser.run_secretary_once().await.unwrap();
    assert_eq!(written().await, (61, 61));
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("guest-12@") && mail.subject.starts_with("Les portes"));
    let text = &mail.unwrap().text;
    assert!(text.contains(guests[12]["share_url"].as_str().unwrap()) && text.contains("Guest 12"), "{text}");
    let read = told.read(&app, &message).await;
    assert_eq!((&read["recipients"], &read["unreachable"]), (&json!(61), &json!(2)));
}

#[apply(both_engines)]
async fn a_guest_is_written_to_by_the_ticket_they_have(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 0).await;
    let guests = invite(&app, &told.access, told.event, &told.kind, &[true; 3]).await;
    let reached = async |to: &str, kind: &Value| {
        let mut body = doors(to);
        body["ticket_type_id"] = kind.clone();
        let preview = app.call_as(&told.access, Method::POST, &told.at("preview/"), Some(&body)).await;
        preview.expect(200).json()["recipients"].as_i64().unwrap()
    };
    assert_eq!((reached("type", &told.kind).await, reached("type", &json!(999)).await), (3, 0));
    let withdrawn = format!("/api/events/{}/invitations/{}/", told.event, guests[0]["id"]);
    app.call_as(&told.access, Method::DELETE, &withdrawn, None).await.expect(204);
    let scan = json!({ "content": guests[1]["code"] });
    app.call_as(&told.access, Method::POST, &format!("/api/events/{}/verify/", told.event), Some(&scan))
        .await
        .expect(200);
    assert_eq!((reached("all", &Value::Null).await, reached("not_scanned", &Value::Null).await), (2, 1));
}

#[apply(both_engines)]
async fn a_message_reaches_whom_it_is_for(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 0).await;
    let other = app.store(TestEvent::new(2, app.organiser().await).ticket("VIP", 25, domain::Currency::Usd)).await;
    let people = [("Grace", "0990000002"), ("Kito", "0990000003"), ("Lea", "0990000004")];
    let mut ids = Vec::new();
    for (name, phone) in people {
        let person = app.register(name, phone).await["user"].clone();
        let email: &'static str = format!("{}@tukio.example", name.to_lowercase()).leak();
        app.set_email(&person, email).await;
        ids.push(UserId::new(person["id"].as_i64().unwrap()));
    }
    let types = json!([
        { "id": told.kind, "label": "Standard", "price": 25, "nbr_max": 200, "devise": "USD" },
        { "label": "VIP", "price": 25, "nbr_max": 20, "devise": "USD" },
    ]);
    let tickets = format!("/api/events/{}/tickets/", told.event);
    let event = app.call_as(&told.access, Method::PUT, &tickets, Some(&types)).await.expect(200).json();
    let vip = &event["ttype"][1]["id"];
    sell_to(&app, ids[0], &told.kind, 2).await;
    sell_to(&app, ids[1], vip, 1).await;
    sell_to(&app, ids[2], &shown(&app, other).await["id"], 1).await;
    let scan = "UPDATE tickets SET status = 'scanned', scanned_at = 1 WHERE holder_id = $1";
    let grace = ids[0];
    app.db.write(move |c| c.execute(scan, &[&grace])).await.unwrap();
    let reached = async |body: Value| {
        told.send(&app, &body).await.expect(201);
        let before = app.mails().await.len();
        let mails = app.written_to("@tukio.example").await;
        mails[before..].iter().map(|mail| mail.to.clone()).collect::<Vec<_>>()
    };
    let everybody = reached(doors("all")).await;
    assert_eq!(everybody.len(), 2, "{everybody:?}");
    assert!(reached(doors("not_scanned")).await[0].contains("kito@"));
    let mut to_type = doors("type");
    told.send(&app, &to_type).await.expect(400);
    to_type["ticket_type_id"] = vip.clone();
    let holders = reached(to_type).await;
    assert!(holders.len() == 1 && holders[0].contains("kito@"), "{holders:?}");
}

#[apply(both_engines)]
async fn a_message_is_sent_once_for_each_key_and_five_times_a_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 1).await;
    let first = told.send_with_key(&app, "k-1", &doors("all")).await.expect(201).json();
    let again = told.send_with_key(&app, "k-1", &doors("all")).await.expect(200).json();
    assert_eq!(again["id"], first["id"]);
    told.send_with_key(&app, "k-1", &doors("not_scanned")).await.expect(409);
    for _ in 0..4 {
        told.send(&app, &doors("all")).await.expect(201);
    }
    let refused = told.send(&app, &doors("all")).await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 24 heures.");
    assert_eq!(told.send_with_key(&app, "k-1", &doors("all")).await.expect(200).json()["id"], first["id"]);
    app.clock.advance_seconds(24 * 3600);
    let access = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    Told { access, ..told }.send(&app, &doors("all")).await.expect(201);
}

#[apply(both_engines)]
async fn what_nobody_would_read_is_refused(engine: Engine) {
    let app = TestApp::start(engine).await;
    let told = Told::open(&app, 0).await;
    let nobody = told.send(&app, &doors("all")).await.expect(400).json();
    assert!(nobody["to"][0].as_str().unwrap().starts_with("Personne ne recevrait ce message"), "{nobody}");
    let errors = told.send(&app, &json!({ "subject": "x".repeat(121), "body": "" })).await.expect(400).json();
    assert_eq!(
        errors,
        json!({
            "subject": ["L'objet doit contenir au plus 120 caractères"],
            "body": ["Le message doit contenir au moins 2 caractères"],
            "to": ["Choisissez all, type ou not_scanned."],
        })
    );
    let stranger = buyer(&app, "Neema", "0990000002").await;
    stranger.get(&app, &told.at("")).await.expect(403);
}
