//! Somebody who buys over HTTP, remembers every answer, and repeats what was not answered under the same key.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use domain::TicketTypeId;
use reqwest::{Client, RequestBuilder, redirect};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::support::{Dice, TEST_TIMEOUT};

/// Payments one person has under way for one event: the house allows no more.
const MOST_UNDERWAY: usize = 3;

const PAUSE: Duration = Duration::from_millis(10);

/// One rush, from the start of the server to its death.
pub struct Round {
    address: SocketAddr,
    kind: TicketTypeId,
    enough: usize,
    answered: AtomicUsize,
    /// Requests that were under way when the server died.
    pub cut_off: AtomicUsize,
    pub reached: Notify,
    pub is_over: AtomicBool,
}

impl Round {
    pub fn new(address: SocketAddr, kind: TicketTypeId, enough: usize) -> Round {
        let (answered, cut_off) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Round { address, kind, enough, answered, cut_off, reached: Notify::new(), is_over: AtomicBool::new(false) }
    }

    fn note_answer(&self) {
        if self.answered.fetch_add(1, Ordering::SeqCst) + 1 == self.enough {
            self.reached.notify_one();
        }
    }
}

/// What somebody does on the provider's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Pays,
    Refuses,
    LacksBalance,
    NeverAnswers,
    WalksAway,
}

impl Fate {
    fn draw(dice: &mut Dice) -> Fate {
        match dice.roll() % 20 {
            0 => Fate::WalksAway,
            1 => Fate::NeverAnswers,
            2..4 => Fate::Refuses,
            4..6 => Fate::LacksBalance,
            _ => Fate::Pays,
        }
    }

    fn phone(self) -> Option<&'static str> {
        match self {
            Fate::Pays => Some("0970000789"),
            Fate::Refuses => Some("0970000039"),
            Fate::LacksBalance => Some("0970000049"),
            Fate::NeverAnswers => Some("0970000129"),
            Fate::WalksAway => None,
        }
    }

    /// Within seconds, and not within a day.
    fn is_soon_known(self) -> bool {
        !matches!(self, Fate::NeverAnswers | Fate::WalksAway)
    }
}

pub struct Begun {
    pub payment: String,
    pub amount: String,
    page: String,
}

pub struct Order {
    key: String,
    kind: TicketTypeId,
    pub quantity: i64,
    fate: Fate,
    pub begun: Option<Begun>,
    pub refused: bool,
    /// The provider's page has taken the number.
    is_paid: bool,
    /// `success` or `failed`, once somebody was told.
    pub reported: Option<String>,
}

/// The server is gone.
struct Gone(reqwest::Error);

pub struct Buyer {
    name: String,
    refresh: String,
    access: String,
    dice: Dice,
    orders: Vec<Order>,
}

fn client() -> Client {
    Client::builder().redirect(redirect::Policy::none()).timeout(TEST_TIMEOUT).build().unwrap()
}

async fn sent(request: RequestBuilder) -> Result<(u16, Value), Gone> {
    let answer = request.send().await.map_err(Gone)?;
    let status = answer.status().as_u16();
    let text = answer.text().await.map_err(Gone)?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}

/// The text of a field that has to be there.
fn text(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap_or_else(|| panic!("no {field} in {answer}")).to_owned()
}

impl Buyer {
    pub async fn register_all(address: SocketAddr, count: usize, dice: &mut Dice) -> Vec<Buyer> {
        let client = client();
        let mut registering = JoinSet::new();
        for number in 0..count {
            let (name, phone) = (format!("acheteur{number}"), format!("09900000{number:02}"));
            let body = json!({ "username": name, "phone": phone, "password": "secret1", "password2": "secret1" });
            let request = client.post(format!("http://{address}/api/register/")).json(&body);
            let dice = Dice(dice.roll());
            registering.spawn(async move {
                let (status, reported) = sent(request).await.unwrap_or_else(|gone| panic!("{}", gone.0));
                assert_eq!(status, 201, "{reported}");
                let (refresh, access) = (text(&reported, "refresh"), text(&reported, "access"));
                Buyer { name, refresh, access, dice, orders: Vec::new() }
            });
        }
        registering.join_all().await
    }

    pub fn orders_by_key(&self) -> impl Iterator<Item = (&str, &Order)> {
        self.orders.iter().map(|order| (order.key.as_str(), order))
    }

    /// Orders and pays until the server is gone.
    pub async fn buy(mut self, round: Arc<Round>) -> Buyer {
        if let Err(Gone(error)) = self.buy_on(&round).await {
            round.cut_off.fetch_add(usize::from(!error.is_connect()), Ordering::SeqCst);
        }
        self
    }

    async fn buy_on(&mut self, round: &Round) -> Result<(), Gone> {
        let client = client();
        self.sign_in_again(&client, round.address).await?;
        while !round.is_over.load(Ordering::SeqCst) {
            let open = |order: &&Order| order.kind == round.kind && !order.refused && order.reported.is_none();
            if self.orders.iter().filter(open).count() < MOST_UNDERWAY {
                self.order(round.kind);
            }
            for index in 0..self.orders.len() {
                if self.carry_on(&client, round.address, index).await? {
                    round.note_answer();
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Until all that can be known soon is known.
    pub async fn carry_on_to_the_end(mut self, address: SocketAddr) -> Buyer {
        let client = client();
        let ended = |order: &Order| {
            order.refused || order.reported.is_some() || (order.begun.is_some() && !order.fate.is_soon_known())
        };
        let mut carried: Result<(), Gone> = self.sign_in_again(&client, address).await;
        while carried.is_ok() && !self.orders.iter().all(ended) {
            for index in 0..self.orders.len() {
                carried = carried.and(self.carry_on(&client, address, index).await.map(|_| ()));
            }
            tokio::time::sleep(PAUSE * 10).await;
        }
        carried.unwrap_or_else(|gone| panic!("the server is gone: {}", gone.0));
        self
    }

    /// Asks about every payment: each has ended as the payer wished, and as was told before.
    pub async fn ask_for_the_end(&mut self, address: SocketAddr) {
        let client = client();
        for index in 0..self.orders.len() {
            let Some(begun) = &self.orders[index].begun else { continue };
            let asked = self.status(&client, address, &begun.payment.clone()).await;
            let end = asked.unwrap_or_else(|gone| panic!("the server is gone: {}", gone.0));
            let order = &mut self.orders[index];
            let wished = if order.fate == Fate::Pays { "success" } else { "failed" };
            assert_eq!(end, wished, "{} {:?}", order.key, order.fate);
            let before = order.reported.replace(end);
            assert!(before.is_none_or(|reported| reported == wished), "{}: another end was told before", order.key);
        }
    }

    /// Access tokens live for minutes, and a long run for longer.
    async fn sign_in_again(&mut self, client: &Client, address: SocketAddr) -> Result<(), Gone> {
        let request = client.post(format!("http://{address}/api/refresh/"));
        let (status, reported) = sent(request.json(&json!({ "refresh": self.refresh }))).await?;
        assert_eq!(status, 200, "{reported}");
        self.access = text(&reported, "access");
        Ok(())
    }

    fn order(&mut self, kind: TicketTypeId) {
        let key = format!("{}-{}", self.name, self.orders.len());
        let quantity = 1 + (self.dice.roll() % 4) as i64;
        let fate = Fate::draw(&mut self.dice);
        let (begun, refused, is_paid, reported) = (None, false, false, None);
        self.orders.push(Order { key, kind, quantity, fate, begun, refused, is_paid, reported });
    }

    /// The next step of an order, if there is one. Whether something came of it.
    async fn carry_on(&mut self, client: &Client, address: SocketAddr, index: usize) -> Result<bool, Gone> {
        let order = &self.orders[index];
        if order.refused || order.reported.is_some() {
            return Ok(false);
        }
        match &order.begun {
            None => self.begin(client, address, index).await,
            Some(begun) if !order.is_paid => {
                let page = format!("http://{address}{}", begun.page);
                self.pay(client, page, index).await
            }
            Some(begun) if order.fate.is_soon_known() => {
                let status = self.status(client, address, &begun.payment.clone()).await?;
                let is_known = status != "pending";
                self.orders[index].reported = is_known.then_some(status);
                Ok(is_known)
            }
            Some(_) => Ok(false),
        }
    }

    async fn begin(&mut self, client: &Client, address: SocketAddr, index: usize) -> Result<bool, Gone> {
        let order = &self.orders[index];
        let wish = json!({ "ticket_type_id": order.kind.to_string(), "quantity": order.quantity, "currency": "USD" });
        let request = client.post(format!("http://{address}/api/payments/init/")).bearer_auth(&self.access);
        let (status, reported) = sent(request.header("idempotency-key", &order.key).json(&wish)).await?;
        let order = &mut self.orders[index];
        match status {
            200 => {
                let url = text(&reported, "payment_url");
                let page = url.find("/sandbox/").map(|at| url[at..].to_owned()).expect("the sandbox's page");
                order.begun =
                    Some(Begun { payment: text(&reported, "payment_id"), amount: text(&reported, "amount"), page });
            }
            400 if reported["quantity"].is_array() => order.refused = true,
            // Too busy, or five holds within the minute: nothing was promised.
            503 | 429 => return Ok(false),
            _ => panic!("{status} {reported}"),
        }
        Ok(true)
    }

    async fn pay(&mut self, client: &Client, page: String, index: usize) -> Result<bool, Gone> {
        let Some(phone) = self.orders[index].fate.phone() else { return Ok(false) };
        let form = client.post(page).header("content-type", "application/x-www-form-urlencoded");
        let (status, reported) = sent(form.body(format!("phone={phone}"))).await?;
        // 200: the page says that it was done before, by a try that was not answered.
        assert!(matches!(status, 303 | 200), "{status} {reported}");
        self.orders[index].is_paid = true;
        Ok(true)
    }

    async fn status(&self, client: &Client, address: SocketAddr, payment: &str) -> Result<String, Gone> {
        let request = client.post(format!("http://{address}/api/payments/check-status/")).bearer_auth(&self.access);
        let (status, reported) = sent(request.json(&json!({ "payment_id": payment }))).await?;
        assert_eq!(status, 200, "{reported}");
        Ok(text(&reported, "status"))
    }
}
