//! Messages to telephones, by SMS or WhatsApp, through a transactional outbox as mails have one
//! (<https://microservices.io/patterns/data/transactional-outbox.html>): a message is stored inside the transaction of its
//! reason, and a task hands it to a gateway afterwards.

mod africas_talking;
pub(crate) mod folder;
mod gateway;
mod gateways;
mod http_gateway;
mod message;
mod outbox;
pub(crate) mod store;
mod whatsapp;

pub use gateway::{GatewayError, TextGateway};
pub use gateways::TextGateways;
pub use message::{SentText, Text, TextChannel};
pub use outbox::{TextOutbox, delete_texts_of, texts_of};
