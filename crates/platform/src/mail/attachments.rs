//! Files that go with a mail. They are made when it is sent: the outbox stores only what they are made from, so that no
//! transaction waits for them and no copy of them stays in the database.

use std::pin::Pin;

use domain::UserId;
use lettre::message::SinglePart;
use lettre::message::header::ContentType;

use crate::{Error, random};

#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Makes the files of mails. Implemented by the feature whose mails have some.
pub trait AttachmentMaker: Send + Sync {
    /// `source` is what the mail was put into the outbox with, `user` whose mail it is.
    fn make_attachments<'a>(
        &'a self,
        user: Option<UserId>,
        source: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Attachment>, Error>> + Send + 'a>>;
}

/// Adds files to a composed mail, as parts beside its text.
pub fn attach_files(mail: &[u8], files: &[Attachment]) -> Result<Vec<u8>, Error> {
    if files.is_empty() {
        return Ok(mail.to_vec());
    }
    let unreadable = || Error::Internal("a mail in the outbox has no head".to_owned());
    let end = mail.windows(4).position(|bytes| bytes == b"\r\n\r\n").ok_or_else(unreadable)?;
    let head = std::str::from_utf8(&mail[..end]).map_err(|_| unreadable())?;
    // What the head says of the content is now said of its first part.
    let (of_text, of_mail): (Vec<String>, Vec<String>) =
        fields(head).into_iter().partition(|field| field.to_ascii_lowercase().starts_with("content-"));
    let boundary = random::token();
    let mut whole = format!(
        "{}\r\nContent-Type: multipart/mixed; boundary=\"{boundary}\"\r\n\r\n--{boundary}\r\n{}",
        of_mail.join("\r\n"),
        of_text.join("\r\n")
    )
    .into_bytes();
    whole.extend_from_slice(&mail[end..]);
    // Every part ends its own last line.
    for file in files {
        whole.extend(format!("--{boundary}\r\n").into_bytes());
        whole.extend(part(file)?.formatted());
    }
    whole.extend(format!("--{boundary}--\r\n").into_bytes());
    Ok(whole)
}

/// The fields of a head, each with its continuation lines.
fn fields(head: &str) -> Vec<String> {
    let mut fields: Vec<String> = Vec::new();
    for line in head.split("\r\n") {
        match fields.last_mut() {
            Some(field) if line.starts_with([' ', '\t']) => field.push_str(&format!("\r\n{line}")),
            _ => fields.push(line.to_owned()),
        }
    }
    fields
}

fn part(file: &Attachment) -> Result<SinglePart, Error> {
    let content_type = ContentType::parse(file.content_type)
        .map_err(|error| Error::Internal(format!("{}: {error}", file.content_type)))?;
    let named = lettre::message::Attachment::new(file.name.clone());
    Ok(named.body(file.bytes.clone(), content_type))
}

#[cfg(test)]
mod tests {
    use domain::Instant;

    use super::*;
    use crate::mail::{Mail, MailText, ReadableMail};

    #[test]
    fn files_are_sent_beside_the_text() {
        let mail =
            Mail::new(None, "elie@tukio.example", "Vos billets « été »", MailText::to("Élie").paragraph("À samedi !"));
        let from = "Tukio <ne-pas-repondre@tukio.example>".parse().unwrap();
        let composed = mail.compose(&from, Instant::from_millis(1_800_000_000_000)).unwrap();
        assert_eq!(attach_files(&composed, &[]).unwrap(), composed);
        let file = |name: &str, content_type, bytes: &[u8]| Attachment {
            name: name.to_owned(),
            content_type,
            bytes: bytes.to_vec(),
        };
        let files = [
            file("billets.pdf", "application/pdf", b"%PDF-1.7 \xff\x00\r\n\r\n--"),
            file("evenement.ics", "text/calendar; charset=utf-8", "BEGIN:VCALENDAR\r\nSUMMARY:Été\r\n".as_bytes()),
        ];
        let whole = attach_files(&composed, &files).unwrap();
        let (bare, read) = (ReadableMail::parse(&composed), ReadableMail::parse(&whole));
        assert_eq!(
            (&read.to, &read.subject, &read.date, &read.text),
            (&bare.to, &bare.subject, &bare.date, &bare.text)
        );
        let names: Vec<_> = read.files.iter().map(|file| (file.name.as_str(), file.content_type.as_str())).collect();
        assert_eq!(names, [("billets.pdf", "application/pdf"), ("evenement.ics", "text/calendar; charset=utf-8")]);
        assert_eq!(read.files.iter().map(|file| &file.bytes).collect::<Vec<_>>(), [&files[0].bytes, &files[1].bytes]);
    }
}
