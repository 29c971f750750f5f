//! Rosters: whole in pages, then by what has changed.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{Instant, TicketTypeId};
use rstest_reuse::apply;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Doors, Engine, TestApp, both_engines, buyer, doors};

/// What a gate has learnt: columns of tickets by their number, and where they are.
#[derive(Debug, Default, PartialEq)]
struct Learnt {
    tickets: BTreeMap<i64, Vec<Value>>,
    scans: BTreeMap<(i64, i64), Vec<Value>>,
    cursor: String,
}

impl Learnt {
    fn apply(&mut self, roster: &Value) {
        let tickets = &roster["tickets"];
        let count = tickets["count"].as_i64().unwrap() as usize;
        let columns = [("ticket", 5), ("issue", 1), ("type", 1), ("status", 1), ("code", 4)].map(|(name, bytes)| {
            let column = STANDARD.decode(tickets[name].as_str().unwrap()).unwrap();
            assert_eq!(column.len(), count * bytes, "{name}");
            column.chunks(bytes).map(|bytes| json!(bytes)).collect::<Vec<Value>>()
        });
        for row in 0..count {
            let number = match tickets["from"].as_i64() {
                Some(from) => from + row as i64,
                None => tickets["dense"][row].as_i64().unwrap(),
            };
            let mut ticket: Vec<Value> = columns.iter().map(|column| column[row].clone()).collect();
            ticket.push(tickets["client"][row].clone());
            self.tickets.insert(number, ticket);
        }
        let scans = &roster["scans"];
        for (row, dense) in scans["dense"].as_array().unwrap().iter().enumerate() {
            let key = (dense.as_i64().unwrap(), scans["day"][row].as_i64().unwrap());
            let word = |column: &str, list: &str| scans[list][scans[column][row].as_u64().unwrap() as usize].clone();
            let (gate, person) = (word("gate", "gates"), word("person", "people"));
            match scans["state"][row].as_i64().unwrap() {
                0 => drop(self.scans.remove(&key)),
                state => drop(self.scans.insert(key, vec![json!(state), scans["minute"][row].clone(), gate, person])),
            }
        }
        self.cursor = roster["cursor"].as_str().unwrap().to_owned();
    }

    /// Asks until nothing is missing, and returns how many answers that took.
    async fn ask(&mut self, app: &TestApp, door: &Doors) -> usize {
        for pages in 1.. {
            let since = if self.cursor.is_empty() { String::new() } else { format!("?since={}", self.cursor) };
            let roster = door.amani.get(app, &door.path(&format!("roster/{since}"))).await.expect(200).json();
            self.apply(&roster);
            if roster["complete"] == true {
                return pages;
            }
        }
        0
    }
}

async fn whole(app: &TestApp, door: &Doors) -> Learnt {
    let mut learnt = Learnt::default();
    learnt.ask(app, door).await;
    learnt
}

#[apply(both_engines)]
async fn a_roster_has_what_a_gate_needs_and_no_more(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    let roster = door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    let event = &roster["event"];
    assert_eq!(
        (&event["name"], &event["days"], &event["offset_minutes"]),
        (&json!("Concert 1"), &json!(["2026-11-14"]), &json!(120))
    );
    assert_eq!((&roster["types"][0]["sold"], &roster["types"][0]["scanned"]), (&json!(2), &json!(1)));
    let keys = crate::support::keys(&app).await;
    let public = STANDARD.decode(roster["keys"][0]["public"].as_str().unwrap()).unwrap();
    assert!(keys.iter().any(|key| key.bytes[..] == public));
    let learnt = whole(&app, &door).await;
    assert_eq!((learnt.tickets.len(), learnt.scans.len()), (2, 1));
    for ticket in &tickets {
        let content = keys.read(ticket["qr"].as_str().unwrap()).unwrap();
        let code = ticket["code"].as_str().unwrap().replace('-', "");
        let digest = Sha256::digest(format!("tukio door{}{code}", door.event));
        let row =
            [json!(&content.ticket().to_be_bytes()[..5]), json!([0]), json!([0]), json!([0]), json!(&digest[..4])];
        let row = [&row[..], &[json!("Grace")]].concat();
        assert!(learnt.tickets.values().any(|known| *known == row), "{row:?} is not in {:?}", learnt.tickets);
    }
    // Noon is 720 minutes after midnight.
    assert_eq!(learnt.scans.values().next().unwrap(), &[json!(1), json!(720), json!("Porte Nord"), json!("Amani")]);
    door.amani.get(&app, &door.path("roster/?since=x")).await.expect(400);
}

#[apply(both_engines)]
async fn what_changed_makes_the_same_as_the_whole(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 6).await;
    door.allow_reentry(&app, true).await;
    let mut followed = whole(&app, &door).await;
    // Longer than what is told again in any case.
    app.clock.advance_seconds(120);
    let neema = buyer(&app, "Neema", "0990000013").await;
    for step in 0..7 {
        match step {
            0 => drop(door.scan(&app, &tickets[0]["qr"]).await.expect(200)),
            1 => drop(door.scan(&app, &tickets[0]["qr"]).await.expect(400)),
            2 => drop(door.undo(&app, &tickets[0]).await.expect(200)),
            3 => drop(neema.buy(&app, &door.kind, 2).await),
            4 => {
                let path = format!("/api/my-tickets/{}/transfer/", tickets[1]["id"].as_str().unwrap());
                door.grace.post(&app, &path, json!({ "phone": "0990000013" })).await.expect(200);
            }
            5 => drop(door.scan(&app, &tickets[2]["qr"]).await.expect(200)),
            _ => drop(door.scan_out(&app, &tickets[2]["qr"]).await.expect(200)),
        }
        app.clock.advance_seconds(61);
        assert_eq!(followed.ask(&app, &door).await, 1, "step {step}");
        let whole = whole(&app, &door).await;
        assert_eq!((&followed.tickets, &followed.scans), (&whole.tickets, &whole.scans), "step {step}");
    }
    assert_eq!(followed.tickets.len(), 8);
}

/// Twelve thousand tickets on three pages, of which some are scanned while a gate still reads.
#[apply(both_engines)]
async fn a_large_roster_comes_in_pages(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    fill(&app, &door, 12_000).await;
    let mut learnt = Learnt::default();
    let first = door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    assert_eq!((&first["complete"], &first["tickets"]["count"]), (&json!(false), &json!(5000)));
    learnt.apply(&first);
    door.scan(&app, &tickets[1]["qr"]).await.expect(200);
    assert_eq!(learnt.ask(&app, &door).await, 2);
    assert_eq!(learnt.tickets.len(), 12_002);
    learnt.ask(&app, &door).await;
    let whole = whole(&app, &door).await;
    assert!(learnt.tickets == whole.tickets && learnt.scans == whole.scans);
    // When everything changes, the pages begin again.
    let now = domain::Clock::now(&*app.clock).plus_seconds(120);
    app.db
        .write(move |c| c.execute("UPDATE tickets SET status = 'cancelled', changed_at = $1", &[&now]))
        .await
        .unwrap();
    app.clock.advance_seconds(120);
    assert_eq!(learnt.ask(&app, &door).await, 3);
    assert!(learnt.tickets.values().all(|ticket| ticket[3] == json!([1])));
}

/// The number of a ticket that is stored directly: spread over all there are, as real ones are.
pub fn number_of(ticket: i64) -> i64 {
    ((ticket as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1) as i64
}

/// Tickets stored directly, as if they had been bought.
pub async fn fill(app: &TestApp, door: &Doors, count: i64) {
    let kind = TicketTypeId::new(door.kind.parse().unwrap());
    let made = "INSERT INTO tickets (id, number, code, payment_id, place, event_id, ticket_type_id, holder_id, status,
            issued_at, changed_at)
        SELECT 'x' || $1::bigint, $3::bigint, 'x' || $1::bigint, payment_id, $1::bigint + 100, event_id, ticket_type_id, holder_id, status, issued_at, $2
        FROM (SELECT payment_id, event_id, ticket_type_id, holder_id, status, issued_at FROM tickets LIMIT 1) AS one";
    let fill = move |c: &mut database::Connection<'_>| {
        for number in 0..count {
            c.execute(made, &[&number, &Instant::from_millis(1), &number_of(number)])?;
        }
        let sold = "UPDATE ticket_types SET nbr_max = nbr_max + $2, sold = sold + $2 WHERE id = $1";
        c.execute(sold, &[&kind, &count])
    };
    app.db.write(fill).await.unwrap();
}
