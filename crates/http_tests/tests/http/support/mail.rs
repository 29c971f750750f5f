//! The mails that the application sends.

use platform::mail::ReadableMail;

use super::app::TestApp;

impl TestApp {
    /// Every mail so far, in the order of time, after what is due has been sent.
    pub async fn mails(&self) -> Vec<ReadableMail> {
        self.mail_sender.send_due().await.unwrap();
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("mail")) else { return Vec::new() };
        let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| ReadableMail::parse(&std::fs::read(file).unwrap())).collect()
    }
}

/// The token of the link in a mail.
#[track_caller]
pub fn token_in(mail: &ReadableMail) -> String {
    let (_, rest) = mail.text.split_once("?token=").unwrap_or_else(|| panic!("no link in {mail:?}"));
    rest.split_whitespace().next().unwrap().to_owned()
}
