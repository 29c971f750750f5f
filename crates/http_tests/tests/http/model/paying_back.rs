//! What the organiser and the holders do about money that goes back, and what must be answered.

use domain::Town;
use domain::today_in;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::checks::{require, same};
use super::commands::Pick;
use super::reference_types::{Notable, Payment, Request, State};
use super::run::Run;

type Checked = Result<(), String>;

/// Days that a holder may ask for the money of a postponed event.
const ASKED_FOR: i64 = 3;

impl Run<'_> {
    /// The ids of what a payment has bought, in the order of their places.
    async fn tickets_of(&self, payment: &Payment) -> Vec<String> {
        let path = format!("/api/payments/{}/", payment.id);
        let shown = self.world.app.get_as(&self.world.buyers[payment.buyer].access, &path).await.json();
        shown["tickets"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
    }

    pub async fn pay_back(&mut self, payment: Pick, place: Option<usize>) -> Checked {
        let Some(index) = self.picked(payment) else { return Ok(()) };
        let payment = self.model.payments[index].clone();
        let place = place.map(|place| place % payment.quantity as usize);
        let tickets = if place.is_some() { self.tickets_of(&payment).await } else { Vec::new() };
        let path = match place.map(|place| tickets.get(place)) {
            Some(Some(ticket)) => format!("/api/events/{}/tickets/{ticket}/refund/", self.event),
            Some(None) => return Ok(()),
            None => format!("/api/payments/{}/refund/", payment.id),
        };
        let answer = self.post(&self.world.owner.access, &path, &json!({ "reason": "Salle trop petite" })).await;
        let is_void = match place {
            Some(place) => payment.is_void(place),
            None => payment.standing() == 0,
        };
        if payment.state != State::Succeeded || is_void {
            return same("the answer", &StatusCode::CONFLICT, &answer.status);
        }
        same("the answer", &StatusCode::CREATED, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
        let refund = answer.json();
        self.model.pay_back(index, place, refund["id"].as_str().unwrap().to_owned());
        same("the refund", &json!("requested"), &refund["state"])
    }

    /// What becomes of a request for the first ticket of a payment.
    fn request_status(&self, payment: &Payment, person: usize) -> StatusCode {
        let is_granted = self.model.grants_until.is_some_and(|until| self.now() < until);
        match () {
            () if person != payment.holder => StatusCode::NOT_FOUND,
            () if payment.is_void(0) || self.model.cancelled || self.now() >= self.model.over_at => {
                StatusCode::CONFLICT
            }
            () if person != payment.buyer || payment.request == Request::Open => StatusCode::CONFLICT,
            () if is_granted || payment.request == Request::None => StatusCode::CREATED,
            () => StatusCode::CONFLICT,
        }
    }

    pub async fn request(&mut self, payment: Pick, person: usize) -> Checked {
        let Some(index) = self.picked(payment).filter(|index| self.model.payments[*index].got_tickets) else {
            return Ok(());
        };
        let payment = self.model.payments[index].clone();
        let tickets = self.tickets_of(&payment).await;
        let path = format!("/api/my-tickets/{}/refund-request/", tickets[0]);
        let reason = json!({ "reason": "Je suis malade" });
        let answer = self.post(&self.world.buyers[person].access, &path, &reason).await;
        let right = self.request_status(&payment, person);
        same("the answer", &right, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
        if right != StatusCode::CREATED {
            return Ok(());
        }
        if self.model.grants_until.is_none_or(|until| self.now() >= until) {
            self.model.payments[index].request = Request::Open;
            return same("the request", &json!("asked"), &answer.json()["state"]);
        }
        self.model.note(Notable::GrantedAsPostponed, true);
        self.granted(index).await
    }

    /// Notes a refund that was made for a request, by the id that the organiser's list shows.
    async fn granted(&mut self, index: usize) -> Checked {
        let path = format!("/api/events/{}/refunds/?limit=50", self.event);
        let listed = self.world.app.get_as(&self.world.owner.access, &path).await.json();
        let payment = &self.model.payments[index];
        let is_new = |refund: &&Value| {
            refund["payment_id"] == json!(payment.id)
                && refund["cause"] == "request"
                && !payment.backs.contains_key(refund["id"].as_str().unwrap())
        };
        let refund = listed["results"].as_array().unwrap().iter().find(is_new);
        let id = refund.ok_or("nothing was paid back")?["id"].as_str().unwrap().to_owned();
        self.model.payments[index].request = Request::Answered;
        self.model.pay_back(index, Some(0), id);
        Ok(())
    }

    pub async fn answer(&mut self, accept: bool) -> Checked {
        let path = format!("/api/events/{}/refund-requests/", self.event);
        let listed = self.world.app.get_as(&self.world.owner.access, &format!("{path}?state=open&limit=50")).await;
        let listed = listed.json();
        let open = self.model.payments.iter().filter(|payment| payment.has_open_request()).count();
        same("how many requests are open", &json!(open), &listed["count"])?;
        let Some(request) = listed["results"].as_array().unwrap().last() else { return Ok(()) };
        let body = json!({ "accept": accept, "message": "Bien noté" });
        let answered = self.post(&self.world.owner.access, &format!("{path}{}/answer/", request["id"]), &body).await;
        same("the answer", &StatusCode::OK, &answered.status).map_err(|why| format!("{why}: {}", answered.text))?;
        let ticket = request["ticket_id"].as_str().unwrap();
        let mut index = None;
        for (number, payment) in self.model.payments.iter().enumerate() {
            if payment.has_open_request() && self.tickets_of(payment).await[0] == ticket {
                index = Some(number);
            }
        }
        let index = index.ok_or("nobody has asked for this ticket")?;
        self.model.note(Notable::RequestGranted, accept);
        self.model.note(Notable::RequestRefused, !accept);
        if accept {
            return self.granted(index).await;
        }
        self.model.payments[index].request = Request::Answered;
        Ok(())
    }

    pub async fn postpone(&mut self, days: i64) -> Checked {
        let today = today_in(Town::Lubumbashi, self.now());
        let shown = self.world.app.get(&format!("/api/events/{}/", self.event)).await.json();
        let before: domain::Day = shown["started_at"].as_str().unwrap().parse().unwrap();
        let day = before.max(today).plus_days(days);
        let until = today.plus_days(ASKED_FOR).min(day);
        let date = json!({ "started_at": day.to_string(), "refund_until": until.to_string() });
        let path = format!("/api/events/{}/postpone/", self.event);
        let answer = self.world.app.call_as(&self.world.owner.access, Method::POST, &path, Some(&date)).await;
        if self.model.cancelled || self.now() >= self.model.over_at {
            return same("the answer", &StatusCode::CONFLICT, &answer.status);
        }
        same("the answer", &StatusCode::OK, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
        self.model.over_at = day.end_in(Town::Lubumbashi);
        self.model.grants_until = Some(until.end_in(Town::Lubumbashi));
        require(answer.json()["postponed"]["from"] == shown["started_at"], "the day before is not told")
    }
}
