//! What one watcher is sent: server-sent events (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).

use std::time::Duration;

use events::EventStats;
use tokio::time::Instant;

use crate::live::board::Watcher;
use platform::SignedIn;
use platform::streamed_body::{BodyWriter, ClientGone};

/// A connection that says nothing for longer is taken for dead by proxies.
const COMMENT_EVERY: Duration = Duration::from_secs(15);

const COMMENT: &str = ": toujours là\n\n";

/// Sends the figures at once and whenever they change, until the client has left or may know them no more.
pub async fn send_figures(writer: &BodyWriter, mut watcher: Watcher, person: SignedIn) -> Result<(), ClientGone> {
    let mut sent: Option<EventStats> = None;
    let mut comment_at = Instant::now() + COMMENT_EVERY;
    loop {
        match news(&mut watcher, person) {
            News::NoneYet => {}
            News::Over => return Ok(()),
            News::Figures(stats) if sent.as_ref() == Some(&stats) => {}
            News::Figures(stats) => {
                writer.write(event_text(&stats)).await?;
                sent = Some(stats);
                comment_at = Instant::now() + COMMENT_EVERY;
            }
        }
        tokio::select! {
            changed = watcher.latest.changed() => if changed.is_err() { return Ok(()) },
            () = tokio::time::sleep_until(comment_at) => {
                writer.write(COMMENT).await?;
                comment_at += COMMENT_EVERY;
            }
        }
    }
}

enum News {
    NoneYet,
    Figures(EventStats),
    /// The session is over, or the person has no part in the event any more.
    Over,
}

fn news(watcher: &mut Watcher, SignedIn { user, session }: SignedIn) -> News {
    let since = watcher.since;
    let latest = watcher.latest.borrow_and_update();
    if latest.ended.contains(&session) {
        return News::Over;
    }
    let Some((figures, read)) = &latest.figures else { return News::NoneYet };
    match figures.of(user) {
        Some(stats) => News::Figures(stats.clone()),
        None if *read < since => News::NoneYet,
        None => News::Over,
    }
}

fn event_text(stats: &EventStats) -> String {
    // Numbers and their names: there is nothing that JSON can't hold.
    let data = serde_json::to_string(stats).unwrap_or_default();
    format!("event: stats\ndata: {data}\n\n")
}
