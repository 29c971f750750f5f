//! Sales for cash at the door. Who sells has the notes, so no provider is asked, no mail is written and nothing is
//! refunded: the organiser hands back what is cancelled. Nobody with an account has bought them. The door calls these
//! functions inside its own transactions.

mod cancelling;
mod mails;
mod model;
mod places;
mod selling;
mod store;

pub use cancelling::cancel_cash_sales;
pub use model::{CashFate, CashOrder, CashPayment, HeldSale, NewPlaces};
pub use places::{expire_held, hold_for_cash, release_held, sell_held};
pub use selling::sell_for_cash;
pub use store::{find_cash_payments, list_cash_payments};
