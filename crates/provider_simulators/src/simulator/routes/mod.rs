//! The server: the provider's own addresses, the telephones of payers, and `/admin/`.

mod admin;
mod phones;
mod provider;
mod server;

pub use server::serve;

use super::state::Shared;

/// What the handlers share.
pub(super) struct App<P> {
    pub shared: Shared<P>,
    pub client: reqwest::Client,
}

impl<P> Clone for App<P> {
    fn clone(&self) -> Self {
        App { shared: self.shared.clone(), client: self.client.clone() }
    }
}
