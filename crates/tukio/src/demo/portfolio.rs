//! Pictures of the demo's professionals, drawn by the product itself: stored before anything refers to them.

use domain::Category;
use posters::Motif;

use platform::pictures::{PORTFOLIO, PreparedPicture};
use platform::{Error, Storage};

/// Who shows which kind of work. Few, and drawn at once: the demo is there within seconds.
const SHOWN: [(&str, &str); 7] = [
    ("prestataire", "diners"),
    ("prestataire", "celebrations"),
    ("prestataire", "soirees"),
    ("Dorcas Mwamba", "expositions"),
    ("Dorcas Mwamba", "concerts"),
    ("Espérance Déco", "celebrations"),
    ("Espérance Déco", "diners"),
];

/// Wide enough for the largest size that is kept.
const WIDTH: u32 = 1280;

/// Pictures that are stored and not referred to yet, each with whose it is.
pub struct Portfolio(Vec<(&'static str, PreparedPicture)>);

impl Portfolio {
    pub async fn draw(storage: &Storage) -> Result<Portfolio, Error> {
        let pictures = tokio::task::spawn_blocking(draw_all).await.map_err(failed)??;
        for (_, picture) in &pictures {
            picture.store(storage).await?;
        }
        Ok(Portfolio(pictures))
    }

    /// The names of one person's pictures.
    pub fn of(&self, person: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(owner, _)| *owner == person).map(|(_, picture)| &*picture.name)
    }

    /// For when they are not needed after all.
    pub async fn discard(&self, storage: &Storage) {
        for (_, picture) in &self.0 {
            storage.discard(&picture.keys()).await;
        }
    }
}

fn draw_all() -> Result<Vec<(&'static str, PreparedPicture)>, Error> {
    let numbered = SHOWN.iter().zip(0..);
    numbered.map(|((person, slug), number)| Ok((*person, picture(number, slug)?))).collect()
}

fn picture(seed: u64, slug: &str) -> Result<PreparedPicture, Error> {
    let category = Category::from_slug(slug).map_err(failed)?;
    let svg = match Motif::from_category_slug(slug) {
        Some(motif) => posters::poster_svg(seed, category.hue(), motif),
        None => posters::bands_svg(seed, category.hue()),
    };
    PreparedPicture::new(PORTFOLIO, &posters::jpeg(&svg, WIDTH).map_err(failed)?).map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("demo: {error}"))
}
