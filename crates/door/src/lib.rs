//! The door: lets each ticket in once a day and sells for cash, with or without network, and keeps the log of it.

mod actions;
pub mod audit;
mod batch;
mod codes;
mod days;
mod judge;
mod known;
mod log;
mod overview;
mod past_scans;
mod post;
mod queue;
mod reading;
mod roster;
mod routes;
mod rules;
mod sales;
mod scan;
mod sentences;
mod store;
mod words;

use std::sync::Arc;
use std::time::Duration;

use box_office::BoxOffice;
use domain::{EventId, UserId};
use platform::{Limiter, Services, Sessions};

pub use codes::routes::pages;
pub use log::{TicketScan, export_person, scans_of_tickets};
pub use overview::{GateEntries, count_entries};
pub use past_scans::{PastScan, record_past_scans};
pub use routes::router;
pub use sales::{PastCashSale, export_sales, record_past_cash_sale};
pub use words::{Direction, Fate, Verdict};

use queue::ScanQueue;

/// The feature's own state: a cheap handle.
#[derive(Clone)]
pub struct Door {
    services: Services,
    sessions: Sessions,
    office: BoxOffice,
    queue: ScanQueue,
    /// Typed codes of nobody that each person may still try at each door.
    guesses: Arc<Limiter<(UserId, EventId)>>,
}

/// Codes that somebody may try at a door without one of them being a ticket's, and then one more after each wait. The
/// check character of a code catches slips of the finger, so who types this many is guessing.
const GUESSES: u32 = 20;
const NEXT_GUESS: Duration = Duration::from_secs(30);

impl Door {
    /// Opens the queue, which starts a task, so it has to be called inside the async runtime.
    pub fn open(services: Services, sessions: Sessions, office: BoxOffice) -> Door {
        let queue = ScanQueue::open(&services);
        let guesses = Arc::new(Limiter::new(GUESSES, NEXT_GUESS));
        Door { services, sessions, office, queue, guesses }
    }
}
