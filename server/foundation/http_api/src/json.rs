//! The types that handlers take and return: JSON bodies, path and query parameters. A refusal is in our own words and names every invalid field.

use std::sync::Arc;

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use entity::ids::{FOR_PEOPLE, PatientId};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use utoipa::{
    PartialSchema,
    openapi::{RefOr, Schema},
};

use crate::body::NOT_JSON;
use base::error::{Error, Fields, Result};
use tenancy::Origin;

/// A form that programs send back as they have read it, with fields that the server computes itself. The
/// specification's payloads have such fields.
pub trait Computed {
    /// The names of the computed fields, which are accepted and ignored.
    const COMPUTED: &'static [&'static str];
    /// The names of the fields in which an empty text is a value. In all others it is null.
    const BLANK_IS_A_VALUE: &'static [&'static str] = &[];
}

/// The JSON body of a [`Computed`] form.
#[derive(Debug)]
pub struct SentBack<T>(pub T);

/// A JSON body, of a request or a response.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned + PartialSchema, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let mut form = form(request).await?;
        clear_blanks(&mut form, &[]);
        read(form).map(Self)
    }
}

impl<T: DeserializeOwned + PartialSchema + Computed, S: Send + Sync> FromRequest<S> for SentBack<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let mut form = form(request).await?;
        form.retain(|name, _| !T::COMPUTED.contains(&name.as_str()));
        clear_blanks(&mut form, T::BLANK_IS_A_VALUE);
        read(form).map(Self)
    }
}

/// The form in the body of a request.
async fn form(request: Request) -> Result<Map<String, Value>> {
    let trail = request.extensions().get::<Origin>().map(|origin| Arc::clone(&origin.trail));
    let bytes = axum::body::Bytes::from_request(request, &()).await.map_err(|_| NOT_JSON)?;
    let value = if bytes.is_empty() {
        // A call with only optional fields works without a body.
        Value::Object(Map::new())
    } else {
        serde_json::from_slice(&bytes).map_err(|_| NOT_JSON)?
    };
    let Value::Object(map) = value else { return Err(NOT_JSON.into()) };
    if let (Some(trail), Some(patient)) = (trail, named_patient(&map)) {
        trail.names_patient(patient);
    }
    Ok(map)
}

/// Replaces an empty text by null, because an empty field of a form has no value. So no field has to check for it. The fields
/// named in `but` are left as they are.
fn clear_blanks(map: &mut Map<String, Value>, but: &[&str]) {
    for (name, value) in map {
        match value {
            Value::String(text) if text.trim().is_empty() && !but.contains(&name.as_str()) => *value = Value::Null,
            Value::Object(map) => clear_blanks(map, &[]),
            Value::Array(values) => {
                values.iter_mut().filter_map(Value::as_object_mut).for_each(|map| clear_blanks(map, &[]));
            }
            _ => {}
        }
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
fn read<T: DeserializeOwned + PartialSchema>(mut map: Map<String, Value>) -> Result<T> {
    let mut fields = remove_unfit(&mut map, &form_fields(T::schema()));
    // serde reports one error at a time: remove that field and read again.
    loop {
        match serde_path_to_error::deserialize::<_, T>(&map) {
            Ok(value) if fields.is_empty() => return Ok(value),
            Ok(_) => return Err(Error::Invalid(fields)),
            Err(error) => {
                if !remove_invalid(&mut map, &mut fields, error) {
                    return Err(Error::Invalid(fields));
                }
            }
        }
    }
}

/// Removes unknown fields and blank required fields. Returns the errors of both.
fn remove_unfit(map: &mut Map<String, Value>, form: &FormFields) -> Fields {
    let mut fields = Fields::new();
    map.retain(|name, _| {
        let is_known = form.known.contains(name);
        if !is_known {
            fields.insert(name.chars().take(60).collect(), "is not part of this form".to_owned());
        }
        is_known
    });
    for name in &form.required {
        if map.get(name).is_none_or(Value::is_null) {
            fields.insert(name.clone(), format!("{} is required", label(name)));
            map.remove(name);
        }
    }
    fields
}

/// Removes the field that could not be read, and stores the error. `false` if the error names no field of the form.
fn remove_invalid(
    map: &mut Map<String, Value>,
    fields: &mut Fields,
    error: serde_path_to_error::Error<serde_json::Error>,
) -> bool {
    let name = error.path().iter().next().map(ToString::to_string).unwrap_or_default();
    if map.remove(&name).is_none() {
        return false;
    }
    fields.entry(name).or_insert_with(|| to_sentence(&error.into_inner().to_string()));
    true
}

/// A form's fields in the `OpenAPI` document.
struct FormFields {
    /// The names of all fields.
    known: Vec<String>,
    /// The names of the required fields.
    required: Vec<String>,
}

fn form_fields(schema: RefOr<Schema>) -> FormFields {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            FormFields { known: object.properties.keys().cloned().collect(), required: object.required }
        }
        _ => FormFields { known: Vec::new(), required: Vec::new() },
    }
}

/// Our own messages have a prefix; serde's messages are not for people.
fn to_sentence(message: &str) -> String {
    if let Some(words) = message.strip_prefix(FOR_PEOPLE) {
        return words.to_owned();
    }
    match message {
        _ if message.starts_with("unknown variant") || message.contains("expected string or map") => {
            "must be one of the choices"
        }
        _ if message.ends_with("expected a boolean") => "must be true or false",
        _ => "is not valid",
    }
    .to_owned()
}

/// `first_name` in words for a person: "First name". An id is named after the object that it identifies.
fn label(name: &str) -> String {
    let name = name.strip_suffix("_id").or_else(|| name.strip_suffix("Id")).unwrap_or(name);
    let mut words = name.replace('_', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// A path parameter. A parameter that cannot be parsed is answered with 404.
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

/// Query parameters. Each text is one line, like [`Line`](super::fields::Line) in a body: Postgres refuses NUL, and
/// nobody searches a list for a control character.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// The most characters of a parameter. The longest is a position in a list.
const LONGEST_PARAMETER: usize = 1_000;

/// Whether a parameter is one line of acceptable length.
fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control) && text.chars().count() <= LONGEST_PARAMETER
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let invalid = || Error::field("query", "A parameter of the address is missing or not valid");
        let axum::extract::Query(texts): axum::extract::Query<Vec<(String, String)>> =
            axum::extract::Query::try_from_uri(&parts.uri).map_err(|_| invalid())?;
        let is_named = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match texts.iter().find(|(name, text)| !(is_one_line(name) && is_one_line(text))) {
            Some((name, _)) if is_named(name) => {
                return Err(Error::field(name, "must be one line of at most 1,000 characters"));
            }
            Some(_) => return Err(invalid()),
            None => {}
        }
        let axum::extract::Query(value) = axum::extract::Query::try_from_uri(&parts.uri).map_err(|_| invalid())?;
        Ok(Self(value))
    }
}
