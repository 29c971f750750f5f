//! Proving the number of one's own account.

use domain::UserId;
use platform::texts::TextChannel;
use platform::{Client, Error};

use crate::Accounts;
use crate::model::SESSION_OVER;
use crate::phone_proof::codes::{CodeRequest, choose_channel, give_code, try_code};
use crate::phone_proof::model::{NO_NUMBER, Purpose, RightCode, WRONG_CODE, read_code};
use crate::phone_proof::store;
use crate::store as accounts_store;

impl Accounts {
    /// The ways that codes are sent by, the usual one first.
    pub fn code_channels(&self) -> Vec<TextChannel> {
        self.services.texts.channels()
    }

    /// Sends a code to somebody's own number. One that is proved already needs none.
    pub async fn send_own_code(&self, user: UserId, channel: &str, client: &Client) -> Result<(), Error> {
        let channel = choose_channel(&self.services.texts, channel)?;
        let now = self.services.now();
        self.code_limits.take(client.address, now)?;
        let texts = self.services.texts.clone();
        self.services
            .db
            .write(move |c| {
                accounts_store::find_account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                let number = store::find_number(c, user)?;
                let (phone, is_proved) = number.ok_or_else(|| Error::Refused(NO_NUMBER.to_owned()))?;
                if is_proved {
                    return Ok(());
                }
                let request = CodeRequest { purpose: Purpose::Verify, phone, user: Some(user), is_sent: true, channel };
                give_code(c, &texts, &request, now)
            })
            .await?;
        self.services.texts.wake();
        Ok(())
    }

    /// Notes that somebody has typed the code that was sent to their number.
    pub async fn verify_own_phone(&self, user: UserId, typed: &str) -> Result<(), Error> {
        let (typed, now) = (read_code(typed), self.services.now());
        let is_right = self
            .services
            .db
            .write(move |c| {
                let Some((phone, _)) = store::find_number(c, user)? else { return Ok::<_, Error>(false) };
                let right = try_code(c, Purpose::Verify, &phone, &typed, now)?;
                // The number may have been another's when the code was sent.
                let Some(right) = right.filter(|right| right.user == Some(user)) else { return Ok(false) };
                store::use_up(c, right.id, now)?;
                store::set_verified(c, user, now)?;
                Ok(true)
            })
            .await?;
        if is_right { Ok(()) } else { Err(Error::field("code", WRONG_CODE)) }
    }

    /// Tries a code of somebody who is not signed in.
    pub(super) async fn try_code_of(
        &self,
        purpose: Purpose,
        phone: &str,
        typed: &str,
    ) -> Result<Option<RightCode>, Error> {
        let (phone, typed, now) = (phone.to_owned(), read_code(typed), self.services.now());
        self.services.db.write(move |c| try_code(c, purpose, &phone, &typed, now)).await
    }
}
