//! The calls that exist at the platform's own host and at a clinic's host.

use std::collections::BTreeSet;

use axum::{
    Router,
    body::{Body, Bytes},
    http::{
        Method, Request, StatusCode,
        header::{CONTENT_TYPE, HOST, ORIGIN},
    },
    routing::post,
};

use crate::testing::{Client, Server, TestClinic, world::World};
use tenancy::{Done, Platform, Visitor};

const SIGNED: &str = "/api/stripe/webhook";

#[tokio::test]
async fn clinic_and_platform_routes_are_served_at_their_own_hosts_only() {
    let world = World::new(&Server::new()).await;
    let before = world.clinic.fingerprint().await;
    // A browser would not send a clinic's cookie to the platform. The platform ignores it.
    let at_platform = world.owner.at("localhost:8080");
    for call in world.calls() {
        let request = at_platform.request(call.method.clone(), &call.path, call.body.as_ref());
        let answer = at_platform.send(request).await;
        if call.template.starts_with(papers::fhir::BASE) {
            assert_eq!(answer.expect(StatusCode::NOT_FOUND)["issue"][0]["code"], "not-found");
        } else {
            answer.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
    for call in world.platform_calls() {
        let request = world.owner.request(call.method.clone(), &call.path, call.body.as_ref());
        world.owner.send(request).await.refused(StatusCode::NOT_FOUND, "not_found");
        let request = at_platform.request(call.method.clone(), &call.path, call.body.as_ref());
        let answer = at_platform.send(request).await;
        assert_ne!(answer.status, StatusCode::NOT_FOUND, "{} {}", call.method, call.template);
    }
    assert_eq!(world.clinic.fingerprint().await, before);
    at_platform.get("/api/openapi.json").await.expect(StatusCode::OK);
}

/// The real gate in front of two routes: a signed call of a machine, and a route in the wrong list.
fn routes(server: &Server) -> Router {
    let taken =
        async |platform: Platform, body: Bytes| -> Done<String> { platform.done(format!("{} bytes", body.len())) };
    let misplaced = async |_: Visitor| "let in";
    let routes = Router::new().route(SIGNED, post(taken)).route("/api/clinics", post(misplaced));
    let routes = routes.with_state(server.app.clone());
    http_api::wrap(
        routes,
        server.app.tenants.clone(),
        server.app.gate(BTreeSet::from([SIGNED.to_owned(), "/api/clinics".to_owned()])),
        server.app.measure(),
    )
}

fn sent(host: &str, body: Vec<u8>) -> Request<Body> {
    Request::post(SIGNED).header(HOST, host).body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn a_signed_call_needs_no_origin_or_json_but_the_platforms_host() {
    let clinic = TestClinic::new().await;
    let client = Client::new(routes(&clinic.server), "localhost:8080".to_owned());
    let answer = client.send(sent("localhost:8080", b"\xff\x00 whatever".to_vec())).await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, "11 bytes"));
    let largest = client.send(sent("localhost:8080", vec![b'x'; 1024 * 1024])).await;
    assert_eq!(largest.status, StatusCode::OK, "{}", largest.text);
    let larger = client.send(sent("localhost:8080", vec![b'x'; 1024 * 1024 + 1])).await;
    larger.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let at_clinic = client.send(sent(&clinic.host(), b"{}".to_vec())).await;
    at_clinic.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn every_other_platform_write_needs_its_own_origin_and_json() {
    let clinic = TestClinic::new().await;
    let client = Client::new(routes(&clinic.server), "localhost:8080".to_owned());
    let from = |origin: Option<&str>, kind: &str| {
        let request = Request::builder().method(Method::POST).uri("/api/clinics").header(HOST, "localhost:8080");
        let request = origin.into_iter().fold(request, |request, origin| request.header(ORIGIN, origin));
        request.header(CONTENT_TYPE, kind).body(Body::from("{}")).unwrap()
    };
    let json = "application/json";
    for origin in [None, Some(clinic.origin().as_str()), Some("http://evil.example"), Some("null")] {
        client.send(from(origin, json)).await.refused(StatusCode::FORBIDDEN, "cross_site");
    }
    let own = Some("http://localhost:8080");
    client.send(from(own, "text/plain")).await.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json_type");
    // A clinic's handler in the platform's list finds no clinic.
    client.send(from(own, json)).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn one_network_may_look_up_sixty_unknown_subdomains() {
    let config = config::Config { rate_limit_factor: 1, ..crate::testing::config() };
    let db = tenancy::Db::new(&config.database_url, 4).unwrap();
    let server = Server::with_db(config, db);
    let clinic = server.clinic().await;
    let ask = async |host: &str, address: u128| {
        let client = Client::new(server.router.clone(), format!("{host}.localhost:8080"));
        let mut request = client.request(Method::GET, "/api/auth/session", None);
        let address = std::net::Ipv6Addr::from_bits(address).into();
        request.extensions_mut().insert(axum::extract::ConnectInfo(std::net::SocketAddr::new(address, 4_000)));
        client.send(request).await.status
    };
    let network: u128 = 0x2001_0db8_0001_0002 << 64;
    let known = clinic.provisioned.subdomain.as_str();
    assert_eq!(ask(known, network | 1).await, StatusCode::UNAUTHORIZED, "a clinic");
    let mut missing = 0;
    for host in 0..200 {
        match ask(&format!("nobody-{host}"), network | host).await {
            StatusCode::NOT_FOUND => missing += 1,
            other => assert_eq!(other, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert!((59..100).contains(&missing), "{missing} of 200");
    // Requests to a clinic that this server has already found are still served, and so are requests from other networks.
    assert_eq!(ask(known, network | 7).await, StatusCode::UNAUTHORIZED);
    assert_eq!(ask("nobody-else", network << 1).await, StatusCode::NOT_FOUND);
}
