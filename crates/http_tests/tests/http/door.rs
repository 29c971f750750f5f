//! Verifying tickets at the door, with network.

use std::time::Duration;

use domain::Currency;
use rstest_reuse::apply;
use serde_json::{Value, json};
use ticket_code::TypedCode;

use crate::support::{
    Engine, TestApp, TestEvent, audited, both_engines, buyer, day, door_audited, doors, doors_of, join_all, shown,
    signed_in, words,
};

/// A well-formed code that no ticket has.
fn guess(number: u8) -> String {
    TypedCode::from_random([number; 5]).to_string()
}

#[apply(both_engines)]
async fn a_ticket_is_admitted_once_by_its_qr_or_its_typed_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let verified = door.scan(&app, &tickets[0]["qr"]).await.expect(200).json();
    assert_eq!(verified["message"], "Entrée validée.");
    assert_eq!(verified["ticket_id"], tickets[0]["id"]);
    assert_eq!((&verified["ticket_type"], &verified["client"]), (&json!("Standard"), &json!("Grace")));
    assert_eq!(
        (&verified["verdict"], &verified["early"], &verified["day"]),
        (&json!("admitted"), &json!(false), &json!("2026-11-14"))
    );
    let typed = tickets[0]["code"].as_str().unwrap().to_lowercase().replace('-', " ");
    let again = door.scan(&app, &json!(typed)).await.expect(400).json();
    assert_eq!(again["non_field_errors"], json!(["Déjà entré à 12:00 par Amani (Porte Nord)."]));
    assert_eq!((&again["verdict"], &again["admitted_by"]), (&json!("already_admitted"), &json!("Amani")));
    assert_eq!(again["admitted_at"], verified["admitted_at"]);
    door.scan(&app, &json!(tickets[1]["code"])).await.expect(200);
    let mine = signed_in(&app, "Grace").await.tickets(&app).await;
    assert_eq!(words(&mine, "status"), ["scanned", "scanned"]);
    assert_eq!(shown(&app, door.event).await["scanned_tickets"], 2);
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn every_refusal_says_what_happened_and_is_logged(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 5).await;
    let others = app.store(TestEvent::new(2, app.organiser().await).places("VIP", 25, Currency::Usd, 5)).await;
    let kind = shown(&app, others).await["id"].to_string();
    let neema = buyer(&app, "Neema", "0990000013").await;
    neema.buy(&app, &kind, 1).await;
    let other = neema.tickets(&app).await[0]["qr"].clone();
    let status = |ticket: &Value, status: &'static str| {
        let id = ticket["id"].as_str().unwrap().to_owned();
        app.db.write(move |c| c.execute("UPDATE tickets SET status = $2, void_at = 1 WHERE id = $1", &[&id, &status]))
    };
    status(&tickets[0], "cancelled").await.unwrap();
    status(&tickets[1], "refunded").await.unwrap();
    let passed_on = format!("/api/my-tickets/{}/transfer/", tickets[2]["id"].as_str().unwrap());
    door.grace.post(&app, &passed_on, json!({ "phone": "0990000013" })).await.expect(200);
    let qr = tickets[3]["qr"].as_str().unwrap();
    let last = if qr.ends_with('0') { "1" } else { "0" };
    let forged = format!("{}{last}", &qr[..qr.len() - 1]);
    for (content, verdict, said) in [
        (tickets[0]["qr"].clone(), "cancelled", "Ce billet est annulé"),
        (tickets[1]["qr"].clone(), "refunded", "Ce billet est remboursé"),
        (tickets[2]["qr"].clone(), "transferred", "Ce billet a été transmis"),
        (json!(forged), "forged", "Faux billet"),
        (json!(guess(1)), "unknown", "Billet inconnu"),
        (json!("https://exemple.cd/"), "unknown", "Billet inconnu"),
        (other, "other_event", "Ce billet est pour « Concert 2 », pas pour cet évènement."),
    ] {
        let refused = door.scan(&app, &content).await.expect(400).json();
        assert_eq!(refused["verdict"], verdict, "{refused}");
        assert!(refused["non_field_errors"][0].as_str().unwrap().starts_with(said), "{refused}");
    }
    door.scan_out(&app, &tickets[4]["qr"]).await.expect(400);
    let log = door.log(&app, "").await;
    let told = ["reentry_off", "other_event", "unknown", "unknown", "forged", "transferred", "refunded", "cancelled"];
    assert_eq!(words(&log, "verdict"), told);
    assert!(log.iter().all(|scan| scan["fate"] == "refused" && scan["person"] == "Amani" && scan["online"] == true));
    assert_eq!((&log[1]["ticket_id"], &log[1]["client"]), (&Value::Null, &Value::Null), "another event's");
    assert_eq!((&log[2]["gate"], &log[2]["device"]), (&json!("Porte Nord"), &json!("Tecno")));
    let missing = door.scan_with(&app, json!({})).await.expect(400).json();
    assert_eq!(missing, json!({ "content": ["Un code est attendu."] }));
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn a_cancelled_event_lets_nobody_in(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    let refused = door.scan(&app, &tickets[0]["qr"]).await.expect(400).json();
    assert_eq!(refused["verdict"], "event_cancelled");
}

/// Fifty gates on two processes read the same ticket at the same moment.
#[apply(both_engines)]
async fn of_fifty_scans_at_once_one_admits(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 3).await;
    let other = app.beside(&[]).await;
    for ticket in &tickets {
        let scans = (0..50).map(|number| door.scan(if number % 2 == 0 { &app } else { &other }, &ticket["qr"]));
        let answers = join_all(scans).await;
        let admitted = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(admitted, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
        assert!(answers.iter().all(|answer| answer.status == 200 || answer.json()["verdict"] == "already_admitted"));
    }
    let numbers = app.db.read(|c| c.query("SELECT seq FROM door_scans ORDER BY seq", &[], |row| row.get::<i64>(0)));
    assert!(numbers.await.unwrap().into_iter().eq(1..=150), "the log is numbered without gaps");
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn a_scan_that_is_sent_again_is_the_same(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    let body = json!({ "content": tickets[0]["qr"], "id": "phone-1-scan-1" });
    let first = door.scan_with(&app, body.clone()).await.expect(200).json();
    let again = door.scan_with(&app, body).await.expect(200).json();
    assert_eq!(first, again);
    let synced = door.sync(&app, json!([{ "id": "phone-1-scan-1", "content": tickets[0]["qr"], "at": 1 }])).await;
    assert_eq!((&synced[0]["fate"], &synced[0]["known"]), (&json!("admitted"), &json!(true)));
    assert_eq!(door.log(&app, "").await.len(), 1);
}

#[apply(both_engines)]
async fn an_admission_is_taken_back_by_who_made_it_within_a_quarter_of_an_hour(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let refused = door.undo(&app, &tickets[0]).await.expect(409).json();
    assert_eq!(refused["detail"], "Ce billet n'est pas entré.");
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    assert_eq!(door.log(&app, "&mine=1").await[0]["undoable"], true);
    let undone = door.undo(&app, &tickets[0]).await.expect(200).json();
    assert_eq!(
        (&undone["ticket_id"], &undone["message"]),
        (&tickets[0]["id"], &json!("Entrée annulée : ce billet peut entrer de nouveau."))
    );
    assert_eq!(words(&signed_in(&app, "Grace").await.tickets(&app).await, "status"), ["valid", "valid"]);
    assert_eq!(words(&door.log(&app, "").await, "fate"), ["undone", "undone"]);
    door_audited(&app).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    app.clock.advance(Duration::from_secs(15 * 60 + 1));
    let door = crate::support::Doors { amani: door.amani.later(&app).await, ..door };
    let late = door.undo(&app, &tickets[0]).await.expect(409).json();
    assert!(late["detail"].as_str().unwrap().contains("trop tard"), "{late}");
    assert_eq!(door.log(&app, "").await[0]["undoable"], false);
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn nobody_takes_back_what_somebody_else_did(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    let kito = app.register("Kito", "0990000014").await["user"]["id"].as_i64().unwrap();
    let event = door.event;
    let join = "INSERT INTO event_collaborators (event_id, user_id, added_at) VALUES ($1, $2, 0)";
    app.db.write(move |c| c.execute(join, &[&event, &kito])).await.unwrap();
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    let kito = signed_in(&app, "Kito").await;
    let body = json!({ "ticket_id": tickets[0]["id"] });
    let refused = kito.post(&app, &door.path("verify/undo/"), body).await.expect(409).json();
    assert!(refused["detail"].as_str().unwrap().contains("validée par Amani"), "{refused}");
}

#[apply(both_engines)]
async fn typed_codes_of_nobody_are_guessed_slowly(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    for number in 0..20 {
        door.scan(&app, &json!(guess(number))).await.expect(400);
    }
    let limited = door.scan(&app, &json!(guess(20))).await.expect(429);
    assert_eq!(limited.header("retry-after"), "30");
    assert_eq!(door.log(&app, "").await.len(), 20, "what is too much is not logged");
    door.scan(&app, &json!("0000-0001")).await.expect(400);
    door.scan(&app, &tickets[0]["code"]).await.expect(200);
    door.scan(&app, &tickets[0]["qr"]).await.expect(400);
    app.clock.advance_seconds(30);
    door.scan(&app, &json!(guess(21))).await.expect(400);
    door.scan(&app, &json!(guess(22))).await.expect(429);
}

#[apply(both_engines)]
async fn an_event_of_several_days_admits_once_a_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let festival = |event: TestEvent| event.with(|row| row.ended_day = Some(day("2026-11-16")));
    let (door, tickets) = doors_of(&app, 1, festival).await;
    let first = door.scan(&app, &tickets[0]["qr"]).await.expect(200).json();
    assert_eq!(first["message"], "Entrée validée pour le samedi 14 novembre 2026.");
    door.scan(&app, &tickets[0]["qr"]).await.expect(400);
    // Five in the morning still belongs to the night before.
    app.clock.advance(Duration::from_hours(17));
    let door = crate::support::Doors { amani: door.amani.later(&app).await, ..door };
    door.scan(&app, &tickets[0]["qr"]).await.expect(400);
    app.clock.advance(Duration::from_hours(6));
    let door = crate::support::Doors { amani: door.amani.later(&app).await, ..door };
    let second = door.scan(&app, &tickets[0]["qr"]).await.expect(200).json();
    assert_eq!((&second["day"], &second["verdict"]), (&json!("2026-11-15"), &json!("admitted")));
    assert_eq!(door.overview(&app).await["counters"]["admitted"], 1);
    assert_eq!(shown(&app, door.event).await["scanned_tickets"], 1, "a ticket is counted once");
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn who_comes_before_the_day_is_let_in_with_a_remark(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors_of(&app, 1, |event| event.with(|row| row.first_day = day("2026-11-20"))).await;
    let early = door.scan(&app, &tickets[0]["qr"]).await.expect(200).json();
    assert_eq!(early["early"], true);
    assert!(early["message"].as_str().unwrap().ends_with("l'évènement n'a lieu que le vendredi 20 novembre 2026."));
}

#[apply(both_engines)]
async fn where_it_is_allowed_people_go_out_and_come_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let qr = &tickets[0]["qr"];
    door.scan(&app, qr).await.expect(200);
    assert_eq!(door.scan_out(&app, qr).await.expect(400).json()["verdict"], "reentry_off");
    door.allow_reentry(&app, true).await;
    assert_eq!(door.scan_out(&app, &tickets[1]["qr"]).await.expect(400).json()["verdict"], "not_inside");
    assert_eq!(door.scan_out(&app, qr).await.expect(200).json()["verdict"], "left");
    let counters = door.overview(&app).await["counters"].clone();
    assert_eq!((&counters["inside"], &counters["admitted"]), (&json!(0), &json!(1)));
    assert_eq!(door.scan_out(&app, qr).await.expect(400).json()["verdict"], "not_inside");
    assert_eq!(door.scan(&app, qr).await.expect(200).json()["verdict"], "readmitted");
    assert_eq!(door.scan(&app, qr).await.expect(400).json()["verdict"], "already_admitted");
    door.scan_out(&app, qr).await.expect(200);
    door.allow_reentry(&app, false).await;
    assert_eq!(door.scan(&app, qr).await.expect(400).json()["verdict"], "reentry_off");
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn counters_and_the_search_help_at_the_gate(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 3).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    let overview = door.overview(&app).await;
    assert_eq!(overview["gates"], json!(["Porte Nord"]));
    assert_eq!(
        (&overview["conflicts"], &overview["reentry"], &overview["day"]),
        (&json!(0), &json!(false), &json!("2026-11-14"))
    );
    let counters = &overview["counters"];
    assert_eq!((&counters["expected"], &counters["admitted"], &counters["inside"]), (&json!(3), &json!(1), &json!(1)));
    assert_eq!(counters["by_type"][0]["admitted"], 1);
    for (search, found) in [("grac", 3), ("GRACE", 3), ("0990000012", 3), ("000012", 3), ("Amani", 0), ("100%", 0)] {
        let path = door.path(&format!("door/tickets/?search={}", search.replace('%', "%25")));
        let answer = door.amani.get(&app, &path).await.expect(200).json();
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results.len(), found, "{search}: {answer}");
        assert!(results.iter().all(|ticket| ticket["phone_end"] == "012" && ticket["client"] == "Grace"));
    }
    door.amani.get(&app, &door.path("door/tickets/?search=a")).await.expect(400);
}
