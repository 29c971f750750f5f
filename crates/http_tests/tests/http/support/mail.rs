//! The mails that the application sends.

use database::{Connection, DbError};
use platform::mail::ReadableMail;

use super::app::TestApp;

impl TestApp {
    /// Every mail so far, in the order of time, after what is due has been sent.
    pub async fn mails(&self) -> Vec<ReadableMail> {
        self.raw_mails().await.iter().map(|mail| ReadableMail::parse(mail)).collect()
    }

    /// The same with their heads, byte for byte.
    pub async fn raw_mails(&self) -> Vec<Vec<u8>> {
        self.mail_sender.send_due().await.unwrap();
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("mail")) else { return Vec::new() };
        let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
    }

    /// How many mails are written under such a subject, a pattern of `LIKE`, whether or not they have left, and to how many
    /// addresses.
    pub async fn count_written(&self, subject: &'static str) -> (i64, i64) {
        let count = "SELECT count(*), count(DISTINCT recipient) FROM mails WHERE subject LIKE $1";
        let read = move |c: &mut Connection<'_>| c.query_one(count, &[&subject], |row| Ok((row.get(0)?, row.get(1)?)));
        self.db.read::<_, DbError>(read).await.unwrap()
    }

    /// The mails to one address, after the secretary has written what is to be written.
    pub async fn written_to(&self, email: &str) -> Vec<ReadableMail> {
        self.organiser.run_secretary_once().await.unwrap();
        self.mails().await.into_iter().filter(|mail| mail.to.contains(email)).collect()
    }
}

/// The token of the link in a mail.
#[track_caller]
pub fn token_in(mail: &ReadableMail) -> String {
    let (_, rest) = mail.text.split_once("?token=").unwrap_or_else(|| panic!("no link in {mail:?}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

/// The token of the invitation in a mail.
#[track_caller]
pub fn invitation_in(mail: &ReadableMail) -> String {
    let (_, rest) = mail.text.split_once("/invitations/").unwrap_or_else(|| panic!("no invitation in {mail:?}"));
    rest.split_whitespace().next().unwrap().to_owned()
}
