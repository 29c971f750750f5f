//! An event whose doors are open, with people at its gates.

use domain::{Currency, EventId, UserId};
use serde_json::{Value, json};

use super::answers::Answer;
use super::app::TestApp;
use super::box_office::shown;
use super::buyers::{Buyer, buyer, signed_in};
use super::events::TestEvent;

pub struct Doors {
    pub event: EventId,
    pub kind: String,
    /// Owns the event and stands at its first gate.
    pub amani: Buyer,
    pub grace: Buyer,
}

/// Amani's concert tonight. Grace has bought so many tickets for it.
pub async fn doors(app: &TestApp, tickets: i64) -> (Doors, Vec<Value>) {
    doors_of(app, tickets, |event| event).await
}

pub async fn doors_of(app: &TestApp, tickets: i64, change: impl FnOnce(TestEvent) -> TestEvent) -> (Doors, Vec<Value>) {
    let owner = app.register("Amani", "0990000011").await;
    let owner = UserId::new(owner["user"]["id"].as_i64().unwrap());
    let event = TestEvent::new(1, owner).places("Standard", 25, Currency::Usd, 100);
    let event = app.store(change(event)).await;
    let kind = shown(app, event).await["id"].to_string();
    let grace = buyer(app, "Grace", "0990000012").await;
    for first in (0..tickets).step_by(10) {
        grace.buy(app, &kind, (tickets - first).min(10)).await;
    }
    let held = grace.tickets(app).await;
    (Doors { event, kind, amani: signed_in(app, "Amani").await, grace }, held)
}

/// Amani's concert with so few places.
pub async fn doors_with(app: &TestApp, places: i64) -> (Doors, Vec<Value>) {
    let (doors, tickets) = doors(app, 0).await;
    let few = "UPDATE ticket_types SET nbr_max = $1";
    app.db.write(move |c| c.execute(few, &[&places])).await.unwrap();
    (doors, tickets)
}

impl Doors {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/events/{}/{rest}", self.event)
    }

    /// Amani scans a code at the northern gate.
    pub async fn scan(&self, app: &TestApp, content: &Value) -> Answer {
        self.scan_with(app, json!({ "content": content, "gate": "Porte Nord", "device": "Tecno" })).await
    }

    pub async fn scan_out(&self, app: &TestApp, content: &Value) -> Answer {
        self.scan_with(app, json!({ "content": content, "direction": "out" })).await
    }

    pub async fn scan_with(&self, app: &TestApp, body: Value) -> Answer {
        self.amani.post(app, &self.path("verify/"), body).await
    }

    pub async fn undo(&self, app: &TestApp, ticket: &Value) -> Answer {
        self.amani.post(app, &self.path("verify/undo/"), json!({ "ticket_id": ticket["id"] })).await
    }

    /// Sends scans that were made without network, and returns what became of each.
    pub async fn sync(&self, app: &TestApp, scans: Value) -> Vec<Value> {
        let answer = self.amani.post(app, &self.path("scans/"), json!({ "scans": scans })).await.expect(200).json();
        answer["results"].as_array().unwrap().clone()
    }

    pub async fn log(&self, app: &TestApp, query: &str) -> Vec<Value> {
        let page = self.amani.get(app, &self.path(&format!("scans/?limit=50{query}"))).await.expect(200).json();
        page["results"].as_array().unwrap().clone()
    }

    /// What is sent to sell tickets of the only type for dollars.
    pub fn sale(&self, quantity: i64) -> Value {
        let kind: i64 = self.kind.parse().unwrap();
        json!({ "ticket_type_id": kind, "quantity": quantity, "currency": "USD", "gate": "Porte Nord" })
    }

    /// Amani sells at the northern gate.
    pub async fn sell(&self, app: &TestApp, sale: Value) -> Answer {
        self.amani.post(app, &self.path("door-sales/"), sale).await
    }

    /// Sets places aside for Amani's phone.
    pub async fn set_aside(&self, app: &TestApp, quantity: i64) -> Answer {
        let kind: i64 = self.kind.parse().unwrap();
        let block = json!({ "ticket_type_id": kind, "quantity": quantity, "device": "Tecno" });
        self.amani.post(app, &self.path("door-blocks/"), block).await
    }

    /// Sends sales that were made without network, and returns what became of each.
    pub async fn sync_sales(&self, app: &TestApp, sales: Value) -> Vec<Value> {
        let sync = self.amani.post(app, &self.path("door-sales/sync/"), json!({ "sales": sales })).await;
        sync.expect(200).json()["results"].as_array().unwrap().clone()
    }

    pub async fn takings(&self, app: &TestApp) -> Value {
        self.amani.get(app, &self.path("door-sales/")).await.expect(200).json()
    }

    pub async fn overview(&self, app: &TestApp) -> Value {
        self.amani.get(app, &self.path("door/")).await.expect(200).json()
    }

    pub async fn allow_reentry(&self, app: &TestApp, reentry: bool) {
        let request = app.request(reqwest::Method::PUT, &self.path("door/")).bearer_auth(self.amani.access());
        app.send(request.json(&json!({ "reentry": reentry }))).await.expect(200);
    }
}

/// What a list has under a name, row by row.
pub fn words(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

/// Every figure of the door adds up.
pub async fn door_audited(app: &TestApp) {
    assert_eq!(door::audit::discrepancies(&app.db).await.unwrap(), Vec::<String>::new());
}

/// All of them at the same time, in the order in which they were given.
pub async fn join_all<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    std::future::poll_fn(|context| {
        let mut is_ready = true;
        for (one, result) in waiting.iter_mut().filter(|(_, result)| result.is_none()) {
            match one.as_mut().poll(context) {
                std::task::Poll::Ready(value) => *result = Some(value),
                std::task::Poll::Pending => is_ready = false,
            }
        }
        if is_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    waiting.into_iter().map(|(_, result)| result.unwrap()).collect()
}
