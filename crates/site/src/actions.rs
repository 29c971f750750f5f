//! One function for each operation of the site.

use std::net::IpAddr;

use database::Connection;
use domain::{UserId, looks_like_email};

use crate::model::{Appointment, AppointmentForm, CONFIRMATION_LIFETIME, NEXT_QUESTION};
use crate::{Site, mails, sitemap, store};
use platform::paging::Page;
use platform::{Error, random};

impl Site {
    /// Stores an address and asks its reader by mail (double opt-in). Subscribing twice is no error, and the answer is
    /// the same for an address that is on the list.
    pub async fn subscribe_newsletter(&self, email: &str, sender: IpAddr) -> Result<(), Error> {
        let email = email.trim().to_owned();
        if !looks_like_email(&email) {
            return Err(Error::field("email", "L'email doit être valide"));
        }
        let now = self.services.now();
        self.limits.take_subscription(sender, now)?;
        let (outbox, token) = (self.services.outbox.clone(), random::token());
        let subscribe = move |c: &mut Connection<'_>| {
            store::delete_unconfirmed(c, now - CONFIRMATION_LIFETIME)?;
            if store::insert_subscriber(c, &email, &token, now - NEXT_QUESTION, now)? {
                outbox.put(c, &mails::confirm_subscription(&outbox, &email, &token), now)?;
            }
            Ok::<_, Error>(())
        };
        self.services.db.write(subscribe).await?;
        self.services.outbox.wake();
        Ok(())
    }

    /// Puts an address on the list by the link of its mail. Returns whether the link is good.
    pub async fn confirm_subscription(&self, token: String) -> Result<bool, Error> {
        let now = self.services.now();
        let confirm =
            move |c: &mut Connection<'_>| store::confirm_subscriber(c, &token, now - CONFIRMATION_LIFETIME, now);
        Ok(self.services.db.write(confirm).await?)
    }

    /// A token that is not on the list any more is no error.
    pub async fn unsubscribe(&self, token: String) -> Result<(), Error> {
        self.services.db.write(move |c| Ok(store::delete_subscriber(c, &token)?)).await
    }

    /// Stores an appointment, mails support, and confirms it to the sender's mail address if there is one: all or nothing.
    pub async fn send_contact(
        &self,
        form: &AppointmentForm<'_>,
        user: Option<UserId>,
        sender: IpAddr,
    ) -> Result<(), Error> {
        let now = self.services.now();
        let appointment = Appointment::check(form, now)?;
        self.limits.take_contact(appointment.email.as_deref(), sender, now)?;
        let (outbox, support) = (self.services.outbox.clone(), self.support_email.clone());
        self.services
            .db
            .write(move |c| {
                store::insert_appointment(c, user, &appointment, now)?;
                outbox.put(c, &mails::to_support(&support, &appointment), now)?;
                match &appointment.email {
                    Some(email) => outbox.put(c, &mails::to_sender(email, &appointment), now),
                    None => Ok(()),
                }
            })
            .await?;
        self.services.outbox.wake();
        Ok(())
    }

    pub fn robots(&self) -> String {
        sitemap::robots(&self.services.settings.public_url)
    }

    /// The index names a file of events as long as there is one.
    pub async fn sitemap_index(&self) -> Result<String, Error> {
        let mut files = 0;
        while files < sitemap::MOST_FILES {
            let next = Page { number: files * sitemap::PER_FILE + 1, limit: 1 };
            if self.events.list_upcoming_ids(next).await?.is_empty() {
                break;
            }
            files += 1;
        }
        Ok(sitemap::index(&self.services.settings.public_url, files))
    }

    /// One file of the index, if there is one of that name.
    pub async fn sitemap(&self, name: &str) -> Result<Option<String>, Error> {
        let public_url = &self.services.settings.public_url;
        if name == "pages" {
            return Ok(Some(sitemap::pages(public_url)));
        }
        let number = name.strip_prefix("events-").and_then(|number| number.parse().ok());
        let Some(number @ 1..=sitemap::MOST_FILES) = number else { return Ok(None) };
        let ids = self.events.list_upcoming_ids(Page { number, limit: sitemap::PER_FILE }).await?;
        Ok((!ids.is_empty()).then(|| sitemap::events(public_url, &ids)))
    }
}
