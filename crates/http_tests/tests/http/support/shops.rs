//! Somebody who sells tickets for an event of their own, by way of the API.

use domain::{EventId, UserId};
use reqwest::Method;
use serde_json::{Value, json};

use super::answers::Answer;
use super::app::TestApp;
use super::box_office::on_sale_by;
use super::buyers::{Buyer, signed_in};

pub struct Shop {
    pub owner: Buyer,
    pub event: EventId,
    /// The id of its type at 25 dollars.
    pub kind: String,
}

/// An event tonight with one type at 25 dollars, by Kito.
pub async fn shop(app: &TestApp, places: i64) -> Shop {
    let kito = app.register("Kito", "0980000001").await;
    let (event, kind) = on_sale_by(app, UserId::new(kito["user"]["id"].as_i64().unwrap()), places).await;
    Shop { owner: signed_in(app, "Kito").await, event, kind }
}

/// Invites guests to an event, each with an address of `guest-{number}@tukio.example`, or with a telephone number only.
pub async fn invite(app: &TestApp, owner: &str, event: EventId, kind: &Value, reachable: &[bool]) -> Vec<Value> {
    let guest = |(number, has_email): (usize, &bool)| match has_email {
        true => json!({ "name": format!("Guest {number}"), "email": format!("guest-{number}@tukio.example") }),
        false => json!({ "name": format!("Guest {number}"), "phone": "0991234567" }),
    };
    let guests: Vec<Value> = reachable.iter().enumerate().map(guest).collect();
    let body = json!({ "ticket_type_id": kind, "guests": guests });
    let path = format!("/api/events/{event}/invitations/");
    let invited = app.call_as(owner, Method::POST, &path, Some(&body)).await.expect(201).json();
    invited["results"].as_array().unwrap().clone()
}

impl Shop {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/events/{}/{rest}", self.event)
    }

    pub async fn get(&self, app: &TestApp, rest: &str) -> Value {
        self.owner.get(app, &self.path(rest)).await.expect(200).json()
    }

    pub async fn post(&self, app: &TestApp, rest: &str, body: Value) -> Answer {
        self.owner.post(app, &self.path(rest), body).await
    }

    pub async fn put(&self, app: &TestApp, rest: &str, body: Value) -> Answer {
        app.call_as(self.owner.access(), Method::PUT, &self.path(rest), Some(&body)).await
    }

    pub async fn delete(&self, app: &TestApp, rest: &str) -> Answer {
        app.call_as(self.owner.access(), Method::DELETE, &self.path(rest), None).await
    }

    /// Changes options of the first type.
    pub async fn change(&self, app: &TestApp, options: Value) -> Answer {
        let mut row =
            json!({ "id": self.kind.parse::<i64>().unwrap(), "label": "Standard", "price": 25, "devise": "USD" });
        let types = app.get_as(self.owner.access(), &format!("/api/my-events/?id={}", self.event)).await.expect(200);
        row["nbr_max"] = types.json()["ttype"][0]["nbr_max"].clone();
        row.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        self.post(app, "tickets/", json!([row])).await
    }

    /// What everybody sees of the event.
    pub async fn shown(&self, app: &TestApp) -> Value {
        app.get(&self.path("")).await.expect(200).json()
    }
}
