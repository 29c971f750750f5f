//! The fonts of the product. The display face has two weights, and in each a file for French and one for the letters of
//! other Latin alphabets. Behind it stand fonts for what it lacks: other alphabets, Chinese, emoji, symbols.

use std::borrow::Cow;
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
    bytes: LazyLock<Cow<'static, [u8]>>,
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
    const fn new(number: usize, name: &'static str, bytes: fn() -> Cow<'static, [u8]>) -> FontFile {
        FontFile { number, name, bytes: LazyLock::new(bytes) }
    }

    pub fn bytes(&'static self) -> &'static [u8] {
        &self.bytes
    }

    pub fn has(&'static self, sign: char) -> bool {
        self.characters().is_some_and(|characters| characters.map(sign).is_some())
    }

    fn characters(&'static self) -> Option<Charmap<'static>> {
        Some(FontRef::new(self.bytes()).ok()?.charmap())
    }
}

fn plain(bytes: &'static [u8]) -> Cow<'static, [u8]> {
    Cow::Borrowed(bytes)
}

/// Unpacks a font. What can't be unpacked has no characters, which the tests of this crate would show.
fn packed(bytes: &'static [u8]) -> Cow<'static, [u8]> {
    let mut font = Vec::new();
    let unpacked = ZlibDecoder::new(bytes).read_to_end(&mut font);
    Cow::Owned(if unpacked.is_ok() { font } else { Vec::new() })
}
