//! The drawings that this server makes: pure functions of their address.

use domain::Category;
use posters::Motif;

pub enum Drawing {
    Bands { category: Category, seed: u64 },
    Poster { category: Category, motif: Motif, seed: u64 },
    Avatar { seed: u64 },
}

impl Drawing {
    /// The drawing at `/pictures/bands/{slug}/{file}`, where the file is named like `42.svg`.
    pub fn bands(slug: &str, file: &str) -> Option<Drawing> {
        Some(Drawing::Bands { category: Category::from_slug(slug).ok()?, seed: read_seed(file)? })
    }

    /// The drawing at `/pictures/posters/{slug}/{file}`.
    pub fn poster(slug: &str, file: &str) -> Option<Drawing> {
        let (category, motif) = (Category::from_slug(slug).ok()?, Motif::from_category_slug(slug)?);
        Some(Drawing::Poster { category, motif, seed: read_seed(file)? })
    }

    /// The drawing at `/pictures/avatars/{file}`.
    pub fn avatar(file: &str) -> Option<Drawing> {
        Some(Drawing::Avatar { seed: read_seed(file)? })
    }

    /// The drawing of an event's page or a hero at this address; none where a person's own picture is.
    pub fn at(address: &str) -> Option<Drawing> {
        let mut parts = address.strip_prefix("/pictures/")?.split('/');
        match (parts.next()?, parts.next()?, parts.next()?, parts.next()) {
            ("bands", slug, file, None) => Drawing::bands(slug, file),
            ("posters", slug, file, None) => Drawing::poster(slug, file),
            _ => None,
        }
    }

    /// What tells it from every other drawing.
    pub fn name(&self) -> String {
        match self {
            Drawing::Bands { category, seed } => format!("bands/{}/{seed}", category.slug()),
            Drawing::Poster { category, seed, .. } => format!("posters/{}/{seed}", category.slug()),
            Drawing::Avatar { seed } => format!("avatars/{seed}"),
        }
    }

    pub fn draw(&self) -> String {
        match self {
            Drawing::Bands { category, seed } => posters::bands_svg(*seed, category.hue()),
            Drawing::Poster { category, motif, seed } => posters::poster_svg(*seed, category.hue(), *motif),
            Drawing::Avatar { seed } => posters::avatar_svg(*seed),
        }
    }
}

/// The seed in a file name like `42.svg`.
fn read_seed(file: &str) -> Option<u64> {
    file.strip_suffix(".svg")?.parse().ok()
}
