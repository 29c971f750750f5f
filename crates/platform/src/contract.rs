//! What all operations of the contract have in common, said once: the bodies of refusals, and what each operation
//! refuses because of what it takes. Handlers describe the refusals of their own only.

use utoipa::PartialSchema;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Components, Content, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder};

use crate::error::Detail;
use crate::schemas;

/// A refusal that many operations share: its status, its name among the components, and what it means.
struct Shared(&'static str, &'static str, &'static str);

const SHARED: &[Shared] = &[
    Shared("400", "Refused", "What was sent is not accepted: messages by field, or one sentence"),
    Shared("401", "Unauthorised", "No session, or one that is over"),
    Shared("404", "NotFound", "There is no such thing, or it is not the bearer's"),
    Shared("408", "TooSlow", "The body took too long to arrive"),
    Shared("413", "TooLarge", "The body is larger than 64 kB, or 12 MB for a form"),
    Shared("429", "TooMany", "Too many tries; see Retry-After"),
    Shared("500", "Fault", "A fault of ours, which is in our log"),
    Shared("503", "Busy", "The same may well succeed in a moment; see Retry-After"),
];

/// Completes a contract: every refusal has a body, and every operation names the statuses of what it takes.
pub fn complete(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            complete_operation(operation);
        }
    }
    let components = document.components.get_or_insert_default();
    add_schemas(components);
    for Shared(status, name, description) in SHARED {
        let response = ResponseBuilder::new().description(*description).build();
        components.responses.insert((*name).to_owned(), with_body(status, response).into());
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete].into_iter().flatten()
}

fn complete_operation(operation: &mut Operation) {
    for status in implied(operation) {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| Response::new("").into());
    }
    for (status, answered) in &mut operation.responses.responses {
        let RefOr::T(response) = answered else { continue };
        if status.as_str() < "400" {
            continue;
        }
        let shared = SHARED.iter().find(|Shared(known, ..)| known == status);
        *answered = match shared {
            Some(Shared(_, name, _)) if response.description.is_empty() => Ref::from_response_name(*name).into(),
            _ => with_body(status, response.clone()).into(),
        };
    }
}

/// The statuses that follow from what an operation takes: `SignedIn` and `MaybeSignedIn` refuse a bad token, `JsonBody`
/// and `Form` a bad body, and the database may be busy for everybody. A body that may be absent is never refused.
fn implied(operation: &Operation) -> Vec<&'static str> {
    let mut statuses = vec!["500", "503"];
    if operation.security.is_some() {
        statuses.push("401");
    }
    if let Some(RefOr::T(body)) = &operation.request_body
        && matches!(body.required, Some(Required::True))
    {
        let is_form = body.content.contains_key("multipart/form-data");
        let is_json = body.content.contains_key("application/json");
        statuses.extend(is_form.then_some("429"));
        statuses.extend((is_form || is_json).then_some(["400", "408"]).into_iter().flatten());
        statuses.push("413");
    }
    statuses
}

/// The body that refusals of this status have, and when to try again where it is said.
fn with_body(status: &str, mut response: Response) -> Response {
    let schema = if status == "400" { "Refusal" } else { "Detail" };
    let content = Content::new(Some(Ref::from_schema_name(schema)));
    response.content.entry("application/json".to_owned()).or_insert(content.into());
    if matches!(status, "429" | "503") {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).build();
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait")).build();
        response.headers.insert("Retry-After".to_owned(), header.into());
    }
    response
}

fn add_schemas(components: &mut Components) {
    let message = ObjectBuilder::new().schema_type(Type::String);
    let messages = ArrayBuilder::new().items(message).min_items(Some(1)).build();
    let fields = ObjectBuilder::new()
        .schema_type(Type::Object)
        .min_properties(Some(1))
        .additional_properties(Some(Schema::Array(messages)))
        .description(Some(
            "Messages for the reader, by field. Those of the rows of a list stand under the list's own name.",
        ));
    let refusal = OneOfBuilder::new()
        .item(Ref::from_schema_name("FieldErrors"))
        .item(Ref::from_schema_name("Detail"))
        .description(Some("Why a request is not accepted: messages by field, or one sentence."));
    let refusals: [(&str, RefOr<Schema>); 3] = [
        ("Detail", Detail::schema()),
        ("FieldErrors", Schema::from(fields).into()),
        ("Refusal", Schema::from(refusal).into()),
    ];
    components.schemas.extend(refusals.map(|(name, schema)| (name.to_owned(), schema)));
    components.schemas.extend(schemas::lists().map(|(name, schema)| (name.to_owned(), schema.into())));
}
