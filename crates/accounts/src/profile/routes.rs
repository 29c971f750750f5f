//! Handlers of accounts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::profile::actions::AvatarChange;
use crate::profile::model::{MyProfile, PortfolioPicture, ProfileChange, ProfileForm};
use platform::error::Result;
use platform::multipart::accept_forms;
use platform::{Form, IdPath, SignedIn, Upload};

pub fn router() -> OpenApiRouter<Accounts> {
    let forms = OpenApiRouter::new().routes(routes!(update_profile)).routes(routes!(add_portfolio_picture));
    OpenApiRouter::new()
        .routes(routes!(get_profile))
        .routes(routes!(delete_portfolio_picture))
        .merge(accept_forms(forms))
}

#[derive(Deserialize, ToSchema)]
struct PictureForm {
    #[serde(default)]
    #[schema(required)]
    img: Upload,
}

/// The bearer's own profile.
#[utoipa::path(get, path = "/api/profile/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = MyProfile)))]
async fn get_profile(State(accounts): State<Accounts>, person: SignedIn) -> Result<Json<MyProfile>> {
    Ok(Json(accounts.get_profile(person.user).await?))
}

/// Change one's profile: all of what is sent, or nothing. Another phone number or e-mail address asks for the password,
/// unless one has signed in or registered within the last ten minutes.
#[utoipa::path(put, path = "/api/profile/", tag = "accounts", security(("bearer" = [])),
    request_body(content = ProfileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = MyProfile),
              (status = 429, description = "Too many changes or mail addresses one after the other, or forms at once")))]
async fn update_profile(
    State(accounts): State<Accounts>,
    person: SignedIn,
    mut form: Form<ProfileForm>,
) -> Result<Json<MyProfile>> {
    let (change, errors) = ProfileChange::read(&form.fields);
    let avatar = match form.fields.img.0.take() {
        Some(bytes) => AvatarChange::Replace(bytes),
        None if change.removes_picture => AvatarChange::Remove,
        None => AvatarChange::Keep,
    };
    let password = form.fields.password.take();
    Ok(Json(accounts.update_profile(person, change, password, avatar, errors).await?))
}

/// Add a picture to one's portfolio, six at most.
#[utoipa::path(post, path = "/api/profile/portfolio/", tag = "accounts", security(("bearer" = [])),
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = PortfolioPicture),
              (status = 429, description = "Too many changes one after the other, or forms at once")))]
async fn add_portfolio_picture(
    State(accounts): State<Accounts>,
    person: SignedIn,
    mut form: Form<PictureForm>,
) -> Result<(StatusCode, Json<PortfolioPicture>)> {
    // No file at all is refused as one that is no picture.
    let bytes = form.fields.img.0.take().unwrap_or_default();
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
