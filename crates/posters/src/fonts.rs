//! The fonts for words in pictures: the display face, and those that are asked for what it lacks.

use std::sync::{Arc, LazyLock};

use brand::Weight;
use resvg::usvg::fontdb::{Database, Source};

static DISPLAY: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let numbers = Weight::Bold.display();
    Arc::new(database(Weight::Bold.fonts().filter(|font| numbers.contains(&font.number))))
});

static ALL: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(database(Weight::Bold.fonts())));

/// Returns the fonts that a drawing needs; most need the display face only, and the others cost memory.
pub fn fonts(svg: &str) -> Arc<Database> {
    let numbers = Weight::Bold.display();
    let is_displayed = |sign: char| numbers.iter().any(|number| brand::FONTS[*number].has(sign));
    if svg.chars().filter(|sign| !sign.is_ascii()).all(is_displayed) { DISPLAY.clone() } else { ALL.clone() }
}

fn database(files: impl Iterator<Item = &'static brand::FontFile>) -> Database {
    let mut fonts = Database::new();
    for file in files {
        fonts.load_font_source(Source::Binary(Arc::new(file.bytes())));
    }
    fonts
}
