//! Gathers news: an event that stands in the lists for the first time is added to the news of its organiser's followers, a
//! few at a time. Each step is one transaction that notes how far it came.

use database::Connection;
use domain::{Instant, UserId};

use crate::Organiser;
use crate::news::store;
use platform::{Error, random};

/// Followers whose news one transaction adds to.
const FOLLOWERS_AT_ONCE: i64 = 200;

impl Organiser {
    /// Adds every event that was announced to the news of who follows its organiser.
    pub(crate) async fn gather_news(&self) -> Result<(), Error> {
        let now = self.services.now();
        // Most rounds find nothing, and must not wait for the writer.
        let find = |c: &mut Connection<'_>| Ok::<_, Error>(events::find_announcement(c)?.is_some());
        while self.services.db.read(find).await? {
            self.services.db.write(move |c| gather_some(c, now)).await?;
        }
        Ok(())
    }
}

fn gather_some(c: &mut Connection<'_>, now: Instant) -> Result<(), Error> {
    let Some(announced) = events::find_announcement(c)? else { return Ok(()) };
    let followers = people::list_followers(c, announced.owner, announced.after, FOLLOWERS_AT_ONCE)?;
    let mut readers: Vec<UserId> = accounts::find_news_readers(c, &followers)?.into_keys().collect();
    readers.sort_unstable();
    for reader in readers {
        store::add_item(c, reader, announced.event, &random::token(), now)?;
    }
    let is_last = followers.len() < FOLLOWERS_AT_ONCE as usize;
    let after = followers.last().copied().filter(|_| !is_last);
    Ok(events::advance_announcement(c, announced.event, after)?)
}
