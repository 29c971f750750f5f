//! Drawings of the first screen stand inside the page: on a thin network asking for one takes longer than sending it.

use crate::pictures::drawing::Drawing;

/// How the web app marks what belongs to the first screen.
const FIRST_SCREEN: &str = r#"fetchPriority="high""#;

/// The rendered page with the drawings of its first screen in it. Pictures that people have sent stay where they are.
pub fn with_drawings_inside(html: &str) -> String {
    let mut inside = String::with_capacity(html.len() + 16 * 1024);
    let mut rest = html;
    while let Some((before, tag, after)) = next_picture(rest) {
        inside.push_str(before);
        inside.push_str(&with_drawing(tag).unwrap_or_else(|| tag.to_owned()));
        rest = after;
    }
    inside.push_str(rest);
    inside
}

/// What stands before the next `<img …>`, that tag, and what follows it. Its attributes hold no `>`: they are escaped.
fn next_picture(html: &str) -> Option<(&str, &str, &str)> {
    let start = html.find("<img ")?;
    let end = start + html[start..].find('>')? + 1;
    Some((&html[..start], &html[start..end], &html[end..]))
}

fn with_drawing(tag: &str) -> Option<String> {
    if !tag.contains(FIRST_SCREEN) {
        return None;
    }
    let (before, rest) = tag.split_once(r#" src=""#)?;
    let (address, after) = rest.split_once('"')?;
    let drawing = Drawing::at(address)?.draw();
    Some(format!(r#"{before} src="{}"{after}"#, data_address(&drawing)))
}

/// As text and not in base64, which the compression of the page could do nothing with. Nothing is left in it that would
/// end the attribute.
fn data_address(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for c in svg.chars() {
        match c {
            '"' => address.push('\''),
            '%' | '#' | '<' | '>' | '&' => address.push_str(&format!("%{:02X}", u32::from(c))),
            c => address.push(c),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERO: &str = r#"<img src="/pictures/bands/concerts/8.svg" alt width="640" fetchPriority="high" />"#;

    #[test]
    fn a_drawing_of_the_first_screen_stands_inside() {
        let page = with_drawings_inside(&format!("<section>{HERO}<h1>Ce soir</h1></section>"));
        assert!(
            page.starts_with(r#"<section><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'"#),
            "{page}"
        );
        assert!(page.ends_with(r#"" alt width="640" fetchPriority="high" /><h1>Ce soir</h1></section>"#), "{page}");
        assert!(!page.contains("/pictures/") && !page.contains('#'), "{page}");
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        let lazy = HERO.replace("high", "auto");
        let sent = r#"<img srcSet="/media/a 480w" src="/media/b" alt fetchPriority="high" />"#;
        let strange = r#"<img src="/pictures/bands/nulle/8.svg" fetchPriority="high" />"#;
        for html in [&lazy, sent, strange, "<p>fetchPriority=\"high\"</p>", "<img "] {
            assert_eq!(with_drawings_inside(html), html);
        }
    }
}
