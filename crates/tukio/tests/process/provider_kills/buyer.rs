//! Somebody who orders, pays on whatever page they are sent to, asks how it stands, and sometimes gets the money back;
//! what was not answered is repeated under the same key.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Moment};

use domain::TicketTypeId;
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::{Customer, Dice, Gone, Which, text};

/// Payments one person has under way: the house allows three.
const MOST_UNDERWAY: usize = 2;

/// The provider has the payment, and its page was told in an answer that got lost: the buyer gives up.
const MOST_TRIES: usize = 3;

const PAUSE: Duration = Duration::from_millis(5);

/// Only what a dead server has left undone stays unknown for longer.
const LAST_QUESTIONS: Duration = Duration::from_secs(12);

/// One rush, from the start of the server to its death.
pub struct Round {
    address: SocketAddr,
    kind: TicketTypeId,
    owner: Customer,
    pub answered: AtomicUsize,
    /// Requests that were under way when the server died.
    pub cut_off: AtomicUsize,
    pub is_over: AtomicBool,
}

impl Round {
    pub fn new(address: SocketAddr, kind: TicketTypeId, owner: Customer) -> Round {
        let (answered, cut_off) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Round { address, kind, owner, answered, cut_off, is_over: AtomicBool::new(false) }
    }
}

/// What somebody does on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Pays,
    Refuses,
    NeverAnswers,
    WalksAway,
}

impl Fate {
    fn draw(dice: &mut Dice) -> Fate {
        match dice.roll() % 20 {
            0 => Fate::WalksAway,
            1 => Fate::NeverAnswers,
            2..5 => Fate::Refuses,
            _ => Fate::Pays,
        }
    }

    fn number(self) -> Option<&'static str> {
        match self {
            Fate::Pays => Some("0970000789"),
            Fate::Refuses => Some("0970000039"),
            Fate::NeverAnswers => Some("0970000129"),
            Fate::WalksAway => None,
        }
    }

    /// After a refusal pawaPay's page lets people try again until it expires.
    fn is_soon_known(self, which: Which) -> bool {
        self == Fate::Pays || (self == Fate::Refuses && which != Which::Pawapay)
    }
}

pub struct Begun {
    pub payment: String,
    page: String,
}

pub struct Order {
    pub key: String,
    kind: TicketTypeId,
    quantity: i64,
    pub fate: Fate,
    tries: usize,
    pub begun: Option<Begun>,
    is_paid: bool,
    /// `success` or `failed`, once somebody was told.
    pub reported: Option<String>,
    wants_money_back: bool,
}

impl Order {
    fn is_open(&self) -> bool {
        self.tries < MOST_TRIES && (self.reported.is_none() || self.wants_money_back)
    }
}

pub struct Buyer {
    name: String,
    customer: Customer,
    dice: Dice,
    pub orders: Vec<Order>,
}

impl Buyer {
    pub async fn register_all(address: SocketAddr, count: usize, dice: &mut Dice) -> Vec<Buyer> {
        let mut registering = JoinSet::new();
        for number in 0..count {
            let (name, phone, dice) = (format!("acheteur{number}"), format!("09900000{number:02}"), Dice(dice.roll()));
            registering.spawn(async move {
                let customer = Customer::register(address, &name, &phone).await;
                Buyer { name, customer, dice, orders: Vec::new() }
            });
        }
        registering.join_all().await
    }

    /// Orders and pays until the server is gone.
    pub async fn buy(mut self, round: Arc<Round>) -> Buyer {
        if let Err(Gone(error)) = self.buy_on(&round).await {
            round.cut_off.fetch_add(usize::from(!error.is_connect()), Ordering::SeqCst);
        }
        self
    }

    async fn buy_on(&mut self, round: &Round) -> Result<(), Gone> {
        self.customer.sign_in_again(round.address).await?;
        while !round.is_over.load(Ordering::SeqCst) {
            let is_underway = |order: &&Order| order.kind == round.kind && order.is_open();
            if self.orders.iter().filter(is_underway).count() < MOST_UNDERWAY {
                self.order(round.kind);
            }
            for index in 0..self.orders.len() {
                if self.carry_on(round.address, &round.owner, index).await? {
                    round.answered.fetch_add(1, Ordering::SeqCst);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    fn order(&mut self, kind: TicketTypeId) {
        let key = format!("{}-{}", self.name, self.orders.len());
        let quantity = 1 + (self.dice.roll() % 3) as i64;
        let (fate, wants_money_back) = (Fate::draw(&mut self.dice), self.dice.roll().is_multiple_of(3));
        let (begun, is_paid, reported) = (None, false, None);
        self.orders.push(Order { key, kind, quantity, fate, tries: 0, begun, is_paid, reported, wants_money_back });
    }

    /// Until all that can be known soon is known.
    pub async fn carry_on_to_the_end(mut self, address: SocketAddr, owner: Customer, which: Which) -> Buyer {
        self.customer.sign_in_again(address).await.unwrap();
        let started = Moment::now();
        let waits = |order: &Order| order.is_open() && (order.begun.is_none() || order.fate.is_soon_known(which));
        while self.orders.iter().any(waits) && started.elapsed() < LAST_QUESTIONS {
            for index in 0..self.orders.len() {
                self.carry_on(address, &owner, index).await.unwrap();
            }
            tokio::time::sleep(PAUSE * 20).await;
        }
        self
    }

    /// The next step of an order, if there is one. Whether something came of it.
    async fn carry_on(&mut self, address: SocketAddr, owner: &Customer, index: usize) -> Result<bool, Gone> {
        let order = &mut self.orders[index];
        if !order.is_open() {
            return Ok(false);
        }
        let Some(begun) = &order.begun else { return begin(&self.customer, address, order).await };
        if !order.is_paid {
            let Some(number) = order.fate.number() else { return Ok(false) };
            let status = self.customer.type_number(&begun.page, number).await?;
            // 200: the page says that it was done before, by a try that was not answered.
            assert!(matches!(status, 303 | 200), "{status}");
            order.is_paid = true;
            return Ok(true);
        }
        if order.reported.is_none() {
            let status = self.customer.status_of(address, &begun.payment).await?;
            order.reported = (status != "pending").then_some(status);
            return Ok(order.reported.is_some());
        }
        if order.reported.as_deref() == Some("success") {
            let path = format!("/api/payments/{}/refund/", begun.payment);
            let (status, told) = owner.post(address, &path, &json!({ "reason": "Annulé" })).await?;
            // 409: an earlier try was carried out and not answered.
            assert!(matches!(status, 201 | 409), "{status} {told}");
        }
        order.wants_money_back = false;
        Ok(true)
    }
}

async fn begin(customer: &Customer, address: SocketAddr, order: &mut Order) -> Result<bool, Gone> {
    let (status, told) = customer.begin(address, order.kind, order.quantity, &order.key).await?;
    match status {
        200 => order.begun = Some(Begun { payment: text(&told, "payment_id"), page: text(&told, "payment_url") }),
        503 => order.tries += 1,
        // Five holds within the minute: nothing was promised.
        429 => return Ok(false),
        _ => panic!("{status} {told}"),
    }
    Ok(status == 200)
}
