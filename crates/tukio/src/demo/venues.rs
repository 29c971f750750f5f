//! Where demo events take place.

use domain::{Coordinates, Town};

pub struct Venue {
    pub address: &'static str,
}

const fn at(address: &'static str) -> Venue {
    Venue { address }
}

const LUBUMBASHI: [Venue; 6] = [
    at("Avenue Kasaï 12, Kampemba, en face du marché"),
    at("Théâtre de la Verdure, Avenue Mama Yemo"),
    at("Halle de l'Étoile, Avenue Kilela Balanda"),
    at("Centre culturel de la Gécamines, Route Likasi"),
    at("Esplanade du Musée, Avenue du Musée 7"),
    at("Salle Mosaïque, Boulevard Kamanyola 48"),
];
const KINSHASA: [Venue; 5] = [
    at("Place des Artistes, Victoire, Kalamu"),
    at("Boulevard du 30 Juin 120, Gombe"),
    at("Espace Bilembo, Avenue Colonel Lukusa, Gombe"),
    at("Stade Tata Raphaël, salle annexe, Kalamu"),
    at("Académie des Beaux-Arts, Avenue Pierre Mulele"),
];
const KOLWEZI: [Venue; 3] =
    [at("Cercle Manika, Avenue Okito"), at("Salle Lualaba, Quartier Biashara"), at("Complexe sportif de Dilala")];
const LIKASI: [Venue; 3] =
    [at("Salle des fêtes de Shituru"), at("Place de la Poste, Avenue Lumumba"), at("Cercle de Panda, Quartier Panda")];
const GOMA: [Venue; 4] = [
    at("Foyer culturel de Goma, Boulevard Kanyamuhanga"),
    at("Les Jardins du Lac, Quartier Himbi"),
    at("Salle Virunga, Avenue des Volcans"),
    at("Terrain de l'Institut, Quartier Katindo"),
];
const MBUJI_MAYI: [Venue; 3] = [
    at("Salle Bonzola, Commune de la Kanshi"),
    at("Cercle Miba, Avenue Cathédrale"),
    at("Place de l'Étoile, Commune de Dibindi"),
];

/// The product was born in Lubumbashi, and it shows.
pub fn town(number: usize) -> Town {
    const SHARES: [Town; 12] = [
        Town::Lubumbashi,
        Town::Kinshasa,
        Town::Lubumbashi,
        Town::Kolwezi,
        Town::Goma,
        Town::Lubumbashi,
        Town::Kinshasa,
        Town::Likasi,
        Town::Lubumbashi,
        Town::MbujiMayi,
        Town::Kinshasa,
        Town::Goma,
    ];
    SHARES[number % SHARES.len()]
}

pub fn venue(town: Town, number: usize) -> &'static Venue {
    let list: &[Venue] = match town {
        Town::Lubumbashi => &LUBUMBASHI,
        Town::Kinshasa => &KINSHASA,
        Town::Kolwezi => &KOLWEZI,
        Town::Likasi => &LIKASI,
        Town::Goma => &GOMA,
        Town::MbujiMayi => &MBUJI_MAYI,
    };
    &list[number % list.len()]
}

/// A point within two kilometres of the town's centre.
pub fn around(town: Town, number: usize) -> Coordinates {
    let centre = town.centre();
    let step = |factor: usize| ((number * factor) % 41) as f64 / 1000.0 - 0.02;
    let rounded = |degrees: f64| (degrees * 10_000.0).round() / 10_000.0;
    Coordinates { latitude: rounded(centre.latitude + step(17)), longitude: rounded(centre.longitude + step(23)) }
}
