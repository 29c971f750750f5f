//! Leaving: one's data as a file, and an account that closes without a trace of its owner.

use domain::{Currency, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, TestEvent, both_engines, day, photo, sell_to, shown, token_in};

fn access(person: &Value) -> &str {
    person["access"].as_str().unwrap()
}

fn id(person: &Value) -> UserId {
    UserId::new(person["user"]["id"].as_i64().unwrap())
}

async fn delete(app: &TestApp, person: &Value, password: &str) -> Answer {
    let body = json!({ "password": password });
    app.call_as(access(person), Method::POST, "/api/account/delete/", Some(&body)).await
}

async fn preview(app: &TestApp, person: &Value) -> (bool, Vec<String>) {
    let preview = app.get_as(access(person), "/api/account/deletion/").await.expect(200).json();
    let sentences = preview["consequences"].as_array().unwrap();
    (preview["allowed"].as_bool().unwrap(), sentences.iter().map(|text| text.as_str().unwrap().to_owned()).collect())
}

async fn follow(app: &TestApp, follower: &Value, followed: &Value) {
    let path = format!("/api/users/{}/follow/", id(followed));
    app.call_as(access(follower), Method::POST, &path, None).await.expect(200);
}

fn past_event(number: i64, owner: &Value) -> TestEvent {
    TestEvent::new(number, id(owner)).with(|row| row.first_day = day("2026-11-01"))
}

#[apply(both_engines)]
async fn everything_about_a_person_fits_a_file(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani Élie", "0991234567").await;
    let neema = app.register("Neema", "0991234568").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    follow(&app, &amani, &neema).await;
    app.store(TestEvent::new(1, id(&amani)).ticket("VIP", 25, Currency::Usd)).await;
    app.store(TestEvent::new(2, id(&amani)).with(|row| row.is_public = false)).await;
    app.store(TestEvent::new(3, id(&neema))).await;
    app.post("/api/password/forgotten/", &json!({ "query": "Amani Élie" })).await.expect(200);
    app.mails().await;
    let answer = app.get_as(access(&amani), "/api/account/export/").await.expect(200);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"tukio-amani-elie.json\"");
    let export = answer.json();
    assert_eq!(export["account"]["username"], "Amani Élie");
    assert_eq!(export["account"]["email"], "amani@tukio.example");
    assert_eq!(export["account"]["created_at"], "2026-11-14T10:00:00Z");
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(export["following"], json!([{ "id": id(&neema), "username": "Neema" }]));
    let names: Vec<_> =
        export["events"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Concert 2", "Concert 1"]);
    assert_eq!(export["events"][1]["ttype"][0]["label"], "VIP");
    assert_eq!(export["mails"][0]["subject"], "Choisissez un nouveau mot de passe");
    for secret in ["token", "secret1", "argon2", "hash"] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
}

#[apply(both_engines)]
async fn an_account_closes_without_a_trace(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let neema = app.register("Neema", "0991234568").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    follow(&app, &amani, &neema).await;
    follow(&app, &neema, &amani).await;
    let past = app.store(past_event(1, &amani)).await;
    let upcoming = app.store(TestEvent::new(2, id(&amani)).ticket("VIP", 25, Currency::Usd)).await;
    app.get(&format!("/events/{upcoming}")).await.expect(200);
    let (allowed, sentences) = preview(&app, &amani).await;
    assert!(allowed);
    assert_eq!(
        sentences[1..3],
        ["Votre évènement à venir est supprimé.", "Votre évènement passé ou annulé reste visible, sans votre nom."]
    );

    let wrong = delete(&app, &amani, "secret2").await.expect(400).json();
    assert_eq!(wrong, json!({ "password": ["Le mot de passe est incorrect"] }));
    delete(&app, &amani, "secret1").await.expect(204);

    app.get_as(access(&amani), "/api/session/").await.expect(401);
    app.post("/api/refresh/", &json!({ "refresh": amani["refresh"] })).await.expect(401);
    app.login("Amani", "secret1", None).await.expect(401);
    app.login("\u{1}1", "secret1", None).await.expect(400);
    app.get(&format!("/api/users/{}/", id(&amani))).await.expect(404);
    app.get(&format!("/users/{}", id(&amani))).await.expect(404);
    app.get(&format!("/api/events/{upcoming}/")).await.expect(404);
    app.get(&format!("/events/{upcoming}")).await.expect(404);
    let kept = app.get(&format!("/api/events/{past}/")).await.expect(200).json();
    assert_eq!(kept["owner"]["username"], "Compte supprimé");
    let directory = app.get("/api/users/").await.expect(200).json();
    assert_eq!((&directory["count"], &directory["results"][0]["username"]), (&json!(1), &json!("Neema")));
    let left = app.get_as(access(&neema), &format!("/api/users/{}/", id(&neema))).await.expect(200).json();
    assert_eq!((&left["followers_count"], &left["following_count"]), (&json!(0), &json!(0)));
    let path = format!("/api/users/{}/follow/", id(&amani));
    app.call_as(access(&neema), Method::POST, &path, None).await.expect(404);
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!((mails[0].to.as_str(), mails[0].subject.as_str()), ("amani@tukio.example", "Votre compte est supprimé"));
    // Name, number and address are free again.
    let again = app.register("Amani", "0991234567").await;
    app.set_email(&again["user"], "amani@tukio.example").await;
    assert_ne!(id(&again), id(&amani));
}

#[apply(both_engines)]
async fn who_leaves_leaves_the_newsletter(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let form = Form::default().text("email", "amani@tukio.example");
    app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200);
    let link = token_in(app.mails().await.last().unwrap());
    for email in ["Amani@tukio.example", "neema@tukio.example"] {
        app.post("/api/newsletter/", &json!({ "email": email })).await.expect(201);
    }
    let export =
        async || app.get_as(access(&amani), "/api/account/export/").await.expect(200).json()["newsletter"].clone();
    assert_eq!(export().await, Value::Null, "an address that was only typed may be somebody else's");
    app.post("/api/email/verify/", &json!({ "token": link })).await.expect(200);
    let asked = json!({
        "email": "amani@tukio.example", "subscribed_at": "2026-11-14T10:00:00Z", "confirmed_at": null,
    });
    assert_eq!(export().await, asked);
    assert!(preview(&app, &amani).await.1.contains(&"Votre inscription à la newsletter est supprimée.".to_owned()));
    delete(&app, &amani, "secret1").await.expect(204);
    let left = "SELECT email FROM newsletter_subscribers";
    let left: Vec<String> = app.db.read(move |c| c.query(left, &[], |row| row.get(0))).await.unwrap();
    assert_eq!(left, ["neema@tukio.example"]);
}

#[apply(both_engines)]
async fn pictures_of_what_disappears_disappear(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let form = |name: &str, day: &str| {
        let facts =
            [("name", name), ("category", "Concerts"), ("town", "Lubumbashi"), ("started_at", day), ("hour", "19:30")];
        let form = facts.into_iter().fold(Form::default(), |form, (field, value)| form.text(field, value));
        form.file("img", "a.jpg", &photo(640, 360))
    };
    for (name, day) in [("Ce soir", "2026-11-14"), ("Plus tard", "2026-11-30")] {
        app.send_form(Method::POST, access(&amani), "/api/events/", form(name, day)).await.expect(201);
    }
    let of_both = app.stored().len();
    // One is over by the time its organiser leaves.
    app.clock.advance_seconds(3 * 24 * 3600);
    let amani = app.login("Amani", "secret1", None).await.expect(200).json();
    delete(&app, &amani, "secret1").await.expect(204);
    assert_eq!(app.stored().len(), of_both / 2, "{:?}", app.stored());
}

#[apply(both_engines)]
async fn nobody_who_paid_is_left_alone(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.store(past_event(1, &amani).ticket("VIP", 25, Currency::Usd)).await;
    let upcoming = app.store(TestEvent::new(2, id(&amani)).ticket("VIP", 25, Currency::Usd)).await;
    app.db.write(|c| c.execute("UPDATE ticket_types SET sold = 1", &[])).await.unwrap();
    let (allowed, sentences) = preview(&app, &amani).await;
    let obstacle =
        "Des billets sont vendus, ou un paiement est commencé, pour « Concert 2 » : annulez d'abord cet évènement.";
    assert_eq!((allowed, sentences.last().map(String::as_str)), (false, Some(obstacle)));
    let refused = delete(&app, &amani, "secret1").await.expect(409).json();
    assert_eq!(refused, json!({ "detail": obstacle }));
    app.get(&format!("/api/events/{upcoming}/")).await.expect(200);
    app.get_as(access(&amani), "/api/session/").await.expect(200);
    // Once it is over, nobody is waiting for it any more.
    app.clock.advance_seconds(15 * 3600);
    let back = app.login("Amani", "secret1", None).await.expect(200).json();
    delete(&app, &back, "secret1").await.expect(204);
}

#[apply(both_engines)]
async fn what_was_cancelled_stays_for_those_who_had_paid(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let event = app.store(TestEvent::new(1, id(&amani)).ticket("VIP", 25, Currency::Usd)).await;
    app.db.write(|c| c.execute("UPDATE ticket_types SET sold = 1", &[])).await.unwrap();
    delete(&app, &amani, "secret1").await.expect(409);
    app.call_as(access(&amani), Method::POST, &format!("/api/events/{event}/cancel/"), None).await.expect(200);
    assert!(preview(&app, &amani).await.0);
    delete(&app, &amani, "secret1").await.expect(204);
    let kept = app.get(&format!("/api/events/{event}/")).await.expect(200).json();
    assert_eq!(kept["owner"]["username"], "Compte supprimé");
}

#[apply(both_engines)]
async fn who_leaves_leaves_their_teams(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let neema = app.register("Neema", "0991234568").await;
    let event = app.store(TestEvent::new(1, id(&amani))).await;
    let member = id(&neema);
    let join = "INSERT INTO event_collaborators (event_id, user_id, added_at) VALUES ($1, $2, 0)";
    app.db.write(move |c| c.execute(join, &[&event, &member])).await.unwrap();
    let export = app.get_as(access(&neema), "/api/account/export/").await.expect(200).json();
    assert_eq!(export["collaborations"], json!([{ "id": event, "name": "Concert 1" }]));
    let team = async || {
        let mine = app.get_as(access(&amani), &format!("/api/my-events/?id={event}")).await.expect(200).json();
        mine["collaborators"].as_array().unwrap().len()
    };
    assert_eq!(team().await, 1);
    delete(&app, &neema, "secret1").await.expect(204);
    assert_eq!(team().await, 0);
    app.get(&format!("/api/events/{event}/")).await.expect(200);
}

#[apply(both_engines)]
async fn what_was_told_and_asked_goes_along(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let neema = app.register("Neema", "0991234568").await;
    app.prove_email(&neema["user"], "neema@tukio.example").await;
    let (owner, member) = (id(&amani), id(&neema));
    let event = app.store(TestEvent::new(1, owner).ticket("VIP", 25, Currency::Usd)).await;
    let other = app.store(TestEvent::new(2, owner)).await;
    sell_to(&app, owner, &shown(&app, event).await["id"], 1).await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    let fill = move |c: &mut database::Connection<'_>| {
        events::add_to_team(c, event, member, events::Role::Collaborator, domain::Instant::from_millis(0))?;
        c.execute("INSERT INTO news_readers (user_id, token, next_at) VALUES ($1, 'secret', 0)", &[&member])?;
        c.execute("INSERT INTO news_items (user_id, event_id) VALUES ($1, $2)", &[&member, &event])
    };
    app.db.write(fill).await.unwrap();
    let invited = json!({ "email": "neema@tukio.example", "role": "door" });
    let team = format!("/api/events/{other}/team/");
    app.call_as(access(&amani), Method::POST, &team, Some(&invited)).await.expect(201);
    let message = json!({ "subject": "Les portes", "body": "À 18 h", "to": "all" });
    let messages = format!("/api/events/{event}/messages/");
    app.call_as(access(&neema), Method::POST, &messages, Some(&message)).await.expect(201);
    let export = app.get_as(access(&neema), "/api/account/export/").await.expect(200).json();
    assert_eq!((&export["messages"][0]["subject"], &export["news"]), (&json!("Les portes"), &json!(true)));
    assert_eq!(export["invitations"], json!([{ "id": other, "name": "Concert 2" }]));
    delete(&app, &neema, "secret1").await.expect(204);
    let told = app.get_as(access(&amani), &messages).await.expect(200).json()["results"][0].clone();
    assert_eq!((&told["subject"], &told["author"]), (&json!(""), &json!("Compte supprimé")));
    assert!(app.written_to("amani@tukio.example").await.is_empty(), "what was not sent yet is not sent");
    let left = "SELECT (SELECT count(*) FROM news_readers) + (SELECT count(*) FROM news_items)
                     + (SELECT count(*) FROM event_invitations) + (SELECT count(*) FROM event_collaborators)";
    assert_eq!(app.db.read(move |c| c.query_one(left, &[], |row| row.get::<i64>(0))).await.unwrap(), 0);
}

#[apply(both_engines)]
async fn an_organiser_of_many_events_may_leave_too(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    for number in 0..120 {
        app.store(TestEvent::new(number, id(&amani)).ticket("VIP", 25, Currency::Usd)).await;
    }
    let export = app.get_as(access(&amani), "/api/account/export/").await.expect(200).json();
    assert_eq!(export["events"].as_array().unwrap().len(), 120);
    assert_eq!(preview(&app, &amani).await.1[1], "Vos 120 évènements à venir sont supprimés.");
    delete(&app, &amani, "secret1").await.expect(204);
    assert_eq!(app.get("/api/events/").await.expect(200).json()["results"], json!([]));
}

#[apply(both_engines)]
async fn appointments_the_newsletter_and_sessions_are_told_and_go(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let form = Form::default().text("email", "amani@tukio.example");
    app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200);
    let link = token_in(app.mails().await.last().unwrap());
    app.post("/api/email/verify/", &json!({ "token": link })).await.expect(200);
    let other = app.login("Amani", "secret1", None).await.expect(200).json();
    app.call_as(access(&other), Method::POST, "/api/logout/", Some(&json!({}))).await.expect(204);
    let ask = async |email: &str, bearer: Option<&str>| {
        let asked = json!({
            "name": "Amani", "phone": "0991234567", "email": email, "day": "2026-11-20", "hour": "10:00",
            "message": "Comment vendre mes billets ?",
        });
        match bearer {
            Some(access) => app.call_as(access, Method::POST, "/api/contact/", Some(&asked)).await.expect(201),
            None => app.post("/api/contact/", &asked).await.expect(201),
        };
    };
    ask("", Some(access(&amani))).await;
    ask("Amani@tukio.example", None).await;
    ask("neema@tukio.example", None).await;
    app.post("/api/newsletter/", &json!({ "email": "amani@tukio.example" })).await.expect(201);

    let export = app.get_as(access(&amani), "/api/account/export/").await.expect(200).json();
    let appointments = export["appointments"].as_array().unwrap();
    assert_eq!(appointments.len(), 2, "her own, signed in or by her address: {appointments:?}");
    let first = &appointments[0];
    assert_eq!((&first["day"], &first["hour"]), (&json!("2026-11-20"), &json!("10:00")));
    assert_eq!(export["newsletter"]["email"], "amani@tukio.example");
    assert_eq!(export["newsletter"]["confirmed_at"], Value::Null);
    let sessions = export["sessions"].as_array().unwrap();
    assert_eq!(sessions.iter().map(|session| session["ended_at"].is_null()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(export["known_devices"].as_array().unwrap().len(), 2);

    delete(&app, &amani, "secret1").await.expect(204);
    for (left, sql) in [
        (1, "SELECT count(*) FROM appointments"),
        (0, "SELECT count(*) FROM newsletter_subscribers"),
        (0, "SELECT count(*) FROM sessions"),
        (0, "SELECT count(*) FROM known_devices"),
    ] {
        let found: i64 = app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap();
        assert_eq!(found, left, "{sql}");
    }
}
