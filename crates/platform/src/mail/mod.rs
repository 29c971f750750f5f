//! Mail by a transactional outbox (<https://microservices.io/patterns/data/transactional-outbox.html>): a mail is stored
//! inside the transaction of its reason, so that it exists exactly when the reason does, and a task sends it afterwards,
//! again and again until a server has accepted it.

pub(crate) mod attachments;
mod eml;
mod message;
mod outbox;
pub(crate) mod store;
pub(crate) mod transport;

pub use attachments::{Attachment, AttachmentMaker};
pub use eml::{ReadableFile, ReadableMail};
pub use message::{Mail, MailOutcomes, MailText, SentMail};
pub use outbox::{Outbox, count_outcomes, delete_mails_of, mails_of};
pub use transport::{Transport, is_smtp_url};
