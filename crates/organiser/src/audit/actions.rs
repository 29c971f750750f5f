//! Reads the audit trail, and adds names to it.

use std::collections::BTreeSet;

use database::Connection;
use domain::{EventId, UserId};

use crate::Organiser;
use crate::access::require_owner;
use crate::audit::model::{AuditLine, AuditPage};
use platform::Error;
use platform::paging::Page;

impl Organiser {
    pub const AUDIT_PER_PAGE: u32 = 30;

    /// A page of what was done to an event, the newest first.
    pub async fn list_audit(&self, user: UserId, event: EventId, page: Page) -> Result<AuditPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_owner(c, user, event)?;
            let (count, lines) = events::list_audit(c, event, page)?;
            let people: BTreeSet<UserId> = lines.iter().filter_map(|line| line.user).collect();
            let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
            let name = |user: UserId| people.get(&user).map(|person| person.username.clone());
            let lines = lines.into_iter().map(|line| AuditLine {
                id: line.id,
                at: line.at.millis(),
                person: line.user.and_then(name),
                action: line.action,
                detail: line.detail,
            });
            Ok::<_, Error>((count, lines.collect::<Vec<_>>()))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(Organiser::AUDIT_PER_PAGE);
        let address = format!("{}/api/events/{event}/audit/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(AuditPage { count, next, previous, results })
    }
}
