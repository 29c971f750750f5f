//! The box office: what is on sale, who buys it, and what became of their money.

mod access;
mod admission;
pub mod audit;
mod cash;
mod cashier;
mod desk;
mod disruptions;
mod guests;
mod holders;
mod inspection;
mod ledger;
mod money_columns;
mod office;
mod organisers;
mod own_space;
mod past_sales;
mod payments;
mod personal_data;
mod promo_codes;
mod providers;
mod refunding;
mod refunds;
mod reports;
mod routes;
mod sandbox;
mod steering;
mod stored_words;
mod summaries;
mod takings;
mod ticket_facts;
mod ticket_keys;
mod ticket_types;
mod tickets;
mod waiting_list;

pub use admission::{
    DoorTicket, admit_ticket, count_expected, count_issued, find_changed, find_holders, find_ticket_ids,
    find_tickets_by_codes, find_tickets_by_ids, find_tickets_by_numbers, find_tickets_of_guests,
    find_tickets_of_holders, find_tickets_of_nobody, find_tickets_of_payments, latest_change, mark_admitted,
    mark_not_admitted, scanned_by_type,
};
pub use cash::{
    CashFate, CashOrder, CashPayment, HeldSale, NewPlaces, expire_held, find_cash_payments, hold_for_cash,
    list_cash_payments, release_held, sell_for_cash, sell_held,
};
pub use guests::{GuestReceipt, find_guest_by_receipt};
pub use holders::{Audience, GuestHolder, Holder, LastHolder, list_holders};
pub use inspection::{close_refund, describe_payment};
pub use office::{BoxOffice, Settings};
pub use own_space::{
    OpenOffer, OpenPayment, RefundMatters, count_refund_matters, list_open_offers, list_open_payments, sum_earned,
};
pub use past_sales::{
    PastSale, pass_on_past_ticket, record_past_sale, refund_event, refund_past_sale, tickets_of_payment,
    void_past_ticket,
};
pub use payments::has_payments;
pub use personal_data::{close_account, count_upcoming_tickets, export_person, export_waiting_entries};
pub use providers::{check_channels, list_passed_over};
pub use reports::{
    AttendeeRow, Channel, CurrencySums, FoundBy, PaymentFilter, PaymentRow, RefundSums, SoldInStep, Steps, StoryFact,
    TakenInStep, TicketFilter, TicketOrder, count_attendees, count_begun_and_paid, count_tickets_by_currency,
    find_buyers, find_payment_of_event, list_attendees, list_attendees_after, list_payments_of_event, organiser_lines,
    sold_by_step, sum_by_currency, sum_refunds, taken_by_step, tell_story,
};
pub use routes::{pages, router};
pub use sandbox::SANDBOX_SECRET;
pub use stored_words::{PaymentState, TicketStatus};
pub use summaries::EventSummary;
pub use ticket_facts::{BoxOfficeFacts, begun_events, find_type_labels, insert_ticket_type};
pub use ticket_keys::{TICKET_KEYS, rotate_key};
pub use ticket_types::model::NewTicketType;
pub use tickets::grouped_code;
pub use tickets::model::{AttachmentSource, MyTicket, When};
