//! The twenty event categories. Each has its own stone: the hue of its generated pictures.

use crate::{NotInList, slug};

/// One of the fixed event categories, named as the product shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Category(u8);

const LIST: [(&str, u16); 20] = [
    ("Concerts", 163),
    ("Sports", 142),
    ("Conférences", 256),
    ("Festivals", 50),
    ("Théâtre", 20),
    ("Expositions", 306),
    ("Ateliers", 82),
    ("Rencontres", 200),
    ("Cinéma", 274),
    ("Soirées", 324),
    ("Cours en ligne", 220),
    ("Gaming", 290),
    ("Lancements de produits", 181),
    ("Foires commerciales", 66),
    ("Activités en plein air", 124),
    ("Célébrations", 342),
    ("Dîners", 35),
    ("Séminaires", 238),
    ("Livres et littérature", 102),
    ("Mode", 4),
];

impl Category {
    pub fn all() -> impl ExactSizeIterator<Item = Category> {
        (0..LIST.len() as u8).map(Category)
    }

    pub fn name(self) -> &'static str {
        LIST[self.0 as usize].0
    }

    /// OKLCH hue of the category's pictures.
    pub fn hue(self) -> u16 {
        LIST[self.0 as usize].1
    }

    pub fn slug(self) -> String {
        slug(self.name())
    }

    pub fn from_slug(text: &str) -> Result<Category, NotInList> {
        Category::all().find(|category| category.slug() == text).ok_or(NotInList)
    }
}

impl std::str::FromStr for Category {
    type Err = NotInList;

    fn from_str(name: &str) -> Result<Category, NotInList> {
        Category::all().find(|category| category.name() == name).ok_or(NotInList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_is_found_by_its_name_and_by_its_slug() {
        assert_eq!(Category::all().len(), 20);
        for category in Category::all() {
            assert_eq!(category.name().parse(), Ok(category));
            assert_eq!(Category::from_slug(&category.slug()), Ok(category));
        }
        assert_eq!("concerts".parse::<Category>(), Err(NotInList));
        assert_eq!("Livres et littérature".parse::<Category>().map(Category::slug), Ok("livres-et-litterature".into()));
    }

    #[test]
    fn stones_differ() {
        let mut hues: Vec<u16> = Category::all().map(Category::hue).collect();
        hues.sort_unstable();
        hues.dedup();
        assert_eq!(hues.len(), 20);
    }
}
