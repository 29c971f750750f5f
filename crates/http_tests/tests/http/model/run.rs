//! Does what a command says, over HTTP, and compares what is answered and stored with what the reference model expects.

use std::cmp::Reverse;

use box_office::audit;
use domain::{Clock, Currency, EventId, Instant, Money};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::checks::{agree, all_is_told, require, same};
use super::commands::{Change, Command, Order, Payer, Pick};
use super::counterparty::Bill;
use super::reference_model::ReferenceModel;
use super::reference_types::{Expected, Notable, OrderLine, Refund, Request, State};
use super::snapshot::Snapshot;
use super::webhook_capture::CapturedWebhook;
use super::world::{PROMO, World};
use crate::support::Answer;

type Checked = Result<(), String>;

/// More rounds than any run needs to come to rest.
const ROUNDS: usize = 40;

pub struct Run<'a> {
    pub world: &'a World,
    pub model: ReferenceModel,
    pub webhooks: Vec<CapturedWebhook>,
    pub event: EventId,
    pub kinds: Vec<i64>,
}

impl Run<'_> {
    pub fn new(world: &World, event: EventId, kinds: Vec<i64>, model: ReferenceModel) -> Run<'_> {
        Run { world, model, webhooks: Vec::new(), event, kinds }
    }

    pub fn now(&self) -> Instant {
        self.world.app.clock.now()
    }

    pub async fn apply(&mut self, command: &Command) -> Checked {
        match command {
            Command::Order(order) => self.order(order).await?,
            Command::Pay { payment, payer } => self.pay(*payment, *payer).await?,
            Command::Provider { payment, does } => {
                let Some(payment) = self.picked(*payment) else { return Ok(()) };
                let bill = self.bill(payment).await;
                self.world.counterparty.act(&self.world.app, &bill, *does, self.now()).await;
            }
            Command::Stray => {
                self.world.counterparty.stray(&self.world.app, self.webhooks.len(), self.now()).await;
            }
            Command::Webhook { webhook, arrives } => self.webhook(*webhook, *arrives).await?,
            Command::Forge { payment, lie } => self.forge(*payment, *lie).await?,
            Command::Pass { seconds } => {
                self.pass(*seconds);
                return Ok(());
            }
            Command::Work { cashiers } => return self.work(*cashiers).await.map(drop),
            Command::Ask { payment, person } => self.ask(*payment, *person).await?,
            Command::Organise { kind, change } => self.organise(*kind, *change).await?,
            Command::Cancel => self.cancel().await?,
            Command::PayBack { payment, place } => self.pay_back(*payment, *place).await?,
            Command::Request { payment, person } => self.request(*payment, *person).await?,
            Command::Answer { accept } => self.answer(*accept).await?,
            Command::Postpone { days } => self.postpone(*days).await?,
            Command::Join { buyer, kind, quantity } => self.join(*buyer, *kind, *quantity).await?,
            Command::Invite { kind, guests } => self.invite(*kind, *guests).await?,
            Command::HandOver { payment, from, to } => self.hand_over(*payment, *from, *to).await?,
        }
        let snapshot = self.snapshot().await;
        agree(&self.model, &snapshot)?;
        self.list_agrees(&snapshot)
    }

    /// Everybody speaks again, days pass, and nothing is left to do.
    pub async fn end(&mut self) -> Checked {
        // The latest that anybody who has decided pays.
        self.pass(131);
        for _ in 0..2 {
            let bills = self.snapshot().await.bills();
            self.world.counterparty.make_up_for_all(&self.world.app, &bills, self.now()).await;
            self.work(1).await?;
        }
        for webhook in std::mem::take(&mut self.webhooks) {
            self.arrive(&webhook).await?;
        }
        self.work(1).await?;
        // Whoever answers is believed after a day, and who never does is given up after three.
        self.pass(25 * 3600);
        self.work(1).await?;
        self.pass(48 * 3600);
        let mut next = self.work(1).await?;
        for _ in 0..ROUNDS {
            let Some(due) = next else { break };
            self.world.set_clock(due.max(self.now()));
            next = self.work(1).await?;
        }
        require(next.is_none(), "there is always something left to do")?;
        all_is_told(&self.model, &self.snapshot().await)?;
        let db = &self.world.app.db;
        same("what the audit finds", &Vec::new(), &audit::discrepancies(db).await.unwrap())?;
        self.nothing_waits_unnoticed(&audit::unfinished(db).await.unwrap())
    }

    /// Money that nobody got anything for is told to whoever runs the product; and nothing else is.
    fn nothing_waits_unnoticed(&self, reported: &[String]) -> Checked {
        for payment in &self.model.payments {
            let is_told = reported.iter().any(|line| line.contains(&payment.id));
            let waits = matches!(payment.state, State::Review | State::Unheard)
                || payment.sum_of(|state| state == Refund::Failed) > 0;
            // What was given up may have been paid without anybody telling us.
            if is_told != waits && payment.state != State::Failed {
                return Err(format!("payment {} waits for somebody: {waits}, said: {is_told}", payment.id));
            }
        }
        Ok(())
    }

    pub fn picked(&self, payment: Pick) -> Option<usize> {
        payment.of(self.model.payments.len())
    }

    async fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.world.app, &*self.world.counterparty, self.event).await
    }

    fn pass(&self, seconds: i64) {
        self.world.set_clock(self.now().plus_seconds(seconds));
    }

    /// A payment as its provider is asked about it. A number that the provider refuses gives it another reference.
    pub async fn bill(&mut self, payment: usize) -> Bill {
        let id = self.model.payments[payment].id.clone();
        let bill = self.snapshot().await.bills().into_iter().find(|bill| bill.id == id).unwrap();
        self.model.payments[payment].reference.clone_from(&bill.reference);
        bill
    }

    /// Takes what the provider has sent.
    pub async fn collect(&mut self) {
        let collected = self.world.counterparty.collect(self.now()).await;
        self.webhooks.extend(collected);
    }

    pub async fn post(&self, access: &str, path: &str, body: &Value) -> Answer {
        self.world.app.call_as(access, Method::POST, path, Some(body)).await
    }

    async fn order(&mut self, order: &Order) -> Checked {
        let retry_of = order.retry_of.and_then(|pick| self.picked(pick));
        let (kind, quantity, promo) = (order.kind, order.quantity, order.promo);
        let currencies = self.world.counterparty.abilities().currencies;
        let currency = if currencies.contains(&order.currency) { order.currency } else { currencies[0] };
        let line = OrderLine { kind, quantity, currency, retry_of, promo };
        let mut body = json!({ "ticket_type_id": self.kinds[line.kind].to_string(), "quantity": line.quantity,
            "currency": line.currency.code() });
        if let Some(earlier) = retry_of {
            body["retry_of"] = json!(self.model.payments[earlier].id);
        }
        if promo {
            body["promo_code"] = json!(PROMO);
        }
        let mut answers = if order.twice {
            let (one, other) = tokio::join!(self.send_order(order, &body), self.send_order(order, &body));
            vec![one, other]
        } else {
            vec![self.send_order(order, &body).await]
        };
        // Of two copies it does not matter which came first; if only one got places, that was the first, and if one holds
        // them for longer, it came before the crowd.
        answers.sort_by_key(|answer| (answer.status, Reverse(answer.json()["expires_at"].as_i64())));
        let before = self.model.payments.len();
        for answer in answers {
            self.answered(order, &line, &answer)?;
        }
        for begun in before..self.model.payments.len() {
            self.bill(begun).await;
        }
        Ok(())
    }

    async fn send_order(&self, order: &Order, body: &Value) -> Answer {
        let request = self.world.app.request(Method::POST, "/api/payments/init/").json(body);
        let request = request.bearer_auth(&self.world.buyers[order.buyer].access);
        let key = order.key.map(|key| format!("key-{key}"));
        self.world.app.send(key.into_iter().fold(request, |request, key| request.header("idempotency-key", key))).await
    }

    fn answered(&mut self, order: &Order, line: &OrderLine, answer: &Answer) -> Checked {
        let now = self.now();
        match self.model.expects(order.buyer, line, order.key, now) {
            Expected::Refused(why) => {
                let says = |field: &str, words: &str| why[field][0].as_str().is_some_and(|said| said.contains(words));
                self.model.note(Notable::SoldOut, says("quantity", "épuisé"));
                self.model.note(Notable::PersonHasEnough, says("quantity", "personne"));
                self.model.note(Notable::WindowOver, says("ticket_type_id", "terminée"));
                self.model.note(Notable::PromoCodeUsedUp, says("promo_code", "utilisé"));
                self.model.note(Notable::HoldsEnoughUnpaid, says("non_field_errors", "sans les avoir payées"));
                self.model.note(Notable::LetGoBefore, says("non_field_errors", "sans les payer"));
                same("the refusal", &(StatusCode::BAD_REQUEST, why), &(answer.status, answer.json()))
            }
            Expected::TooFast(seconds) => {
                self.model.note(Notable::TookTooFast, true);
                let right = (StatusCode::TOO_MANY_REQUESTS, seconds.to_string());
                same("the refusal", &right, &(answer.status, answer.header("retry-after").to_owned()))
            }
            Expected::KeyTaken => {
                self.model.note(Notable::KeyTaken, true);
                same("the answer", &StatusCode::CONFLICT, &answer.status)
            }
            Expected::Same(payment) => {
                self.model.note(Notable::KeySentAgain, true);
                let abilities = self.world.counterparty.abilities();
                if order.twice && !abilities.opens_again && answer.status == StatusCode::SERVICE_UNAVAILABLE {
                    return Ok(());
                }
                same("the answer", &StatusCode::OK, &answer.status)?;
                same("the same payment", &json!(self.model.payments[payment].id), &answer.json()["payment_id"])
            }
            Expected::Begun(amount) => {
                same("the answer", &StatusCode::OK, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
                let begun = answer.json();
                let right = (json!(amount.figures()), json!(amount.currency().code()), json!("pending"));
                same(
                    "the payment",
                    &right,
                    &(begun["amount"].clone(), begun["currency"].clone(), begun["status"].clone()),
                )?;
                let until = self.model.hold_ends(line, now);
                same("until when the places are held", &json!(until.millis()), &begun["expires_at"])?;
                let id = begun["payment_id"].as_str().unwrap().to_owned();
                self.model.begin(order.buyer, line, order.key, id, now);
                Ok(())
            }
        }
    }

    async fn pay(&mut self, payment: Pick, payer: Payer) -> Checked {
        let Some(payment) = self.picked(payment) else { return Ok(()) };
        let bill = self.bill(payment).await;
        let Some(status) = self.world.counterparty.pay(&self.world.app, &bill, payer).await else { return Ok(()) };
        self.bill(payment).await;
        // Taken, decided before, forgotten, over, or silent.
        require([303, 200, 404, 410, 503].contains(&status), format_args!("the provider's page answered {status}"))
    }

    /// When there is something to do next.
    pub async fn work(&mut self, cashiers: usize) -> Result<Option<Instant>, String> {
        let office = &self.world.app.box_office;
        // Which of two cashiers is first decides whether late money or who waits gets a place: both are right.
        let cashiers = if self.model.someone_waits() { 1 } else { cashiers };
        let next = match cashiers {
            1 => office.run_cashier_once().await.unwrap(),
            _ => {
                let (one, other) = tokio::join!(office.run_cashier_once(), office.run_cashier_once());
                one.unwrap().min(other.unwrap())
            }
        };
        self.collect().await;
        let snapshot = self.snapshot().await;
        self.model.round(&snapshot, self.now())?;
        self.model.serve_waiting(self.now());
        agree(&self.model, &snapshot)?;
        self.list_agrees(&snapshot)?;
        Ok(next)
    }

    async fn ask(&self, payment: Pick, person: usize) -> Checked {
        let Some(payment) = self.picked(payment).map(|index| &self.model.payments[index]) else { return Ok(()) };
        let question = json!({ "payment_id": payment.id });
        let answer = self.post(&self.world.buyers[person].access, "/api/payments/check-status/", &question).await;
        if person != payment.buyer {
            return same("the answer to a stranger", &StatusCode::NOT_FOUND, &answer.status);
        }
        let status = match payment.state {
            State::Pending | State::Review | State::Unheard => "pending",
            State::Succeeded => "success",
            State::Failed => "failed",
        };
        same("what the buyer is told", &json!(status), &answer.json()["status"])
    }

    async fn organise(&mut self, kind: usize, change: Change) -> Checked {
        let mut changed = self.model.kinds[kind].clone();
        match change {
            Change::Places(places) => changed.places = places,
            Change::Price(units) => {
                // Nobody takes a payment of a few francs.
                let unit = if changed.price.currency() == Currency::Usd { 100 } else { 50_000 };
                changed.price = Money::from_minor(units * unit, changed.price.currency());
            }
            Change::Closed(closed) => changed.closed = closed,
            Change::Ended(ended) => changed.ended = ended,
            Change::PerPerson(most) => changed.per_person = most,
        }
        let mut kinds = self.model.kinds.clone();
        kinds[kind] = changed;
        let list: Vec<Value> = kinds
            .iter()
            .zip(&self.kinds)
            .map(|(kind, id)| {
                let devise = kind.price.currency().code();
                json!({ "id": id, "label": devise, "price": kind.price.figures(), "nbr_max": kind.places,
                    "devise": devise, "closed": kind.closed, "sales_until": kind.ended.then_some(1),
                    "max_per_person": kind.per_person })
            })
            .collect();
        let path = format!("/api/events/{}/tickets/", self.event);
        let answer = self.post(&self.world.owner.access, &path, &json!(list)).await;
        if let Some(taken) = self.model.too_few(kind, kinds[kind].places) {
            let devise = kinds[kind].price.currency().code();
            let why = json!({ "ttype": [format!("« {devise} » : {taken}")] });
            return same("the refusal", &(StatusCode::BAD_REQUEST, why), &(answer.status, answer.json()));
        }
        same("the answer", &StatusCode::OK, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
        self.model.kinds = kinds;
        Ok(())
    }

    async fn cancel(&mut self) -> Checked {
        let path = format!("/api/events/{}/cancel/", self.event);
        let answer = self.world.app.call_as(&self.world.owner.access, Method::POST, &path, None).await;
        if !self.model.cancelled && self.world.app.clock.now() >= self.model.over_at {
            return same("the answer", &StatusCode::CONFLICT, &answer.status);
        }
        same("the answer", &StatusCode::OK, &answer.status)?;
        self.model.cancel();
        Ok(())
    }

    async fn hand_over(&mut self, payment: Pick, from: usize, to: usize) -> Checked {
        let Some(index) = self.picked(payment).filter(|index| self.model.payments[*index].got_tickets) else {
            return Ok(());
        };
        let payment = self.model.payments[index].clone();
        let path = format!("/api/payments/{}/", payment.id);
        let reported = self.world.app.get_as(&self.world.buyers[payment.buyer].access, &path).await.json();
        let path = format!("/api/my-tickets/{}/transfer/", reported["tickets"][0].as_str().unwrap());
        let phone = json!({ "phone": self.world.buyers[to].phone });
        let answer = self.post(&self.world.buyers[from].access, &path, &phone).await;
        let right = match () {
            () if from != payment.holder => StatusCode::NOT_FOUND,
            () if from == to || payment.is_void(0) || self.model.cancelled => StatusCode::BAD_REQUEST,
            () => StatusCode::OK,
        };
        same("the answer", &right, &answer.status)?;
        if right == StatusCode::OK {
            self.model.payments[index].holder = to;
            if self.model.payments[index].request == Request::Open {
                self.model.payments[index].request = Request::None;
            }
        }
        Ok(())
    }
}
