//! The API below `/v1`: authentication, which parameters a call may have, and idempotency keys.

pub(crate) mod call;
pub(crate) mod checkout;
mod customers;
mod events;
pub(crate) mod form;
mod invoices;
mod pages;
mod parameters;
mod payment_methods;
mod portal;
mod prices;
pub(crate) mod routes;
pub(crate) mod subscriptions;
mod webhook_endpoints;

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    calendar::DAY,
    chaos::Failure,
    problem::Problem,
    shared::Shared,
    world::{StoredResponse, Transaction, public},
};
use call::Call;
use routes::{ROUTES, Route};

/// A call to the stand-in, recorded for tests.
#[derive(Debug, Clone)]
pub struct Request {
    /// `POST`, `GET` or `DELETE`.
    pub method: String,
    /// With `/v1`, without the query.
    pub path: String,
    pub idempotency_key: Option<String>,
    /// The decoded form or query.
    pub sent: Value,
    /// The status of the response; `None` when the connection was cut.
    pub status: Option<u16>,
}

pub(crate) async fn answer(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let mut request = Request {
        method: method.to_string(),
        path: uri.path().to_owned(),
        idempotency_key: text("idempotency-key").map(str::to_owned),
        // Parameters of a GET are in its query; clients send those of a DELETE either way.
        sent: form::decode(if body.is_empty() { uri.query().unwrap_or_default().as_bytes() } else { &body }),
        status: None,
    };
    let failure = shared.failure(&format!("{method} {}", uri.path()));
    if let Some(early) = injected_failure(&shared, failure.as_ref(), &mut request) {
        return early;
    }
    let (status, body, replayed) = decide(&shared, &request, text("authorization"));
    request.status = Some(status).filter(|_| !matches!(failure, Some(Failure::AnswerLost)));
    shared.note(request);
    match failure {
        Some(Failure::AnswerLost) => cut(),
        Some(Failure::Slow(time)) => tokio::time::sleep(time).await,
        _ => {}
    }
    respond(status, &body, replayed)
}

/// The response to a failure that keeps the call from being carried out.
fn injected_failure(shared: &Shared, failure: Option<&Failure>, request: &mut Request) -> Option<Response> {
    let response = match failure {
        Some(Failure::Status(code)) => {
            let body = json!({"error": {"type": "api_error", "message": "The stand-in was told to fail."}});
            respond(*code, &body, false)
        }
        Some(Failure::Redirect(to)) => (StatusCode::FOUND, [(header::LOCATION, to.clone())]).into_response(),
        Some(Failure::Garbage) => "<html>not what was asked for</html>".into_response(),
        Some(Failure::Down) => {
            shared.note(request.clone());
            cut()
        }
        Some(Failure::AnswerLost | Failure::Slow(_)) | None => return None,
    };
    request.status = Some(response.status().as_u16());
    shared.note(request.clone());
    Some(response)
}

/// Ends the connection without an answer: its task ends here, quietly.
fn cut() -> ! {
    std::panic::resume_unwind(Box::new("the connection was cut on purpose"))
}

fn respond(status: u16, body: &Value, replayed: bool) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::HeaderName::from_static("request-id"), "req_standin"),
        (header::HeaderName::from_static("idempotent-replayed"), if replayed { "true" } else { "false" }),
    ];
    (status, headers, body.to_string()).into_response()
}

/// The status, the body, and whether the same key was answered before.
fn decide(shared: &Arc<Shared>, request: &Request, authorization: Option<&str>) -> (u16, Value, bool) {
    let refuse = |problem: &Problem| (problem.status, problem.body(), false);
    if let Some(problem) = unauthorized(authorization, &shared.settings.secret_key) {
        return refuse(&problem);
    }
    let checked = found(&request.method, &request.path, &request.sent)
        .and_then(|(route, call)| check(route, &request.sent).map(|()| (route, call)));
    let (route, call) = match checked {
        Ok(checked) => checked,
        Err(problem) => return refuse(&problem),
    };
    let key = request.idempotency_key.as_ref().filter(|_| request.method == "POST");
    let fingerprint = format!("{} {}", request.path, request.sent);
    let wall_clock = shared.wall_clock();
    shared.transact(|tx| {
        tx.world.stored_responses.retain(|_, kept| kept.at + DAY > wall_clock);
        if let Some((key, kept)) = key.and_then(|key| tx.world.stored_responses.get_key_value(key)) {
            return if kept.fingerprint == fingerprint {
                (kept.status, kept.body.clone(), true)
            } else {
                refuse(&reused(key))
            };
        }
        let (status, body) = carry_out(tx, route, &call);
        if let Some(key) = key {
            let kept = StoredResponse { fingerprint, at: wall_clock, status, body: body.clone() };
            tx.world.stored_responses.insert(key.clone(), kept);
        }
        (status, body, false)
    })
}

fn carry_out(tx: &mut Transaction<'_>, route: &Route, call: &Call) -> (u16, Value) {
    match (route.handler)(tx, call) {
        Ok(object) => (200, public(&object)),
        Err(problem) => (problem.status, problem.body()),
    }
}

fn reused(key: &str) -> Problem {
    let message = format!(
        "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '{key}' if you meant to execute a different request."
    );
    Problem { kind: "idempotency_error", ..Problem::refused(message) }
}

fn unauthorized(authorization: Option<&str>, expected: &str) -> Option<Problem> {
    let refusal = |message: &str| Some(Problem { status: 401, ..Problem::refused(message) });
    match authorization.and_then(|header| header.strip_prefix("Bearer ")) {
        None => refusal("You did not provide an API key. Provide it in the Authorization header, using Bearer auth."),
        Some(key) if key == expected => None,
        Some(_) => refusal("Invalid API Key provided. The stand-in takes only the sk_test_ key it was started with."),
    }
}

/// Checks whether the call accepts what was sent.
pub(crate) fn check(route: &Route, sent: &Value) -> Result<(), Problem> {
    parameters::check(route.fields, sent)
}

/// The call for a path; a path that the stand-in does not implement is 404, never 200.
pub(crate) fn found(method: &str, path: &str, sent: &Value) -> Result<(&'static Route, Call), Problem> {
    let parts: Vec<&str> = path.strip_prefix("/v1/").unwrap_or_default().trim_end_matches('/').split('/').collect();
    for route in ROUTES.iter().filter(|route| route.method == method) {
        let wanted: Vec<&str> = route.path.split('/').collect();
        let fits = |(part, wanted): (&&str, &&str)| part == wanted || (*wanted == "*" && !part.is_empty());
        if wanted.len() == parts.len() && parts.iter().zip(&wanted).all(fits) {
            let ids = parts.iter().zip(&wanted).filter(|(_, wanted)| **wanted == "*");
            let ids = ids.map(|(part, _)| (*part).to_owned()).collect();
            return Ok((route, Call { ids, sent: sent.clone() }));
        }
    }
    let message = format!("Unrecognized request URL ({method}: {path}). The stand-in does not know it.");
    Err(Problem { status: 404, ..Problem::refused(message) })
}
