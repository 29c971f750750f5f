//! Requests over kept connections: as fast as the answers come, or so many a second.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::Failure;
use crate::load::Connection;
use crate::scale::Percentiles;
use crate::server::Server;

/// Gates with several people at each.
const CONNECTIONS: usize = 256;

const INTERVAL: Duration = Duration::from_millis(1);

/// Requests and when each is due, counted from the beginning.
type Queue = Arc<Mutex<VecDeque<(Duration, Vec<u8>)>>>;

pub struct Steady<'a> {
    pub requests: &'a [Vec<u8>],
    pub status: u16,
}

/// Returns the seconds that all took, and how long each took.
pub async fn admit_all(server: &Server, scans: &[Vec<u8>]) -> Result<(f64, Percentiles), Failure> {
    let due = scans.iter().map(|scan| (Duration::ZERO, scan.clone())).collect();
    let started = Instant::now();
    let times = send(server, due, 200, started).await?;
    Ok((started.elapsed().as_secs_f64(), Percentiles::of(times)))
}

/// A thousand a second, whether or not the server keeps up: a request that has to wait for a connection has waited.
pub async fn at_a_steady_rate(server: &Server, steady: Steady<'_>) -> Result<Percentiles, Failure> {
    let due = steady.requests.iter().zip(0..).map(|(request, number)| (INTERVAL * number, request.clone())).collect();
    Ok(Percentiles::of(send(server, due, steady.status, Instant::now()).await?))
}

async fn send(
    server: &Server,
    due: VecDeque<(Duration, Vec<u8>)>,
    status: u16,
    started: Instant,
) -> Result<Vec<Duration>, Failure> {
    let queue: Queue = Arc::new(Mutex::new(due));
    let mut clients = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let connection = Connection::open(server.address).await?;
        clients.spawn(client(connection, queue.clone(), status, started));
    }
    let mut times = Vec::new();
    while let Some(sent) = clients.join_next().await {
        times.extend(sent??);
    }
    Ok(times)
}

async fn client(
    mut connection: Connection,
    queue: Queue,
    status: u16,
    started: Instant,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    loop {
        let next = queue.lock().map_err(|_| "a client panicked")?.pop_front();
        let Some((due, request)) = next else { return Ok(times) };
        let due = if due.is_zero() { Instant::now() } else { started + due };
        tokio::time::sleep_until(due.into()).await;
        let answered = connection.exchange(&request).await?;
        if answered != status {
            return Err(format!("a scan was answered {answered}").into());
        }
        times.push(due.elapsed());
    }
}
