//! Handlers of accounts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::profile::actions::AvatarChange;
use crate::profile::model::{MyProfile, PortfolioPicture, ProfileChange};
use platform::error::Result;
use platform::multipart::accept_forms;
use platform::{Form, IdPath, SignedIn};

pub fn router() -> OpenApiRouter<Accounts> {
    let forms = OpenApiRouter::new().routes(routes!(update_profile)).routes(routes!(add_portfolio_picture));
    OpenApiRouter::new()
        .routes(routes!(get_profile))
        .routes(routes!(delete_portfolio_picture))
        .merge(accept_forms(forms))
}

/// Changes to a profile; read by [`ProfileChange`]. What is absent stays as it is, an empty text clears what is
/// optional.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form for OpenAPI")]
struct ProfileForm {
    username: Option<String>,
    phone: Option<String>,
    email: Option<String>,
    activity: Option<String>,
    /// JPEG, PNG or WebP, 5 MB and 40 million pixels at most.
    #[schema(value_type = Option<String>, format = Binary)]
    img: Option<Vec<u8>>,
    /// `true` removes the picture.
    remove_img: Option<String>,
    /// 2,000 characters at most.
    presentation: Option<String>,
    town: Option<String>,
    /// 80 characters at most.
    price: Option<String>,
    /// A JSON list of at most five http or https addresses.
    links: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form for OpenAPI")]
struct PictureForm {
    /// JPEG, PNG or WebP, 5 MB and 40 million pixels at most.
    #[schema(value_type = String, format = Binary)]
    img: Vec<u8>,
}

/// The bearer's own profile.
#[utoipa::path(get, path = "/api/profile/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = MyProfile)))]
async fn get_profile(State(accounts): State<Accounts>, person: SignedIn) -> Result<Json<MyProfile>> {
    Ok(Json(accounts.get_profile(person.user).await?))
}

/// Change one's profile: all of what is sent, or nothing.
#[utoipa::path(put, path = "/api/profile/", tag = "accounts", security(("bearer" = [])),
    request_body(content = ProfileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = MyProfile),
              (status = 429, description = "Too many changes or mail addresses one after the other, or forms at once")))]
async fn update_profile(State(accounts): State<Accounts>, person: SignedIn, mut form: Form) -> Result<Json<MyProfile>> {
    let avatar = match form.take_file("img") {
        Some(bytes) => AvatarChange::Replace(bytes),
        None if form.text("remove_img") == Some("true") => AvatarChange::Remove,
        None => AvatarChange::Keep,
    };
    let (change, errors) = ProfileChange::read(|name| form.text(name));
    Ok(Json(accounts.update_profile(person.user, change, avatar, errors).await?))
}

/// Add a picture to one's portfolio, six at most.
#[utoipa::path(post, path = "/api/profile/portfolio/", tag = "accounts", security(("bearer" = [])),
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = PortfolioPicture),
              (status = 429, description = "Too many changes one after the other, or forms at once")))]
async fn add_portfolio_picture(
    State(accounts): State<Accounts>,
    person: SignedIn,
    mut form: Form,
) -> Result<(StatusCode, Json<PortfolioPicture>)> {
    // No file at all is refused as one that is no picture.
    let bytes = form.take_file("img").unwrap_or_default();
    let picture = accounts.add_portfolio_picture(person.user, bytes).await?;
    Ok((StatusCode::CREATED, Json(picture)))
}

/// Remove a picture from one's portfolio.
#[utoipa::path(delete, path = "/api/profile/portfolio/{id}/", tag = "accounts", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Removed"),
              (status = 404, description = "No such picture of one's own")))]
async fn delete_portfolio_picture(
    State(accounts): State<Accounts>,
    person: SignedIn,
    IdPath(id): IdPath<i64>,
) -> Result<StatusCode> {
    accounts.delete_portfolio_picture(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
