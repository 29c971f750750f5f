//! Which gateways there are. Nothing here is ever printed, because addresses and tokens open a paid service.

use url::Url;

#[derive(Clone, Default)]
pub struct TextSettings {
    pub sms: Option<SmsSettings>,
    pub whatsapp: Option<WhatsAppSettings>,
    /// Whether messages are written to a folder where no gateway is set. In production nobody would read them there.
    pub to_folder: bool,
}

impl TextSettings {
    /// Whether people really receive what is sent.
    pub fn has_gateway(&self) -> bool {
        self.sms.is_some() || self.whatsapp.is_some()
    }
}

#[derive(Clone)]
pub struct SmsSettings {
    pub style: SmsStyle,
    pub url: Url,
    pub user: String,
    pub token: String,
    /// The name or number that messages come from; empty for the gateway's own.
    pub from: String,
}

/// How a gateway wants to be spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmsStyle {
    /// A form, with the key in a header of its own.
    AfricasTalking,
    /// Everything in the query, as gateways before an SMPP connection (Kannel, Jasmin) have it.
    Get,
    /// The same as a form.
    Post,
}

#[derive(Clone)]
pub struct WhatsAppSettings {
    /// Ends in the id of the sending number and `/messages`.
    pub url: Url,
    pub token: String,
    /// The name of an approved authentication template with a button that copies the code.
    pub template: String,
    pub language: String,
}
