//! Types and rules of profiles, pure.

use domain::{Activity, FieldErrors, Phone, Town, is_invisible, looks_like_email};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Object, Schema};

use crate::model::check_username;
use crate::{Account, User};
use platform::fields::{check_length, read, read_switch};
use platform::pictures::PORTFOLIO;
use platform::{Upload, schemas};

pub const MOST_PICTURES: usize = 6;
const MOST_LINKS: usize = 5;
const LONGEST_LINK: usize = 300;
const LONGEST_PRESENTATION: usize = 2000;
const LONGEST_PRICE: usize = 80;

/// What a professional says and shows of their work.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Provider {
    #[serde(flatten)]
    pub text: ProviderText,
    pub portfolio: Vec<PortfolioPicture>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProviderText {
    pub presentation: Option<String>,
    /// One of the six towns.
    pub town: Option<String>,
    /// An indication in the professional's own words.
    pub price: Option<String>,
    pub links: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PortfolioPicture {
    pub id: i64,
    /// 1280 pixels wide at most.
    pub img_url: String,
    /// 480 pixels wide at most.
    pub thumb_url: String,
}

impl PortfolioPicture {
    pub fn new(id: i64, name: &str) -> PortfolioPicture {
        PortfolioPicture { id, img_url: PORTFOLIO.address(name, 1280), thumb_url: PORTFOLIO.address(name, 480) }
    }
}

/// A profile as its owner sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyProfile {
    #[serde(flatten)]
    pub user: User,
    pub email_verified: bool,
    pub phone_verified: bool,
    /// Whether news of the organisers one follows are sent to that address, once it is proved.
    pub news: bool,
    pub provider: Provider,
}

/// Changes that hold to every rule. `None` leaves a field as it is; an inner `None` clears it.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub username: Option<String>,
    pub phone: Option<Phone>,
    pub email: Option<Option<String>>,
    pub activity: Option<Option<Activity>>,
    presentation: Option<Option<String>>,
    town: Option<Option<Town>>,
    price: Option<Option<String>>,
    links: Option<Vec<String>>,
    pub news: Option<bool>,
    pub removes_picture: bool,
}

/// Which of the two ways to reach somebody a change replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactChange {
    pub email: bool,
    pub phone: bool,
}

impl ContactChange {
    pub fn is_any(self) -> bool {
        self.email || self.phone
    }
}

/// Changes to a profile as they are typed. What is absent stays as it is, an empty text clears what is optional.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ProfileForm {
    #[schema(nullable = false, min_length = 3, max_length = 60)]
    username: Option<String>,
    #[schema(schema_with = schemas::phone)]
    phone: Option<String>,
    #[schema(schema_with = schemas::email_or_empty)]
    email: Option<String>,
    #[schema(schema_with = schemas::activity_or_empty)]
    activity: Option<String>,
    #[serde(default)]
    #[schema(required = false)]
    pub img: Upload,
    /// `true` removes the picture.
    #[schema(schema_with = schemas::switch)]
    remove_img: Option<String>,
    #[schema(nullable = false, max_length = 2000)]
    presentation: Option<String>,
    #[schema(schema_with = schemas::town_or_empty)]
    town: Option<String>,
    #[schema(nullable = false, max_length = 80)]
    price: Option<String>,
    /// A JSON list of at most five http or https addresses.
    #[schema(schema_with = links_text)]
    links: Option<String>,
    /// `false` stops mails about new events of the organisers one follows.
    #[schema(schema_with = schemas::switch)]
    news: Option<String>,
    /// Asked for when the phone number or the e-mail address changes and the sign-in is more than ten minutes ago.
    #[schema(nullable = false)]
    pub password: Option<String>,
}

fn links_text() -> Object {
    let link =
        schemas::text().max_length(Some(LONGEST_LINK)).pattern(Some("^https?://[a-z0-9-]+([.][a-z0-9-]+)+(/[!-~]*)?$"));
    schemas::json_text(Schema::Array(ArrayBuilder::new().items(link).max_items(Some(MOST_LINKS)).build()))
}

impl ProfileChange {
    /// Reads the fields of a form and notes what is wrong with each.
    pub fn read(form: &ProfileForm) -> (ProfileChange, FieldErrors) {
        let mut noted = FieldErrors::new();
        let errors = &mut noted;
        let change = ProfileChange {
            username: read(errors, "username", &form.username, |name| check_username(name).map(|()| name.to_owned())),
            phone: read(errors, "phone", &form.phone, str::parse),
            email: read(errors, "email", &form.email, optional(email)),
            activity: read(errors, "activity", &form.activity, optional(activity)),
            presentation: read(errors, "presentation", &form.presentation, |text| {
                optional(presentation)(seen(text).trim())
            }),
            town: read(errors, "town", &form.town, optional(town)),
            price: read(errors, "price", &form.price, |text| optional(price)(seen(text).trim())),
            links: read(errors, "links", &form.links, links),
            news: read(errors, "news", &form.news, |text| text.parse().map_err(|_| "Choisissez true ou false.")),
            removes_picture: read_switch(errors, "remove_img", &form.remove_img),
        };
        (change, noted)
    }

    /// Whether somebody else than before would be reached or signed in by what the account is known by.
    pub fn of_contact(&self, before: &Account) -> ContactChange {
        let is_new = |phone: &Phone| before.phone.parse::<Phone>().map(|old| old.normal() != phone.normal());
        ContactChange {
            email: self.email.as_ref().is_some_and(|email| *email != before.email),
            phone: self.phone.as_ref().is_some_and(|phone| is_new(phone).unwrap_or(true)),
        }
    }

    /// What a professional says once the change is made, if it touches that at all.
    pub fn of_provider(&self, before: ProviderText) -> Option<ProviderText> {
        let untouched =
            self.presentation.is_none() && self.town.is_none() && self.price.is_none() && self.links.is_none();
        (!untouched).then(|| ProviderText {
            presentation: self.presentation.clone().unwrap_or(before.presentation),
            town: self.town.map_or(before.town, |town| town.map(|town| town.name().to_owned())),
            price: self.price.clone().unwrap_or(before.price),
            links: self.links.clone().unwrap_or(before.links),
        })
    }
}

type Checked<T> = Result<T, &'static str>;

/// Nothing typed clears the field.
fn optional<T>(rule: impl FnOnce(&str) -> Checked<T>) -> impl FnOnce(&str) -> Checked<Option<T>> {
    move |text| if text.is_empty() { Ok(None) } else { rule(text).map(Some) }
}

fn email(text: &str) -> Checked<String> {
    looks_like_email(text).then(|| text.to_owned()).ok_or("L'email doit être valide")
}

fn activity(text: &str) -> Checked<Activity> {
    text.parse().map_err(|_| "Cette activité n'existe pas.")
}

fn town(text: &str) -> Checked<Town> {
    text.parse().map_err(|_| "Cette ville n'est pas dans la liste.")
}

/// Without what can't be seen: it only serves to mislead. Forms send line ends as two characters.
fn seen(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !(c.is_control() || is_invisible(*c))).collect()
}

fn presentation(text: &str) -> Checked<String> {
    check_length(text.to_owned(), LONGEST_PRESENTATION, "La présentation doit contenir au plus 2000 caractères")
}

fn price(text: &str) -> Checked<String> {
    check_length(text.replace('\n', " "), LONGEST_PRICE, "L'indication de prix doit contenir au plus 80 caractères")
}

/// A JSON list of addresses; nothing typed is an empty one.
fn links(text: &str) -> Checked<Vec<String>> {
    let listed: Vec<String> =
        if text.is_empty() { Vec::new() } else { serde_json::from_str(text).map_err(|_| "Valeur invalide.")? };
    let listed: Vec<&str> = listed.iter().map(|link| link.trim()).filter(|link| !link.is_empty()).collect();
    if listed.len() > MOST_LINKS {
        return Err("Cinq liens au plus");
    }
    listed.into_iter().map(link).collect()
}

fn link(text: &str) -> Checked<String> {
    let parsed = url::Url::parse(text).ok().filter(|url| {
        let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| host.contains('.'));
        // A name before the host makes one site look like another.
        is_web && url.username().is_empty() && url.password().is_none() && url.as_str().len() <= LONGEST_LINK
    });
    parsed.map(String::from).ok_or("Chaque lien doit être une adresse complète, comme https://exemple.cd")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &[(&str, &str)]) -> (ProfileChange, serde_json::Value) {
        let fields = fields.iter().map(|(name, text)| ((*name).to_owned(), serde_json::json!(text))).collect();
        let form: ProfileForm = serde_json::from_value(serde_json::Value::Object(fields)).unwrap();
        let (change, errors) = ProfileChange::read(&form);
        (change, serde_json::to_value(errors).unwrap())
    }

    #[test]
    fn absent_is_unchanged_and_empty_is_cleared() {
        let before = ProviderText { price: Some("150 USD".into()), links: vec!["x".into()], ..Default::default() };
        let (change, errors) = read(&[]);
        assert_eq!(errors, serde_json::json!({}));
        assert!(change.username.is_none() && change.email.is_none());
        assert_eq!(change.of_provider(before.clone()), None);
        let (change, _) = read(&[("email", " "), ("price", ""), ("presentation", " un\r\ndeux ")]);
        assert_eq!(change.email, Some(None));
        let after = change.of_provider(before).unwrap();
        assert_eq!((after.price, after.presentation.as_deref()), (None, Some("un\ndeux")));
        assert_eq!(after.links, ["x"]);
    }

    #[test]
    fn every_field_speaks_at_once() {
        let long = "x".repeat(2001);
        let (_, errors) = read(&[
            ("username", "ab"),
            ("phone", "12"),
            ("email", "nobody"),
            ("activity", "Magicien"),
            ("presentation", &long),
            ("town", "Matadi"),
            ("price", &long[..81]),
            ("links", "[\"ftp://x.cd\"]"),
        ]);
        assert_eq!(errors.as_object().unwrap().len(), 8, "{errors}");
        assert_eq!(errors["email"], serde_json::json!(["L'email doit être valide"]));
    }

    #[test]
    fn links_lead_to_the_web_and_show_where() {
        let accepted = links(r#"["https://exemple.cd/page?x=1", " http://kolwezi.example "]"#).unwrap();
        assert_eq!(accepted, ["https://exemple.cd/page?x=1", "http://kolwezi.example/"]);
        for bad in [
            "exemple.cd",
            "javascript:alert(1)",
            "https://tukio.example@evil.example/",
            "http://localhost/",
            "data:text/html,x",
        ] {
            assert!(link(bad).is_err(), "{bad}");
        }
        for bad in ["{}", "[1]", "https://exemple.cd"] {
            assert!(links(bad).is_err(), "{bad}");
        }
        assert!(links(r#"["http://a.b","http://a.b","http://a.b","http://a.b","http://a.b","http://a.b"]"#).is_err());
    }
}
