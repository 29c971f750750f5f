//! Registering with a number that another account only typed: who proves it has it.

use database::Connection;
use domain::{Instant, Phone};
use platform::mail::Outbox;
use platform::{Client, Error};

use crate::guesses::LimitedAction;
use crate::model::{Registration, Tokens, taken};
use crate::phone_proof::codes::{CodeRequest, choose_channel, give_code};
use crate::phone_proof::model::{PROVED_BEFORE, Purpose, WRONG_CODE};
use crate::phone_proof::{mails, store};
use crate::registration::{check_look, insert_account};
use crate::sessions::{self, NewSession};
use crate::{Accounts, store as accounts_store};

fn wrong_code() -> Error {
    Error::field("phone_code", WRONG_CODE)
}

impl Accounts {
    /// Sends a code to a number that somebody wants to register with, if an account has it. A number that is free needs
    /// no code, and nobody should be able to have messages sent to any number at all.
    pub async fn send_claim_code(&self, phone: &Phone, channel: &str, client: &Client) -> Result<(), Error> {
        let channel = choose_channel(&self.services.texts, channel)?;
        let (phone, now) = (phone.normal(), self.services.now());
        self.code_limits.take(client.address, now)?;
        let texts = self.services.texts.clone();
        self.services
            .db
            .write(move |c| {
                let is_sent = store::find_holder(c, &phone)?.is_some();
                let request =
                    CodeRequest { purpose: Purpose::Claim, phone: phone.clone(), user: None, is_sent, channel };
                give_code(c, &texts, &request, now)
            })
            .await?;
        self.services.texts.wake();
        Ok(())
    }

    /// Registers somebody who has proved their number. An account that only typed it loses it, and is told by mail.
    pub async fn register_with_code(
        &self,
        registration: Registration,
        code: &str,
        client: &Client,
    ) -> Result<Tokens, Error> {
        self.guesses.take_for_address(LimitedAction::Register, client.address)?;
        let phone = registration.phone.normal();
        // Asked first: hashing is dear, and anybody may send any code.
        let right = self.try_code_of(Purpose::Claim, &phone, code).await?.ok_or_else(wrong_code)?;
        let password_hash = self.passwords.hash(&registration.password).await?;
        let now = self.services.now();
        let (new, refresh) = NewSession::new(client, false, now);
        let (facts, outbox) = (self.facts(), self.services.outbox.clone());
        let session = self
            .services
            .db
            .write(move |c| {
                if !store::use_up(c, right.id, now)? {
                    return Err(wrong_code());
                }
                check_look(c, &registration.username)?;
                take_number_back(c, &outbox, &phone, now)?;
                let user = insert_account(c, &*facts, &registration, &password_hash, None, now)?;
                store::set_verified(c, user, now)?;
                Ok(sessions::insert_session(c, user, &new)?)
            })
            .await
            .map_err(taken)?;
        self.services.outbox.wake();
        self.services.freshness.person_changed();
        self.issue_tokens(session, refresh).await
    }
}

/// Takes a number away from the account that only typed it, if one did.
fn take_number_back(c: &mut Connection<'_>, outbox: &Outbox, phone: &str, now: Instant) -> Result<(), Error> {
    let Some(holder) = store::find_holder(c, phone)? else { return Ok(()) };
    if holder.is_proved {
        return Err(Error::field("phone", PROVED_BEFORE));
    }
    let before = accounts_store::find_account(c, holder.user)?;
    store::remove_number(c, holder.user)?;
    match before.as_ref().and_then(|account| Some((account, account.email.as_deref()?))) {
        Some((account, email)) => outbox.put(c, &mails::number_taken_back(outbox, account, email), now),
        None => Ok(()),
    }
}
