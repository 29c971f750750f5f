//! The providers that take money here, in the order of preference.

mod breaker;
pub mod choice;
mod share;
mod store;

use std::sync::Arc;

use database::{Database, DbError};
use domain::{Clock, Instant, Money};
use payment_providers::{Channel, ChannelState, Provider};

use breaker::Breaker;
use choice::{Closed, Offer, better};

use crate::sandbox::sandbox_to_ask;

pub use breaker::BreakerChange;
pub use share::Share;
pub use store::{forget_passed_over, remember_passed_over};

/// A provider, and how it has been doing.
pub struct Listed {
    pub provider: Arc<dyn Provider>,
    pub breaker: Breaker,
}

impl Listed {
    pub fn name(&self) -> &'static str {
        self.provider.capabilities().name
    }

    fn offer(&self, now: Instant) -> Offer {
        Offer { channels: self.provider.channels(), is_passed_over: self.breaker.is_passed_over(now) }
    }
}

#[derive(Clone)]
pub struct Providers(Arc<[Arc<Listed>]>);

impl Providers {
    pub fn new(providers: Vec<Arc<dyn Provider>>) -> Providers {
        let listed = providers.into_iter().map(|provider| Arc::new(Listed { provider, breaker: Breaker::default() }));
        Providers(listed.collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<Listed>> {
        self.0.iter()
    }

    /// The provider of that name. A payment may name one that is not set any more.
    pub fn find(&self, name: &str) -> Option<&Arc<Listed>> {
        self.iter().find(|listed| listed.name() == name)
    }

    pub fn is_single(&self) -> bool {
        self.0.len() == 1
    }

    /// Everybody's payments and refunds, provider by provider.
    pub fn shares(&self) -> Vec<Share> {
        let names: Vec<&'static str> = self.iter().map(|listed| listed.name()).collect();
        names.iter().map(|name| Share::Of(name)).chain([Share::OfNone(names.clone())]).collect()
    }

    /// Returns who can take the amount by this channel now, the preferred one first; or why nobody can.
    pub fn candidates(
        &self,
        channel: Option<Channel>,
        amount: Money,
        now: Instant,
    ) -> Result<Vec<Arc<Listed>>, Closed> {
        let mut reason = Err(Closed::NotOffered);
        let mut candidates = Vec::new();
        for listed in self.iter() {
            match listed.offer(now).judge(channel, amount) {
                Ok(()) => candidates.push(listed.clone()),
                judged => reason = better(reason, judged),
            }
        }
        match reason {
            Err(closed) if candidates.is_empty() => Err(closed),
            _ => Ok(candidates),
        }
    }
}

/// Returns the providers that new payments pass over now in a running server, and until when.
pub async fn list_passed_over(db: &Database, clock: &Arc<dyn Clock>) -> Result<Vec<(String, Instant)>, DbError> {
    let now = clock.now();
    db.read(move |c| store::passed_over_now(c, now)).await
}

/// Asks every provider how its channels do, the sandbox where none is set.
pub async fn check_channels(
    db: &Database,
    providers: &[Arc<dyn Provider>],
    clock: &Arc<dyn Clock>,
) -> Vec<(&'static str, ChannelState)> {
    let sandbox: [Arc<dyn Provider>; 1] = [Arc::new(sandbox_to_ask(db, clock))];
    let asked = if providers.is_empty() { &sandbox[..] } else { providers };
    let mut channels = Vec::new();
    for provider in asked {
        provider.refresh().await;
        let name = provider.capabilities().name;
        channels.extend(provider.channels().into_iter().map(|channel| (name, channel)));
    }
    channels
}
