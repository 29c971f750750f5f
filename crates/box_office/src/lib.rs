//! The box office: what is on sale, who buys it, and what became of their money.

mod admission;
pub mod audit;
mod cash;
mod cashier;
mod desk;
mod ledger;
mod money_columns;
mod office;
mod past_sales;
mod payments;
mod personal_data;
mod refunds;
mod routes;
mod sandbox;
mod stored_words;
mod summaries;
mod takings;
mod ticket_facts;
mod ticket_keys;
mod ticket_types;
mod tickets;

pub use admission::{
    DoorTicket, admit_ticket, count_expected, find_changed, find_holders, find_ticket_ids, find_tickets_by_codes,
    find_tickets_by_ids, find_tickets_by_numbers, find_tickets_of_holders, find_tickets_of_nobody,
    find_tickets_of_payments, latest_change, mark_admitted, mark_not_admitted, scanned_by_type,
};
pub use cash::{
    CashFate, CashOrder, CashPayment, HeldSale, NewPlaces, expire_held, find_cash_payments, hold_for_cash,
    list_cash_payments, release_held, sell_for_cash, sell_held,
};
pub use office::{BoxOffice, Settings};
pub use past_sales::{
    PastSale, pass_on_past_ticket, record_past_sale, refund_event, refund_past_sale, tickets_of_payment,
    void_past_ticket,
};
pub use payments::has_payments;
pub use personal_data::{close_account, count_upcoming_tickets, export_person};
pub use routes::{pages, router};
pub use sandbox::check_sandbox_health;
pub use stored_words::TicketStatus;
pub use summaries::EventSummary;
pub use ticket_facts::{BoxOfficeFacts, begun_events, insert_ticket_type};
pub use ticket_keys::rotate_key;
pub use ticket_types::model::NewTicketType;
