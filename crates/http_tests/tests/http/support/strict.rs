//! Schemas of answers made strict: a field that the document does not name is as wrong as one that lacks.

use serde_json::{Map, Value};

/// The schema of a whole value. Fields that neither it nor anything it stands on names are refused.
pub fn strict(schema: &Value) -> Value {
    let mut schema = inside(schema);
    let Some(map) = schema.as_object_mut() else { return schema };
    let names_fields = ["$ref", "properties", "allOf"].iter().any(|keyword| map.contains_key(*keyword));
    if names_fields && !map.contains_key("additionalProperties") {
        map.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    schema
}

/// A schema that other schemas add to (by `allOf`, or by a reference): only what lies inside its fields is strict.
pub fn inside(schema: &Value) -> Value {
    let Some(map) = schema.as_object() else { return schema.clone() };
    let made = |(keyword, value): (&String, &Value)| {
        let value = match keyword.as_str() {
            "properties" => each(value.as_object(), strict),
            "items" | "additionalProperties" => strict(value),
            "oneOf" | "anyOf" => list(value, strict),
            "allOf" => list(value, inside),
            _ => value.clone(),
        };
        (keyword.clone(), value)
    };
    map.iter().map(made).collect()
}

fn each(fields: Option<&Map<String, Value>>, make: fn(&Value) -> Value) -> Value {
    fields.into_iter().flatten().map(|(name, schema)| (name.clone(), make(schema))).collect()
}

fn list(schemas: &Value, make: fn(&Value) -> Value) -> Value {
    schemas.as_array().into_iter().flatten().map(make).collect()
}
