//! Choosing a new password by a code that is sent to a proved number.

use domain::Phone;
use platform::{Client, Error, secret, security_log};

use crate::phone_proof::codes::{CodeRequest, choose_channel, give_code};
use crate::phone_proof::model::{Purpose, WRONG_CODE};
use crate::phone_proof::store;
use crate::recovery::handle_password_change;
use crate::{Accounts, sessions, store as accounts_store};

fn wrong_code() -> Error {
    Error::field("code", WRONG_CODE)
}

impl Accounts {
    /// Sends a code to a number, if an account has proved it. Neither the answer nor its time tells whether one has: a row
    /// is committed in any case.
    pub async fn send_reset_code(&self, phone: &Phone, channel: &str, client: &Client) -> Result<(), Error> {
        let channel = choose_channel(&self.services.texts, channel)?;
        let (phone, now) = (phone.normal(), self.services.now());
        self.code_limits.take(client.address, now)?;
        let texts = self.services.texts.clone();
        self.services
            .db
            .write(move |c| {
                let holder = store::find_holder(c, &phone)?.filter(|holder| holder.is_proved);
                let (user, is_sent) = (holder.as_ref().map(|holder| holder.user), holder.is_some());
                let request = CodeRequest { purpose: Purpose::Reset, phone: phone.clone(), user, is_sent, channel };
                give_code(c, &texts, &request, now)
            })
            .await?;
        self.services.texts.wake();
        Ok(())
    }

    /// Sets a new password and revokes every session. The browser counts as known from then on, as after a link by mail.
    pub async fn reset_password_by_code(
        &self,
        phone: &Phone,
        code: &str,
        password: &str,
        client: &Client,
    ) -> Result<(), Error> {
        let phone = phone.normal();
        // Asked first: hashing is dear, and anybody may send any code.
        let right = self.try_code_of(Purpose::Reset, &phone, code).await?.ok_or_else(wrong_code)?;
        let new_password = self.passwords.hash_new(password).await?;
        let now = self.services.now();
        let device = secret::hash(&client.device);
        let outbox = self.services.outbox.clone();
        let account = self
            .services
            .db
            .write(move |c| {
                // The number may be on no account any more, or on another.
                let holder = store::find_holder(c, &phone)?.filter(|holder| holder.is_proved);
                let user = holder.map(|holder| holder.user).filter(|user| right.user == Some(*user));
                let user = user.ok_or_else(wrong_code)?;
                if !store::use_up(c, right.id, now)? {
                    return Err(wrong_code());
                }
                accounts_store::set_password(c, user, &new_password)?;
                sessions::revoke_all(c, user, now)?;
                sessions::forget_devices(c, user)?;
                sessions::remember_device(c, user, &device, now)?;
                handle_password_change(c, &outbox, user, now)?;
                Ok(accounts_store::find_account(c, user)?)
            })
            .await?;
        account.iter().for_each(|account| security_log::note_account(account.id, &account.username));
        self.services.outbox.wake();
        Ok(())
    }
}
