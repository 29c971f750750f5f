//! Text inside XML.

use std::borrow::Cow;

/// Escapes what XML means something else by, and leaves out what it can't hold. An underscore before `xHHHH_` is written
/// by its number, because Excel reads such a group as the sign with that number.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(|sign| replaced(sign).is_some()) && !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        match replaced(sign) {
            Some(replacement) => escaped.push_str(replacement),
            None if sign == '_' && is_group(after) => escaped.push_str("_x005F_"),
            None => escaped.push(sign),
        }
        rest = after;
    }
    Cow::Owned(escaped)
}

fn replaced(sign: char) -> Option<&'static str> {
    match sign {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        // A reader of XML would make a line feed of it.
        '\r' => Some("_x000D_"),
        '\t' | '\n' => None,
        '\0'..' ' | '\u{fffe}' | '\u{ffff}' => Some(""),
        _ => None,
    }
}

/// Whether an underscore before this would begin a group.
fn is_group(after: &str) -> bool {
    let bytes = after.as_bytes();
    bytes.len() >= 6 && bytes[0] == b'x' && bytes[1..5].iter().all(u8::is_ascii_hexdigit) && bytes[5] == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_else_is_escaped() {
        assert_eq!(escape("Grâce & <b>\"Neema\"</b>"), "Grâce &amp; &lt;b&gt;&quot;Neema&quot;&lt;/b&gt;");
        assert_eq!(escape("a\u{0}\u{b}b\tc\nd\r"), "ab\tc\nd_x000D_");
        assert_eq!(escape("_x0041_ _x _xyz_"), "_x005F_x0041_ _x _xyz_");
    }
}
