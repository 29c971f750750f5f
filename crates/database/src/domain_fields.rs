//! How the product's vocabulary is stored. Money has no line here: its minor units and its currency are two columns.

use domain::{
    Activity, BlockId, Category, Currency, Day, EventId, GuestId, Hour, Instant, PaymentId, Phone, PromoCodeId,
    ProviderReference, Rate, ReceiptCode, RefundId, RefundRequestId, SaleId, ScanId, SessionId, TicketId, TicketTypeId,
    Town, UserId, WaitingEntryId,
};

use crate::{field_as_i64, field_as_text};

field_as_i64!(UserId);
field_as_i64!(EventId);
field_as_i64!(TicketTypeId);
field_as_i64!(SessionId);
field_as_i64!(RefundRequestId);
field_as_i64!(PromoCodeId);
field_as_i64!(WaitingEntryId);
field_as_i64!(GuestId);
field_as_i64!(Instant, millis, |millis| Some(Instant::from_millis(millis)));
field_as_i64!(Day, number, Day::from_number);
field_as_i64!(Hour, minutes, Hour::from_minutes);
field_as_i64!(Rate, hundredths, Rate::from_hundredths);

field_as_text!(Town, name);
field_as_text!(Category, name);
field_as_text!(Activity, name);
field_as_text!(Currency, code);
field_as_text!(Phone, typed);
field_as_text!(PaymentId);
field_as_text!(TicketId);
field_as_text!(RefundId);
field_as_text!(ScanId);
field_as_text!(SaleId);
field_as_text!(BlockId);
field_as_text!(ReceiptCode);
field_as_text!(ProviderReference);
