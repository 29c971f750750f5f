//! Parses the mails that we compose ourselves, for the pages that show them and for tests. Not for other mail.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

#[derive(Clone, PartialEq, Eq)]
pub struct ReadableMail {
    pub to: String,
    pub subject: String,
    pub date: String,
    /// The plain-text part.
    pub text: String,
    pub files: Vec<ReadableFile>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct ReadableFile {
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Prints whom it is for and about what: never its text, which may hold a link that opens an account.
impl fmt::Debug for ReadableMail {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ReadableMail")
            .field("to", &self.to)
            .field("subject", &self.subject)
            .field("date", &self.date)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// Prints no content: a file may be a ticket.
impl fmt::Debug for ReadableFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ReadableFile")
            .field("name", &self.name)
            .field("content_type", &self.content_type)
            .finish_non_exhaustive()
    }
}

impl ReadableMail {
    pub fn parse(raw: &[u8]) -> ReadableMail {
        let raw = String::from_utf8_lossy(raw);
        let (head, _) = raw.split_once("\r\n\r\n").unwrap_or((&raw, ""));
        let named = |name| header(head, name).map(|value| decoded_words(&value)).unwrap_or_default();
        ReadableMail {
            to: named("To"),
            subject: named("Subject"),
            date: named("Date"),
            text: plain_part(&raw).unwrap_or_default(),
            files: raw.split("\r\n--").filter_map(file).collect(),
        }
    }
}

/// A header's value, its continuation lines joined.
fn header(head: &str, name: &str) -> Option<String> {
    let mut lines = head.split("\r\n");
    let start = lines.by_ref().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })?;
    let continued = lines.take_while(|line| line.starts_with([' ', '\t']));
    Some(continued.fold(start, |value, line| value + " " + line.trim()))
}

/// `=?utf-8?b?…?=` pieces as the text they stand for; white space between two of them is theirs, not the text's.
fn decoded_words(value: &str) -> String {
    let mut text = String::new();
    let mut after_encoded = false;
    for word in value.split(' ') {
        let encoded = word.strip_prefix("=?utf-8?b?").and_then(|rest| rest.strip_suffix("?="));
        let decoded = encoded.and_then(|encoded| String::from_utf8(STANDARD.decode(encoded).ok()?).ok());
        let joined = text.is_empty() || after_encoded && decoded.is_some();
        text.push_str(if joined { "" } else { " " });
        after_encoded = decoded.is_some();
        text.push_str(decoded.as_deref().unwrap_or(word));
    }
    text
}

/// The first text/plain part, however deep it lies: every part begins with its own head.
fn plain_part(raw: &str) -> Option<String> {
    let start = raw.find("Content-Type: text/plain")?;
    let (head, rest) = raw[start..].split_once("\r\n\r\n")?;
    let body = rest.split("\r\n--").next().unwrap_or(rest);
    String::from_utf8(unpacked(head, body)?).ok()
}

/// A part that is a file, from its boundary on.
fn file(part: &str) -> Option<ReadableFile> {
    let (boundary_and_head, body) = part.split_once("\r\n\r\n")?;
    let (_, head) = boundary_and_head.split_once("\r\n")?;
    let disposition = header(head, "Content-Disposition")?;
    let name = disposition.strip_prefix("attachment; filename=")?.trim_matches('"').to_owned();
    Some(ReadableFile { name, content_type: header(head, "Content-Type")?, bytes: unpacked(head, body)? })
}

fn unpacked(head: &str, body: &str) -> Option<Vec<u8>> {
    match header(head, "Content-Transfer-Encoding").as_deref() {
        Some("base64") => STANDARD.decode(body.split_whitespace().collect::<String>()).ok(),
        Some("quoted-printable") => quoted_printable::decode(body, quoted_printable::ParseMode::Robust).ok(),
        _ => Some(body.as_bytes().to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_mail_holds_no_content() {
        let file = ReadableFile { name: "billet.pdf".into(), content_type: "application/pdf".into(), bytes: vec![201] };
        let mail = ReadableMail {
            to: "elie@tukio.example".into(),
            subject: "Billet".into(),
            date: "today".into(),
            text: "https://tukio.example/reset-password?token=hunter2".into(),
            files: vec![file],
        };
        let printed = format!("{mail:?}");
        assert!(printed.contains("billet.pdf"), "{printed}");
        assert!(!printed.contains("hunter2") && !printed.contains("201"), "{printed}");
    }
}
