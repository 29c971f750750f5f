//! Actions of readers of news.

use database::Connection;

use crate::Organiser;
use crate::news::store;
use platform::Error;

const NO_LINK: Error = Error::NotFound("Ce lien n'est pas valable.");

impl Organiser {
    /// Answers an error if nobody unsubscribes by this link.
    pub async fn check_unsubscribe_link(&self, token: String) -> Result<(), Error> {
        check_token(&token)?;
        let read = move |c: &mut Connection<'_>| store::find_reader(c, &token)?.map(drop).ok_or(NO_LINK);
        self.services.db.read(read).await
    }

    /// Sends no more news to who got this link.
    pub async fn unsubscribe(&self, token: String) -> Result<(), Error> {
        check_token(&token)?;
        let write = move |c: &mut Connection<'_>| {
            let user = store::find_reader(c, &token)?.ok_or(NO_LINK)?;
            accounts::set_news(c, user, false)?;
            Ok(store::delete_items(c, user)?)
        };
        self.services.db.write(write).await
    }
}

/// Whatever no database can store is no token of ours.
fn check_token(token: &str) -> Result<(), Error> {
    if token.bytes().all(|byte| byte.is_ascii_graphic()) { Ok(()) } else { Err(NO_LINK) }
}
