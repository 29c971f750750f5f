//! The fonts of the product. The display face has two weights, and in each a file for French and one for the letters of
//! other Latin alphabets. Behind it stand fonts for what it lacks: other alphabets, Chinese, emoji, symbols.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;
use skrifa::{FontRef, MetadataProvider, charmap::Charmap};

pub const FAMILY: &str = "Bricolage Grotesque";

/// Drawn in place of a character that no font has.
pub const MISSING: char = '□';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// A font file, TrueType outlines.
pub struct FontFile {
    /// Its place in `FONTS`.
    pub number: usize,
    /// What documents call it.
    pub name: &'static str,
    loaded: LazyLock<Loaded>,
}

struct Loaded {
    bytes: &'static [u8],
    /// None if the bytes are no font, which the tests of this crate would show.
    characters: Option<Charmap<'static>>,
}

/// All fonts.
pub static FONTS: [FontFile; 10] = [
    FontFile::new(0, "BricolageGrotesque", || plain(include_bytes!("../assets/bricolage-400.ttf"))),
    FontFile::new(1, "BricolageGrotesque", || plain(include_bytes!("../assets/bricolage-ext-400.ttf"))),
    FontFile::new(2, "BricolageGrotesque-Bold", || plain(include_bytes!("../assets/bricolage-700.ttf"))),
    FontFile::new(3, "BricolageGrotesque-Bold", || plain(include_bytes!("../assets/bricolage-ext-700.ttf"))),
    FontFile::new(4, "NotoSans", || packed(include_bytes!("../assets/fallback/noto-sans-400.ttf.zz"))),
    FontFile::new(5, "NotoSans-Bold", || packed(include_bytes!("../assets/fallback/noto-sans-700.ttf.zz"))),
    FontFile::new(6, "NotoSansArabic", || packed(include_bytes!("../assets/fallback/noto-sans-arabic-700.ttf.zz"))),
    FontFile::new(7, "DroidSansFallback", || packed(include_bytes!("../assets/fallback/droid-sans-fallback.ttf.zz"))),
    FontFile::new(8, "NotoEmoji", || packed(include_bytes!("../assets/fallback/noto-emoji-700.ttf.zz"))),
    FontFile::new(9, "NotoSansSymbols", || packed(include_bytes!("../assets/fallback/noto-sans-symbols.ttf.zz"))),
];

impl Weight {
    /// Returns the places in `FONTS` of the two files of the display face.
    pub fn display(self) -> [usize; 2] {
        match self {
            Weight::Regular => [0, 1],
            Weight::Bold => [2, 3],
        }
    }

    /// Returns every font for words of this weight, the one that is asked first before the others.
    pub fn fonts(self) -> impl Iterator<Item = &'static FontFile> {
        let [french, other] = self.display();
        let latin = if self == Weight::Regular { 4 } else { 5 };
        [french, other, latin, 6, 7, 8, 9].into_iter().map(|number| &FONTS[number])
    }
}

impl FontFile {
    const fn new(number: usize, name: &'static str, load: fn() -> Loaded) -> FontFile {
        FontFile { number, name, loaded: LazyLock::new(load) }
    }

    pub fn bytes(&self) -> &'static [u8] {
        self.loaded.bytes
    }

    pub fn has(&self, sign: char) -> bool {
        self.loaded.characters.as_ref().is_some_and(|characters| characters.map(sign).is_some())
    }
}

fn plain(bytes: &'static [u8]) -> Loaded {
    Loaded { bytes, characters: FontRef::new(bytes).ok().map(|font| font.charmap()) }
}

/// Unpacks a font, once for the life of the process.
fn packed(bytes: &[u8]) -> Loaded {
    let mut font = Vec::new();
    let unpacked = ZlibDecoder::new(bytes).read_to_end(&mut font);
    plain(if unpacked.is_ok() { font.leak() } else { &[] })
}
