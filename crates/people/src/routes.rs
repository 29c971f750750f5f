//! Handlers of people.

use axum::Json;
use axum::extract::{FromRef, RawQuery, State};
use domain::UserId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::People;
use crate::model::{DirectoryFilters, DirectoryPage, DirectoryQuery, Person};
use accounts::User;
use platform::error::{Error, Result};
use platform::paging::PageQuery;
use platform::{IdPath, MaybeSignedIn, Services, Sessions, SignedIn};

pub fn router() -> OpenApiRouter<People> {
    OpenApiRouter::new()
        .routes(routes!(list_users))
        .routes(routes!(list_following))
        .routes(routes!(get_user))
        .routes(routes!(follow_user))
        .routes(routes!(unfollow_user))
}

impl FromRef<People> for Services {
    fn from_ref(people: &People) -> Services {
        people.services.clone()
    }
}

impl FromRef<People> for Sessions {
    fn from_ref(people: &People) -> Sessions {
        Sessions::from_ref(&people.accounts)
    }
}

#[derive(Serialize, ToSchema)]
pub struct Followed {
    #[schema(value_type = i64)]
    id: UserId,
}

/// The directory: professionals first, the most followed first.
#[utoipa::path(get, path = "/api/users/", tag = "people", params(PageQuery, DirectoryQuery), security((), ("bearer" = [])),
    responses((status = 200, body = DirectoryPage), (status = 400)))]
async fn list_users(
    State(people): State<People>,
    MaybeSignedIn(viewer): MaybeSignedIn,
    RawQuery(query): RawQuery,
) -> Result<Json<DirectoryPage>> {
    let (filters, page, errors) = DirectoryFilters::read(&query.unwrap_or_default(), People::PER_PAGE);
    errors.into_result()?;
    Ok(Json(people.list_users(filters, page, viewer.map(|viewer| viewer.user)).await?))
}

/// One person.
#[utoipa::path(get, path = "/api/users/{id}/", tag = "people", params(("id" = i64, Path)), security((), ("bearer" = [])),
    responses((status = 200, body = Person), (status = 404, description = "No such person")))]
async fn get_user(
    State(people): State<People>,
    MaybeSignedIn(viewer): MaybeSignedIn,
    IdPath(id): IdPath<UserId>,
) -> Result<Json<Person>> {
    let person = people.get_user(id, viewer.map(|viewer| viewer.user)).await?;
    person.map(Json).ok_or(Error::NotFound("Utilisateur non trouvé"))
}

/// Whom the bearer follows; nobody for a visitor.
#[utoipa::path(get, path = "/api/users/following/", tag = "people", security((), ("bearer" = [])),
    responses((status = 200, body = Vec<Followed>)))]
async fn list_following(
    State(people): State<People>,
    MaybeSignedIn(viewer): MaybeSignedIn,
) -> Result<Json<Vec<Followed>>> {
    let Some(viewer) = viewer else { return Ok(Json(Vec::new())) };
    let ids = people.list_following(viewer.user).await?;
    Ok(Json(ids.into_iter().map(|id| Followed { id }).collect()))
}

/// Follow somebody. Doing it again changes nothing.
#[utoipa::path(post, path = "/api/users/{id}/follow/", tag = "people", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = User), (status = 400, description = "Oneself"),
              (status = 404, description = "No such person")))]
async fn follow_user(State(people): State<People>, person: SignedIn, IdPath(id): IdPath<UserId>) -> Result<Json<User>> {
    Ok(Json(people.follow_user(person.user, id).await?))
}

/// Stop following somebody. Doing it again changes nothing.
#[utoipa::path(post, path = "/api/users/{id}/unfollow/", tag = "people", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = User), (status = 404, description = "No such person")))]
async fn unfollow_user(
    State(people): State<People>,
    person: SignedIn,
    IdPath(id): IdPath<UserId>,
) -> Result<Json<User>> {
    Ok(Json(people.unfollow_user(person.user, id).await?))
}
