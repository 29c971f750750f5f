//! The figures, once or as they change.

use database::Connection;
use domain::{EventId, UserId};
use events::EventStats;

use crate::Organiser;
use crate::access::require_access;
use crate::live::reading::{read_figures, read_marks};
use crate::live::watching::send_figures;
use platform::server::ServerStop;
use platform::streamed_body::{StreamedBody, streamed_body};
use platform::{Error, SignedIn};

impl Organiser {
    pub async fn get_stats(&self, user: UserId, event: EventId) -> Result<EventStats, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let (row, _) = require_access(c, user, event)?;
            let marks = read_marks(c, &row, now)?;
            let figures = read_figures(c, event, &marks)?;
            figures.of(user).cloned().ok_or(Error::Forbidden)
        };
        self.services.db.read(read).await
    }

    /// The same as server-sent events, until the client leaves, may know them no more, or the server stops.
    pub async fn watch_stats(
        &self,
        person: SignedIn,
        event: EventId,
        mut stop: ServerStop,
    ) -> Result<StreamedBody, Error> {
        let place = self.live.take_place()?;
        self.services.db.read(move |c| require_access(c, person.user, event)).await?;
        let watcher = self.live.watch(event, person.session, place);
        let (writer, body) = streamed_body();
        tokio::spawn(async move {
            tokio::select! {
                // Who has left is told nothing more, and nobody else has to know.
                _ = send_figures(&writer, watcher, person) => {}
                () = writer.closed() => {}
                () = stop.stopped() => {}
            }
        });
        Ok(body)
    }
}
