//! QR codes as SVG, and the page around them. Pure.

use qrcode::{Color, EcLevel, QrCode};

use platform::Error;
use platform::html::escape;

/// Modules of white around a code, which cameras need.
const QUIET_ZONE: usize = 4;

/// The ground of a verdict is the one that the gate shows. A code that was chosen fills the screen, because a camera that
/// sees several reads any of them.
const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#f6f3ec;--ink:#10201a;--muted:#4d5c55;--card:#fff;--link:#0a6b47}\
@media(prefers-color-scheme:dark){:root{--paper:#0b1512;--ink:#eef3ef;--muted:#b3c1ba;--card:#16221d;--link:#6fdfab}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
main{max-width:80rem;margin:0 auto;padding:1.5rem 1rem 3rem}\
h1{margin:0 0 .5rem;font-size:clamp(1.5rem,5vw,2.5rem);line-height:1.15;text-wrap:balance}\
p{max-width:44rem;margin:0 0 1rem;color:var(--muted)}\
a{color:var(--link);font-weight:700}\
.door{display:inline-flex;align-items:center;min-height:3rem;padding:.5rem 1.25rem;border-radius:.75rem;\
background:#0a6b47;color:#fff;text-decoration:none}\
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:2rem;margin-top:2rem}\
figure{display:flex;flex-direction:column;margin:0;overflow:hidden;border-radius:1.25rem;background:var(--card);\
box-shadow:0 1px 3px #0003}\
figure svg{display:block;width:100%;height:auto;background:#fff}\
figcaption{display:grid;gap:.25rem;align-content:center;flex:1;padding:.75rem 1rem;text-align:center;color:#04140c;background:#2fe38c}\
.look figcaption{color:#1c1000;background:#ffb52e}\
.bad figcaption{color:#fff;background:#8f0f14}\
strong{font-size:1.5rem;line-height:1.2}\
code{font:700 1.25rem/1.2 ui-monospace,monospace;letter-spacing:.1em}\
.back{display:none}\
figure:target{position:fixed;inset:0;z-index:1;border-radius:0}\
figure:target .show{flex:1;min-height:0;background:#fff}\
figure:target svg{width:100%;height:100%}\
figure:target figcaption{flex:none}\
figure:target .back{display:block;padding:1rem;text-align:center;background:var(--card)}";

/// How a code is coloured: as the gate colours what it says to it.
#[derive(Clone, Copy)]
pub enum Tone {
    Good,
    Look,
    Bad,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Look => "look",
            Tone::Bad => "bad",
        }
    }
}

/// A code and what the door says to it.
pub struct ShownCode {
    pub verdict: &'static str,
    pub tone: Tone,
    /// What is typed instead, where it would be the same ticket.
    pub code: Option<String>,
    pub content: String,
}

/// `gate`: the path of the event's scan screen.
pub fn draw_page(event: &str, gate: &str, codes: &[ShownCode]) -> Result<String, Error> {
    let mut figures = String::new();
    for (index, shown) in codes.iter().enumerate() {
        figures.push_str(&draw_figure(index, shown)?);
    }
    let title = format!("Billets à scanner : {}", escape(event));
    Ok(format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · Tukio</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p>Gardez cette page sur un second écran et scannez ces codes à la porte. Touchez un code pour le montrer seul. \
         Sous un code, ce qui se saisit à sa place ; sa couleur est celle de la réponse.</p>\n\
         <a class=\"door\" href=\"{gate}\">Ouvrir la porte</a>\n\
         <div class=\"codes\" id=\"codes\">\n{figures}</div>\n</main>\n</body>\n</html>\n"
    ))
}

fn draw_figure(index: usize, ShownCode { verdict, tone, code, content }: &ShownCode) -> Result<String, Error> {
    let code = code.as_ref().map(|code| format!("<code>{}</code>", escape(code))).unwrap_or_default();
    Ok(format!(
        "<figure id=\"code-{index}\" class=\"{}\">\n<a class=\"show\" href=\"#code-{index}\" aria-label=\"Montrer ce code seul\">\
         {}</a>\n<figcaption><strong>{}</strong>{code}</figcaption>\n<a class=\"back\" href=\"#codes\">Tous les codes</a>\n\
         </figure>\n",
        tone.class(),
        draw(content)?,
        escape(verdict),
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
        "<svg xmlns=\"http://www.w3.org/2000/svg\" shape-rendering=\"crispEdges\" viewBox=\"0 0 {side} {side}\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_drawing_for_each_code() {
        let shown = |verdict, tone| ShownCode {
            verdict,
            tone,
            code: Some("7KQ2-M9XD".to_owned()),
            content: "T1 0Q".to_owned(),
        };
        let codes = [shown("Valable", Tone::Good), shown("Annulé", Tone::Bad)];
        let page = draw_page("Jazz & <b>", "/dash/events/7/scan", &codes).unwrap();
        assert_eq!((page.matches("<svg").count(), page.matches("7KQ2-M9XD").count()), (2, 2));
        assert!(page.contains("Jazz &amp; &lt;b&gt;") && page.contains("href=\"/dash/events/7/scan\""), "{page}");
        assert!(page.contains("<figure id=\"code-1\" class=\"bad\">"), "{page}");
        assert!(page.contains("<strong>Annulé</strong><code>7KQ2-M9XD</code>"), "{page}");
    }
}
