//! Somebody with an account who calls the API, for as long as there is a server.

use std::net::SocketAddr;

use database::{Connection, Database};
use domain::{Clock, Currency, EventId, Money, SystemClock, TicketTypeId, UserId};
use events::NewEvent;
use reqwest::{Client, RequestBuilder, redirect};
use serde_json::{Value, json};

use super::waiting::TEST_TIMEOUT;
use crate::rush::stage::concert;

/// The server is gone.
#[derive(Debug)]
pub struct Gone(pub reqwest::Error);

#[derive(Clone)]
pub struct Customer {
    client: Client,
    refresh: String,
    access: String,
    pub user: UserId,
}

impl Customer {
    pub async fn register(address: SocketAddr, name: &str, phone: &str) -> Customer {
        let client = Client::builder().redirect(redirect::Policy::none()).timeout(TEST_TIMEOUT).build().unwrap();
        let body = json!({ "username": name, "phone": phone, "password": "secret1", "password2": "secret1" });
        let (status, told) = sent(client.post(format!("http://{address}/api/register/")).json(&body)).await.unwrap();
        assert_eq!(status, 201, "{told}");
        let user = UserId::new(told["user"]["id"].as_i64().unwrap());
        Customer { client, refresh: text(&told, "refresh"), access: text(&told, "access"), user }
    }

    /// Access tokens live for minutes, and a long run for longer.
    pub async fn sign_in_again(&mut self, address: SocketAddr) -> Result<(), Gone> {
        let request = self.client.post(format!("http://{address}/api/refresh/"));
        let (status, told) = sent(request.json(&json!({ "refresh": self.refresh }))).await?;
        assert_eq!(status, 200, "{told}");
        self.access = text(&told, "access");
        Ok(())
    }

    pub async fn post(&self, address: SocketAddr, path: &str, body: &Value) -> Result<(u16, Value), Gone> {
        sent(self.client.post(format!("http://{address}{path}")).bearer_auth(&self.access).json(body)).await
    }

    /// Begins to pay for places of a type, in francs by Airtel Money.
    pub async fn begin(
        &self,
        address: SocketAddr,
        kind: TicketTypeId,
        quantity: i64,
        key: &str,
    ) -> Result<(u16, Value), Gone> {
        let wish = json!({
            "ticket_type_id": kind.to_string(), "quantity": quantity, "currency": "CDF", "channel": "airtel",
        });
        let request = self.client.post(format!("http://{address}/api/payments/init/")).bearer_auth(&self.access);
        sent(request.header("idempotency-key", key).json(&wish)).await
    }

    /// Types a number on the page that a payment is made on, of whoever that page is.
    pub async fn type_number(&self, page: &str, number: &str) -> Result<u16, Gone> {
        let form = self.client.post(page).header("content-type", "application/x-www-form-urlencoded");
        Ok(sent(form.body(format!("phone={number}"))).await?.0)
    }

    /// `pending`, `success` or `failed`.
    pub async fn status_of(&self, address: SocketAddr, payment: &str) -> Result<String, Gone> {
        let (status, told) =
            self.post(address, "/api/payments/check-status/", &json!({ "payment_id": payment })).await?;
        assert_eq!(status, 200, "{told}");
        Ok(text(&told, "status"))
    }
}

async fn sent(request: RequestBuilder) -> Result<(u16, Value), Gone> {
    let answer = request.send().await.map_err(Gone)?;
    let status = answer.status().as_u16();
    let text = answer.text().await.map_err(Gone)?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}

/// The text of a field that has to be there.
pub fn text(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap_or_else(|| panic!("no {field} in {answer}")).to_owned()
}

/// Stores events with one type each, of so many places for 10 000 francs.
pub async fn put_on_sale(db: &Database, owner: UserId, count: i64, places: i64) -> Vec<TicketTypeId> {
    let now = SystemClock.now();
    let fill = move |c: &mut Connection<'_>| {
        for number in 0..count {
            let event = concert(EventId::new(100_000_000_000 + number), owner, now);
            let price = Money::from_minor(1_000_000, Currency::Cdf);
            let (event_id, label, position) = (event.id, "Standard".to_owned(), 0);
            events::insert_event(c, &NewEvent { event, created: now })?;
            let kind =
                box_office::NewTicketType { event: event_id, position, label, price, nbr_max: places, closed: false };
            box_office::insert_ticket_type(c, &kind)?;
        }
        c.query("SELECT id FROM ticket_types ORDER BY event_id", &[], |row| row.get::<TicketTypeId>(0))
    };
    db.write(fill).await.unwrap()
}
