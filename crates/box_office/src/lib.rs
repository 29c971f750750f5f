//! The box office: what is on sale, who buys it, and what became of their money.

pub mod audit;
mod belongings;
mod cashier;
mod desk;
mod ledger;
mod office;
mod past_sales;
mod payments;
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

pub use belongings::{count_of_upcoming_tickets, export, has_payments, leave};
pub use office::{BoxOffice, Settings};
pub use past_sales::{PastSale, admit_of_payment, pay_everybody_back, sell};
pub use routes::{pages, router};
pub use sandbox::health;
pub use ticket_facts::{BoxOfficeFacts, begun_events, insert_ticket_type};
pub use ticket_keys::rotate as rotate_key;
pub use ticket_types::model::NewTicketType;
pub use tickets::admit_ticket;
