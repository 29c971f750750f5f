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
    /// May hold a password: never printed. Without it mails are written to a folder.
    pub smtp_url: Option<String>,
    pub mail_from: Mailbox,
    pub texts: TextSettings,
}
