//! QR codes as SVG, and the page around them. Pure.

use qrcode::{Color, EcLevel, QrCode};

use platform::Error;
use platform::html::escape;

/// Modules of white around a code, which cameras need.
const QUIET_ZONE: usize = 4;

/// A code and what the door says to it.
pub struct ShownCode {
    pub verdict: &'static str,
    /// What is typed instead, where it would be the same ticket.
    pub code: Option<String>,
    pub content: String,
}

pub fn draw_page(event: &str, codes: &[ShownCode]) -> Result<String, Error> {
    let mut figures = String::new();
    for shown in codes {
        let code = shown.code.as_ref().map(|code| format!(" · {}", escape(code))).unwrap_or_default();
        let caption = format!("{}{code}", escape(shown.verdict));
        figures
            .push_str(&format!("<figure>\n{}\n<figcaption>{caption}</figcaption>\n</figure>\n", draw(&shown.content)?));
    }
    let title = format!("Billets à scanner : {}", escape(event));
    Ok(format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · Tukio</title>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p>Ouvrez cette page sur un second écran et scannez ces codes à la porte de l'évènement.</p>\n{figures}</main>\n\
         </body>\n</html>\n"
    ))
}

fn draw(text: &str) -> Result<String, Error> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M);
    let code = code.map_err(|error| Error::Internal(format!("a code can't be drawn: {error}")))?;
    let (width, side) = (code.width(), code.width() + 2 * QUIET_ZONE);
    let mut dark = String::new();
    for (index, _) in code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark) {
        dark.push_str(&format!("M{} {}h1v1h-1z", index % width + QUIET_ZONE, index / width + QUIET_ZONE));
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"280\" height=\"280\" viewBox=\"0 0 {side} {side}\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_drawing_for_each_code() {
        let shown = |verdict| ShownCode { verdict, code: Some("7KQ2-M9XD".to_owned()), content: "T1 0Q".to_owned() };
        let page = draw_page("Jazz & <b>", &[shown("Annulé"), shown("Remboursé")]).unwrap();
        assert_eq!((page.matches("<svg").count(), page.matches("7KQ2-M9XD").count()), (2, 2));
        assert!(page.contains("Jazz &amp; &lt;b&gt;") && page.contains("Annulé · 7KQ2-M9XD"), "{page}");
    }
}
