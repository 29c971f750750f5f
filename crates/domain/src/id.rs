//! Ids are types: an event's can't be taken for a person's.

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            pub const fn new(number: i64) -> $name {
                $name(number)
            }

            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(out)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                text.parse().map($name)
            }
        }
    };
}

id!(UserId);
id!(
    /// Random, so that events which are not listed can't be found by counting.
    EventId
);
id!(
    /// Random, because everybody may ask what a ticket of this type costs, and is told its event.
    TicketTypeId
);
id!(SessionId);
id!(RefundRequestId);
id!(PromoCodeId);
id!(
    /// Somebody who waits for places. Who came first has the lower number.
    WaitingEntryId
);
id!(
    /// Somebody who was invited, and need have no account.
    GuestId
);

impl EventId {
    /// Twelve digits, the first not a zero, from sixteen random bytes.
    pub fn from_random(bytes: [u8; 16]) -> EventId {
        const FIRST: u128 = 100_000_000_000;
        EventId((FIRST + u128::from_le_bytes(bytes) % (9 * FIRST)) as i64)
    }
}

impl TicketTypeId {
    /// Fifteen digits, the first not a zero, from sixteen random bytes: below 2^53, so that JavaScript reads them exactly.
    pub fn from_random(bytes: [u8; 16]) -> TicketTypeId {
        const FIRST: u128 = 100_000_000_000_000;
        TicketTypeId((FIRST + u128::from_le_bytes(bytes) % (9 * FIRST)) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ids_have_a_length() {
        for bytes in [[0; 16], [255; 16], [7; 16]] {
            assert_eq!(EventId::from_random(bytes).to_string().len(), 12);
            let ticket_type = TicketTypeId::from_random(bytes);
            assert!(ticket_type.to_string().len() == 15 && ticket_type.get() < 1 << 53);
        }
    }

    #[test]
    fn any_number_of_so_many_digits_can_be_drawn() {
        let (event, ticket_type) = (900_000_000_000_u128, 900_000_000_000_000_u128);
        let drawn = |number: u128| EventId::from_random(number.to_le_bytes()).get();
        assert_eq!([drawn(0), drawn(event - 1), drawn(event)], [100_000_000_000, 999_999_999_999, 100_000_000_000]);
        let drawn = |number: u128| TicketTypeId::from_random(number.to_le_bytes()).get();
        assert_eq!([drawn(0), drawn(ticket_type - 1)], [100_000_000_000_000, 999_999_999_999_999]);
        assert_eq!(drawn(ticket_type), drawn(0));
    }
}
