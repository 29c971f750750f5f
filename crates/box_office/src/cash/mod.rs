//! Sales for cash at the door. Who sells has the notes, so no provider is asked and no mail is written: what is refunded
//! the organiser hands back. Nobody with an account has bought them. The door calls these
//! functions inside its own transactions.

mod mails;
mod model;
mod places;
mod selling;
mod store;

pub use mails::cash_to_return;
pub use model::{CashFate, CashOrder, CashPayment, HeldSale, NewPlaces};
pub use places::{expire_held, hold_for_cash, release_held, sell_held};
pub use selling::sell_for_cash;
pub use store::{find_cash_payments, list_cash_payments};
