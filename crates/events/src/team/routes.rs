//! Handlers of teams and invitations.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, UserId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Events;
use crate::team::model::{InvitationAnswer, MemberBody, NewMemberBody, TeamAnswer};
use platform::error::Result;
use platform::{IdPath, IdPaths, JsonBody, SignedIn};

pub fn router() -> OpenApiRouter<Events> {
    OpenApiRouter::new()
        .routes(routes!(get_team, add_member))
        .routes(routes!(update_member, remove_member))
        .routes(routes!(withdraw_team_invitation))
        .routes(routes!(send_team_invitation))
        .routes(routes!(leave_team))
        .routes(routes!(get_invitation))
        .routes(routes!(decline_invitation))
}

/// Who organises an event, who is at its door, and who is invited to.
#[utoipa::path(get, path = "/api/events/{id}/team/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = TeamAnswer), (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event")))]
async fn get_team(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<TeamAnswer>> {
    Ok(Json(events.get_team(person.user, id).await?))
}

/// Invite an address, or take in somebody whom one follows. Nothing tells whether an address has an account.
#[utoipa::path(post, path = "/api/events/{id}/team/", tag = "events", params(("id" = i64, Path)),
    request_body = NewMemberBody, security(("bearer" = [])),
    responses((status = 201, body = TeamAnswer), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event"), (status = 429, description = "Too many mails")))]
async fn add_member(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(body): JsonBody<NewMemberBody>,
) -> Result<(StatusCode, Json<TeamAnswer>)> {
    let (who, task) = body.check()?;
    Ok((StatusCode::CREATED, Json(events.add_member(person.user, id, who, task).await?)))
}

/// Change what a member does.
#[utoipa::path(put, path = "/api/events/{id}/team/{user}/", tag = "events",
    params(("id" = i64, Path), ("user" = i64, Path)), request_body = MemberBody, security(("bearer" = [])),
    responses((status = 200, body = TeamAnswer), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event, or nobody of its team")))]
async fn update_member(
    State(events): State<Events>,
    person: SignedIn,
    IdPaths(id, member): IdPaths<EventId, UserId>,
    JsonBody(body): JsonBody<MemberBody>,
) -> Result<Json<TeamAnswer>> {
    Ok(Json(events.update_member(person.user, id, member, body.check()?).await?))
}

/// Take somebody out of the team.
#[utoipa::path(delete, path = "/api/events/{id}/team/{user}/", tag = "events",
    params(("id" = i64, Path), ("user" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Removed"), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event, or nobody of its team")))]
async fn remove_member(
    State(events): State<Events>,
    person: SignedIn,
    IdPaths(id, member): IdPaths<EventId, UserId>,
) -> Result<StatusCode> {
    events.remove_member(person.user, id, member).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw an invitation: its link is dead.
#[utoipa::path(delete, path = "/api/events/{id}/team/invitations/{invitation}/", tag = "events",
    params(("id" = i64, Path), ("invitation" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Withdrawn"), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event or invitation")))]
async fn withdraw_team_invitation(
    State(events): State<Events>,
    person: SignedIn,
    IdPaths(id, invitation): IdPaths<EventId, i64>,
) -> Result<StatusCode> {
    events.withdraw_team_invitation(person.user, id, invitation).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send an invitation again, with a new link for fourteen days.
#[utoipa::path(post, path = "/api/events/{id}/team/invitations/{invitation}/send/", tag = "events",
    params(("id" = i64, Path), ("invitation" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Sent"), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event or invitation"),
              (status = 429, description = "Too many mails")))]
async fn send_team_invitation(
    State(events): State<Events>,
    person: SignedIn,
    IdPaths(id, invitation): IdPaths<EventId, i64>,
) -> Result<StatusCode> {
    events.send_team_invitation(person.user, id, invitation).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leave the team of an event that somebody else owns.
#[utoipa::path(post, path = "/api/events/{id}/leave/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Left"), (status = 403, description = "Not in its team"),
              (status = 404, description = "No such event"), (status = 409, description = "One's own event")))]
async fn leave_team(State(events): State<Events>, person: SignedIn, IdPath(id): IdPath<EventId>) -> Result<StatusCode> {
    events.leave_team(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An invitation to organise an event.
#[utoipa::path(get, path = "/api/invitations/{token}/", tag = "events", params(("token" = String, Path)),
    responses((status = 200, body = InvitationAnswer),
              (status = 404, description = "Used, withdrawn, expired or never sent")))]
async fn get_invitation(State(events): State<Events>, IdPath(token): IdPath<String>) -> Result<Json<InvitationAnswer>> {
    Ok(Json(events.get_invitation(&token).await?))
}

/// Decline an invitation of one's own.
#[utoipa::path(post, path = "/api/my-space/invitations/{id}/decline/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Declined"), (status = 404, description = "No such invitation of one's own")))]
async fn decline_invitation(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<i64>,
) -> Result<StatusCode> {
    events.decline_invitation(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
