//! Names and descriptions of demo events, by category.

use domain::Category;

pub struct Entry {
    pub name: &'static str,
    pub description: &'static str,
    /// The hour such events usually begin.
    pub hour: u16,
    pub free: bool,
}

struct Shelf {
    category: &'static str,
    hour: u16,
    free: bool,
    names: [&'static str; 8],
    descriptions: [&'static str; 2],
}

pub fn entry(category: Category, round: usize) -> Entry {
    // Every category has its shelf: a test says so.
    let shelf = SHELVES.iter().find(|shelf| shelf.category == category.name()).unwrap_or(&SHELVES[0]);
    Entry {
        name: shelf.names[round % shelf.names.len()],
        description: shelf.descriptions[round % shelf.descriptions.len()],
        hour: shelf.hour,
        free: shelf.free,
    }
}

static SHELVES: [Shelf; 20] = [
    Shelf {
        category: "Concerts",
        hour: 19,
        free: false,
        names: [
            "Katanga Jazz de nuit",
            "Rumba sous les manguiers",
            "Kasaï acoustique",
            "Gospel en plein cœur",
            "Les guitares du cuivre",
            "Nuit afrobeat",
            "Chorale des quatre rives",
            "Ndombolo live",
        ],
        descriptions: [
            "Deux heures de musique en direct, des solos qui s'étirent et une salle qui chante. Les portes ouvrent une heure avant ; les places assises sont pour les premiers arrivés.\n\nBar et grillades sur place. Parking gardé.",
            "Un orchestre de onze musiciens reprend les grands airs de la rumba et présente ses nouvelles compositions. On vient pour écouter, on reste pour danser.",
        ],
    },
    Shelf {
        category: "Sports",
        hour: 15,
        free: false,
        names: [
            "Derby des quartiers",
            "Tournoi de basket 3x3",
            "Course de la Lubumbashi",
            "Gala de boxe du samedi",
            "Finale interscolaire de handball",
            "Marathon du lac",
            "Tournoi de maracana",
            "Open de tennis de table",
        ],
        descriptions: [
            "Seize équipes, une seule coupe. Les matchs s'enchaînent toute la journée, avec animation et restauration autour du terrain.",
            "Venez soutenir les athlètes de la province. Échauffement public une heure avant le coup d'envoi.",
        ],
    },
    Shelf {
        category: "Conférences",
        hour: 9,
        free: true,
        names: [
            "Entreprendre au Congo en 2027",
            "L'intelligence artificielle et nous",
            "Femmes qui bâtissent",
            "Énergie solaire : par où commencer",
            "Parler en public sans trembler",
            "Le cuivre, et après ?",
            "Agriculture urbaine",
            "Santé mentale : brisons le silence",
        ],
        descriptions: [
            "Trois intervenants, des questions franches et du temps pour échanger. Chaque participant repart avec une fiche pratique.",
            "Une matinée pour comprendre, poser ses questions et rencontrer celles et ceux qui font avancer le sujet ici.",
        ],
    },
    Shelf {
        category: "Festivals",
        hour: 14,
        free: false,
        names: [
            "Festival des cuivres",
            "Lubum Street Food",
            "Festival de la mode kitenge",
            "Amani Musique",
            "Festival du conte",
            "Semaine du film court",
            "Fiesta du lac",
            "Festival des fanfares",
        ],
        descriptions: [
            "Plusieurs jours, deux scènes, une trentaine d'artistes. Le programme complet est affiché à l'entrée ; le billet est valable pour toute la durée.",
            "Cuisine, musique, artisanat : tout un quartier en fête. Les enfants de moins de dix ans entrent gratuitement.",
        ],
    },
    Shelf {
        category: "Théâtre",
        hour: 18,
        free: false,
        names: [
            "Le procès de la croisette",
            "La marmite de Koka-Mbala",
            "Une saison à Kamalondo",
            "Monsieur le ministre arrive",
            "Les veuves joyeuses",
            "Le retour du cousin",
            "Tribunal sous l'arbre",
            "Tante Bea a dit non",
        ],
        descriptions: [
            "Une comédie qui pique et qui console, jouée par une troupe d'ici. Durée : une heure quarante sans entracte.",
            "Quand toute une famille se réunit pour un héritage, personne ne dit la vérité. Texte et mise en scène de la troupe.",
        ],
    },
    Shelf {
        category: "Expositions",
        hour: 10,
        free: true,
        names: [
            "Malachite, mémoire verte",
            "Regards de Katanga",
            "Masques et modernité",
            "Photographier la nuit",
            "Croisettes : la monnaie de cuivre",
            "Peinture populaire",
            "Céramiques du Lualaba",
            "Affiches d'hier",
        ],
        descriptions: [
            "Une centaine de pièces rarement montrées. Visite guidée chaque jour à onze heures et à quinze heures.",
            "Douze artistes racontent leur ville en images. Entrée libre ; les œuvres peuvent être acquises.",
        ],
    },
    Shelf {
        category: "Ateliers",
        hour: 9,
        free: false,
        names: [
            "Atelier de sérigraphie",
            "Cuisine du Katanga en trois plats",
            "Initiation à la photo de portrait",
            "Fabriquer son savon",
            "Couture : ma première jupe",
            "Percussions pour débutants",
            "Écrire une nouvelle",
            "Atelier de danse urbaine",
        ],
        descriptions: [
            "En petit groupe, avec tout le matériel fourni. Aucun niveau n'est demandé : on apprend en faisant.",
            "Une demi-journée pour repartir avec quelque chose que l'on a fait soi-même. Places limitées.",
        ],
    },
    Shelf {
        category: "Rencontres",
        hour: 17,
        free: true,
        names: [
            "Café des développeurs",
            "Apéro des photographes",
            "Rencontre des jeunes entrepreneurs",
            "Cercle de lecture du mardi",
            "Speed-networking",
            "Parents d'ados, parlons-en",
            "Soirée des langues",
            "Rencontre des agriculteurs",
        ],
        descriptions: [
            "Une soirée simple pour se connaître, échanger ses idées et ses cartes. Chacun se présente en une minute.",
            "Ouvert à tous, sans inscription. On vient seul, on repart avec des contacts.",
        ],
    },
    Shelf {
        category: "Cinéma",
        hour: 19,
        free: false,
        names: [
            "Ciné-club : rumba à l'écran",
            "Nuit du court métrage",
            "Projection en plein air",
            "Documentaire : ceux du cuivre",
            "Avant-première surprise",
            "Le samedi des enfants",
            "Cinéma muet, piano vivant",
            "Rétrospective congolaise",
        ],
        descriptions: [
            "Projection suivie d'un échange avec l'équipe du film. Apportez un pull : la salle est fraîche.",
            "Un écran, des étoiles, du pop-corn. La séance commence à la nuit tombée.",
        ],
    },
    Shelf {
        category: "Soirées",
        hour: 21,
        free: false,
        names: [
            "White Party du boulevard",
            "Nuit des années 90",
            "Salsa y kizomba",
            "Silent party sur le toit",
            "Soirée ndombolo classics",
            "Ladies first",
            "Afro house sessions",
            "Blue Night",
        ],
        descriptions: [
            "Deux DJ, une piste, et la ville à ses pieds. Tenue soignée ; entrée réservée aux plus de dix-huit ans.",
            "La musique monte à vingt-deux heures. Vestiaire et parking gardé sur place.",
        ],
    },
    Shelf {
        category: "Cours en ligne",
        hour: 18,
        free: false,
        names: [
            "Excel pour commerçants",
            "Anglais des affaires",
            "Marketing sur WhatsApp",
            "Coder son premier site",
            "Comptabilité d'une petite entreprise",
            "Montage vidéo au téléphone",
            "Gérer son temps",
            "Préparer un entretien",
        ],
        descriptions: [
            "Deux heures en direct, un enregistrement à revoir pendant un mois, et des réponses à vos questions. Le lien est envoyé la veille.",
            "Un cours pensé pour le téléphone et les petites connexions : l'image se coupe, la leçon continue.",
        ],
    },
    Shelf {
        category: "Gaming",
        hour: 14,
        free: false,
        names: [
            "Nuit du jeu vidéo",
            "Coupe FIFA des communes",
            "Tournoi Tekken",
            "LAN des étudiants",
            "Jeux de société géants",
            "Mobile Legends : la finale",
            "Soirée rétro-consoles",
            "Cosplay et manga",
        ],
        descriptions: [
            "Trente-deux places, des poules puis des matchs à élimination directe. Les manettes sont fournies, la vôtre est la bienvenue.",
            "Un après-midi entre joueurs, débutants compris. Prix pour les trois premiers.",
        ],
    },
    Shelf {
        category: "Lancements de produits",
        hour: 16,
        free: true,
        names: [
            "Lancement : le sac en kitenge",
            "Une application pour les bus",
            "Première bière artisanale",
            "La moto électrique arrive",
            "Nouvelle collection Imani",
            "Café des Grands Lacs",
            "Un jus sans sucre ajouté",
            "Lampe solaire Nuru",
        ],
        descriptions: [
            "Découvrez le produit avant tout le monde, essayez-le et rencontrez l'équipe qui l'a fait naître. Cadeau pour les cinquante premiers.",
            "Présentation, démonstration, dégustation. Sur place uniquement : une offre de lancement.",
        ],
    },
    Shelf {
        category: "Foires commerciales",
        hour: 9,
        free: false,
        names: [
            "Foire de l'agroalimentaire",
            "Salon du mariage",
            "Salon de l'habitat",
            "Marché de Noël",
            "Foire des artisans",
            "Salon de l'étudiant",
            "Expo-mines et services",
            "Brocante du boulevard",
        ],
        descriptions: [
            "Plus de cent exposants sous un même toit. Démonstrations toutes les heures et espace enfants.",
            "Comparez, goûtez, négociez. Un seul billet pour tous les jours de la foire.",
        ],
    },
    Shelf {
        category: "Activités en plein air",
        hour: 7,
        free: false,
        names: [
            "Randonnée des collines",
            "Pique-nique au lac Tshangalele",
            "Yoga au lever du soleil",
            "Balade à vélo du dimanche",
            "Observation des étoiles",
            "Kayak pour tous",
            "Camping à la Lofoï",
            "Chasse au trésor en famille",
        ],
        descriptions: [
            "Départ à l'heure précise, retour avant le coucher du soleil. Prévoyez de l'eau, un chapeau et de bonnes chaussures.",
            "Un guide, un petit groupe et de l'air pur. Le transport depuis le centre-ville est compris.",
        ],
    },
    Shelf {
        category: "Célébrations",
        hour: 15,
        free: true,
        names: [
            "Fête de la musique de quartier",
            "Journée de la femme congolaise",
            "Grand repas des anciens",
            "Fête des récoltes",
            "Nuit des lumières",
            "Journée des enfants",
            "Célébration des diplômés",
            "Bal de fin d'année",
        ],
        descriptions: [
            "Toute la journée, des stands, des jeux et une scène ouverte. Venez en famille.",
            "On célèbre ensemble : discours courts, longues tables et beaucoup de musique.",
        ],
    },
    Shelf {
        category: "Dîners",
        hour: 20,
        free: false,
        names: [
            "Dîner au feu de bois",
            "Table d'hôtes de Maman Odette",
            "Dîner-concert au jardin",
            "Saveurs du Kivu",
            "Dîner dans le noir",
            "Sept plats, sept régions",
            "Brunch du dimanche",
            "Dîner de gala solidaire",
        ],
        descriptions: [
            "Un menu en cinq services préparé avec les produits du marché. Dites-nous vos allergies au moment de réserver.",
            "Une grande table, des inconnus qui ne le restent pas. Boissons comprises.",
        ],
    },
    Shelf {
        category: "Séminaires",
        hour: 8,
        free: false,
        names: [
            "Leadership au quotidien",
            "Fiscalité des PME",
            "Sécurité sur les chantiers",
            "Gestion de projet agile",
            "Ressources humaines : recruter juste",
            "Export et douane",
            "Cybersécurité pour dirigeants",
            "Médiation et conflits",
        ],
        descriptions: [
            "Deux jours intensifs, des cas réels et un certificat de participation. Pauses et repas compris.",
            "Pour les cadres et les indépendants. Groupe limité à quarante personnes.",
        ],
    },
    Shelf {
        category: "Livres et littérature",
        hour: 16,
        free: true,
        names: [
            "Dédicace : Nuit sur le fleuve",
            "Salon du livre de poche",
            "Slam et poésie",
            "Rencontre avec une romancière",
            "Le marathon de lecture",
            "Bourse aux livres scolaires",
            "Atelier de bande dessinée",
            "Contes au clair de lune",
        ],
        descriptions: [
            "Lecture, échange avec l'auteur, puis dédicaces. Des exemplaires sont en vente à l'entrée.",
            "Venez écouter, ou montez lire votre texte : la scène est ouverte à tous.",
        ],
    },
    Shelf {
        category: "Mode",
        hour: 18,
        free: false,
        names: [
            "Défilé Wax & Cuivre",
            "Fashion night de la Sape",
            "Friperie chic",
            "Casting : visages du Katanga",
            "Coiffures d'hier et de demain",
            "Le pagne dans tous ses états",
            "Bijoux de malachite",
            "Podium des jeunes créateurs",
        ],
        descriptions: [
            "Huit créateurs, quarante tenues, un podium au milieu du public. Cocktail après le défilé.",
            "La sape est un art : venez élégant, vous ferez partie du spectacle.",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_has_its_shelf() {
        for category in Category::all() {
            assert!(SHELVES.iter().any(|shelf| shelf.category == category.name()), "{}", category.name());
        }
    }
}
