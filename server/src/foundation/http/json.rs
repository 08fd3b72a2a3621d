//! What handlers take and return: JSON bodies, path and query parameters. A refusal has our own words and names
//! every invalid field.

use std::sync::Arc;

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use entity::ids::PatientId;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use utoipa::{
    PartialSchema,
    openapi::{RefOr, Schema},
};

use super::fields::MARK;
use crate::foundation::{
    error::{Error, Fields, Result},
    tenancy::Origin,
};

/// A body that can be read from a request.
pub trait Payload: DeserializeOwned + PartialSchema + 'static {
    /// Fields that the server computes itself: accepted, because the specification's payloads hold them, and
    /// ignored.
    const IGNORED: &'static [&'static str] = &[];
}

/// A JSON body, of a request or a response.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: Payload, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let trail = request.extensions().get::<Origin>().map(|origin| Arc::clone(&origin.trail));
        let bytes = axum::body::Bytes::from_request(request, state).await.map_err(|_| Error::NotJson)?;
        let value = if bytes.is_empty() {
            // A call whose fields are all optional works without a body.
            Value::Object(Map::new())
        } else {
            serde_json::from_slice(&bytes).map_err(|_| Error::NotJson)?
        };
        let Value::Object(map) = value else { return Err(Error::NotJson) };
        if let (Some(trail), Some(patient)) = (trail, named_patient(&map)) {
            trail.names_patient(patient);
        }
        read(map).map(Self)
    }
}

/// The patient in the form, for the audit of a refusal.
fn named_patient(map: &Map<String, Value>) -> Option<PatientId> {
    match map.get("patient_id")? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .map(PatientId::from)
}

/// Reads a form field by field, so that every error is reported at once.
fn read<T: Payload>(mut map: Map<String, Value>) -> Result<T> {
    for name in T::IGNORED {
        map.remove(*name);
    }
    let shape = shape::<T>();
    let mut fields = Fields::new();
    map.retain(|name, _| {
        let is_known = shape.known.contains(name);
        if !is_known {
            fields.insert(name.chars().take(60).collect(), "is not part of this form".to_owned());
        }
        is_known
    });
    for name in &shape.required {
        if map.get(name).is_none_or(is_blank) {
            fields.insert(name.clone(), format!("{} is required", label(name)));
            map.remove(name);
        }
    }
    // serde reports one error at a time: remove that field and read again.
    loop {
        match serde_path_to_error::deserialize::<_, T>(&map) {
            Ok(value) if fields.is_empty() => return Ok(value),
            Ok(_) => return Err(Error::Invalid(fields)),
            Err(error) => {
                let name = error.path().iter().next().map(ToString::to_string).unwrap_or_default();
                if map.remove(&name).is_none() {
                    return Err(Error::Invalid(fields));
                }
                fields.entry(name).or_insert_with(|| to_sentence(&error.into_inner().to_string()));
            }
        }
    }
}

/// A form's fields in the `OpenAPI` document.
struct FormFields {
    /// The names of all fields.
    known: Vec<String>,
    /// The names of the required fields.
    required: Vec<String>,
}

fn shape<T: Payload>() -> FormFields {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => {
            FormFields { known: object.properties.keys().cloned().collect(), required: object.required }
        }
        _ => FormFields { known: Vec::new(), required: Vec::new() },
    }
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Our own messages begin with a mark; a library's are not for people.
fn to_sentence(message: &str) -> String {
    message.strip_prefix(MARK).map_or_else(|| "is not valid".to_owned(), str::to_owned)
}

/// `first_name` as a person reads it: "First name"; an id is named after what it identifies.
fn label(name: &str) -> String {
    let name = name.strip_suffix("_id").or_else(|| name.strip_suffix("Id")).unwrap_or(name);
    let mut words = name.replace('_', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// A path parameter. One that cannot be parsed is answered 404.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let axum::extract::Path(value) =
            axum::extract::Path::from_request_parts(parts, state).await.map_err(|_| Error::NotFound)?;
        Ok(Self(value))
    }
}

/// Query parameters.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let axum::extract::Query(value) = axum::extract::Query::try_from_uri(&parts.uri)
            .map_err(|_| Error::field("query", "A parameter of the address is missing or not valid"))?;
        Ok(Self(value))
    }
}
