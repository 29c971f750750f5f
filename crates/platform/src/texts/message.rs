//! What is sent to a telephone.

use database::stored_words;
use domain::{Instant, UserId};

stored_words! {
    /// The way that a message takes.
    TextChannel {
        Sms = "sms",
        WhatsApp = "whatsapp",
    }
}

/// A code for its reader to type. WhatsApp lets such messages be sent by an approved template only, which takes nothing
/// but the code.
pub struct Text {
    /// Whose it is: it goes into their export and out with their account.
    pub user: Option<UserId>,
    /// The number in its international form, without `+`.
    pub to: String,
    pub channel: TextChannel,
    /// The whole message, for ways that take any. Without accents, which some gateways turn into question marks.
    pub content: String,
    pub code: String,
    /// When the code is worth nothing any more.
    pub expires: Instant,
}

/// What stays stored of a message once it is sent: never its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentText {
    pub recipient: String,
    pub channel: TextChannel,
    pub created: Instant,
    pub sent: Option<Instant>,
}
