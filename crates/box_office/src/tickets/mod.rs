//! Tickets: issued with the payment that bought them, shown to who holds them, printed, passed on.

mod actions;
mod files;
mod issuing;
mod mails;
pub mod model;
mod qr;
pub mod routes;
mod store;

pub use issuing::{cancel_tickets, codes_of_payment, issue_tickets, mark_refunded, pass_on_ticket};
pub use qr::sign_code;
pub use store::{
    NewTickets, holders_of_payments, ids_of_payments, sold_since, tickets_of_holder, void_ticket,
    void_tickets_of_holder,
};
