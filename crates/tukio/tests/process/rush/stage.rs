//! What the rush is about, and the time that passes.

use std::time::Instant as Moment;

use accounts::{self, Registration};
use box_office::{self, NewTicketType};
use database::{Connection, Database, DbError};
use domain::{Category, Clock, Currency, EventId, Hour, Instant, Money, SystemClock, TicketTypeId, Town, today_in};
use events::{self, EventRow, NewEvent, RefundTerms};
use serde_json::Value;
use tukio::facts::PeopleFacts;

use crate::support::TEST_TIMEOUT;

/// Far fewer than are wished for.
const PLACES: i64 = 80;

pub const PRICE: Money = Money::from_minor(2_500, Currency::Usd);

/// An event with one type for each kill, so that every rush is for places that run out.
pub async fn set(db: &Database, count: u64) -> Vec<TicketTypeId> {
    let now = SystemClock.now();
    let fill = move |c: &mut Connection<'_>| {
        let registration = Registration::check("Kilima", "0970000000", "secret1", "secret1").unwrap();
        let owner = accounts::insert_account(c, &PeopleFacts, &registration, "no password", None, now)?;
        for number in 0..count as i64 {
            let event = concert(EventId::new(100_000_000_000 + number), owner, now);
            let (label, position) = ("Standard".to_owned(), 0);
            let kind = NewTicketType { event: event.id, position, label, price: PRICE, nbr_max: PLACES, closed: false };
            events::insert_event(c, &NewEvent { event, created: now })?;
            box_office::insert_ticket_type(c, &kind)?;
        }
        c.query("SELECT id FROM ticket_types ORDER BY event_id", &[], |row| row.get::<TicketTypeId>(0))
    };
    db.write(fill).await.unwrap()
}

pub fn concert(id: EventId, owner: domain::UserId, now: Instant) -> EventRow {
    EventRow {
        id,
        owner,
        name: format!("Concert {id}"),
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

/// While the server is down, all that waits becomes a day older: for the server it is as if a day had passed.
pub async fn a_day_passes(db: &Database) {
    const DAY: i64 = 25 * 3600 * 1000;
    let age = |c: &mut Connection<'_>| {
        c.execute(
            "UPDATE payments SET created_at = created_at - $1, hold_until = hold_until - $1, ask_at = ask_at - $1,
                asked_at = asked_at - $1 WHERE state = 'pending'",
            &[&DAY],
        )?;
        let orders: Vec<(String, String)> =
            c.query("SELECT reference, content FROM sandbox_orders WHERE outcome IS NULL", &[], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        for (reference, content) in orders {
            let mut order: Value = serde_json::from_str(&content).unwrap();
            for time in ["created_at", "expires_at"] {
                order[time] = (order[time].as_i64().unwrap() - DAY).into();
            }
            let content = order.to_string();
            c.execute("UPDATE sandbox_orders SET content = $2 WHERE reference = $1", &[&reference, &content])?;
        }
        Ok::<_, DbError>(())
    };
    db.write(age).await.unwrap();
}

/// Waits until every payment has ended, which nobody asks about.
pub async fn nothing_is_pending(db: &Database) {
    let started = Moment::now();
    loop {
        let count = "SELECT count(*) FROM payments WHERE state = 'pending'";
        let pending: i64 = db
            .read(move |c| c.query_one(count, &[], |row| row.get(0)))
            .await
            .unwrap_or_else(|error: DbError| panic!("{error}"));
        if pending == 0 {
            return;
        }
        assert!(started.elapsed() < TEST_TIMEOUT, "{pending} payments do not end");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
