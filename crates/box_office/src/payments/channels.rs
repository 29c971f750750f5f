//! What a buyer can pay with: which channels are open for what they want to buy, and why others are not.

use database::Connection;
use domain::Phone;
use payment_providers::Channel;
use serde::Serialize;
use utoipa::ToSchema;

use crate::BoxOffice;
use crate::office::Guesser;
use crate::payments::model::ChannelName;
use crate::payments::new_payment::CheckedPayment;
use platform::{Error, SignedIn};

/// A channel, and whether it can be used for this.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferedChannel {
    channel: ChannelName,
    is_open: bool,
    /// Why it is not, as a sentence.
    #[schema(required)]
    reason: Option<String>,
    /// Whether it fits the telephone number of the account.
    is_suggested: bool,
}

/// Every channel, in the same order each time.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentChannels {
    channels: Vec<OfferedChannel>,
}

impl BoxOffice {
    /// Returns what somebody can pay so many tickets with.
    pub async fn list_channels(&self, person: SignedIn, asked: CheckedPayment) -> Result<PaymentChannels, Error> {
        let (_, terms) = self.calculate_quote(&asked, Guesser::Person(person.user)).await?;
        let (user, now) = (person.user, self.services.now());
        let read = move |c: &mut Connection<'_>| accounts::find_people(c, &[user]);
        let account = self.services.db.read(read).await?.remove(&user);
        let own = account
            .and_then(|account| Phone::normal_of_query(&account.phone))
            .and_then(|number| Channel::of_phone(&number));
        let channels = Channel::ALL.map(|channel| {
            let closed = self.providers.candidates(Some(channel), terms.amount, now).err();
            OfferedChannel {
                channel: channel.into(),
                is_open: closed.is_none(),
                reason: closed.map(|closed| closed.sentence()),
                is_suggested: closed.is_none() && own == Some(channel),
            }
        });
        Ok(PaymentChannels { channels: channels.into() })
    }
}
