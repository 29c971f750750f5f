//! Tickets: issued with the payment that bought them, shown to who holds them, printed, passed on.

mod actions;
mod files;
mod issuing;
mod letters;
pub mod model;
mod qr;
pub mod routes;
mod store;

pub use issuing::{
    NewTickets, admit_ticket, all_of, cancel, codes_of_payment, holders_of_payments, ids_of_payments, issue, refunded,
    sold_since, void_all_of,
};
