//! Uses one clinic's ids, links and cookies at another clinic.

use axum::http::{HeaderName, Method, StatusCode};
use serde_json::json;

use crate::testing::{
    Server, factories,
    world::{Call, World},
};
use base::permission::MATRIX;

#[tokio::test]
async fn every_id_of_another_clinic_is_not_found() {
    let server = Server::new();
    let (here, there) = (World::new(&server).await, World::new(&server).await);
    let before = there.clinic.fingerprint().await;
    let mut requests = 0;
    for call in there.calls() {
        let names_an_id =
            call.template.contains("{id}") || call.template.contains("{patientId}") || call.path.contains("patientId=");
        if !names_an_id {
            continue;
        }
        let mut body = call.body.clone();
        if call.template == "/api/consents/{patientId}/issue" {
            body = Some(json!({ "templateId": here.consents.template }));
        }
        let request = here.owner.request(call.method.clone(), &call.path, body.as_ref());
        let answer = here.owner.send(request).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{} {}: {}", call.method, call.path, answer.text);
        // The same answer as for an id that no clinic has.
        let nobodys = call.path.replace(|c: char| c.is_ascii_digit(), "9").replace("/fhir/r9/", "/fhir/r4/");
        let missing = here.owner.send(here.owner.request(call.method.clone(), &nobodys, body.as_ref())).await;
        assert_eq!((missing.status, missing.text), (answer.status, answer.text), "{nobodys}");
        requests += 1;
    }
    assert!(requests >= 10, "only {requests} calls name an id");
    for (path, body) in [
        ("/api/gfe", json!({ "patient_id": there.patient, "vitals": "HR: 70 bpm" })),
        ("/api/appointments", factories::appointment(there.patient)),
        ("/api/gfe-estimate", factories::estimate(there.patient)),
    ] {
        here.owner.post(path, body).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    here.owner
        .post("/api/treatments", factories::botox(there.patient))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    here.owner
        .post(&format!("/api/consents/{}/issue", here.patient), json!({ "templateId": there.consents.template }))
        .await
        .refused_field("templateId");
    let link = format!("/api/portal/consent/{}", there.consents.token);
    here.clinic.anonymous().get(&link).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    here.clinic.anonymous().post_nothing(&format!("{link}/sign")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(there.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_cookie_is_invalid_at_another_clinic() {
    let server = Server::new();
    let (here, there) = (World::new(&server).await, World::new(&server).await);
    let before = there.clinic.fingerprint().await;
    let intruder = here.owner.at(&there.clinic.host());
    let anonymous = there.clinic.anonymous();
    let mut requests = 0;
    for call in there.calls() {
        // These calls need no cookie, so a cookie changes nothing.
        let open_to_all = [
            "login",
            "forgot",
            "reset",
            "accept-invite",
            "confirm-email",
            "hand-over",
            "metadata",
            "webhook",
            "/api/book",
            // The text of the notice, which everybody may read.
            "right-to-estimate",
        ];
        let is_by_link = ["/api/portal", "/api/visit", "/api/calendar/", "/api/book/"]
            .iter()
            .any(|path| call.template.starts_with(path));
        if is_by_link || open_to_all.iter().any(|end| call.template.ends_with(end)) {
            continue;
        }
        let request_of =
            |client: &crate::testing::Client| client.request(call.method.clone(), &call.path, call.body.as_ref());
        let answer = intruder.send(request_of(&intruder)).await;
        let without = anonymous.send(request_of(&anonymous)).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{} {}", call.method, call.path);
        assert_eq!(answer.text, without.text, "{} {}", call.method, call.path);
        requests += 1;
    }
    assert!(requests >= 20, "only {requests} calls need a cookie");
    assert_eq!(there.clinic.fingerprint().await, before);
    assert_eq!(
        there.clinic.count("{}.audit where outcome = 'denied'").await,
        0,
        "an anonymous request leaves no audit row"
    );
}

#[tokio::test]
async fn only_the_host_header_chooses_the_clinic() {
    let server = Server::new();
    let (here, there) = (World::new(&server).await, World::new(&server).await);
    let names =
        ["x-forwarded-host", "forwarded", "x-original-host", "x-host", "x-http-host-override", "x-forwarded-server"];
    for name in names {
        let value = if name == "forwarded" { format!("host={}", there.clinic.host()) } else { there.clinic.host() };
        let with_header = |method, path: &str, body: Option<&serde_json::Value>| {
            let mut request = here.owner.request(method, path, body);
            request.headers_mut().insert(HeaderName::from_static(name), value.parse().unwrap());
            request
        };
        let own = format!("/api/patients/{}", here.patient);
        let plain = here.owner.get(&own).await;
        let answer = here.owner.send(with_header(Method::GET, &own, None)).await;
        assert_eq!((answer.status, answer.text), (plain.status, plain.text), "{name}");
        let foreign = format!("/api/patients/{}", there.patient);
        here.owner.send(with_header(Method::GET, &foreign, None)).await.refused(StatusCode::NOT_FOUND, "not_found");
        let issue = format!("/api/consents/{}/issue", here.patient);
        let body = json!({ "templateId": here.consents.template });
        let issued = here.owner.send(with_header(Method::POST, &issue, Some(&body))).await.expect(StatusCode::CREATED);
        let url = issued["portal_url"].as_str().unwrap();
        assert!(url.starts_with(&format!("{}/portal/sign/", here.clinic.origin())), "{name} led to {url}");
    }
}

#[tokio::test]
async fn a_write_from_another_origin_is_refused() {
    let server = Server::new();
    let (here, sibling) = (World::new(&server).await, World::new(&server).await);
    let before = here.clinic.fingerprint().await;
    let origins = [
        None,
        Some("null".to_owned()),
        Some(sibling.clinic.origin()),
        Some(here.clinic.origin().replace("http:", "https:")),
        Some(here.clinic.origin().replace(":8080", ":8081")),
        Some(format!("{}.evil.example", here.clinic.origin())),
        Some("http://localhost:8080".to_owned()),
    ];
    // A signed report comes from no page, and its signature covers its content.
    let is_signed = |call: &Call| MATRIX.row(&call.method, call.template).unwrap().is_signed();
    for call in here.calls().iter().filter(|call| call.method != Method::GET && !is_signed(call)) {
        for origin in &origins {
            let mut request = here.owner.request(call.method.clone(), &call.path, call.body.as_ref());
            request.headers_mut().remove("origin");
            if let Some(origin) = origin {
                request.headers_mut().insert("origin", origin.parse().unwrap());
            }
            request.headers_mut().insert("sec-fetch-site", "same-site".parse().unwrap());
            here.owner.send(request).await.refused(StatusCode::FORBIDDEN, "cross_site");
        }
    }
    let mut request = here.owner.request(Method::OPTIONS, "/api/patients", None);
    request.headers_mut().insert("access-control-request-method", "POST".parse().unwrap());
    let answer = here.owner.send(request).await;
    assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
    assert_eq!(here.clinic.fingerprint().await, before);
}
