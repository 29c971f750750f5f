//! What a professional does: the twenty-four service categories of the directory.

use crate::NotInList;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Activity(u8);

const LIST: [&str; 24] = [
    "Orateur",
    "Comédien",
    "Traiteur",
    "Musicien",
    "DJ",
    "Organisateur",
    "Sécurité",
    "Décorateur",
    "Protocol",
    "Cascadeur",
    "Danseur",
    "Formateur",
    "Photographe",
    "Vidéaste",
    "Animateur",
    "Influenceur",
    "Chauffeur",
    "Technicien son",
    "Technicien lumière",
    "Styliste",
    "Maquilleur",
    "Graphiste",
    "Nettoyage",
    "Autres",
];

impl Activity {
    pub fn all() -> impl ExactSizeIterator<Item = Activity> {
        (0..LIST.len() as u8).map(Activity)
    }

    pub fn name(self) -> &'static str {
        LIST[self.0 as usize]
    }
}

impl std::str::FromStr for Activity {
    type Err = NotInList;

    fn from_str(name: &str) -> Result<Activity, NotInList> {
        Activity::all().find(|activity| activity.name() == name).ok_or(NotInList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_activity_is_found_by_its_name() {
        assert_eq!(Activity::all().len(), 24);
        for activity in Activity::all() {
            assert_eq!(activity.name().parse(), Ok(activity));
        }
        assert_eq!("Magicien".parse::<Activity>(), Err(NotInList));
    }
}
