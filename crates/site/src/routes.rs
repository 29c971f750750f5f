//! Handlers of the site.

use axum::extract::{FromRef, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::model::AppointmentForm;
use crate::{Site, newsletter_pages};
use platform::error::{Error, Result};
use platform::{Cached, Client, JsonBody, MaybeSignedIn, Services, Sessions, schemas};

pub fn router() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(subscribe_newsletter)).routes(routes!(send_contact))
}

impl FromRef<Site> for Sessions {
    fn from_ref(site: &Site) -> Sessions {
        site.sessions.clone()
    }
}

impl FromRef<Site> for Services {
    fn from_ref(site: &Site) -> Services {
        site.services.clone()
    }
}

/// Files for search engines, and the newsletter's way in and out.
pub fn files() -> Router<Site> {
    Router::new()
        .route("/newsletter/confirm/{token}", get(ask_to_confirm).post(confirm))
        .route("/newsletter/unsubscribe/{token}", get(ask_to_unsubscribe).post(unsubscribe))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap_index))
        .route("/sitemaps/{file}", get(sitemap))
}

async fn robots(State(site): State<Site>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], site.robots()).into_response()
}

async fn sitemap_index(
    State(services): State<Services>,
    State(site): State<Site>,
    request: Request,
) -> Result<Response> {
    let make = async || Ok(xml(site.sitemap_index().await?));
    services.cache.respond("sitemap".to_owned(), request.headers(), make).await
}

async fn sitemap(
    State(services): State<Services>,
    State(site): State<Site>,
    Path(file): Path<String>,
    request: Request,
) -> Result<Response> {
    const MISSING: Error = Error::NotFound("Ce fichier n'existe pas.");
    let name = file.strip_suffix(".xml").ok_or(MISSING)?;
    let make = async || Ok(xml(site.sitemap(name).await?.ok_or(MISSING)?));
    services.cache.respond(format!("sitemap {name}"), request.headers(), make).await
}

async fn ask_to_confirm() -> Response {
    plain_page(newsletter_pages::ask_to_confirm())
}

async fn confirm(State(site): State<Site>, Path(token): Path<String>) -> Result<Response> {
    match site.confirm_subscription(token).await? {
        true => Ok(plain_page(newsletter_pages::confirmed())),
        false => Ok((StatusCode::GONE, plain_page(newsletter_pages::not_confirmed())).into_response()),
    }
}

async fn ask_to_unsubscribe() -> Response {
    plain_page(newsletter_pages::ask_to_unsubscribe())
}

/// By the button of the page, or by the mail program itself (RFC 8058), which looks at the status only.
async fn unsubscribe(State(site): State<Site>, Path(token): Path<String>) -> Result<Response> {
    site.unsubscribe(token).await?;
    Ok(plain_page(newsletter_pages::unsubscribed()))
}

/// A page of its own, with its own style and nothing else. Its address holds a token that nobody else is told.
fn plain_page(html: String) -> Response {
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'";
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::REFERRER_POLICY, "no-referrer")];
    (headers, Html(html)).into_response()
}

fn xml(text: String) -> Cached {
    Cached::new(StatusCode::OK, "application/xml; charset=utf-8", text.into_bytes(), HeaderMap::new())
}

#[derive(Deserialize, ToSchema)]
pub struct NewsletterBody {
    #[serde(default)]
    #[schema(required, schema_with = schemas::email)]
    email: String,
}

#[derive(Serialize, ToSchema)]
pub struct NewsletterAnswer {
    /// A sentence for the reader.
    detail: &'static str,
}

/// Ask for the newsletter: a mail asks the reader of the address, whose answer counts. Doing it again changes nothing.
#[utoipa::path(post, path = "/api/newsletter/", tag = "site", request_body = NewsletterBody,
    responses((status = 201, body = NewsletterAnswer),
        (status = 429, description = "Too many from this address")))]
async fn subscribe_newsletter(
    State(site): State<Site>,
    client: Client,
    JsonBody(body): JsonBody<NewsletterBody>,
) -> Result<(StatusCode, Json<NewsletterAnswer>)> {
    site.subscribe_newsletter(&body.email, client.address).await?;
    let detail = "Merci ! Ouvrez le lien que nous vous avons envoyé par e-mail pour confirmer votre inscription.";
    Ok((StatusCode::CREATED, Json(NewsletterAnswer { detail })))
}

/// A missing field reads as empty, so that every rule can speak at once.
#[derive(Deserialize, ToSchema)]
pub struct ContactBody {
    #[serde(default)]
    #[schema(required, min_length = 2, max_length = 80)]
    name: String,
    #[serde(default)]
    #[schema(required, schema_with = schemas::phone)]
    phone: String,
    #[serde(default)]
    #[schema(schema_with = schemas::email_or_empty)]
    email: String,
    /// `YYYY-MM-DD`.
    #[serde(default)]
    #[schema(required, schema_with = schemas::day)]
    day: String,
    /// `HH:mm`, by Lubumbashi's clocks.
    #[serde(default)]
    #[schema(required, schema_with = schemas::hour)]
    hour: String,
    #[serde(default)]
    #[schema(required, min_length = 10, max_length = 2000)]
    message: String,
}

#[derive(Serialize, ToSchema)]
pub struct ContactAnswer {
    /// A sentence for the reader.
    detail: &'static str,
}

/// Ask for a video call with support.
#[utoipa::path(post, path = "/api/contact/", tag = "site", request_body = ContactBody, security((), ("bearer" = [])),
    responses((status = 201, body = ContactAnswer),
        (status = 429, description = "Too many for this recipient or from this address")))]
async fn send_contact(
    State(site): State<Site>,
    client: Client,
    MaybeSignedIn(person): MaybeSignedIn,
    JsonBody(body): JsonBody<ContactBody>,
) -> Result<(StatusCode, Json<ContactAnswer>)> {
    let ContactBody { name, phone, email, day, hour, message } = &body;
    let form = AppointmentForm { name, phone, email, day, hour, message };
    site.send_contact(&form, person.map(|person| person.user), client.address).await?;
    let detail = "Merci ! Votre demande est enregistrée : nous vous appelons pour confirmer le rendez-vous.";
    Ok((StatusCode::CREATED, Json(ContactAnswer { detail })))
}
