//! Mail: an outbox table that a postman empties. A mail is put there inside the transaction of its reason, so that it
//! exists exactly when the reason does; it is sent afterwards, and again until somebody has taken it.

mod eml;
mod enclosures;
mod letter;
mod outbox;
mod pages;
mod postman;
mod store;
mod transport;

pub use eml::{ReadableFile, ReadableMail};
pub use enclosures::{Attachment, Enclosures};
pub use letter::{Letter, Mail};
pub use outbox::{Outbox, SentMail, forget_mails, mails_of};
pub use pages::router;
pub use postman::Postman;
pub use transport::{Transport, is_smtp_url};
