//! Scans that were made without network: sent in any order and as often as one likes.

use domain::Clock;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Doors, Engine, TestApp, audited, both_engines, door_audited, doors, signed_in, words};

/// A scan at the southern gate, so many minutes ago.
fn offline(app: &TestApp, id: &str, ticket: &Value, minutes_ago: i64) -> Value {
    let at = app.clock.now().millis() - minutes_ago * 60_000;
    json!({ "id": id, "content": ticket["qr"], "at": at, "direction": "in", "gate": "Porte Sud", "device": "Itel" })
}

fn undo_of(app: &TestApp, id: &str, undoes: &str, minutes_ago: i64) -> Value {
    let at = app.clock.now().millis() - minutes_ago * 60_000;
    json!({ "id": id, "kind": "undo", "undoes": undoes, "at": at })
}

#[apply(both_engines)]
async fn what_was_admitted_offline_is_admitted_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let scans = json!([offline(&app, "a", &tickets[0], 5), offline(&app, "b", &tickets[1], 4)]);
    let first = door.sync(&app, scans.clone()).await;
    assert_eq!(words(&first, "fate"), ["admitted", "admitted"]);
    assert_eq!((&first[0]["client"], &first[0]["ticket_type"]), (&json!("Grace"), &json!("Standard")));
    let again = door.sync(&app, scans).await;
    assert_eq!(words(&again, "fate"), ["admitted", "admitted"]);
    assert!(again.iter().all(|result| result["known"] == true));
    assert_eq!(door.log(&app, "").await.len(), 2);
    assert_eq!(door.scan(&app, &tickets[0]["qr"]).await.expect(400).json()["gate"], "Porte Sud");
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn two_gates_that_let_the_same_ticket_in_are_told_to_the_organiser(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    let later = door.sync(&app, json!([offline(&app, "later", &tickets[0], 3)])).await;
    assert_eq!(later[0]["fate"], "admitted");
    // The earlier one arrives after it, and is the one that stands.
    let earlier = door.sync(&app, json!([offline(&app, "earlier", &tickets[0], 9)])).await;
    assert_eq!((&earlier[0]["fate"], &earlier[0]["conflict_with"]), (&json!("admitted"), &Value::Null));
    let conflicts = door.log(&app, "&conflicts=1").await;
    assert_eq!(words(&conflicts, "id"), ["later"]);
    let met = &conflicts[0]["conflict_with"];
    assert_eq!((&met["person"], &met["gate"]), (&json!("Amani"), &json!("Porte Sud")));
    assert_eq!(met["at"], app.clock.now().millis() - 9 * 60_000);
    assert_eq!(door.overview(&app).await["conflicts"], 1);
    let third = door.sync(&app, json!([offline(&app, "third", &tickets[0], 1)])).await;
    assert_eq!(third[0]["fate"], "conflict");
    assert!(
        third[0]["message"].as_str().unwrap().contains("Déjà entré à 11:51 par Amani (Porte Sud)."),
        "{}",
        third[0]
    );
    audited(&app).await;
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn a_scan_online_comes_after_all_that_is_known(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    // A phone whose clock runs ten minutes ahead.
    door.sync(&app, json!([offline(&app, "fast", &tickets[0], -10)])).await;
    assert_eq!(door.scan(&app, &tickets[0]["qr"]).await.expect(400).json()["verdict"], "already_admitted");
    door.allow_reentry(&app, true).await;
    door.scan_out(&app, &tickets[0]["qr"]).await.expect(200);
    assert_eq!(door.scan(&app, &tickets[0]["qr"]).await.expect(200).json()["verdict"], "readmitted");
    door_audited(&app).await;
}

/// The same seven scans, in every order of three parts: the log ends the same.
#[apply(both_engines)]
async fn the_order_of_arrival_does_not_matter(engine: Engine) {
    for (number, order) in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]].into_iter().enumerate() {
        let app = TestApp::start(engine).await;
        let (door, tickets) = doors(&app, 3).await;
        door.allow_reentry(&app, true).await;
        let out = |id: &str, minutes: i64| {
            let mut scan = offline(&app, id, &tickets[0], minutes);
            scan["direction"] = json!("out");
            scan
        };
        let parts = [
            json!([offline(&app, "in-1", &tickets[0], 14), offline(&app, "b-1", &tickets[1], 12)]),
            json!([
                offline(&app, "in-2", &tickets[0], 6),
                offline(&app, "b-2", &tickets[1], 11),
                undo_of(&app, "u", "c", 4)
            ]),
            json!([out("out-1", 10), offline(&app, "c", &tickets[2], 5)]),
        ];
        for part in order {
            door.sync(&app, parts[part].clone()).await;
        }
        let mut log = door.log(&app, "").await;
        log.sort_by_key(|scan| scan["id"].as_str().unwrap().to_owned());
        assert_eq!(words(&log, "id"), ["b-1", "b-2", "c", "in-1", "in-2", "out-1", "u"]);
        let fates = ["admitted", "conflict", "undone", "admitted", "readmitted", "left", "undone"];
        assert_eq!(words(&log, "fate"), fates, "order {number}");
        let counters = door.overview(&app).await["counters"].clone();
        assert_eq!((&counters["admitted"], &counters["inside"]), (&json!(2), &json!(2)));
        audited(&app).await;
        door_audited(&app).await;
    }
}

#[apply(both_engines)]
async fn void_tickets_that_were_let_in_offline_are_conflicts_with_a_reason(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let void = "UPDATE tickets SET status = 'refunded', changed_at = $1, void_at = $1";
    let now = app.clock.now();
    app.db.write(move |c| c.execute(void, &[&now.plus_seconds(-300)])).await.unwrap();
    let results =
        door.sync(&app, json!([offline(&app, "before", &tickets[0], 9), offline(&app, "after", &tickets[1], 1)])).await;
    assert_eq!(words(&results, "fate"), ["admitted", "conflict"]);
    let conflicts = door.log(&app, "&conflicts=1").await;
    assert_eq!((&conflicts[0]["id"], &conflicts[0]["reason"]), (&json!("after"), &json!("refunded")));
    assert_eq!(conflicts[0]["conflict_with"], Value::Null);
    door_audited(&app).await;
}

#[apply(both_engines)]
async fn one_bad_row_spoils_none_of_the_others(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    let roster = door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    assert_eq!(roster["tickets"]["from"], 0);
    let results = door
        .sync(
            &app,
            json!([
                { "id": "no-ticket", "at": 1 },
                { "id": "bad time", "content": "x", "at": "noon" },
                17,
                { "id": "by-number", "dense": 0, "at": app.clock.now().millis() },
                { "id": "no-such-number", "dense": 9, "at": app.clock.now().millis() },
                { "id": "told-no", "content": tickets[0]["qr"], "at": 1, "verdict": "already_admitted" },
                { "id": "lonely", "kind": "undo", "at": 1 },
            ]),
        )
        .await;
    let fates = ["refused", "refused", "refused", "admitted", "conflict", "refused", "refused"];
    assert_eq!(words(&results, "fate"), fates);
    assert_eq!((&results[1]["id"], &results[2]["id"]), (&json!("bad time"), &Value::Null));
    assert_eq!(words(&door.log(&app, "").await, "verdict"), ["already_admitted", "admitted", "admitted"]);
    let many = json!({ "scans": vec![json!({ "id": "a", "dense": 0, "at": 1 }); 151] });
    door.amani.post(&app, &door.path("scans/"), many).await.expect(400);
    door_audited(&app).await;
}

/// An undo is its author's, within a quarter of an hour, also without network.
#[apply(both_engines)]
async fn offline_undos_follow_the_same_rules(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let scans = json!([offline(&app, "a", &tickets[0], 40), offline(&app, "b", &tickets[1], 10)]);
    door.sync(&app, scans).await;
    let undone = door.sync(&app, json!([undo_of(&app, "ua", "a", 20), undo_of(&app, "ub", "b", 5)])).await;
    assert_eq!(words(&undone, "fate"), ["refused", "undone"]);
    let join = "INSERT INTO event_collaborators (event_id, user_id, added_at) VALUES ($1, $2, 0)";
    let (event, kito) = (door.event, app.register("Kito", "0990000014").await["user"]["id"].as_i64().unwrap());
    app.db.write(move |c| c.execute(join, &[&event, &kito])).await.unwrap();
    let kito = Doors { amani: signed_in(&app, "Kito").await, ..door };
    assert_eq!(words(&kito.sync(&app, json!([undo_of(&app, "uk", "a", 39)])).await, "fate"), ["refused"]);
    audited(&app).await;
    door_audited(&app).await;
}

/// The answer got lost on its way, so the phone has decided by itself and sends the scan by the same name.
#[apply(both_engines)]
async fn who_was_let_in_because_a_refusal_got_lost_is_in_conflict(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    door.scan_with(&app, json!({ "content": tickets[0]["qr"], "id": "unheard" })).await.expect(400);
    let sent = json!([offline(&app, "unheard", &tickets[0], 0)]);
    let told = door.sync(&app, sent.clone()).await;
    assert_eq!((&told[0]["fate"], &told[0]["known"]), (&json!("conflict"), &json!(false)));
    let again = door.sync(&app, sent).await;
    assert_eq!((&again[0]["fate"], &again[0]["known"]), (&json!("conflict"), &json!(true)));
    let log = door.log(&app, "").await;
    assert_eq!(
        (words(&log, "fate"), words(&log, "verdict")[0].as_str()),
        (vec!["conflict".into(), "admitted".into()], "admitted")
    );
    assert_eq!(door.overview(&app).await["conflicts"], 1);
    audited(&app).await;
    door_audited(&app).await;
}
