//! Where features put messages to telephones, and what they may ask about them.

use std::sync::Arc;

use database::{Connection, DbError};
use domain::{Instant, UserId};
use tokio::sync::Notify;

use crate::Settings;
use crate::texts::{SentText, Text, TextChannel, TextGateways, store};

/// A cheap handle.
#[derive(Clone)]
pub struct TextOutbox(Arc<Inner>);

struct Inner {
    gateways: TextGateways,
    is_real: bool,
    filled: Notify,
}

impl TextOutbox {
    pub fn new(settings: &Settings) -> TextOutbox {
        let (gateways, is_real) = (TextGateways::new(settings), settings.texts.has_gateway());
        TextOutbox(Arc::new(Inner { gateways, is_real, filled: Notify::new() }))
    }

    /// The ways a message can take, the usual one first. None where nothing would ever arrive.
    pub fn channels(&self) -> Vec<TextChannel> {
        self.0.gateways.channels()
    }

    /// Whether messages reach telephones. Without a gateway nobody can be asked to prove a number.
    pub fn has_gateway(&self) -> bool {
        self.0.is_real
    }

    /// Stores a message in the transaction of its reason. Call [`Self::wake`] once that is committed.
    pub fn put(&self, c: &mut Connection<'_>, text: &Text, now: Instant) -> Result<(), DbError> {
        store::insert(c, text, now)
    }

    /// Wakes the [`TextSender`](crate::TextSender); without it a message waits for the sender's next round.
    pub fn wake(&self) {
        self.0.filled.notify_one();
    }

    pub(crate) async fn filled(&self) {
        self.0.filled.notified().await;
    }

    pub(crate) fn gateways(&self) -> &TextGateways {
        &self.0.gateways
    }
}

/// The messages that were sent to somebody or wait for it, the latest first.
pub fn texts_of(c: &mut Connection<'_>, user: UserId) -> Result<Vec<SentText>, DbError> {
    store::list_of_user(c, user)
}

/// Deletes somebody's messages, also those not sent yet.
pub fn delete_texts_of(c: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::delete_of_user(c, user)
}
