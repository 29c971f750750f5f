//! One function for each operation of people.

use std::sync::Arc;

use database::Connection;
use domain::UserId;

use crate::model::{DirectoryFilters, DirectoryPage, Person};
use crate::{People, store};
use accounts::{self, PersonFacts, User};
use platform::Error;
use platform::paging::Page;

const NOBODY: Error = Error::NotFound("Utilisateur non trouvé");

impl People {
    pub async fn list_users(
        &self,
        filters: DirectoryFilters,
        page: Page,
        viewer: Option<UserId>,
    ) -> Result<DirectoryPage, Error> {
        let facts = self.accounts.facts();
        let address = self.directory_address(&filters, page);
        let (count, people) = self
            .services
            .db
            .read(move |c| {
                if filters.finds_nobody() {
                    return Ok((0, Vec::new()));
                }
                let (count, ids) = store::load_page(c, &filters, page)?;
                Ok::<_, Error>((count, load_users(c, &ids, viewer, &facts)?))
            })
            .await?;
        let (next, previous) = page.neighbours(people.len(), count, &address);
        Ok(DirectoryPage { count, next, previous, results: people })
    }

    pub async fn get_user(&self, id: UserId, viewer: Option<UserId>) -> Result<Option<Person>, Error> {
        let facts = self.accounts.facts();
        self.services
            .db
            .read(move |c| {
                let Some(account) = accounts::find_people(c, &[id])?.remove(&id) else { return Ok(None) };
                let provider = accounts::find_provider(c, &account)?;
                Ok(load_users(c, &[id], viewer, &facts)?.pop().map(|user| Person { user, provider }))
            })
            .await
    }

    /// The ids of everybody the viewer follows.
    pub async fn list_following(&self, viewer: UserId) -> Result<Vec<UserId>, Error> {
        self.services.db.read(move |c| Ok(store::list_following(c, viewer)?)).await
    }

    pub async fn follow_user(&self, follower: UserId, followed: UserId) -> Result<User, Error> {
        if follower == followed {
            return Err(Error::Refused("Vous ne pouvez pas vous suivre vous-même.".to_owned()));
        }
        let now = self.services.now();
        self.change_follow(follower, followed, move |c| store::follow(c, follower, followed, now)).await
    }

    pub async fn unfollow_user(&self, follower: UserId, followed: UserId) -> Result<User, Error> {
        self.change_follow(follower, followed, move |c| store::unfollow(c, follower, followed)).await
    }

    /// Changes a follow and answers the followed person as the follower sees them from then on.
    async fn change_follow(
        &self,
        follower: UserId,
        followed: UserId,
        change: impl Fn(&mut Connection<'_>) -> Result<bool, database::DbError> + Send + 'static,
    ) -> Result<User, Error> {
        let facts = self.accounts.facts();
        self.services
            .db
            .write(move |c| {
                if accounts::find_people(c, &[followed])?.is_empty() {
                    return Err(NOBODY);
                }
                change(c)?;
                load_users(c, &[followed], Some(follower), &facts)?.pop().ok_or(NOBODY)
            })
            .await
    }

    fn directory_address(&self, filters: &DirectoryFilters, page: Page) -> String {
        let query = filters.query();
        let separator = if query.is_empty() { "" } else { "&" };
        let limit = page.limit_unless(People::PER_PAGE);
        format!("{}/api/users/?{query}{separator}{limit}", self.services.settings.public_url)
    }
}

/// The people with these ids, in this order, as the viewer may see them.
fn load_users(
    c: &mut Connection<'_>,
    ids: &[UserId],
    viewer: Option<UserId>,
    facts: &Arc<dyn PersonFacts>,
) -> Result<Vec<User>, database::DbError> {
    let mut accounts = accounts::find_people(c, ids)?;
    let mut counts = facts.counts(c, ids)?;
    let followed = match viewer {
        Some(viewer) => store::find_followed_among(c, viewer, ids)?,
        None => Default::default(),
    };
    let person = |id: &UserId| {
        let account = accounts.remove(id)?;
        let mut user = account.into_user(counts.remove(id).unwrap_or_default());
        user.is_following = followed.contains(id);
        // An address is its owner's business; the number is what "Contacter" calls.
        if viewer != Some(*id) {
            user.profile.email = None;
        }
        Some(user)
    };
    Ok(ids.iter().filter_map(person).collect())
}
