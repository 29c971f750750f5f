//! How mails leave: by SMTP, or into a folder where they can be read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::Instant;
use lettre::address::Envelope;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::Settings;
use crate::mail::store::ClaimedMail;

/// Bounds each answer of the SMTP server.
const SMTP_ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Bounds a whole mail, from the connection to the last answer. Shorter than a sender's lease.
const SMTP_SEND_TIMEOUT: Duration = Duration::from_secs(120);

pub enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

/// Why a mail did not leave.
#[derive(Debug, PartialEq, Eq)]
pub enum SendError {
    /// Nobody will ever take it: there is no such mailbox.
    Refused(String),
    Later(String),
}

pub fn is_smtp_url(url: &str) -> bool {
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url).is_ok()
}

impl Transport {
    pub fn new(settings: &Settings) -> Transport {
        let smtp =
            settings.smtp_url.as_deref().and_then(|url| AsyncSmtpTransport::<Tokio1Executor>::from_url(url).ok());
        match smtp {
            Some(builder) => Transport::Smtp(builder.timeout(Some(SMTP_ANSWER_TIMEOUT)).build()),
            None => Transport::Folder(folder(settings)),
        }
    }

    /// What would keep mails from leaving, in one line.
    pub async fn check(&self) -> Result<(), String> {
        match self {
            Transport::Smtp(smtp) => match tokio::time::timeout(SMTP_ANSWER_TIMEOUT, smtp.test_connection()).await {
                Ok(Ok(true)) => Ok(()),
                Ok(Ok(false)) => Err("mail: the SMTP server hangs up".to_owned()),
                Ok(Err(error)) => Err(format!("mail: the SMTP server can't be used: {}", one_line(&error))),
                Err(_) => Err("mail: the SMTP server does not answer".to_owned()),
            },
            Transport::Folder(folder) => {
                let probe = folder.join(".probe");
                let tried = std::fs::create_dir_all(folder)
                    .and_then(|()| std::fs::write(&probe, b""))
                    .and_then(|()| std::fs::remove_file(&probe));
                tried.map_err(|error| format!("mail: the folder {} can't be written: {error}", folder.display()))
            }
        }
    }

    pub(crate) async fn send(&self, mail: &ClaimedMail, from: &Mailbox) -> Result<(), SendError> {
        match self {
            Transport::Smtp(smtp) => send_by_smtp(smtp, mail, from).await,
            Transport::Folder(folder) => {
                write_file(folder, mail).await.map_err(|error| SendError::Later(error.to_string()))
            }
        }
    }
}

/// The folder mails are written to when there is no SMTP server.
pub(crate) fn folder(settings: &Settings) -> PathBuf {
    settings.data_dir.join("mail")
}

async fn send_by_smtp(
    smtp: &AsyncSmtpTransport<Tokio1Executor>,
    mail: &ClaimedMail,
    from: &Mailbox,
) -> Result<(), SendError> {
    let refused = |error: &dyn std::fmt::Display| SendError::Refused(error.to_string());
    let to = mail.recipient.parse().map_err(|error| refused(&error))?;
    let envelope = Envelope::new(Some(from.email.clone()), vec![to]).map_err(|error| refused(&error))?;
    match tokio::time::timeout(SMTP_SEND_TIMEOUT, smtp.send_raw(&envelope, &mail.content)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(match error.status().map(u16::from) {
            // About this mailbox. Any other refusal (a changed password, a policy) may be mended by the operator.
            Some(550..=553) => SendError::Refused(one_line(&error)),
            _ => SendError::Later(one_line(&error)),
        }),
        Err(_) => Err(SendError::Later("the SMTP server took too long".to_owned())),
    }
}

async fn write_file(folder: &Path, mail: &ClaimedMail) -> std::io::Result<()> {
    let (folder, name, content) = (folder.to_owned(), file_name(mail), mail.content.clone());
    let write = move || {
        std::fs::create_dir_all(&folder)?;
        // Whoever looks into the folder finds whole mails only.
        let unfinished = folder.join(format!(".{name}"));
        std::fs::write(&unfinished, content)?;
        std::fs::rename(unfinished, folder.join(name))
    };
    tokio::task::spawn_blocking(write).await.map_err(std::io::Error::other)?
}

/// In the order of time, and the same name if it is ever written twice.
fn file_name(mail: &ClaimedMail) -> String {
    format!("{}-{:06}.eml", stamp(mail.created), mail.id)
}

fn stamp(at: Instant) -> String {
    let time = jiff::Timestamp::from_millisecond(at.millis()).unwrap_or_default();
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A server's answer may have several lines.
fn one_line(error: &dyn std::error::Error) -> String {
    error.to_string().replace(['\r', '\n'], " ")
}
