//! What the tests stand on, by subject.

mod answers;
mod app;
mod box_office;
mod buyers;
mod contract;
mod door;
#[path = "../../../../tukio/tests/support/engines.rs"]
mod engines;
mod events;
mod forms;
mod gateways;
mod holders;
mod interruption;
mod live;
mod mail;
mod people;
mod pictures;
mod processor;
mod requests;
mod sandbox;
mod shops;
mod smtp;
mod storage;
mod strict;

pub use answers::{Answer, device_cookie};
pub use app::{TODAY, TestApp};
pub use box_office::{audited, keys, left, on_sale, on_sale_by, shown, work};
pub use buyers::{Buyer, buyer, signed_in, wish};
pub use contract::{CONTRACT, Contract, Operation, resolve};
pub use door::{Doors, door_audited, doors, doors_of, doors_with, join_all, words};
pub use engines::Engine;
pub(crate) use engines::both_engines;
pub use events::{TestEvent, day};
pub use forms::Form;
pub use gateways::{Accepted, Gateway, code_in, other_than};
pub use holders::{add_holders, sell_to};
pub use interruption::interrupt_when;
pub use live::LiveStream;
pub use mail::{invitation_in, token_in};
pub use pictures::photo;
pub use processor::{cost_of, median};
pub use sandbox::{falls_silent, money_arrives, page_of, pay, speaks};
pub use shops::{Shop, invite, shop};
pub use smtp::SmtpServer;
