//! Who watches which event. A task for each event that anybody watches reads it once a second at most, and tells all of
//! its watchers; it ends at its first turn that finds nobody watching.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use database::{Connection, DbError};
use domain::{EventId, SessionId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;

use crate::live::reading::{Figures, Marks, Reading, read_event};
use platform::{Error, Services};

/// The pause between two reads of an event.
const READ_EVERY: Duration = Duration::from_secs(1);

/// The figures are counted anew this often, whether or not anything seems to have changed.
const COUNT_EVERY: Duration = Duration::from_secs(15);

/// People who watch at the same time, in this process. Each has a connection, and others need some, too.
const MOST_WATCHERS: usize = 4_000;

#[derive(Clone)]
pub struct LiveBoard(Arc<Board>);

struct Board {
    services: Services,
    watched: Mutex<HashMap<EventId, Watched>>,
    places: Arc<Semaphore>,
}

/// An event with a reader.
struct Watched {
    latest: watch::Sender<Latest>,
    /// How many watchers each session has.
    sessions: HashMap<SessionId, usize>,
}

/// What watchers are told.
#[derive(Clone, Default)]
pub struct Latest {
    /// Absent until the first read. With them, when they were read.
    pub figures: Option<(Arc<Figures>, Instant)>,
    /// Sessions that watch and are over.
    pub ended: HashSet<SessionId>,
}

/// One who watches, for as long as this is kept.
pub struct Watcher {
    board: LiveBoard,
    event: EventId,
    session: SessionId,
    /// Who joined the team a moment ago may be missing in what was read before.
    pub since: Instant,
    pub latest: watch::Receiver<Latest>,
    _place: OwnedSemaphorePermit,
}

impl LiveBoard {
    pub fn new(services: &Services) -> LiveBoard {
        let places = Arc::new(Semaphore::new(MOST_WATCHERS));
        LiveBoard(Arc::new(Board { services: services.clone(), watched: Mutex::default(), places }))
    }

    /// Takes a place among the watchers, if one is free.
    pub fn take_place(&self) -> Result<OwnedSemaphorePermit, Error> {
        self.0.places.clone().try_acquire_owned().map_err(|_| Error::Busy)
    }

    /// Begins to watch. The first watcher of an event starts its reader.
    pub fn watch(&self, event: EventId, session: SessionId, place: OwnedSemaphorePermit) -> Watcher {
        let mut watched = self.locked();
        let entry = watched.entry(event).or_insert_with(|| {
            tokio::spawn(self.clone().keep_reading(event));
            Watched { latest: watch::Sender::default(), sessions: HashMap::new() }
        });
        *entry.sessions.entry(session).or_default() += 1;
        let latest = entry.latest.subscribe();
        Watcher { board: self.clone(), event, session, since: Instant::now(), latest, _place: place }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<EventId, Watched>> {
        self.0.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sessions that watch an event. Where there are none, its reader is released: who comes next starts another.
    fn sessions_of(&self, event: EventId) -> Option<Vec<SessionId>> {
        let mut watched = self.locked();
        let sessions: Vec<SessionId> = watched.get(&event)?.sessions.keys().copied().collect();
        if sessions.is_empty() {
            watched.remove(&event);
            return None;
        }
        Some(sessions)
    }

    /// Reads an event again and again until nobody watches it, or it is gone.
    async fn keep_reading(self, event: EventId) {
        let mut known: Option<(Marks, Instant)> = None;
        loop {
            let Some(sessions) = self.sessions_of(event) else { return };
            let started = Instant::now();
            let marks = known.as_ref().filter(|(_, counted)| counted.elapsed() < COUNT_EVERY);
            match self.read(event, marks.map(|(marks, _)| marks.clone()), sessions).await {
                Ok(Some(Reading { changed, ended })) => {
                    let (marks, figures) = changed.unzip();
                    known = marks.map(|marks| (marks, started)).or(known);
                    self.tell(event, figures.map(|figures| (Arc::new(figures), started)), ended);
                }
                Ok(None) | Err(DbError::Closed) => break,
                Err(error) => tracing::warn!(%event, %error, "live figures not read"),
            }
            tokio::time::sleep_until(started + READ_EVERY).await;
        }
        // Watchers that are left learn from it that there is nothing more to come.
        self.locked().remove(&event);
    }

    async fn read(
        &self,
        event: EventId,
        known: Option<Marks>,
        sessions: Vec<SessionId>,
    ) -> Result<Option<Reading>, DbError> {
        let now = self.0.services.now();
        let read = move |c: &mut Connection<'_>| read_event(c, event, known.as_ref(), &sessions, now);
        self.0.services.db.read(read).await
    }

    fn tell(&self, event: EventId, figures: Option<(Arc<Figures>, Instant)>, ended: HashSet<SessionId>) {
        let watched = self.locked();
        let Some(entry) = watched.get(&event) else { return };
        entry.latest.send_if_modified(|latest| {
            let is_news = figures.is_some() || latest.ended != ended;
            latest.ended = ended;
            latest.figures = figures.or_else(|| latest.figures.take());
            is_news
        });
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watched = self.board.locked();
        let Some(entry) = watched.get_mut(&self.event) else { return };
        if let Some(count) = entry.sessions.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                entry.sessions.remove(&self.session);
            }
        }
    }
}
