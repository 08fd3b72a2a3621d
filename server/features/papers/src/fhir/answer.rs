//! The form of an answer: only JSON, with FHIR's content type.

use axum::{
    Json,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::outcome::{CONTENT, Refusal};

/// A resource.
pub struct Fhir<T>(pub T);

impl<T: Serialize> IntoResponse for Fhir<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.0).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(CONTENT));
        response
    }
}

/// The names of JSON in `_format` and `Accept`.
const JSON: [&str; 4] = ["json", "application/json", "application/fhir+json", "text/json"];

/// Checks that the client accepts JSON. The parameter `_format` takes precedence over the header.
///
/// # Errors
/// [`Refusal::Format`] if the client accepts only other formats.
pub fn takes_json(headers: &HeaderMap, format: Option<&str>) -> Result<(), Refusal> {
    let is_json = |kind: &str| JSON.contains(&essence(kind).as_str());
    let taken = if let Some(format) = format {
        // A plus sign in an address is a space.
        is_json(&format.replace(' ', "+"))
    } else {
        let mut kinds = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).peekable();
        let any = |kind: &str| matches!(essence(kind).as_str(), "*/*" | "application/*" | "") || is_json(kind);
        kinds.peek().is_none() || kinds.any(|list| list.split(',').any(any))
    };
    if taken { Ok(()) } else { Err(Refusal::Format) }
}

/// A media type without its parameters.
fn essence(kind: &str) -> String {
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_taken_by_every_name_and_nothing_else() {
        let with = |accept: Option<&'static str>, format| {
            let header = accept.map(|kinds| (ACCEPT, HeaderValue::from_static(kinds)));
            takes_json(&header.into_iter().collect(), format).is_ok()
        };
        assert!(with(None, None) && with(Some("*/*"), None) && with(Some("application/fhir+xml, */*;q=0.1"), None));
        assert!(with(Some("application/fhir+json;fhirVersion=4.0"), None) && with(None, Some("application/fhir json")));
        assert!(with(Some("application/fhir+xml"), Some("json")));
        assert!(
            !with(Some("application/fhir+xml"), None) && !with(None, Some("xml")) && !with(Some("text/html"), None)
        );
    }
}
