//! Everybody asks once, over a few hundred kept connections, as fast as the answers come.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use domain::TicketTypeId;
use tokio::task::JoinSet;

use crate::Failure;
use crate::load::{self, Connection};
use crate::scale::Percentiles;
use crate::server::Server;

const CONNECTIONS: usize = 512;

pub struct Rush<'a> {
    pub servers: &'a [Server],
    /// The buyers' access tokens.
    pub buyers: Vec<String>,
    pub ticket_type: TicketTypeId,
    pub places: i64,
}

pub struct Outcome {
    /// The time until the last place was given.
    selling: Duration,
    whole: Duration,
    attempts: usize,
    places: i64,
    commits: f64,
    /// How long each answer took.
    pub millis: Percentiles,
}

impl Outcome {
    pub fn reserved_per_second(&self) -> f64 {
        self.places as f64 / self.selling.as_secs_f64()
    }

    pub fn attempts_per_second(&self) -> f64 {
        self.attempts as f64 / self.whole.as_secs_f64()
    }

    pub fn flushes_each(&self) -> f64 {
        self.commits / self.places as f64
    }
}

/// One attempt; times count from the moment the sale opened.
struct Attempt {
    asked: Duration,
    answered: Duration,
    got: bool,
}

/// The buyers who have not asked yet.
struct Queue {
    buyers: Vec<String>,
    ticket_type: TicketTypeId,
    next: AtomicUsize,
    opened: Instant,
}

impl Queue {
    /// On one connection, lets the next buyer ask until all have.
    async fn serve(self: Arc<Queue>, mut connection: Connection) -> Result<Vec<Attempt>, Failure> {
        let mut attempts = Vec::new();
        loop {
            let buyer = self.next.fetch_add(1, Relaxed);
            let Some(token) = self.buyers.get(buyer) else { return Ok(attempts) };
            let request = purchase(&format!("rush-{buyer}"), token, self.ticket_type);
            let asked = self.opened.elapsed();
            let got = match connection.exchange(&request).await? {
                200 => true,
                400 => false,
                other => return Err(format!("an attempt was answered {other}").into()),
            };
            attempts.push(Attempt { asked, answered: self.opened.elapsed(), got });
        }
    }
}

/// The request of somebody who begins to pay for one ticket.
pub fn purchase(key: &str, token: &str, ticket_type: TicketTypeId) -> Vec<u8> {
    let body = format!(r#"{{"ticket_type_id":"{ticket_type}","quantity":1,"currency":"USD"}}"#);
    let length = body.len();
    format!(
        "POST /api/payments/init/ HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
         idempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

impl Rush<'_> {
    pub async fn run(self) -> Result<Outcome, Failure> {
        let before = self.commits().await?;
        let mut connections = Vec::with_capacity(CONNECTIONS);
        for server in self.servers.iter().cycle().take(CONNECTIONS) {
            connections.push(Connection::open(server.address).await?);
        }
        let queue = Arc::new(Queue {
            buyers: self.buyers.clone(),
            ticket_type: self.ticket_type,
            next: AtomicUsize::new(0),
            opened: Instant::now(),
        });
        let mut connections: JoinSet<_> =
            connections.into_iter().map(|connection| queue.clone().serve(connection)).collect();
        let mut attempts = Vec::with_capacity(self.buyers.len());
        while let Some(served) = connections.join_next().await {
            attempts.extend(served??);
        }
        let whole = queue.opened.elapsed();
        let commits = self.commits().await? - before;
        let selling = self.first_come_first_served(&attempts)?;
        let millis = Percentiles::of(attempts.iter().map(|attempt| attempt.answered - attempt.asked).collect());
        Ok(Outcome { selling, whole, attempts: attempts.len(), places: self.places, commits, millis })
    }

    /// Exactly as many as there are places got one, and nobody who asked after somebody had been refused. Tells when
    /// the last was given.
    fn first_come_first_served(&self, attempts: &[Attempt]) -> Result<Duration, Failure> {
        let (got, refused): (Vec<&Attempt>, Vec<&Attempt>) = attempts.iter().partition(|attempt| attempt.got);
        if got.len() as i64 != self.places {
            return Err(format!("{} got one of {} places", got.len(), self.places).into());
        }
        let first_refusal = refused.iter().map(|attempt| attempt.answered).min().unwrap_or(Duration::MAX);
        if got.iter().any(|attempt| attempt.asked > first_refusal) {
            return Err("somebody got a place who asked after another was refused".into());
        }
        Ok(got.iter().map(|attempt| attempt.answered).max().unwrap_or_default())
    }

    /// Transactions that the servers have put on the disk so far.
    async fn commits(&self) -> Result<f64, Failure> {
        let mut sum = 0.0;
        for server in self.servers {
            let address = server.metrics.ok_or("the server tells no metrics")?;
            let answer = load::ask(address, &load::request("/metrics", "identity")).await?;
            let text = String::from_utf8(answer.body)?;
            let line = text.lines().find_map(|line| line.strip_prefix("database_commits_total "));
            sum += line.ok_or("the server does not tell its commits")?.parse::<f64>()?;
        }
        Ok(sum)
    }
}
