//! What the professionals of the demo say of their work: a text and a price for each activity.

use domain::{Activity, Town, slug};

use accounts::ProviderText;

/// The words of whoever does this, in this place of the list of people.
pub fn offer(name: &str, activity: Activity, number: usize) -> ProviderText {
    let (presentation, price) = words(activity.name());
    let address = format!("https://{}.example/", slug(name));
    let links = if number.is_multiple_of(3) { vec![address] } else { vec![format!("{address}photos"), address] };
    ProviderText {
        presentation: Some(presentation.to_owned()),
        town: Some(Town::ALL[number % Town::ALL.len()].name().to_owned()),
        price: Some(price.to_owned()),
        links,
    }
}

fn words(activity: &str) -> (&'static str, &'static str) {
    match activity {
        "Orateur" => (
            "Je parle d'entreprise, de courage et de métiers, devant vingt personnes comme devant mille. Chaque intervention est préparée avec vous.",
            "à partir de 200 USD",
        ),
        "Comédien" => (
            "Sketches, maîtres de cérémonie improvisés, théâtre de rue : le rire de Lubumbashi, sans vulgarité.",
            "à partir de 150 USD",
        ),
        "Traiteur" => (
            "Bukari, sombe, poisson braisé et buffets du monde entier. Nous cuisinons sur place et repartons en laissant tout propre.\n\nDe 30 à 500 couverts, dégustation offerte avant de choisir.",
            "à partir de 12 USD par personne",
        ),
        "Musicien" => (
            "Rumba, afro-jazz et chants d'église. Du duo acoustique à l'orchestre complet, avec ou sans sonorisation.",
            "à partir de 250 USD la soirée",
        ),
        "DJ" => (
            "De la rumba à l'amapiano, je lis la salle et je garde la piste pleine jusqu'au matin. Matériel et lumière compris.",
            "à partir de 180 USD la nuit",
        ),
        "Organisateur" => (
            "Du premier devis au démontage, une équipe qui tient les délais : lieu, prestataires, billetterie, accueil.",
            "sur devis",
        ),
        "Sécurité" => (
            "Agents formés, courtois et discrets. Contrôle des entrées, fouille, parking et premiers secours.",
            "à partir de 25 USD par agent",
        ),
        "Décorateur" => (
            "Fleurs fraîches, drapés et tables qui racontent votre histoire. Nous livrons, nous montons, nous reprenons.",
            "à partir de 300 USD",
        ),
        "Protocol" => (
            "Hôtesses et maîtres de cérémonie, accueil des invités d'honneur, placement et cortèges.",
            "à partir de 30 USD par personne",
        ),
        "Cascadeur" => (
            "Acrobaties, feu et moto : des numéros réglés au centimètre, assurés et répétés sur place.",
            "à partir de 400 USD",
        ),
        "Danseur" => (
            "Danses traditionnelles du Katanga et chorégraphies d'aujourd'hui, de quatre à seize danseurs.",
            "à partir de 160 USD",
        ),
        "Formateur" => (
            "Ateliers pratiques en gestion, informatique et prise de parole. Supports compris, attestation à la fin.",
            "à partir de 120 USD la journée",
        ),
        "Photographe" => (
            "Mariages, concerts, portraits. Les photos arrivent dans la semaine, retouchées, prêtes à partager.",
            "à partir de 100 USD",
        ),
        "Vidéaste" => (
            "Films de mariage, captations de concerts et clips, avec drone si le lieu le permet.",
            "à partir de 220 USD",
        ),
        "Animateur" => (
            "Jeux, quiz et bonne humeur : vos invités se parlent, vos enfants s'amusent, le programme tient l'heure.",
            "à partir de 90 USD",
        ),
        "Influenceur" => (
            "Une communauté fidèle à Lubumbashi et Kolwezi. Annonces, directs et billets à gagner pour votre évènement.",
            "à partir de 80 USD par annonce",
        ),
        "Chauffeur" => (
            "Minibus et berlines avec chauffeur, ponctuels et climatisés, en ville comme sur la route de Likasi.",
            "à partir de 60 USD la journée",
        ),
        "Technicien son" => (
            "Sonorisation de 50 à 5 000 personnes, groupe électrogène compris. Essais la veille, calme le jour même.",
            "à partir de 200 USD",
        ),
        "Technicien lumière" => (
            "Scène, façade, piste de danse : une lumière qui suit la musique et flatte les photos.",
            "à partir de 150 USD",
        ),
        "Styliste" => (
            "Tenues de cérémonie en wax et en soie, cousues sur mesure en deux essayages.",
            "à partir de 70 USD la tenue",
        ),
        "Maquilleur" => (
            "Maquillage de mariée et de scène, à domicile, avec des produits pour toutes les peaux.",
            "à partir de 40 USD",
        ),
        "Graphiste" => (
            "Affiches, invitations, badges et billets imprimés. Trois propositions, et la bonne en quarante-huit heures.",
            "à partir de 35 USD",
        ),
        "Nettoyage" => (
            "Avant, pendant et après la fête : une équipe invisible et un lieu rendu comme neuf.",
            "à partir de 50 USD",
        ),
        _ => (
            "Un peu de tout, toujours bien fait : dites-nous ce qui manque à votre évènement, nous le trouvons.",
            "sur devis",
        ),
    }
}
