//! What the buyer pays with: the four mobile money services of the country, and cards.

use crate::Accepted;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    Mpesa,
    Airtel,
    Orange,
    Afrimoney,
    Card,
}

/// One of a provider's ways to pay, whether it can be used now, and the amounts that it takes of each currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelState {
    pub channel: Channel,
    pub state: Availability,
    /// A currency that is absent is not taken.
    pub accepted: Vec<Accepted>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    Operational,
    Delayed,
    Closed,
    /// The provider has not told yet.
    Unknown,
}

impl Channel {
    pub const ALL: [Channel; 5] = [Channel::Mpesa, Channel::Airtel, Channel::Orange, Channel::Afrimoney, Channel::Card];

    /// The name in our own API and database.
    pub const fn name(self) -> &'static str {
        match self {
            Channel::Mpesa => "mpesa",
            Channel::Airtel => "airtel",
            Channel::Orange => "orange",
            Channel::Afrimoney => "afrimoney",
            Channel::Card => "card",
        }
    }

    pub fn parse(name: &str) -> Option<Channel> {
        Channel::ALL.into_iter().find(|channel| channel.name() == name)
    }

    /// Returns the network of a number in international form without `+`, told by the two figures after 243. Numbers can't
    /// be carried to another network in this country.
    pub fn of_phone(msisdn: &str) -> Option<Channel> {
        let national = msisdn.strip_prefix("243").filter(|rest| rest.len() == 9)?;
        if !national.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match &national[..2] {
            "81" | "82" | "83" => Some(Channel::Mpesa),
            "80" | "84" | "85" | "89" => Some(Channel::Orange),
            "97" | "98" | "99" => Some(Channel::Airtel),
            "90" | "91" => Some(Channel::Afrimoney),
            _ => None,
        }
    }
}

impl Availability {
    pub const fn name(self) -> &'static str {
        match self {
            Availability::Operational => "operational",
            Availability::Delayed => "delayed",
            Availability::Closed => "closed",
            Availability::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for channel in Channel::ALL {
            assert_eq!(Channel::parse(channel.name()), Some(channel));
        }
        for name in ["", "MPESA", "visa"] {
            assert_eq!(Channel::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_network_is_known_by_its_prefix() {
        for (number, network) in [
            ("243810000000", Some(Channel::Mpesa)),
            ("243829999999", Some(Channel::Mpesa)),
            ("243830000000", Some(Channel::Mpesa)),
            ("243800000000", Some(Channel::Orange)),
            ("243840000000", Some(Channel::Orange)),
            ("243850000000", Some(Channel::Orange)),
            ("243893456789", Some(Channel::Orange)),
            ("243973456789", Some(Channel::Airtel)),
            ("243980000000", Some(Channel::Airtel)),
            ("243990000000", Some(Channel::Airtel)),
            ("243900000000", Some(Channel::Afrimoney)),
            ("243910000000", Some(Channel::Afrimoney)),
            ("243860000000", None),
            ("243920000000", None),
            ("24381000000", None),
            ("2438100000000", None),
            ("0810000000", None),
            ("24381000000é", None),
            ("+243810000000", None),
            ("", None),
        ] {
            assert_eq!(Channel::of_phone(number), network, "{number}");
        }
    }
}
