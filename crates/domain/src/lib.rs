//! The product's vocabulary and rules, pure: no HTTP, no SQL, no clock of its own.
//! Whatever two features both speak of has its type here.

mod activity;
mod category;
mod clock;
mod coordinates;
mod day;
mod day_words;
mod field_errors;
mod hour;
mod id;
mod moment;
mod money;
mod phone;
mod rate;
mod text;
mod text_id;
mod town;

pub use activity::Activity;
pub use category::Category;
pub use clock::{Clock, FixedClock, SystemClock};
pub use coordinates::Coordinates;
pub use day::{Day, Instant, today_in};
pub use field_errors::FieldErrors;
pub use hour::{Hour, NotAnHour};
pub use id::{EventId, GuestId, PromoCodeId, RefundRequestId, SessionId, TicketTypeId, UserId, WaitingEntryId};
pub use moment::{NotAMoment, TypedMoment};
pub use money::{Currency, Money, PriceError};
pub use phone::{Phone, looks_like_phone};
pub use rate::{NotARate, Rate};
pub use text::{fold, hex, is_invisible, looks_like_email, slug, visible_characters};
pub use text_id::{BlockId, NotAnId, PaymentId, ProviderReference, ReceiptCode, RefundId, SaleId, ScanId, TicketId};
pub use town::Town;

/// A word that is not in one of the product's fixed lists.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not in the list")]
pub struct NotInList;
