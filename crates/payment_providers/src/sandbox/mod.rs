//! A payment service inside this program, for development, demonstrations and tests. It knows nothing of events and
//! tickets: it has its own orders and page, settles a while after the payer has decided, and notifies the merchant by a
//! signed webhook, so that the code which pays here is the code which pays for real.

mod form;
mod order;
mod order_store;
mod page;
mod provider;
mod service;
mod signature;
mod wire;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use domain::Clock;

pub use form::{FieldProblem, FormField, PageForm};
pub use order::{Decision, Order, Outcome};
pub use order_store::{OrderStore, OrderStoreError, StoreFuture};
pub use page::{notice_page, page, page_with_problem};
pub use service::{PageError, Paid, WebhookDelivery};
pub use signature::HEADER as SIGNATURE_HEADER;

/// The provider's name as it is stored beside a payment.
pub const NAME: &str = "sandbox";

/// Both sides of the service: what the merchant calls is the [`crate::Provider`], the rest is the service's own.
/// It has no `Debug`, because it holds the secret of the webhooks.
pub struct Sandbox {
    orders: Arc<dyn OrderStore>,
    clock: Arc<dyn Clock>,
    base_url: String,
    secret: Vec<u8>,
    /// Whether the store answered when it was asked last.
    reached: AtomicBool,
}

impl Sandbox {
    /// `base_url` is where the payer's page is served, without the last slash; `secret` signs the webhooks.
    pub fn new(orders: Arc<dyn OrderStore>, clock: Arc<dyn Clock>, base_url: &str, secret: &[u8]) -> Sandbox {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Sandbox { orders, clock, base_url, secret: secret.to_owned(), reached: AtomicBool::new(true) }
    }
}
