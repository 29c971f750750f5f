//! The way a ticket came to its holder.

use std::str::FromStr;

use domain::NotInList;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SalesChannel)]
pub enum Channel {
    /// Paid through a provider.
    Online,
    /// Sold for cash at the door.
    Door,
    /// Given away by the organisers.
    Invitation,
    /// Sold by an agent.
    Agent,
}

impl Channel {
    pub const ALL: [Channel; 4] = [Channel::Online, Channel::Door, Channel::Invitation, Channel::Agent];

    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Online => "online",
            Channel::Door => "door",
            Channel::Invitation => "invitation",
            Channel::Agent => "agent",
        }
    }

    /// The channel of a payment, by the name of its provider.
    pub fn of_provider(provider: &str) -> Channel {
        match provider {
            "cash" => Channel::Door,
            "invitation" => Channel::Invitation,
            "agent" => Channel::Agent,
            _ => Channel::Online,
        }
    }
}

impl FromStr for Channel {
    type Err = NotInList;

    fn from_str(word: &str) -> Result<Channel, NotInList> {
        Channel::ALL.into_iter().find(|channel| channel.as_str() == word).ok_or(NotInList)
    }
}
