//! One function per verb of the site.

use domain::{fold, looks_like_email};

use crate::platform::Error;
use crate::site::{Site, store};

impl Site {
    /// Subscribing twice is no error: the person wanted it, and has it.
    pub async fn subscribe(&self, email: &str) -> Result<(), Error> {
        let email = email.trim().to_owned();
        if !looks_like_email(&email) {
            return Err(Error::field("email", "L'email doit être valide"));
        }
        let now = self.services.now();
        self.services.db.write(move |c| Ok(store::insert_subscriber(c, &email, &fold(&email), now)?)).await
    }
}
