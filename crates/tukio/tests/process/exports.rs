//! Files of a hundred thousand attendees: written while they are sent, in little memory, while others buy.

use std::io::Cursor;

use accounts::Registration;
use box_office::NewTicketType;
use calamine::{Data, Reader, Xlsx};
use database::{Connection, Database, DbError, Options};
use domain::{Category, Clock, Currency, EventId, Hour, Money, SystemClock, Town, UserId, today_in};
use events::{EventRow, NewEvent, RefundTerms};
use reqwest::{Client, Response};
use rstest_reuse::apply;
use serde_json::{Value, json};
use tukio::facts::PeopleFacts;

use crate::support::{Engine, RunFolder, Server, both_engines};

const ATTENDEES: usize = 100_000;
const HOLDERS: i64 = 500;

/// What the process may grow by while a file is written.
const MOST_GROWTH: i64 = 24 * 1024;

const EVENT: EventId = EventId::new(100_000_000_001);

#[apply(both_engines)]
async fn a_hundred_thousand_attendees(engine: Engine) {
    let folder = RunFolder::on(engine).await;
    assert!(folder.run(&["migrate"]).status.success());
    let server = folder.serve();
    let (owner, access) = register(&server, "Amani", "0990000011").await;
    let (_, buyer) = register(&server, "Grace", "0990000012").await;
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let kind = fill(&db, owner).await;

    // The first fills the caches of the database, which have bounds of their own.
    measured(&server, "csv", &access, (&buyer, kind)).await;
    let csv = measured(&server, "csv", &access, (&buyer, kind)).await;
    let xlsx = measured(&server, "xlsx", &access, (&buyer, kind)).await;
    for (name, file) in [("CSV", &csv), ("XLSX", &xlsx)] {
        eprintln!("{name}: {} kB in {:.1} s, grown by {} kB", file.bytes.len() / 1024, file.seconds, file.growth);
        assert!(file.growth <= MOST_GROWTH, "{name}: grown by {} kB", file.growth);
    }
    is_whole_csv(&csv.bytes);
    is_whole_workbook(xlsx.bytes);
    db.close();
}

async fn register(server: &Server, name: &str, phone: &str) -> (UserId, String) {
    let body = json!({ "username": name, "phone": phone, "password": "secret1", "password2": "secret1" });
    let request = Client::new().post(format!("http://{}/api/register/", server.address)).json(&body);
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    (UserId::new(answer["user"]["id"].as_i64().unwrap()), answer["access"].as_str().unwrap().to_owned())
}

struct Export {
    bytes: Vec<u8>,
    seconds: f64,
    /// How much more memory the server had at its peak than before, in kB.
    growth: i64,
}

/// Reads a file to its end. As soon as it begins to arrive somebody buys, and is not kept waiting for its end.
async fn measured(server: &Server, kind: &str, access: &str, (buyer, ticket_type): (&str, i64)) -> Export {
    let (before, started) = (server.reset_peak_memory(), std::time::Instant::now());
    let path = format!("http://{}/api/events/{EVENT}/attendees.{kind}", server.address);
    let mut response: Response = Client::new().get(path).bearer_auth(access).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let mut bytes = response.chunk().await.unwrap().unwrap().to_vec();
    let wish = json!({ "ticket_type_id": ticket_type.to_string(), "quantity": 1, "currency": "USD" });
    let init = Client::new().post(format!("http://{}/api/payments/init/", server.address)).bearer_auth(buyer);
    let begun = init.json(&wish).send().await.unwrap();
    assert_eq!(begun.status(), 200, "{}", begun.text().await.unwrap());
    while let Some(chunk) = response.chunk().await.unwrap() {
        bytes.extend(chunk);
    }
    Export { bytes, seconds: started.elapsed().as_secs_f64(), growth: server.peak_memory() - before }
}

fn is_whole_csv(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap().strip_prefix('\u{feff}').expect("a byte order mark");
    let mut read = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(read.headers().unwrap().len(), 11);
    let mut rows = 0;
    for row in read.records() {
        let row = row.unwrap();
        assert_eq!(&row[0], ticket(rows), "every ticket once, in order");
        assert!(row[2].starts_with("'=Personne "), "no formula: {}", &row[2]);
        rows += 1;
    }
    assert_eq!(rows, ATTENDEES);
}

fn is_whole_workbook(bytes: Vec<u8>) {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    let sheet = book.worksheet_range("Participants").unwrap();
    assert_eq!((sheet.height(), sheet.width()), (ATTENDEES + 1, 11));
    for (number, row) in sheet.rows().skip(1).enumerate() {
        assert_eq!(row[0], Data::String(ticket(number)));
        assert!(matches!(&row[2], Data::String(name) if name.starts_with("=Personne ")), "{:?}", row[2]);
        assert_eq!(row[6], Data::Float(25.0));
    }
}

fn ticket(number: usize) -> String {
    format!("T{}", 1_000_000_000 + number)
}

/// An event of that owner with all its attendees, ten tickets for each payment. Answers its ticket type.
async fn fill(db: &Database, owner: UserId) -> i64 {
    let now = SystemClock.now();
    let fill = move |c: &mut Connection<'_>| {
        let price = Money::from_minor(2_500, Currency::Usd);
        events::insert_event(c, &NewEvent { event: concert(owner), created: now })?;
        let (label, nbr_max) = ("Standard".to_owned(), ATTENDEES as i64 + 1_000);
        let kind = NewTicketType { event: EVENT, position: 0, label, price, nbr_max, closed: false };
        box_office::insert_ticket_type(c, &kind)?;
        let kind: i64 = c.query_one("SELECT id FROM ticket_types", &[], |row| row.get(0))?;
        let first = add_holders(c, now)?;
        c.execute(PAYMENTS, &[&EVENT, &kind, &now, &first, &HOLDERS, &(ATTENDEES as i64 / 10)])?;
        c.execute(TICKETS, &[&EVENT, &kind, &now, &first, &HOLDERS, &(ATTENDEES as i64)])?;
        c.execute("UPDATE ticket_types SET sold = $1", &[&(ATTENDEES as i64)])?;
        Ok::<_, DbError>(kind)
    };
    db.write(fill).await.unwrap()
}

/// People whose names a spreadsheet would take for formulas. Answers the first one's id.
fn add_holders(c: &mut Connection<'_>, now: domain::Instant) -> Result<i64, DbError> {
    let mut first = None;
    for number in 0..HOLDERS {
        let (name, phone) = (format!("=Personne {number}"), format!("098{number:07}"));
        let registration = Registration::check(&name, &phone, "secret1", "secret1").unwrap();
        let id = accounts::insert_account(c, &PeopleFacts, &registration, "no password", None, now)?;
        first.get_or_insert(id.get());
    }
    Ok(first.unwrap_or_default())
}

const PAYMENTS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $6)
    INSERT INTO payments (id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, state, holds,
        hold_until, provider, reference, created_at, settled_at)
    SELECT 'P' || CAST(1000000000 + n AS TEXT), $4 + n % $5, $1, $2, 10, 2500, 'USD', 25000, 'USD', 'succeeded', FALSE,
        $3, 'sandbox', 'R' || CAST(n AS TEXT), $3, $3 FROM numbers";

const TICKETS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $6)
    INSERT INTO tickets (id, number, code, payment_id, place, event_id, ticket_type_id, holder_id, status, issued_at,
        changed_at)
    SELECT 'T' || CAST(1000000000 + n AS TEXT), n, CAST(10000000 + n AS TEXT), 'P' || CAST(1000000000 + n / 10 AS TEXT),
        n % 10, $1, $2, $4 + n / 10 % $5, 'valid', $3, $3 FROM numbers";

fn concert(owner: UserId) -> EventRow {
    EventRow {
        id: EVENT,
        owner,
        name: "Concert".to_owned(),
        category: Category::from_slug("concerts").unwrap(),
        town: Town::Lubumbashi,
        first_day: today_in(Town::Lubumbashi, SystemClock.now()).plus_days(30),
        ended_day: None,
        hour: Hour::MIDNIGHT,
        address: "Avenue Kasaï 12".to_owned(),
        place: None,
        description: None,
        picture: None,
        is_free: false,
        is_public: true,
        cancelled: false,
        cancelled_at: None,
        draft: false,
        refunds: RefundTerms::default(),
    }
}
