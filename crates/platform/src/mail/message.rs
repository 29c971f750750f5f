//! What a person reads: every mail has the same simple shape, as plain text and as HTML.

use std::time::{Duration, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{Instant, UserId};
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use crate::html::escape;
use crate::{Error, random};

pub struct Mail {
    pub to: String,
    /// Whose mail it is: it goes into their export and out with their account.
    pub user: Option<UserId>,
    pub subject: String,
    pub text: MailText,
    /// What an [`AttachmentMaker`](crate::mail::AttachmentMaker) makes files from when the mail is sent, as it wrote it.
    pub attachments: Option<String>,
    /// What it belongs to, by a word of the feature that wrote it, so that what became of all of them can be counted.
    pub reason: Option<String>,
    /// Where its reader leaves the list that it was sent to.
    unsubscribe_url: Option<String>,
}

/// What stays stored of a mail once it is sent: never its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    pub recipient: String,
    pub subject: String,
    pub created: Instant,
    pub sent: Option<Instant>,
}

/// How many mails of one reason still wait to be sent, and how many were given up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MailOutcomes {
    pub waiting: i64,
    pub failed: i64,
}

/// Paragraphs and buttons between a greeting and a signature.
pub struct MailText {
    greeting: String,
    parts: Vec<Part>,
}

enum Part {
    Paragraph(String),
    Button { label: String, address: String },
}

/// Bytes in one encoded word, which has at most 75 characters.
const ENCODED_BYTES: usize = 45;

const SIGNATURE: &str = "L'équipe Tukio";

/// Mail programs know no style sheets: what little there is stands on the elements.
const BUTTON_STYLE: &str = "display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b4f;\
    color:#ffffff;text-decoration:none;font-weight:bold";

impl MailText {
    pub fn to(name: &str) -> MailText {
        MailText { greeting: format!("Bonjour {name},"), parts: Vec::new() }
    }

    /// For somebody whose name we don't know.
    pub fn to_anybody() -> MailText {
        MailText { greeting: "Bonjour,".to_owned(), parts: Vec::new() }
    }

    /// Its lines, where it has several, are shown as lines.
    pub fn paragraph(mut self, paragraph: impl Into<String>) -> MailText {
        self.parts.push(Part::Paragraph(paragraph.into()));
        self
    }

    pub fn button(mut self, label: impl Into<String>, address: impl Into<String>) -> MailText {
        self.parts.push(Part::Button { label: label.into(), address: address.into() });
        self
    }

    fn plain(&self) -> String {
        let mut text = format!("{}\r\n\r\n", self.greeting);
        for part in &self.parts {
            match part {
                Part::Paragraph(paragraph) => text.push_str(&paragraph.replace('\n', "\r\n")),
                Part::Button { label, address } => text.push_str(&format!("{label} :\r\n{address}")),
            }
            text.push_str("\r\n\r\n");
        }
        text + SIGNATURE + "\r\n"
    }

    fn html(&self) -> String {
        let mut body = format!("<p>{}</p>\n", escape(&self.greeting));
        for part in &self.parts {
            body.push_str(&match part {
                Part::Paragraph(paragraph) => format!("<p>{}</p>\n", escape(paragraph).replace('\n', "<br>\n")),
                Part::Button { label, address } => {
                    let (label, address) = (escape(label), escape(address));
                    format!("<p><a href=\"{address}\" style=\"{BUTTON_STYLE}\">{label}</a></p>\n")
                }
            });
        }
        format!(
            "<!doctype html>\n<html lang=\"fr\"><head><meta charset=\"utf-8\"></head>\n\
             <body style=\"font-family:sans-serif;font-size:16px;line-height:1.5;max-width:34em\">\n\
             {body}<p>{}</p>\n</body></html>\n",
            escape(SIGNATURE)
        )
    }
}

impl Mail {
    /// A mail without files.
    pub fn new(user: Option<UserId>, to: impl Into<String>, subject: impl Into<String>, text: MailText) -> Mail {
        let (to, subject) = (to.into(), subject.into());
        Mail { to, user, subject, text, attachments: None, reason: None, unsubscribe_url: None }
    }

    /// `source` is what the [`AttachmentMaker`](crate::mail::AttachmentMaker) makes the files from.
    pub fn with_attachments(self, source: String) -> Mail {
        Mail { attachments: Some(source), ..self }
    }

    /// Makes it one of those that [`count_outcomes`](crate::mail::count_outcomes) counts under this word.
    pub fn with_reason(self, reason: String) -> Mail {
        Mail { reason: Some(reason), ..self }
    }

    /// The mail as a page, for who is about to send it.
    pub fn preview(&self) -> String {
        self.text.html()
    }

    /// For a mail to a list: mail programs show the link, and unsubscribe with one click (RFC 8058).
    pub fn with_unsubscribe_url(self, url: String) -> Mail {
        Mail { unsubscribe_url: Some(url), ..self }
    }

    /// The mail as it is sent, without attachments.
    pub(crate) fn compose(&self, from: &Mailbox, now: Instant) -> Result<Vec<u8>, Error> {
        let unsendable = |error: &dyn std::fmt::Display| Error::Internal(format!("a mail can't be composed: {error}"));
        let to = self.to.parse().map_err(|error| unsendable(&error))?;
        let mut builder = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, to))
            .raw_header(subject(&self.subject))
            .message_id(Some(format!("<{}@{}>", random::token(), from.email.domain())))
            .date(UNIX_EPOCH + Duration::from_millis(now.millis().unsigned_abs()));
        if let Some(url) = &self.unsubscribe_url {
            builder = builder
                .raw_header(unencoded_header("List-Unsubscribe", format!("<{url}>")))
                .raw_header(unencoded_header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let text = MultiPart::alternative_plain_html(self.text.plain(), self.text.html());
        let message = builder.multipart(text);
        Ok(message.map_err(|error| unsendable(&error))?.formatted())
    }
}

/// The subject. Names that people have chosen stand in it: one that looks like an encoded word (RFC 2047) would be read as
/// what it stands for, so that the whole subject is encoded then, and read as it was written.
fn subject(text: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str("Subject");
    if !text.contains("=?") {
        return HeaderValue::new(name, text.to_owned());
    }
    let mut words = vec![String::new()];
    for letter in text.chars() {
        match words.last_mut() {
            Some(word) if word.len() + letter.len_utf8() <= ENCODED_BYTES => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    let encoded: Vec<String> = words.iter().map(|word| format!("=?utf-8?b?{}?=", STANDARD.encode(word))).collect();
    HeaderValue::dangerous_new_pre_encoded(name, text.to_owned(), encoded.join("\r\n "))
}

/// A header of plain characters that must not be wrapped or encoded.
fn unencoded_header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::ReadableMail;

    fn composed(mail: &Mail) -> Vec<u8> {
        let from = "Tukio <ne-pas-repondre@tukio.example>".parse().unwrap();
        mail.compose(&from, Instant::from_millis(1_800_000_000_000)).unwrap()
    }

    #[test]
    fn a_mail_is_read_as_it_was_written() {
        let text = MailText::to("Élie <b>")
            .paragraph("Voici votre lien, valable une heure ; il ne sert qu'une fois.")
            .button("Choisir un mot de passe", "https://tukio.example/reset-password?token=a_b-c&x=1");
        let raw = composed(&Mail::new(None, "elie@tukio.example", "Réinitialiser « Élie »", text));
        let mail = ReadableMail::parse(&raw);
        assert_eq!(mail.subject, "Réinitialiser « Élie »");
        assert_eq!(mail.to, "elie@tukio.example");
        assert!(mail.text.starts_with("Bonjour Élie <b>,\r\n"), "{}", mail.text);
        assert!(mail.text.contains("\r\nhttps://tukio.example/reset-password?token=a_b-c&x=1\r\n"), "{}", mail.text);
        let html = MailText::to("<b>").html();
        assert!(html.contains("Bonjour &lt;b&gt;,"), "{html}");
    }

    #[test]
    fn what_looks_like_an_encoded_word_is_read_as_it_was_written() {
        for subject in [
            "Rendez-vous : =?utf-8?b?R2FnbmV6?=",
            "=?utf-8?Q?Votre_compte?= =?utf-8?q?est_bloqu=C3=A9?=",
            "=?iso-8859-1?q?a?= \u{e9}t\u{e9} ".repeat(9).trim_end(),
            "1 =? 2",
        ] {
            let raw = composed(&Mail::new(None, "elie@tukio.example", subject, MailText::to_anybody()));
            assert_eq!(ReadableMail::parse(&raw).subject, subject);
            let raw = String::from_utf8(raw).unwrap();
            let head = raw.split("\r\n\r\n").next().unwrap();
            let (_, value) = head.split_once("Subject: ").unwrap();
            let lines =
                value.split("\r\n").take(1).chain(value.split("\r\n").skip(1).take_while(|line| line.starts_with(' ')));
            for word in lines {
                assert!(word.trim().starts_with("=?utf-8?b?") && word.len() <= 76, "{word}");
            }
        }
    }

    #[test]
    fn lines_of_a_paragraph_stay_lines() {
        let text = || MailText::to_anybody().paragraph("Portes : 18 h\nConcert : 20 h <b>");
        assert!(text().html().contains("<p>Portes : 18 h<br>\nConcert : 20 h &lt;b&gt;</p>"), "{}", text().html());
        assert!(text().plain().contains("Portes : 18 h\r\nConcert : 20 h <b>\r\n"), "{}", text().plain());
    }

    #[test]
    fn a_mail_to_a_list_names_its_unsubscribe_link() {
        let mail = Mail::new(None, "elie@tukio.example", "Bonjour", MailText::to_anybody());
        assert!(!String::from_utf8(composed(&mail)).unwrap().contains("List-"));
        let url = format!("https://tukio.example/newsletter/unsubscribe/{}", "x".repeat(43));
        let raw = String::from_utf8(composed(&mail.with_unsubscribe_url(url.clone()))).unwrap();
        assert!(raw.contains(&format!("\r\nList-Unsubscribe: <{url}>\r\n")), "{raw}");
        assert!(raw.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{raw}");
    }

    #[test]
    fn whatever_looks_like_an_address_can_be_written_to() {
        let from = "ne-pas-repondre@tukio.example".parse().unwrap();
        let label = "x".repeat(63);
        let odd = (0..=127_u8).map(|byte| format!("a{}b@tukio.example", char::from(byte)));
        let long = [format!("a@{label}.cd"), format!("a@{label}x.cd"), format!("{label}@{label}.{label}.cd")];
        let written = odd.chain(long).filter(|address| domain::looks_like_email(address));
        let written = written.map(|address| Mail::new(None, &address, "Bonjour", MailText::to("Élie")));
        let written: Vec<Mail> = written.collect();
        assert!(written.len() > 80, "{}", written.len());
        for mail in written {
            assert!(mail.compose(&from, Instant::from_millis(0)).is_ok(), "{}", mail.to);
        }
    }

    #[test]
    fn an_address_that_is_none_is_no_mail() {
        let mail = Mail::new(None, "elie\r\nBcc: all@tukio.example", "Bonjour", MailText::to("Élie"));
        let from = "ne-pas-repondre@tukio.example".parse().unwrap();
        assert!(mail.compose(&from, Instant::from_millis(0)).is_err());
    }
}
