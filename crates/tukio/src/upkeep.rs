//! What is cleaned up beside the server: rows that are over, and files of pictures that no row names any more, as after a
//! crash between a file and its row. Several processes on one database may do it at the same time.

use std::collections::HashSet;
use std::time::Duration;

use accounts::{find_pictures, find_portfolio_pictures};
use database::{Connection, Database, DbError};
use domain::Instant;
use platform::pictures::{AVATAR, EVENT, PORTFOLIO, PictureKind, StoredPicture, list_pictures};
use platform::{Error, Storage};

use crate::app::App;

const ROUND: Duration = Duration::from_secs(3600);

/// Every file is looked at: once a day is enough.
const ROUNDS_BETWEEN_PICTURES: u32 = 24;

/// A picture is stored before the row that names it. A younger one may still get its row.
const YOUNGEST: Duration = Duration::from_secs(24 * 3600);

/// Pictures that one question to the database is about.
const MOST_AT_ONCE: usize = 500;

/// So many pictures without a row are no leftovers of crashes, if they are most of all.
const SUSPICIOUSLY_MANY: usize = 20;

type FindNamed = fn(&mut Connection<'_>, &[String]) -> Result<HashSet<String>, DbError>;

/// Every column that names a picture.
const NAMED_BY: [(PictureKind, FindNamed); 3] =
    [(AVATAR, find_pictures), (PORTFOLIO, find_portfolio_pictures), (EVENT, events::find_pictures)];

/// Cleans up every hour, beginning at once, until `stop` resolves.
pub async fn run_upkeep(app: App, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    for round in 0_u32.. {
        // What is dropped half-way is done in the next round.
        tokio::select! {
            () = &mut stop => break,
            () = run_round(&app, round.is_multiple_of(ROUNDS_BETWEEN_PICTURES)) => {}
        }
        tokio::select! {
            () = &mut stop => break,
            () = tokio::time::sleep(ROUND) => {}
        }
    }
}

async fn run_round(app: &App, with_pictures: bool) {
    if let Err(error) = delete_rows(app).await {
        tracing::warn!(%error, "rows that are over could not be deleted");
    }
    if with_pictures && let Err(error) = delete_orphan_pictures(app).await {
        tracing::warn!(%error, "pictures without a row could not be deleted");
    }
}

/// Deletes rows that are over.
pub async fn delete_rows(app: &App) -> Result<(), Error> {
    for (what, count) in app.accounts.delete_what_is_over().await? {
        report(what, count);
    }
    Ok(())
}

/// Pictures of one kind that no row names, all a day old.
pub struct Orphans {
    pub pictures: Vec<StoredPicture>,
    /// How many pictures of the kind are stored.
    pub stored: usize,
}

impl Orphans {
    /// Whether they are most of all pictures: then the storage belongs to another database.
    pub fn are_suspicious(&self) -> bool {
        self.pictures.len() >= SUSPICIOUSLY_MANY && self.pictures.len() * 2 > self.stored
    }
}

/// Deletes the files of pictures that no row names and that are a day old, and answers how many pictures there were.
pub async fn delete_orphan_pictures(app: &App) -> Result<usize, Error> {
    let (db, storage) = (&app.services.db, &app.services.storage);
    let mut deleted = 0;
    for orphans in find_orphan_pictures(db, storage, app.services.now()).await? {
        let count = orphans.pictures.len();
        if orphans.are_suspicious() {
            tracing::warn!(count, "most stored pictures have no row: is it the storage of this database? none deleted");
            continue;
        }
        for picture in &orphans.pictures {
            storage.discard(&picture.keys).await;
        }
        deleted += count;
    }
    report("pictures", deleted as u64);
    Ok(deleted)
}

/// Returns what of each kind of pictures no row names.
pub async fn find_orphan_pictures(db: &Database, storage: &Storage, now: Instant) -> Result<Vec<Orphans>, Error> {
    let mut found = Vec::new();
    for (kind, find_named) in NAMED_BY {
        let all = list_pictures(storage, kind).await?;
        let stored = all.len();
        let mut old: Vec<StoredPicture> = all.into_iter().filter(|picture| picture.written < now - YOUNGEST).collect();
        let mut pictures = Vec::new();
        while !old.is_empty() {
            let batch = old.split_off(old.len().saturating_sub(MOST_AT_ONCE));
            let names: Vec<String> = batch.iter().map(|picture| picture.name.clone()).collect();
            let named = db.read(move |c| find_named(c, &names)).await?;
            pictures.extend(batch.into_iter().filter(|picture| !named.contains(&picture.name)));
        }
        found.push(Orphans { pictures, stored });
    }
    Ok(found)
}

fn report(what: &'static str, count: u64) {
    metrics::counter!("upkeep_deleted_total", "what" => what).increment(count);
    if count > 0 {
        tracing::info!(what, count, "deleted what is over");
    }
}
