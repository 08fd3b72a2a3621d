//! The number of clinics that one network address may sign up per day.

use std::net::IpAddr;

use axum::http::{Method, StatusCode, header::RETRY_AFTER};
use chrono::TimeDelta;
use serde_json::Value;

use super::opening::{WARM_POOL, fresh, with_spares};
use crate::testing::{Answer, Server, config, factories::sign_up};
use config::Config;
use http_api::limited_as;
use operations::sign_up::{forget_sign_ups, limit::DailyLimit};
use tenancy::Db;

/// A server with the limits of an operator.
fn counting() -> Server {
    let config = Config { rate_limit_factor: 1, ..config() };
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

/// Signs up from this network address, which no other test uses.
async fn submit_from(server: &Server, address: IpAddr, body: Value) -> Answer {
    let client = server.platform();
    let mut request = client.request(Method::POST, "/api/clinics", Some(&body));
    request.extensions_mut().insert(axum::extract::ConnectInfo(std::net::SocketAddr::new(address, 4_000)));
    client.send(request).await
}

fn fresh_address() -> IpAddr {
    std::net::Ipv6Addr::from_bits(uuid::Uuid::new_v4().as_u128()).into()
}

#[tokio::test]
async fn one_address_signs_up_ten_clinics_a_day_across_servers_and_restarts() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(0).await;
    let (address, servers) = (fresh_address(), [counting(), counting()]);
    for turn in 0..10 {
        let answer = submit_from(&servers[turn % 2], address, sign_up(&fresh())).await;
        answer.refused(StatusCode::SERVICE_UNAVAILABLE, "no_spare");
    }
    // An invalid input is not counted, and the count does not refuse it.
    submit_from(&servers[0], address, sign_up("www")).await.refused_field("subdomain");
    let restarted = counting();
    for server in [&servers[0], &servers[1], &restarted] {
        let answer = submit_from(server, address, sign_up(&fresh())).await;
        let wait: u64 = answer.headers[RETRY_AFTER].to_str().unwrap().parse().unwrap();
        assert!((1..=8_641).contains(&wait), "{wait}");
        answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    }
    // Other network addresses and other calls have separate counts.
    submit_from(&restarted, fresh_address(), sign_up(&fresh()))
        .await
        .refused(StatusCode::SERVICE_UNAVAILABLE, "no_spare");
    let request = restarted.platform().request(Method::GET, "/api/clinics/availability?subdomain=linden", None);
    restarted.platform().send(request).await.expect(StatusCode::OK);
    // Refused requests did not extend the wait. After a tenth of a day, one more is allowed.
    restarted.app.clock.advance(TimeDelta::seconds(8_641));
    submit_from(&restarted, address, sign_up(&fresh())).await.refused(StatusCode::SERVICE_UNAVAILABLE, "no_spare");
    submit_from(&restarted, address, sign_up(&fresh()))
        .await
        .refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    let plain = format!("registry.sign_up_limit where subject like '%{address}%'");
    assert_eq!(clinic.count(&plain).await, 0, "an address is kept in plain");
}

#[tokio::test]
async fn of_many_concurrent_sign_ups_from_one_address_ten_are_accepted() {
    let _alone = WARM_POOL.lock().await;
    let _clinic = with_spares(0).await;
    let (address, server) = (fresh_address(), counting());
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..14 {
        let server = server.clone();
        asking.spawn(async move { submit_from(&server, address, sign_up(&fresh())).await.status });
    }
    let answers = asking.join_all().await;
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::SERVICE_UNAVAILABLE).count(), 10, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::TOO_MANY_REQUESTS).count(), 4, "{answers:?}");
}

#[tokio::test]
async fn an_expired_sign_up_counter_is_deleted() {
    let _alone = WARM_POOL.lock().await;
    let server = counting();
    let (clinic, address) = (server.clinic().await, fresh_address());
    let subject = hex::encode(server.app.master.derive(format!("sign up {}", limited_as(address)).as_bytes()));
    let kept = format!("registry.sign_up_limit where subject = '{subject}'");
    let now = clinic.clock().now();
    DailyLimit::sign_ups(server.app.rate_limit_factor)
        .count(&server.app.tenants.db, &server.app.master, limited_as(address), now)
        .await
        .unwrap();
    forget_sign_ups(&server.app.tenants.db, now).await.unwrap();
    assert_eq!(clinic.count(&kept).await, 1);
    forget_sign_ups(&server.app.tenants.db, now + TimeDelta::seconds(8_640)).await.unwrap();
    assert_eq!(clinic.count(&kept).await, 0);
}
