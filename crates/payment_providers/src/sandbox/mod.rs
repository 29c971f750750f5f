//! A payment service inside the house, for development, demonstrations and tests. It knows nothing of events and
//! tickets: it has its own books and page, settles a while after the payer has decided, and tells the merchant by a
//! signed webhook, so that the code which pays here is the code which pays for real.

mod books;
mod form;
mod order;
mod page;
mod provider;
mod service;
mod signature;
mod wire;

use std::sync::Arc;

use domain::Clock;

pub use books::{Books, BooksError, Entry};
pub use form::{Field, FieldProblem, PageForm};
pub use order::{Decision, Order, Outcome};
pub use page::{notice_page, page, page_with_problem};
pub use service::{Delivery, PageError, Paid};
pub use signature::HEADER as SIGNATURE_HEADER;

/// As it is stored beside a payment.
pub const NAME: &str = "sandbox";

/// Both sides of the service: what the merchant calls is the [`crate::Provider`], the rest is the service's own.
/// It can't be printed: it holds the webhooks' secret.
pub struct Sandbox {
    books: Arc<dyn Books>,
    clock: Arc<dyn Clock>,
    base_url: String,
    secret: Vec<u8>,
}

impl Sandbox {
    /// `base_url` is where the payer's page is served, without the last slash; `secret` signs the webhooks.
    pub fn new(books: Arc<dyn Books>, clock: Arc<dyn Clock>, base_url: &str, secret: &[u8]) -> Sandbox {
        Sandbox { books, clock, base_url: base_url.trim_end_matches('/').to_owned(), secret: secret.to_owned() }
    }
}
