//! Turns every failure below `/api/fhir/r4` into an `OperationOutcome`, whether it comes from the gate, the token's check or a
//! handler.

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{
        HeaderValue, Method, StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE, WWW_AUTHENTICATE},
    },
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;

use base::error::Error;

/// The content type of FHIR in JSON.
pub const CONTENT: &str = "application/fhir+json; charset=utf-8";

/// The base path of the FHIR interface.
pub const BASE: &str = "/api/fhir/r4";

/// The longest body of one of our own failures.
const LONGEST: usize = 64 * 1024;

#[derive(Debug, Serialize)]
struct OperationOutcome {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    issue: [Issue; 1],
}

#[derive(Debug, Serialize)]
struct Issue {
    severity: &'static str,
    code: &'static str,
    diagnostics: String,
}

/// Why a FHIR call fails. Input of a client is never repeated.
pub enum Refusal {
    /// Any failure that other calls have too.
    Ours(Error),
    /// A parameter, by its documented name, and what is wrong with it.
    Parameter(&'static str, &'static str),
    /// A parameter that is not supported, if the client asks for strict handling.
    Unsupported,
    /// A format other than JSON.
    Format,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<DbErr> for Refusal {
    fn from(error: DbErr) -> Self {
        Self::Ours(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, code, words) = match self {
            Self::Ours(error) => return error.into_response(),
            Self::Parameter(name, problem) => {
                (StatusCode::BAD_REQUEST, "invalid", format!("The parameter {name} {problem}."))
            }
            Self::Unsupported => {
                let words = "A parameter or a modifier is not supported; the CapabilityStatement lists those that are.";
                (StatusCode::BAD_REQUEST, "not-supported", words.to_owned())
            }
            Self::Format => (StatusCode::NOT_ACCEPTABLE, "not-supported", "Only JSON is served.".to_owned()),
        };
        outcome(status, code, words)
    }
}

fn outcome(status: StatusCode, code: &'static str, diagnostics: String) -> Response {
    let issue = [Issue { severity: "error", code, diagnostics }];
    let body = Json(OperationOutcome { resource_type: "OperationOutcome", issue });
    let mut response = (status, body).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(CONTENT));
    response
}

/// This must be the outermost layer, because every layer can refuse requests.
pub fn answering_in_kind(router: Router) -> Router {
    router.layer(from_fn(translate))
}

async fn translate(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_fhir = path == BASE || path.strip_prefix(BASE).is_some_and(|rest| rest.starts_with('/'));
    let is_head = request.method() == Method::HEAD;
    let response = next.run(request).await;
    let is_failure = response.status().is_client_error() || response.status().is_server_error();
    if !is_fhir || !is_failure {
        return response;
    }
    let is_outcome = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == CONTENT);
    let response = if is_outcome { response } else { in_kind(response).await };
    let mut response = if is_head { response.map(|_| Body::empty()) } else { response };
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"Celadon\""));
    }
    response
}

/// The failure with its sentence in an outcome; its other headers stay.
async fn in_kind(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let parsed: Value = match to_bytes(body, LONGEST).await {
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
        Err(_) => Value::Null,
    };
    let words = parsed["error"].as_str().unwrap_or("The request failed.").to_owned();
    let code = match (parts.status, parsed["code"].as_str()) {
        (StatusCode::UNAUTHORIZED, _) => "login",
        (StatusCode::FORBIDDEN, Some("clinic_suspended")) => "suppressed",
        (StatusCode::FORBIDDEN, _) => "forbidden",
        (StatusCode::NOT_FOUND, _) => "not-found",
        (StatusCode::METHOD_NOT_ALLOWED, _) => "not-supported",
        (StatusCode::TOO_MANY_REQUESTS, _) => "throttled",
        (StatusCode::SERVICE_UNAVAILABLE, _) => "transient",
        (status, _) if status.is_server_error() => "exception",
        _ => "invalid",
    };
    let body = outcome(parts.status, code, words).into_body();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static(CONTENT));
    Response::from_parts(parts, body)
}
