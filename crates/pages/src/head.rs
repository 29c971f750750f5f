//! Title, description, canonical address, Open Graph and X tags: what search engines and messengers read.

use domain::Instant;

use crate::address::Address;
use crate::data::Loaded;
use crate::named_pages::{FixedPage, ShellPage, SignInPage};
use crate::{json_ld, words};
use events::Event;
use platform::html::escape;

const SITE: &str = "Tukio";
const SITE_DESCRIPTION: &str = "Concerts, conférences, théâtre, soirées : trouvez l'évènement de ce soir à Lubumbashi, \
    Kinshasa, Kolwezi, Likasi, Goma et Mbuji-mayi, et achetez vos billets.";

const DIRECTORY_DESCRIPTION: &str = "Traiteurs, DJ, photographes, orateurs, décorateurs : les professionnels de \
    l'évènement en RD Congo, à appeler et à suivre.";

const CALENDAR_DESCRIPTION: &str = "Le mois en un coup d'œil : concerts, conférences, soirées et fêtes des six villes, \
    jour par jour, à filtrer et à suivre dans votre propre calendrier.";

const MAP_DESCRIPTION: &str = "Les évènements à venir sur la carte : ce qui se passe près de vous, à Lubumbashi, Kinshasa, \
    Kolwezi, Likasi, Goma et Mbuji-mayi.";

const ABOUT_DESCRIPTION: &str = "Tukio relie ceux qui font vivre la fête et ceux qui la cherchent, en RD Congo, depuis 2023. \
    Notre mission, notre équipe, et les réponses à vos questions.";

const CONTACT_DESCRIPTION: &str = "Parlez-nous : par téléphone, par e-mail ou lors d'un rendez-vous en vidéo avec l'équipe de \
    Tukio.";

pub struct Head {
    title: String,
    description: String,
    canonical: Option<String>,
    picture: Option<String>,
    kind: &'static str,
    indexed: bool,
    json_ld: Option<String>,
}

impl Head {
    /// The head of a page, from its address and what was found there.
    pub fn of(address: &Address, loaded: &Loaded, public_url: &str) -> Head {
        let canonical = format!("{public_url}{}", address.canonical());
        let page = |title: &str, description: &str, indexed: bool| Head {
            title: title.to_owned(),
            description: description.to_owned(),
            canonical: indexed.then(|| canonical.clone()),
            picture: None,
            kind: "website",
            indexed,
            json_ld: None,
        };
        if let (Address::Person(_), Some(person)) = (address, &loaded.person) {
            let activity = person.user.profile.activity.as_deref().unwrap_or("Membre de Tukio");
            let presentation = person.provider.as_ref().and_then(|provider| provider.text.presentation.as_deref());
            let description = format!("{activity}. {}", presentation.unwrap_or(DIRECTORY_DESCRIPTION));
            return page(&format!("{} · {SITE}", person.user.username), &description, true);
        }
        match (address, &loaded.event) {
            (Address::Home, _) => page("Tukio · Évènements et billets en RD Congo", SITE_DESCRIPTION, true),
            (Address::EventList(filters, _), _) => {
                let towns: Vec<&str> = filters.towns.iter().map(|town| town.name()).collect();
                let categories: Vec<&str> = filters.categories.iter().map(|category| category.name()).collect();
                let subject = if categories.is_empty() { "Évènements".to_owned() } else { categories.join(", ") };
                let place = if towns.is_empty() { String::new() } else { format!(" à {}", towns.join(", ")) };
                page(&format!("{subject}{place} · {SITE}"), SITE_DESCRIPTION, true)
            }
            (Address::EventDetail(_), Some(event)) => {
                Head::of_event(event, public_url, canonical, Instant::from_millis(loaded.data.now))
            }
            (Address::SignIn { page: SignInPage::Register, .. }, _) => {
                page("Inscription · Tukio", SITE_DESCRIPTION, false)
            }
            (Address::SignIn { page: SignInPage::ForgottenPassword, .. }, _) => {
                page("Mot de passe oublié · Tukio", SITE_DESCRIPTION, false)
            }
            (Address::SignIn { page: SignInPage::Login, .. }, _) => page("Connexion · Tukio", SITE_DESCRIPTION, false),
            (Address::Shell(ShellPage::ResetPassword), _) => {
                page("Nouveau mot de passe · Tukio", SITE_DESCRIPTION, false)
            }
            (Address::Shell(ShellPage::Receipt), _) => page("Votre reçu · Tukio", SITE_DESCRIPTION, false),
            (Address::Shell(ShellPage::Invitation), _) => page("Invitation · Tukio", SITE_DESCRIPTION, false),
            (Address::Shell(ShellPage::VerifyEmail), _) => page("Adresse e-mail · Tukio", SITE_DESCRIPTION, false),
            (Address::Shell(ShellPage::PaymentReturn), _) => page("Paiement · Tukio", SITE_DESCRIPTION, false),
            (Address::Shell(_), _) => page("Mon espace · Tukio", SITE_DESCRIPTION, false),
            (Address::Calendar(calendar), _) => {
                let month =
                    calendar.month.map_or_else(String::new, |month| format!(" · {}", words::month(month.first())));
                page(&format!("Calendrier des évènements{month} · {SITE}"), CALENDAR_DESCRIPTION, true)
            }
            (Address::Map(_), _) => page("Carte des évènements · Tukio", MAP_DESCRIPTION, true),
            (Address::Fixed(FixedPage::Contact), _) => page("Contact · Tukio", CONTACT_DESCRIPTION, true),
            (Address::Fixed(FixedPage::About), _) => page("À propos · Tukio", ABOUT_DESCRIPTION, true),
            (Address::Directory(filters, _), _) => {
                let subject =
                    filters.activity.map_or("Professionnels".to_owned(), |activity| format!("{}s", activity.name()));
                page(&format!("{subject} de l'évènement · {SITE}"), DIRECTORY_DESCRIPTION, true)
            }
            (Address::EventDetail(_) | Address::Person(_) | Address::Missing(_), _) => {
                page("Page non trouvée · Tukio", SITE_DESCRIPTION, false)
            }
        }
    }

    /// The head of a page whose data could not be read: nothing that a search engine should keep.
    pub fn of_failure() -> Head {
        Head {
            title: SITE.to_owned(),
            description: SITE_DESCRIPTION.to_owned(),
            canonical: None,
            picture: None,
            kind: "website",
            indexed: false,
            json_ld: None,
        }
    }

    fn of_event(event: &Event, public_url: &str, canonical: String, now: Instant) -> Head {
        Head {
            title: format!("{} · {SITE}", event.name),
            description: describe(event),
            picture: Some(format!("{public_url}/pictures/social/{}.jpg", event.id)),
            kind: "event",
            indexed: event.is_public,
            json_ld: event.is_public.then(|| json_ld::write_event(event, &canonical, public_url, now)),
            canonical: Some(canonical),
        }
    }

    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let social = escape(&words::cut(&self.description, 100));
        let mut html = format!("<title>{title}</title>");
        let mut tag = |attribute: &str, name: &str, content: &str| {
            html.push_str(&format!(r#"<meta {attribute}="{name}" content="{content}">"#));
        };
        tag("name", "description", &escape(&words::cut(&self.description, 150)));
        if !self.indexed {
            tag("name", "robots", "noindex");
        }
        tag("property", "og:site_name", SITE);
        tag("property", "og:locale", "fr_CD");
        tag("property", "og:type", self.kind);
        tag("property", "og:title", &title);
        tag("property", "og:description", &social);
        tag("name", "twitter:title", &title);
        tag("name", "twitter:description", &social);
        match &self.picture {
            Some(picture) => {
                let picture = escape(picture);
                tag("property", "og:image", &picture);
                tag("property", "og:image:width", "1200");
                tag("property", "og:image:height", "630");
                tag("property", "og:image:alt", &title);
                tag("name", "twitter:card", "summary_large_image");
                tag("name", "twitter:image", &picture);
            }
            None => tag("name", "twitter:card", "summary"),
        }
        if let Some(canonical) = &self.canonical {
            let canonical = escape(canonical);
            tag("property", "og:url", &canonical);
            html.push_str(&format!(r#"<link rel="canonical" href="{canonical}">"#));
        }
        if let Some(json_ld) = &self.json_ld {
            html.push_str(&format!(r#"<script type="application/ld+json">{json_ld}</script>"#));
        }
        html
    }
}

/// When and where first: a preview is cut after a hundred characters.
fn describe(event: &Event) -> String {
    let day = event.started_at.parse().map_or_else(|_| event.started_at.clone(), words::day);
    let cancelled = if event.cancelled { "Annulé · " } else { "" };
    let facts = format!("{cancelled}{day} à {} · {}", event.hour, event.town);
    match event.description.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => format!("{facts}. {text}"),
        None if event.address.is_empty() => facts,
        None => format!("{facts} · {}", event.address),
    }
}
