//! What a poster is about: one motif per category of the product.

/// The emblem on a poster. Named by what it shows, not by the category: categories may be renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motif {
    Guitar,
    Football,
    Microphone,
    Drum,
    Mask,
    Frame,
    Tools,
    Bubbles,
    Clapper,
    Moon,
    Laptop,
    Gamepad,
    Rocket,
    Stall,
    Mountain,
    Fireworks,
    Plate,
    Bulb,
    Book,
    Dress,
}

const BY_SLUG: [(&str, Motif); 20] = [
    ("concerts", Motif::Guitar),
    ("sports", Motif::Football),
    ("conferences", Motif::Microphone),
    ("festivals", Motif::Drum),
    ("theatre", Motif::Mask),
    ("expositions", Motif::Frame),
    ("ateliers", Motif::Tools),
    ("rencontres", Motif::Bubbles),
    ("cinema", Motif::Clapper),
    ("soirees", Motif::Moon),
    ("cours-en-ligne", Motif::Laptop),
    ("gaming", Motif::Gamepad),
    ("lancements-de-produits", Motif::Rocket),
    ("foires-commerciales", Motif::Stall),
    ("activites-en-plein-air", Motif::Mountain),
    ("celebrations", Motif::Fireworks),
    ("diners", Motif::Plate),
    ("seminaires", Motif::Bulb),
    ("livres-et-litterature", Motif::Book),
    ("mode", Motif::Dress),
];

impl Motif {
    pub fn from_category_slug(slug: &str) -> Option<Motif> {
        BY_SLUG.iter().find(|(name, _)| *name == slug).map(|(_, motif)| *motif)
    }

    pub fn all() -> impl Iterator<Item = Motif> {
        BY_SLUG.iter().map(|(_, motif)| *motif)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Motif;

    #[test]
    fn every_category_has_its_own_motif() {
        let motifs: HashSet<_> = domain::Category::all()
            .map(|category| {
                Motif::from_category_slug(&category.slug()).unwrap_or_else(|| panic!("{}", category.slug()))
            })
            .collect();
        assert_eq!(motifs.len(), domain::Category::all().len());
        assert_eq!(Motif::from_category_slug("unknown"), None);
    }
}
