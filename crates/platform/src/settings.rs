//! The settings that the platform reads.

use std::path::PathBuf;

use lettre::message::Mailbox;

use crate::text_settings::TextSettings;

#[derive(Clone)]
pub struct Settings {
    /// Scheme and host people reach the product at, without a trailing slash.
    pub public_url: String,
    pub data_dir: PathBuf,
    /// Whether the database was filled with demo data, whose mails anybody may read.
    pub demo: bool,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Idle sockets that one network address keeps open.
    pub idle_connections: usize,
    /// May hold a password: never printed. Without it mails are written to a folder.
    pub smtp_url: Option<String>,
    pub mail_from: Mailbox,
    pub texts: TextSettings,
}

impl Settings {
    /// Whether people reach the product by HTTPS.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Idle sockets that one network address keeps open; where a proxy in front has all of them there is no bound.
    pub fn idle_per_address(&self) -> usize {
        if self.trust_proxy { usize::MAX } else { self.idle_connections }
    }
}
