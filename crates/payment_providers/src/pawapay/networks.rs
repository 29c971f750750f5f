//! The networks of this country, by pawaPay's codes.

use crate::Channel;

/// What pawaPay calls the three networks of this country.
const NETWORKS: [(&str, Channel); 3] =
    [("VODACOM_MPESA_COD", Channel::Mpesa), ("AIRTEL_COD", Channel::Airtel), ("ORANGE_COD", Channel::Orange)];

pub fn network(code: &str) -> Option<Channel> {
    NETWORKS.iter().find(|(name, _)| *name == code).map(|(_, channel)| *channel)
}
