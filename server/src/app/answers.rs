//! What the document says of every answer. Every field is required, null or not, so that no client checks whether a field was
//! left out; a list in pages has its Link header. Both are derived from the document, so no handler has to declare them.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{
    HeaderBuilder, ObjectBuilder, OpenApi, RefOr, Schema,
    path::{Operation, Parameter, ParameterIn},
    schema::{ArrayItems, Type},
};

/// The only form that leaves fields out. `fields`, `warnings` and `conflicts` are only on failures that have them.
const FAILURE: &str = "Failure";

/// Marks every field of every answer as required.
pub(super) fn require_fields_of_answers(document: &mut OpenApi) {
    let names = answered(&serde_json::to_value(&*document).unwrap_or_default());
    let Some(components) = document.components.as_mut() else { return };
    for (name, schema) in &mut components.schemas {
        if name != FAILURE && names.contains(name) {
            require_fields(schema);
        }
    }
}

/// Adds the Link header to the answer of every list in pages.
pub(super) fn add_link_headers(document: &mut OpenApi) {
    let lists = document.paths.paths.values_mut().filter_map(|path| path.get.as_mut()).filter(|call| is_paged(call));
    for list in lists {
        let Some(RefOr::T(answer)) = list.responses.responses.get_mut("200") else { continue };
        let link = HeaderBuilder::new()
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .description(Some("The next page, with `rel=\"next\"` (RFC 8288). Absent on the last page."));
        answer.headers.insert("Link".to_owned(), RefOr::T(link.build()));
    }
}

fn is_paged(call: &Operation) -> bool {
    let is_after = |one: &RefOr<Parameter>| matches!(one, RefOr::T(one) if one.name == "after" && one.parameter_in == ParameterIn::Query);
    call.parameters.iter().flatten().any(is_after)
}

fn require_fields(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.required = object.properties.keys().cloned().collect();
            object.properties.values_mut().for_each(require_fields);
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require_fields(items);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(require_fields),
        Schema::AllOf(all) => all.items.iter_mut().for_each(require_fields),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(require_fields),
        _ => {}
    }
}

/// The names of the schemas in answers.
pub fn answered(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let paths = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    let calls = paths.filter_map(Value::as_object).flat_map(|path| path.values());
    let mut waiting: Vec<_> =
        calls.filter_map(|call| call["responses"].as_object()).flat_map(|responses| responses.values()).collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(object) => {
                let name = object.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
                if let Some(name) = name
                    && found.insert(name.to_owned())
                {
                    waiting.push(&document["components"]["schemas"][name]);
                }
                waiting.extend(object.values());
            }
            Value::Array(values) => waiting.extend(values),
            _ => {}
        }
    }
    found
}
