//! Events on sale, what is left of them, and the cashier's round.

use box_office::audit;
use database::{Connection, DbError};
use domain::{Currency, EventId, UserId};
use serde_json::Value;
use ticket_code::{SigningKey, VerifyingKeys};

use super::app::TestApp;
use super::events::TestEvent;

/// Time passes, then everybody does what is due.
pub async fn work(app: &TestApp, seconds: i64) {
    app.clock.advance_seconds(seconds);
    app.box_office.run_cashier_once().await.unwrap();
}

/// An event tonight with one type at 25 dollars, and that type's id.
pub async fn on_sale(app: &TestApp, places: i64) -> (EventId, String) {
    let owner = app.organiser().await;
    on_sale_by(app, owner, places).await
}

pub async fn on_sale_by(app: &TestApp, owner: UserId, places: i64) -> (EventId, String) {
    let event = app.store(TestEvent::new(1, owner).places("Standard", 25, Currency::Usd, places)).await;
    let kind = shown(app, event).await["id"].to_string();
    (event, kind)
}

/// The first type of an event, as everybody sees it.
pub async fn shown(app: &TestApp, event: EventId) -> Value {
    app.get(&format!("/api/events/{event}/")).await.expect(200).json()["ttype"][0].clone()
}

/// What is left now: the event's page may be a few seconds old while people pay.
pub async fn left(app: &TestApp, event: EventId) -> i64 {
    let left = "SELECT nbr_max - held - sold FROM ticket_types WHERE event_id = $1";
    app.db.read(move |c| c.query_one(left, &[&event], |row| row.get(0))).await.unwrap()
}

/// Every figure adds up.
pub async fn audited(app: &TestApp) {
    assert_eq!(audit::discrepancies(&app.db).await.unwrap(), Vec::<String>::new());
}

/// What the door knows of the keys.
pub async fn keys(app: &TestApp) -> VerifyingKeys {
    let seeds = app.db.read(|c| {
        c.query("SELECT id, seed FROM ticket_keys", &[], |row| Ok((row.get::<i64>(0)?, row.get::<Vec<u8>>(1)?)))
    });
    let key = |(id, seed): (i64, Vec<u8>)| SigningKey::from_seed(id as u8, seed.as_slice().try_into().unwrap());
    seeds.await.unwrap().into_iter().map(|one| key(one).verifying_key()).collect()
}

/// Deletes everything that was ever sold or begun; people stay.
pub fn empty_box_office(c: &mut Connection<'_>) -> Result<(), DbError> {
    for statement in [
        "DELETE FROM refund_requests",
        "DELETE FROM disruptions",
        "DELETE FROM guests",
        "DELETE FROM waiting_list",
        "DELETE FROM tickets",
        "DELETE FROM refunds",
        "DELETE FROM money_facts",
        "DELETE FROM stock_facts",
        "DELETE FROM payments",
        "DELETE FROM promo_codes",
        "DELETE FROM ticket_types",
        "DELETE FROM webhooks",
        "DELETE FROM sandbox_refunds",
        "DELETE FROM sandbox_orders",
    ] {
        c.execute(statement, &[])?;
    }
    Ok(())
}
