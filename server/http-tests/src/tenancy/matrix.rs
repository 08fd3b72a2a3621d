//! Tests every call by every role against `permissions.csv`, cell by cell.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode, header::CONTENT_TYPE};
use entity::words::ApiScope;
use sea_orm::Iterable;

use crate::testing::{
    Answer, Client, Server, factories,
    world::{Call, World},
};
use base::permission::{MATRIX, Role, Row};
use papers::fhir;
use server::app;

/// Method and path of every operation of the `OpenAPI` document.
fn documented() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(app::document()).unwrap();
    let mut calls = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            calls.insert((method.to_uppercase(), path.clone()));
        }
    }
    calls
}

fn cell<'r>(row: &'r Row, column: &str) -> &'r str {
    &row.cells.iter().find(|(name, _)| name == column).unwrap().1
}

/// Refused because of the role, not because of the request's content.
fn is_refused(answer: &Answer) -> bool {
    matches!(answer.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
        && ["signed_out", "forbidden"].contains(&answer.json()["code"].as_str().unwrap_or_default())
}

async fn send_call(client: &Client, call: &Call) -> Answer {
    client.send(client.request(call.method.clone(), &call.path, call.body.as_ref())).await
}

#[tokio::test]
async fn the_document_the_matrix_and_the_tested_calls_are_the_same_list() {
    let world = World::new(&Server::new()).await;
    let mut calls = world.calls();
    calls.extend(world.platform_calls());
    let called: BTreeSet<_> = calls.iter().map(|call| (call.method.to_string(), call.template.to_owned())).collect();
    let without =
        |one: &BTreeSet<_>, other: &BTreeSet<_>| one.difference(other).cloned().collect::<Vec<(String, String)>>();
    let none = Vec::new();
    let place = "server/http-tests/src/testing/world/calls/<feature>.rs";
    assert_eq!(without(&documented(), &called), none, "calls that are missing in {place}");
    assert_eq!(without(&called, &documented()), none, "calls of {place} that the server does not have");
    let rows: BTreeSet<_> = MATRIX.rows.iter().map(|row| (row.method.to_string(), row.path.clone())).collect();
    assert_eq!(without(&documented(), &rows), none, "calls without a row in server/permissions.csv");
    // The document does not describe itself.
    let document = ("GET".to_owned(), "/api/openapi.json".to_owned());
    assert_eq!(without(&rows, &documented()), [document], "rows of server/permissions.csv without a call");
}

/// The specification's section 7. An export is a file and declares itself as one.
#[tokio::test]
async fn every_call_is_answered_in_json() {
    let world = World::new(&Server::new()).await;
    let is_file = |call: &Call| call.template.ends_with("/export") || call.template.ends_with("/file");
    for mut call in world.calls().into_iter().filter(|call| !is_file(call)) {
        if call.method != Method::GET {
            call.body = call.body.map(|_| serde_json::json!({ "no such field": 1 }));
        }
        let answer = send_call(&world.owner, &call).await;
        let kind = answer.headers.get(CONTENT_TYPE).map(|kind| kind.to_str().unwrap().to_owned());
        if call.template.starts_with(fhir::BASE) {
            assert_eq!(kind.as_deref(), Some("application/fhir+json; charset=utf-8"), "{}", call.template);
            answer.json();
        } else if answer.status == StatusCode::NO_CONTENT {
            assert_eq!((kind, answer.text.as_str()), (None, ""), "{} {}", call.method, call.template);
        } else {
            assert_eq!(kind.as_deref(), Some("application/json"), "{} {}", call.method, call.template);
            answer.json();
        }
    }
}

#[tokio::test]
async fn every_role_may_call_exactly_what_the_matrix_allows() {
    let world = World::new(&Server::new()).await;
    let mut tried = 0;
    for (column, client) in world.everybody().await {
        // A fresh server has no rate limit counts, so a refusal comes from the cell and not from the limit.
        let client = client.on(Server::new().router);
        for call in world.calls() {
            let row = MATRIX.row(&call.method, call.template).unwrap();
            // Tested below or in the feature, because no role's cookie is a credential there.
            if row.takes_token() || row.is_signed() {
                continue;
            }
            let allowed = cell(row, column) != "deny";
            if allowed {
                // A permitted change would alter the data for the later cells. An invalid body shows that the call was let through.
                let mut call = call.clone();
                if call.method != Method::GET {
                    call.path = call
                        .path
                        .replace(|c: char| c.is_ascii_digit(), "9")
                        .replace(&world.consents.token, &"x".repeat(43));
                    call.body = call.body.map(|_| serde_json::json!({ "no such field": 1 }));
                }
                if call.template == "/api/auth/logout" {
                    continue;
                }
                let answer = send_call(&client, &call).await;
                assert!(!is_refused(&answer), "{column} {} {}: {}", call.method, call.template, answer.text);
                assert!(
                    !answer.status.is_server_error(),
                    "{column} {} {}: {}",
                    call.method,
                    call.template,
                    answer.text
                );
            } else {
                let before = world.clinic.fingerprint().await;
                let denials = world.clinic.count("{}.audit where outcome = 'denied'").await;
                let answer = send_call(&client, &call).await;
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{column} {} {}", call.method, call.template);
                assert_eq!(answer.json()["code"], "forbidden", "{column} {} {}", call.method, call.template);
                assert_eq!(world.clinic.fingerprint().await, before, "{column} {} {}", call.method, call.template);
                assert_eq!(
                    world.clinic.count("{}.audit where outcome = 'denied'").await,
                    denials + 1,
                    "the attempt left no row"
                );
            }
            tried += 1;
        }
    }
    println!("{tried} cells of roles tried");
}

#[tokio::test]
async fn anonymous_and_former_members_may_call_only_what_needs_no_session() {
    let world = World::new(&Server::new()).await;
    let anonymous = world.clinic.anonymous();
    let inactive = world.clinic.signed_in_as(Role::Provider).await;
    world.clinic.plant("update {}.member set status = 'inactive' where role = 'Provider'").await;
    let removed = world.clinic.signed_in_as(Role::Nurse).await;
    world
        .clinic
        .plant("update {}.member set removed_at = now() where role = 'Nurse' and password_hash is not null")
        .await;
    let before = world.clinic.fingerprint().await;
    for (who, client) in [("anonymous", anonymous), ("inactive", inactive), ("removed", removed)] {
        let client = client.on(Server::new().router);
        for call in world.calls() {
            let is_by_link = ["/api/portal", "/api/visit", "/api/calendar/", "/api/book/"]
                .iter()
                .any(|path| call.template.starts_with(path));
            if is_by_link || call.template == "/api/auth/login" {
                continue;
            }
            let row = MATRIX.row(&call.method, call.template).unwrap();
            let answer = send_call(&client, &call).await;
            if row.takes_token() {
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{who} {}", call.template);
                assert_eq!(answer.json()["resourceType"], "OperationOutcome");
            } else if cell(row, "anonymous") == "deny" {
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{who} {} {}", call.method, call.template);
                assert_eq!(answer.json()["code"], "signed_out");
            } else {
                assert!(!is_refused(&answer), "{who} {} {}: {}", call.method, call.template, answer.text);
            }
        }
    }
    assert_eq!(world.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_call_for_programs_takes_an_api_token_with_its_scope_and_no_cookie() {
    let world = World::new(&Server::new()).await;
    let calls: Vec<_> = world
        .calls()
        .into_iter()
        .filter(|call| MATRIX.row(&call.method, call.template).unwrap().takes_token())
        .collect();
    assert_eq!(calls.len(), 13);
    let mut without_cookie = Vec::new();
    for scope in ApiScope::iter() {
        let (_, secret) = factories::api_token_for(&world.owner, &[scope.as_str()]).await;
        without_cookie.push((scope, world.clinic.anonymous().with_api_token(&secret)));
    }
    let members = world.everybody().await;
    let before = world.clinic.fingerprint_of(&["audit", "session"]).await;
    for (who, member) in &members {
        for call in &calls {
            let answer = send_call(member, call).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{who} {}", call.template);
            assert_eq!(answer.json()["issue"][0]["code"], "login", "{who} {}", call.template);
        }
    }
    assert_eq!(world.clinic.fingerprint_of(&["audit", "session"]).await, before, "it left a row or extended a session");
    for call in &calls {
        let needed = call.template.trim_start_matches(fhir::BASE).split('/').nth(1).unwrap();
        for (scope, program) in &without_cookie {
            let rows = world.clinic.count("{}.audit where actor = 'token' and outcome = 'denied'").await;
            let answer = send_call(program, call).await;
            let may = scope.as_str() == needed;
            let expected = if may { StatusCode::OK } else { StatusCode::FORBIDDEN };
            assert_eq!(answer.status, expected, "{} {}: {}", scope.as_str(), call.template, answer.text);
            let left = world.clinic.count("{}.audit where actor = 'token' and outcome = 'denied'").await - rows;
            assert_eq!(left, i64::from(!may), "{} {}", scope.as_str(), call.template);
        }
    }
    // A token is a credential only for these calls.
    let (_, program) = &without_cookie[0];
    let mut request = program.request(Method::GET, "/api/patients", None);
    request.headers_mut().insert("authorization", format!("Bearer {}", world.api_secret).parse().unwrap());
    program.send(request).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn a_links_token_opens_its_own_consent_only() {
    let world = World::new(&Server::new()).await;
    let mut everybody = world.everybody().await;
    everybody.push(("portal_token", world.clinic.anonymous()));
    let link = format!("/api/portal/consent/{}", world.consents.token);
    for (who, client) in &everybody {
        let answer = client.get(&link).await;
        assert_eq!(answer.status, StatusCode::OK, "{who}: {}", answer.text);
        let without = client.get(&format!("/api/portal/consent/{}", "x".repeat(43))).await;
        without.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    for (who, client) in &everybody {
        client.post_nothing(&format!("{link}/sign")).await.expect(StatusCode::OK);
        let _ = who;
    }
    let signatures = format!("{{}}.consent_signature where consent_id = {}", world.consents.consent);
    assert_eq!(world.clinic.count(&signatures).await, 1);
}

#[tokio::test]
async fn the_openapi_document_needs_no_session() {
    let world = World::new(&Server::new()).await;
    let served = world.clinic.anonymous().get("/api/openapi.json").await.expect(StatusCode::OK);
    assert_eq!(served, serde_json::to_value(app::document()).unwrap());
}

#[tokio::test]
async fn a_path_without_a_matrix_row_is_not_found() {
    let world = World::new(&Server::new()).await;
    for path in ["/api", "/api/", "/api/nothing", "/api/patients/", "/api/patients/1/2", "/API/patients"] {
        let answer = world.owner.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text);
    }
    for (method, path, allow) in [
        (Method::PUT, "/api/patients", Some("GET,HEAD,POST")),
        (Method::DELETE, "/api/patients", Some("GET,HEAD,POST")),
        (Method::PATCH, "/api/team", Some("GET,HEAD,POST")),
        (Method::POST, "/api/treatments/pending", Some("GET,HEAD")),
        (Method::GET, "/api/treatments/1/approve", Some("POST")),
        // Not an API path, so the web app's pages can be read.
        (Method::POST, "/patients", Some("GET,HEAD")),
    ] {
        let answer = world.owner.send(world.owner.request(method.clone(), path, None)).await;
        let allowed = answer.headers.get("allow").map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(allowed.as_deref(), allow, "{method} {path}");
        answer.refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
    }
}
