//! A new secret replaces the old one, and nobody is signed out.

use std::sync::Arc;

use axum::http::{HeaderValue, Method, StatusCode};
use chrono::TimeDelta;
use serde_json::json;

use super::{enrol, is_signed_in, login_with};
use crate::testing::{self, Answer, Client, DATABASE, Server, TestClinic, factories, world::new_member};
use config::MasterKey;
use http_api::state::App;
use operations::fleet::run_upkeep;
use server::app;
use tenancy::{Db, OwnerDb};

/// As in [`testing::config`].
const FIRST: &str = "a secret for tests alone, 32 bytes and more";
const NEXT: &str = "the secret that comes after it, 32 bytes and more";
const LAST: &str = "the secret that comes after both, 32 bytes and more";

/// The clinic on a second server with these secrets, beside its own server.
async fn served_with(clinic: &TestClinic, current: &str, second: Option<&str>) -> TestClinic {
    let mut config = testing::config();
    config.secret = MasterKey::parse(current).unwrap().with_second(second).unwrap();
    let app = app::with_parts(&config, App::with_db(&config, Db::new(&config.database_url, 2).unwrap()))
        .changed(|app| app.clock = clinic.clock().clone());
    let server = Server { router: app::router(&app, None), app, config: Arc::new(config), database: &DATABASE };
    let owner_db = OwnerDb::connect(&DATABASE.owner_url, &DATABASE.gateway.login).await.unwrap();
    TestClinic { server, provisioned: clinic.provisioned.clone(), owner_db, first_id: clinic.first_id }
}

async fn post_once(client: &Client, key: &str) -> Answer {
    let body = json!({ "first_name": "Ann", "last_name": "Berg" });
    let mut request = client.request(Method::POST, "/api/patients", Some(&body));
    request.headers_mut().insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    client.send(request).await
}

/// Whether the browser's session is valid on that server.
async fn is_known(client: &Client, at: &TestClinic) -> bool {
    is_signed_in(&client.clone().on(at.server.router.clone())).await
}

#[tokio::test]
async fn rotating_the_secret_signs_nobody_out() {
    let clinic = TestClinic::new().await;
    let before = clinic.owner().await;
    let phone = enrol(&clinic, &before).await;
    let done = post_once(&before, "k").await.expect(StatusCode::CREATED);
    before.post("/api/team", new_member("joining@clinic.example")).await.expect(StatusCode::CREATED);

    // Every server accepts the next secret before any uses it.
    let with_second = served_with(&clinic, FIRST, Some(NEXT)).await;
    let changed = served_with(&clinic, NEXT, Some(FIRST)).await;
    clinic.clock().advance(TimeDelta::seconds(30));
    let answer = login_with(&changed.anonymous(), "owner@clinic.example", &phone.code(&clinic, 0)).await;
    assert_eq!(answer.status, StatusCode::OK, "with a phone from before: {}", answer.text);
    let after = changed.anonymous().with_cookie_of(&answer);
    for server in [&with_second, &changed] {
        assert!(is_known(&before, server).await && is_known(&after, server).await);
    }
    // A request from before is not done again.
    let again = post_once(&before.clone().on(changed.server.router.clone()), "k").await;
    assert_eq!(again.expect(StatusCode::CREATED), done);
    assert_eq!(clinic.count("{}.patient").await, 1);
    // A mail from before still holds a valid link.
    let token = factories::token_in(factories::mails(&changed).await.last().unwrap());
    let body = json!({ "token": token, "password": "a quite new password" });
    changed.anonymous().post("/api/auth/accept-invite", body).await.expect(StatusCode::OK);

    // The hourly upkeep seals everything with the new secret, so the first one can be removed.
    run_upkeep(&changed.server.app, clinic.provisioned.id, true).await.unwrap();
    let alone = served_with(&clinic, NEXT, None).await;
    assert!(is_known(&after, &alone).await);
    assert!(!is_known(&before, &alone).await, "signed with what is forgotten");
    clinic.clock().advance(TimeDelta::seconds(30));
    let answer = login_with(&alone.anonymous(), "owner@clinic.example", &phone.code(&clinic, 0)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);

    // After two changes, signatures by the first secret are not accepted.
    let last = served_with(&clinic, LAST, Some(NEXT)).await;
    assert!(is_known(&after, &last).await && !is_known(&before, &last).await);
}

#[tokio::test]
async fn a_sealed_value_that_no_secret_opens_is_left_unchanged() {
    let clinic = TestClinic::new().await;
    enrol(&clinic, &clinic.owner().await).await;
    clinic.plant("update {}.second_factor set secret = 'of another time', key_id = '1'").await;
    run_upkeep(&clinic.server.app, clinic.provisioned.id, true).await.unwrap();
    assert_eq!(clinic.count("{}.second_factor where secret = 'of another time' and key_id = '1'").await, 1);
}
