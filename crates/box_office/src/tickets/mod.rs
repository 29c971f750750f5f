//! Tickets: issued with the payment that bought them, shown to who holds them, printed, passed on.

mod actions;
mod files;
mod issuing;
mod mails;
pub mod model;
mod qr;
mod refund_view;
pub mod routes;
mod store;
mod worth;

pub use issuing::{cancel_tickets, codes_held_of_payment, codes_of_payment, issue_tickets, pass_on_ticket};
pub use model::grouped_code;
pub use qr::sign_code;
pub use refund_view::TicketMoney;
pub use store::{
    NewTickets, TicketsBack, find_payment_of_ticket, find_ticket, give_back_tickets, holders_of_refund,
    ids_of_payments, ids_of_refunds, lock_not_refunded, mark_refunded, sold_since, tickets_of_holder,
    tickets_of_payment, void_ticket, void_tickets_of_holder, withdraw_tickets, worth_of_tickets,
};
