//! Handlers of sales for cash.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::{BlockId, EventId, ReceiptCode};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Door;
use crate::sales::answers::{
    DoorBlock, DoorSale, DoorTakings, OpenBlocks, Receipt, ReleasedBlock, SaleFates, SyncedSale,
};
use crate::sales::model::{MOST_SALES, NewBlock, NewDoorSale, SentSale};
use platform::error::{Error, Result};
use platform::{IdPath, IdPaths, JsonBody, SignedIn};

pub fn router() -> OpenApiRouter<Door> {
    OpenApiRouter::new()
        .routes(routes!(sell_at_door, list_door_sales))
        .routes(routes!(sync_door_sales))
        .routes(routes!(set_places_aside, list_door_blocks))
        .routes(routes!(release_block))
        .routes(routes!(get_receipt))
}

/// Sell tickets for cash.
#[utoipa::path(post, path = "/api/events/{id}/door-sales/", tag = "door", params(("id" = i64, Path)),
    request_body = NewDoorSale, security(("bearer" = [])),
    responses((status = 201, body = DoorSale), (status = 200, body = DoorSale, description = "Sold before, by the same id"),
              (status = 403, description = "Not at this event's door"), (status = 404, description = "No such event"),
              (status = 409, description = "Sold out, closed, over or cancelled")))]
async fn sell_at_door(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(sale): JsonBody<NewDoorSale>,
) -> Result<(StatusCode, Json<DoorSale>)> {
    let (sale, is_new) = door.sell_at_door(person.user, event, sale.check(event)?).await?;
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(sale)))
}

/// What was taken at the door.
#[utoipa::path(get, path = "/api/events/{id}/door-sales/", tag = "door", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = DoorTakings), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event")))]
async fn list_door_sales(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
) -> Result<Json<DoorTakings>> {
    Ok(Json(door.list_door_sales(person.user, event).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct SentSales {
    /// Each is read by itself: one that is wrong spoils none of the others.
    #[schema(value_type = Vec<SentSale>, max_items = 150)]
    sales: Vec<Value>,
}

/// Take in what was sold without network: in any order, and as often as it is sent.
#[utoipa::path(post, path = "/api/events/{id}/door-sales/sync/", tag = "door", params(("id" = i64, Path)),
    request_body = SentSales, security(("bearer" = [])),
    responses((status = 200, body = SaleFates), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event")))]
async fn sync_door_sales(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(SentSales { sales }): JsonBody<SentSales>,
) -> Result<Json<SaleFates>> {
    if sales.len() > MOST_SALES {
        return Err(Error::field("sales", format!("Au plus {MOST_SALES} ventes à la fois.")));
    }
    let mut readable = Vec::new();
    let mut results: Vec<Option<SyncedSale>> = Vec::new();
    for sent in sales {
        let id = sent["id"].as_str().map(str::to_owned);
        let read = SentSale::deserialize(sent).map_err(|_| "Cette vente est illisible.").and_then(SentSale::read);
        results.push(read.map(|sale| readable.push(sale)).err().map(|wrong| SyncedSale::refused(id, wrong)));
    }
    let mut synced = door.sync_door_sales(person.user, event, readable).await?.into_iter();
    let results = results.into_iter().filter_map(|refused| refused.or_else(|| synced.next())).collect();
    Ok(Json(SaleFates { results }))
}

/// Set places aside for a phone, which sells them without network.
#[utoipa::path(post, path = "/api/events/{id}/door-blocks/", tag = "door", params(("id" = i64, Path)),
    request_body = NewBlock, security(("bearer" = [])),
    responses((status = 201, body = DoorBlock), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event"),
              (status = 409, description = "Sold out, closed, over or cancelled")))]
async fn set_places_aside(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(block): JsonBody<NewBlock>,
) -> Result<(StatusCode, Json<DoorBlock>)> {
    Ok((StatusCode::CREATED, Json(door.set_places_aside(person.user, block.check(event)?).await?)))
}

/// Places that are set aside for phones and not known to be sold.
#[utoipa::path(get, path = "/api/events/{id}/door-blocks/", tag = "door", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = OpenBlocks), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event")))]
async fn list_door_blocks(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
) -> Result<Json<OpenBlocks>> {
    Ok(Json(OpenBlocks { results: door.list_door_blocks(person.user, event).await? }))
}

/// Put places on sale again that were set aside: by who asked for them, or who organises the event.
#[utoipa::path(delete, path = "/api/events/{id}/door-blocks/{block}/", tag = "door",
    params(("id" = i64, Path), ("block" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = ReleasedBlock), (status = 403, description = "Somebody else's, or not at this door"),
              (status = 404, description = "No such event, or released before")))]
async fn release_block(
    State(door): State<Door>,
    person: SignedIn,
    IdPaths(event, block): IdPaths<EventId, BlockId>,
) -> Result<Json<ReleasedBlock>> {
    Ok(Json(ReleasedBlock { released: door.release_block(person.user, event, block).await? }))
}

/// What was bought at the door, for whoever has the receipt.
#[utoipa::path(get, path = "/api/receipts/{token}/", tag = "door", params(("token" = String, Path)),
    responses((status = 200, body = Receipt), (status = 404, description = "No such receipt, or not reported yet")))]
async fn get_receipt(State(door): State<Door>, IdPath(receipt): IdPath<ReceiptCode>) -> Result<Response> {
    let receipt = door.get_receipt(receipt).await?;
    Ok(([(header::CACHE_CONTROL, "private, no-store")], Json(receipt)).into_response())
}
