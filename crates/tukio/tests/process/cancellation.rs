//! `kill -9` while an event is being cancelled: every ticket is void, every refund is asked for once, and everybody is
//! told once.

use accounts::Registration;
use box_office::{BoxOfficeFacts, NewTicketType, PastSale};
use database::{Connection, Database, DbError, Options};
use domain::{
    Category, Clock, Currency, EventId, Hour, Instant, Money, SystemClock, TicketTypeId, Town, UserId, today_in,
};
use events::{Disruption, EventRow, NewEvent, RefundTerms, TicketFacts};
use platform::Error;
use rstest_reuse::apply;
use tukio::facts::PeopleFacts;

use crate::support::{Dice, Engine, RunFolder, TEST_TIMEOUT, both_engines};

const EVENT: EventId = EventId::new(100_000_000_000);
const PEOPLE: i64 = 150;
/// Two payments of each.
const PAYMENTS: i64 = 2 * PEOPLE;
const KILLS: i64 = 5;

#[apply(both_engines)]
async fn a_cancellation_with_kills(engine: Engine) {
    let folder = RunFolder::on(engine).await.at_one_address();
    assert!(folder.run(&["migrate"]).status.success());
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    db.write(fill).await.unwrap();
    db.write(cancel).await.unwrap();

    let mut dice = Dice(u64::from_le_bytes(platform::random::bytes()));
    let mut progress = Vec::new();
    for kill in 1..=KILLS {
        // Payments are settled first, then people are told: the last kills fall into that.
        let steps = (PAYMENTS + PEOPLE) * kill / (KILLS + 1) - (dice.roll() % 20) as i64;
        let mut server = folder.serve();
        wait_until(&db, "SELECT settled + told FROM disruptions", steps).await;
        server.kill();
        progress.push(number(&db, "SELECT settled + told FROM disruptions").await);
    }
    assert!(progress.iter().any(|done| *done < PAYMENTS + PEOPLE), "no kill came in time: {progress:?}");

    let mut server = folder.serve();
    wait_until(&db, "SELECT count(*) FROM refunds WHERE state = 'done'", PAYMENTS).await;
    wait_until(&db, "SELECT count(*) FROM disruptions WHERE phase = 'done'", 1).await;
    server.ask_to_stop();
    assert!(server.wait().success(), "{}", server.log());
    for (what, sql) in [
        ("payments with one refund", "SELECT count(DISTINCT payment_id) FROM refunds"),
        ("refunds", "SELECT count(*) FROM refunds WHERE cause = 'cancelled'"),
        ("refunds in the provider's books", "SELECT count(*) FROM sandbox_refunds"),
        ("void tickets", "SELECT count(*) FROM tickets WHERE status = 'refunded'"),
        ("settled payments", "SELECT settled FROM disruptions"),
    ] {
        assert_eq!(number(&db, sql).await, PAYMENTS, "{what}");
    }
    assert_eq!(number(&db, "SELECT told FROM disruptions").await, PEOPLE);
    let mails = "SELECT count(*) FROM mails WHERE subject LIKE '%est annulé%'";
    assert_eq!(number(&db, mails).await, PEOPLE, "mails");
    let told = "SELECT count(DISTINCT user_id) FROM mails WHERE subject LIKE '%est annulé%'";
    assert_eq!(number(&db, told).await, PEOPLE, "people with a mail");
    let said = folder.run(&["check"]);
    assert!(said.status.success(), "{}{}", said.stdout, said.stderr);
    db.close();
}

async fn number(db: &Database, sql: &'static str) -> i64 {
    db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap_or_else(|error: DbError| panic!("{error}"))
}

async fn wait_until(db: &Database, sql: &'static str, least: i64) {
    let reached = async {
        while number(db, sql).await < least {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    };
    assert!(tokio::time::timeout(TEST_TIMEOUT, reached).await.is_ok(), "{sql} stays below {least}");
}

/// Everybody has an address, and has bought twice.
fn fill(c: &mut Connection<'_>) -> Result<(), Error> {
    let now = SystemClock.now();
    let owner = join(c, "Kilima".to_owned(), 0, now)?;
    events::insert_event(c, &NewEvent { event: concert(owner, now), created: now })?;
    let price = Money::from_minor(2_500, Currency::Usd);
    let (event, position, label) = (EVENT, 0, "Standard".to_owned());
    let kind = NewTicketType { event, position, label, price, nbr_max: PAYMENTS, closed: false };
    box_office::insert_ticket_type(c, &kind)?;
    let ticket_type: TicketTypeId = c.query_one("SELECT id FROM ticket_types", &[], |row| row.get(0))?;
    for person in 1..=PEOPLE {
        let buyer = join(c, format!("Buyer {person}"), person, now)?;
        for _ in 0..PAYMENTS / PEOPLE {
            box_office::record_past_sale(
                c,
                &PastSale { buyer, ticket_type, quantity: 1, price, promo_code: None, at: now },
            )?;
        }
    }
    Ok(())
}

fn join(c: &mut Connection<'_>, name: String, number: i64, now: Instant) -> Result<UserId, Error> {
    let phone = format!("0970{number:06}");
    let registration = Registration::check(&name, &phone, "secret1", "secret1").unwrap();
    let user = accounts::insert_account(c, &PeopleFacts, &registration, "no password", None, now)?;
    let email = format!("person{number}@tukio.example");
    c.execute("UPDATE users SET email = $2, email_folded = $2 WHERE id = $1", &[&user, &email])?;
    Ok(user)
}

/// What the organiser's one small transaction does.
fn cancel(c: &mut Connection<'_>) -> Result<(), Error> {
    let now = SystemClock.now();
    let event = events::find_events(c, &[EVENT])?.remove(&EVENT).unwrap();
    events::mark_cancelled(c, &event, now)?;
    BoxOfficeFacts.begin_disruption(c, EVENT, Disruption::Cancelled, Some("Orage"), now)
}

fn concert(owner: UserId, now: Instant) -> EventRow {
    EventRow {
        id: EVENT,
        owner,
        name: "Concert".to_owned(),
        category: Category::from_slug("concerts").unwrap(),
        town: Town::Lubumbashi,
        first_day: today_in(Town::Lubumbashi, now).plus_days(30),
        ended_day: None,
        hour: Hour::MIDNIGHT,
        address: "Avenue Kasaï 12".to_owned(),
        place: None,
        description: None,
        picture: None,
        is_free: false,
        is_public: true,
        cancelled: false,
        draft: false,
        cancelled_at: None,
        refunds: RefundTerms::default(),
    }
}
