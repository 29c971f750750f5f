//! How money and moments are written in the order's own JSON.

/// Money as two fields: `amount` in minor units, `currency`.
pub mod money {
    use domain::Money;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    struct Fields {
        amount: i64,
        currency: String,
    }

    pub fn serialize<S: Serializer>(money: &Money, to: S) -> Result<S::Ok, S::Error> {
        Fields { amount: money.minor(), currency: money.currency().code().to_owned() }.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Money, D::Error> {
        let fields = Fields::deserialize(from)?;
        Ok(Money::from_minor(fields.amount, fields.currency.parse().map_err(D::Error::custom)?))
    }
}

/// A moment as milliseconds since 1970.
pub mod instant {
    use domain::Instant;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(moment: &Instant, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(moment.millis())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Instant, D::Error> {
        i64::deserialize(from).map(Instant::from_millis)
    }
}

pub mod maybe_instant {
    use domain::Instant;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(moment: &Option<Instant>, to: S) -> Result<S::Ok, S::Error> {
        moment.map(Instant::millis).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Instant>, D::Error> {
        Ok(Option::<i64>::deserialize(from)?.map(Instant::from_millis))
    }
}
