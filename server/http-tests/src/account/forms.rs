//! The checks before authentication in every call that changes something.

use std::net::{IpAddr, SocketAddr};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{
        HeaderValue, Method, Request, StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE, ORIGIN},
    },
};
use serde_json::json;

use crate::testing::{Client, PASSWORD, TestClinic};
use base::permission::{MATRIX, Row};
use server::app;

/// Every call that may change something, with a path that can be requested.
fn unsafe_calls() -> Vec<(&'static Row, String)> {
    // The platform's own calls do not exist at a clinic's host. `http-tests/src/sign_up` tests them.
    let elsewhere = app::platform_paths();
    let document = serde_json::to_value(app::document()).unwrap();
    let calls: Vec<_> = MATRIX
        .rows
        .iter()
        .filter(|row| row.method != Method::GET && !elsewhere.contains(&row.path))
        .filter(|row| document["paths"][&row.path][row.method.as_str().to_lowercase()].is_object())
        .map(|row| {
            let path: Vec<_> = row.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
            (row, path.join("/"))
        })
        .collect();
    for needed in ["login", "logout", "password", "forgot", "reset", "accept-invite", "prove"] {
        assert!(calls.iter().any(|(_, path)| *path == format!("/api/auth/{needed}")), "{needed}");
    }
    calls
}

/// The unsafe calls that our own pages make. Signed reports from other services do not come from a page, and are not
/// JSON.
fn calls_of_pages() -> impl Iterator<Item = (&'static Row, String)> {
    unsafe_calls().into_iter().filter(|(row, _)| !row.is_signed())
}

/// Gives each request another address, because rate limits are tested elsewhere.
fn from_another_place(request: &mut Request<Body>, number: usize) {
    let address = IpAddr::from([198, 51, 100, u8::try_from(number % 250).unwrap()]);
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 1)));
}

fn request(client: &Client, row: &Row, path: &str, number: usize) -> Request<Body> {
    let mut request = client.request(row.method.clone(), path, None);
    from_another_place(&mut request, number);
    request
}

#[tokio::test]
async fn a_request_from_another_site_changes_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let name = &clinic.provisioned.subdomain;
    let other_origins = [
        String::new(),
        "null".to_owned(),
        "http://evil.example".to_owned(),
        "http://localhost:8080".to_owned(),
        "http://sibling.localhost:8080".to_owned(),
        format!("http://{name}.localhost:8081"),
        format!("http://{name}.localhost"),
        format!("https://{name}.localhost:8080"),
        format!("http://{name}.localhost:8080.evil.example"),
        format!("http://{name}.localhost:8080/"),
        format!("http://evil.example@{name}.localhost:8080"),
    ];
    let before = clinic.fingerprint().await;
    let mut number = 0;
    for (row, path) in calls_of_pages() {
        for origin in &other_origins {
            number += 1;
            let mut request = request(&owner, row, &path, number);
            request.headers_mut().insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
            owner.send(request).await.refused(StatusCode::FORBIDDEN, "cross_site");
        }
        for site in [None, Some("same-site"), Some("cross-site"), Some("none")] {
            number += 1;
            let mut request = request(&owner, row, &path, number);
            request.headers_mut().remove(ORIGIN);
            if let Some(site) = site {
                request.headers_mut().insert("sec-fetch-site", HeaderValue::from_static(site));
            }
            owner.send(request).await.refused(StatusCode::FORBIDDEN, "cross_site");
        }
        number += 1;
        let mut request = request(&owner, row, &path, number);
        request.headers_mut().append(ORIGIN, HeaderValue::from_static("http://evil.example"));
        owner.send(request).await.refused(StatusCode::FORBIDDEN, "cross_site");
    }
    assert_eq!(clinic.fingerprint().await, before);
    owner.get("/api/auth/session").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_browser_without_origin_may_send_sec_fetch_site() {
    let clinic = TestClinic::new().await;
    let anonymous = clinic.anonymous();
    let login = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    let mut request = anonymous.request(Method::POST, "/api/auth/login", Some(&login));
    request.headers_mut().remove(ORIGIN);
    request.headers_mut().insert("sec-fetch-site", HeaderValue::from_static("same-origin"));
    anonymous.send(request).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_body_without_the_json_content_type_is_not_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    let mut number = 0;
    for (row, path) in calls_of_pages() {
        for kind in [
            None,
            Some("text/plain"),
            Some("text/plain; charset=application/json"),
            Some("application/x-www-form-urlencoded"),
            Some("multipart/form-data"),
            Some("application/jsonx"),
        ] {
            number += 1;
            let mut request = request(&owner, row, &path, number);
            *request.body_mut() = Body::from("{}");
            if let Some(kind) = kind {
                request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
            }
            let answer = owner.send(request).await;
            if row.max_body_bytes == 0 {
                answer.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
            } else {
                answer.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json_type");
            }
        }
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_body_is_read_up_to_its_limit_and_no_further() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for (number, (row, path)) in unsafe_calls().into_iter().enumerate() {
        let mut whole = request(&owner, row, &path, 2 * number);
        *whole.body_mut() = Body::from(" ".repeat(row.max_body_bytes + 1));
        whole.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        owner.send(whole).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
        // The declared length is refused before the body is read. This body would never end.
        let mut announced = request(&owner, row, &path, 2 * number + 1);
        *announced.body_mut() = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
        announced.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(row.max_body_bytes + 1));
        owner.send(announced).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    for text in
        ["{", "{}{}", "not json", "\u{feff}{}", "{\"first_name\": \"\\ud800\"}", "{'first_name': 1}", "NaN", &deep]
    {
        let mut request = owner.request(Method::POST, "/api/patients", None);
        *request.body_mut() = Body::from(text.to_owned());
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        owner.send(request).await.refused(StatusCode::BAD_REQUEST, "not_json");
    }
    let mut request = owner.request(Method::POST, "/api/patients", None);
    *request.body_mut() = Body::from(&b"{\"first_name\": \"\xff\"}"[..]);
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    owner.send(request).await.refused(StatusCode::BAD_REQUEST, "not_json");
}
