use std::net::SocketAddr;

use axum::{
    extract::ConnectInfo,
    http::{Method, StatusCode},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::json;

use crate::testing::{Answer, Client, PASSWORD, Server, TestClinic};
use operations::fleet::run_upkeep;

const OWNER: &str = "owner@clinic.example";

/// A sign-in from this address.
async fn login_from(client: &Client, address: &str, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    let mut request = client.request(Method::POST, "/api/auth/login", Some(&body));
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address.parse().unwrap(), 4_000)));
    client.send(request).await
}

#[track_caller]
fn too_many(answer: Answer, within: u32) {
    let seconds: u32 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=within).contains(&seconds), "{seconds}");
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
}

#[tokio::test]
async fn failed_sign_ins_are_counted_across_servers_and_restarts() {
    let clinic = TestClinic::new().await;
    let other = clinic.anonymous().on(Server::new().router);
    for (turn, client) in [clinic.anonymous(), other.clone()].iter().cycle().take(5).enumerate() {
        let answer = login_from(client, "203.0.113.9", OWNER, &format!("guess number {turn}")).await;
        answer.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    }
    let restarted = Server::new();
    let client = clinic.anonymous().on(restarted.router.clone());
    for client in [&clinic.anonymous(), &other, &client] {
        too_many(login_from(client, "203.0.113.9", OWNER, PASSWORD).await, 60);
    }
    let away = login_from(&client, "198.51.100.7", OWNER, PASSWORD).await;
    assert_eq!(away.status, StatusCode::OK, "the person herself, elsewhere");
    restarted.app.clock.advance(TimeDelta::seconds(61));
    let later = login_from(&client, "203.0.113.9", OWNER, PASSWORD).await;
    assert_eq!(later.status, StatusCode::OK, "{}", later.text);
}

#[tokio::test]
async fn wrong_passwords_in_a_session_count_with_failed_sign_ins() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let restarted = Server::new();
    let prove = async |server: &Server, password: &str| {
        let client = owner.clone().on(server.router.clone());
        client.post("/api/auth/prove", json!({ "password": password })).await
    };
    for turn in 0..5 {
        let server = if turn % 2 == 0 { &clinic.server } else { &restarted };
        prove(server, &format!("guess number {turn}")).await.refused(StatusCode::FORBIDDEN, "wrong_password");
    }
    for server in [&clinic.server, &restarted, &Server::new()] {
        too_many(prove(server, PASSWORD).await, 60);
    }
    let change = json!({ "current_password": PASSWORD, "new_password": "a quite new password" });
    too_many(owner.post("/api/auth/password", change).await, 60);
    let denied = "{}.audit where action = 'auth.prove' and outcome = 'denied'";
    assert_eq!(clinic.count(denied).await, 5);
    restarted.app.clock.advance(TimeDelta::seconds(61));
    prove(&restarted, PASSWORD).await.expect(StatusCode::OK);
    prove(&clinic.server, PASSWORD).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn the_right_password_resets_the_count() {
    let clinic = TestClinic::new().await;
    let client = clinic.anonymous();
    for _ in 0..2 {
        for _ in 0..4 {
            let answer = login_from(&client, "203.0.113.9", OWNER, "not the password").await;
            answer.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
        }
        assert_eq!(login_from(&client, "203.0.113.9", OWNER, PASSWORD).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn concurrent_guesses_get_no_more_tries_than_sequential_ones() {
    let clinic = TestClinic::new().await;
    let client = clinic.anonymous();
    let answers = join_all((0..12).map(|_| login_from(&client, "203.0.113.9", OWNER, "not the password"))).await;
    let looked_at = answers.iter().filter(|answer| answer.status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(looked_at, 5);
}

#[tokio::test]
async fn one_password_tried_on_many_accounts_is_counted_by_network() {
    let clinic = TestClinic::new().await;
    let servers = [Server::new(), Server::new()];
    for turn in 0..20_usize {
        let client = clinic.anonymous().on(servers[turn % 2].router.clone());
        // The first half of an IPv6 address is the network.
        let address = format!("2001:db8:1:2::{turn:x}");
        let answer = login_from(&client, &address, &format!("somebody{turn}@clinic.example"), "spring 2026 !").await;
        answer.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    }
    let client = clinic.anonymous();
    too_many(login_from(&client, "2001:db8:1:2:ffff::1", OWNER, PASSWORD).await, 20);
    assert_eq!(login_from(&client, "2001:db8:1:3::1", OWNER, PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn distributed_guessing_does_not_lock_out_a_known_device() {
    let clinic = TestClinic::new().await;
    let client = clinic.anonymous();
    assert_eq!(login_from(&client, "198.51.100.7", OWNER, PASSWORD).await.status, StatusCode::OK);
    login_from(&client, "203.0.113.9", OWNER, "not the password").await;
    // The state after sixty machines have each guessed once: no further try is checked.
    let far = "update {}.sign_in_limit set settled_at = settled_at + interval '20 minutes'";
    clinic.plant(&format!("{far} where settled_at > now() and subject in (select subject from {{}}.sign_in_limit order by settled_at desc limit 3)")).await;
    clinic.plant("delete from {}.sign_in_limit where settled_at < now()").await;
    let elsewhere = login_from(&client, "192.0.2.1", OWNER, PASSWORD).await;
    elsewhere.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    let known = login_from(&client, "198.51.100.7", OWNER, PASSWORD).await;
    assert_eq!(known.status, StatusCode::OK, "{}", known.text);
}

#[tokio::test]
async fn a_known_device_is_known_by_its_ipv6_network() {
    let clinic = TestClinic::new().await;
    let client = clinic.anonymous();
    assert_eq!(login_from(&client, "2001:db8:1:2::7", OWNER, PASSWORD).await.status, StatusCode::OK);
    login_from(&client, "203.0.113.9", OWNER, "not the password").await;
    // The state after sixty machines have each guessed once, as above.
    let far = "update {}.sign_in_limit set settled_at = settled_at + interval '20 minutes'";
    clinic.plant(&format!("{far} where settled_at > now() and subject in (select subject from {{}}.sign_in_limit order by settled_at desc limit 3)")).await;
    clinic.plant("delete from {}.sign_in_limit where settled_at < now()").await;
    let elsewhere = login_from(&client, "2001:db8:1:3::7", OWNER, PASSWORD).await;
    elsewhere.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    // The same laptop has this address today.
    let known = login_from(&client, "2001:db8:1:2:ffff::1", OWNER, PASSWORD).await;
    assert_eq!(known.status, StatusCode::OK, "{}", known.text);
}

#[tokio::test]
async fn a_server_with_a_wrong_clock_locks_nobody_out() {
    let clinic = TestClinic::new().await;
    let right = clinic.anonymous();
    assert_eq!(login_from(&right, "203.0.113.9", OWNER, PASSWORD).await.status, StatusCode::OK);
    for minutes in [-30, 400 * 24 * 60] {
        let wrong = Server::new();
        wrong.app.clock.advance(TimeDelta::minutes(minutes));
        let client = clinic.anonymous().on(wrong.router.clone());
        let answer = login_from(&client, "203.0.113.9", OWNER, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{minutes}: {}", answer.text);
    }
    // After the clock is corrected, one try is left and the others refill as usual. So a wrong clock allows no more
    // guesses.
    let slip = login_from(&right, "203.0.113.9", OWNER, "not the password").await;
    slip.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    too_many(login_from(&right, "203.0.113.9", OWNER, PASSWORD).await, 60);
    clinic.server.app.clock.advance(TimeDelta::seconds(61));
    let later = login_from(&right, "203.0.113.9", OWNER, PASSWORD).await;
    assert_eq!(later.status, StatusCode::OK, "{}", later.text);
}

#[tokio::test]
async fn counters_hold_no_address_and_are_deleted_in_time() {
    let clinic = TestClinic::new().await;
    login_from(&clinic.anonymous(), "203.0.113.9", OWNER, "not the password").await;
    let kept = clinic.rows("select subject from {}.sign_in_limit").await;
    assert_eq!(kept.len(), 3);
    for row in kept {
        let subject: String = row.try_get("", "subject").unwrap();
        assert!(subject.len() == 64 && subject.bytes().all(|byte| byte.is_ascii_hexdigit()), "{subject}");
    }
    run_upkeep(&clinic.server.app, clinic.provisioned.id, true).await.unwrap();
    assert_eq!(clinic.count("{}.sign_in_limit").await, 3);
    clinic.clock().advance(TimeDelta::minutes(2));
    run_upkeep(&clinic.server.app, clinic.provisioned.id, true).await.unwrap();
    assert_eq!(clinic.count("{}.sign_in_limit").await, 0);
}
