//! Floods: what one network, one contact and one clinic may ask for.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{ask_code, held, open, times, try_hold};
use crate::{
    operations::fleet::run_upkeep,
    testing::{Client, TestClinic, factories},
};

/// As if each hold had come from a network of its own.
async fn from_elsewhere(clinic: &TestClinic) {
    clinic.plant("update {}.booking_hold set network = 'planted ' || id").await;
}

async fn next_hold(visitor: &Client, provider: i64) -> crate::testing::Answer {
    let free = times(visitor, &format!("&provider_id={provider}")).await;
    try_hold(visitor, provider, &free[0]).await
}

#[tokio::test]
async fn a_network_holds_three_times_at_once_and_a_clinic_twenty() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    for _ in 0..3 {
        next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
    }
    let refused = next_hold(&visitor, provider).await;
    let wait: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=600).contains(&wait), "{wait}");
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    for _ in 3..20 {
        from_elsewhere(&clinic).await;
        next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
    }
    from_elsewhere(&clinic).await;
    next_hold(&visitor, provider).await.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    assert_eq!(clinic.count("{}.booking_hold").await, 20);
    clinic.clock().advance(TimeDelta::minutes(10));
    next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_network_makes_thirty_holds_in_an_hour() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    for _ in 0..30 {
        next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
        clinic.plant("update {}.booking_hold set released_at = expires_at where released_at is null").await;
    }
    next_hold(&visitor, provider).await.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    clinic.clock().advance(TimeDelta::minutes(60));
    next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_contact_gets_three_codes_in_an_hour_however_it_is_written() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    for address in ["ida@example.com", "IDA@example.com", "ida+x@example.com"] {
        ask_code(&visitor, &token, json!({ "email": address })).await.expect(StatusCode::OK);
    }
    ask_code(&visitor, &token, json!({ "email": "ola@example.com" }))
        .await
        .refused(StatusCode::CONFLICT, "codes_used_up");
    let (other, _) = held(&visitor, provider).await;
    let refused = ask_code(&visitor, &other, json!({ "email": "ida@example.com" })).await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    ask_code(&visitor, &other, json!({ "email": "ola@example.com" })).await.expect(StatusCode::OK);
    // Each code makes the one before it void: of three, the last is mailed, and of the other one.
    assert_eq!(factories::mails(&clinic).await.len(), 2);
}

#[tokio::test]
async fn a_network_sends_ten_codes_in_an_hour_and_a_clinic_sixty() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let (other, _) = held(&visitor, provider).await;
    clinic.plant("update {}.booking_hold set codes = 10 where codes = 1").await;
    let refused = ask_code(&visitor, &other, json!({ "email": "ola@example.com" })).await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    clinic.plant("update {}.booking_hold set codes = 59, network = 'planted' where codes = 10").await;
    ask_code(&visitor, &other, json!({ "email": "ola@example.com" })).await.expect(StatusCode::OK);
    let refused = ask_code(&visitor, &other, json!({ "email": "una@example.com" })).await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    clinic.clock().advance(TimeDelta::minutes(60));
    let (later, _) = held(&visitor, provider).await;
    ask_code(&visitor, &later, json!({ "email": "una@example.com" })).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn upkeep_forgets_the_contact_within_the_hour_and_the_hold_after_a_day() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let upkeep = async || run_upkeep(&clinic.server.app, clinic.provisioned.id, true).await.unwrap();
    upkeep().await;
    assert_eq!(clinic.count("{}.booking_hold where contact is not null").await, 1);
    clinic.clock().advance(TimeDelta::minutes(41));
    upkeep().await;
    assert_eq!(clinic.count("{}.booking_hold where contact is null").await, 1);
    clinic.clock().advance(TimeDelta::hours(24));
    upkeep().await;
    assert_eq!(clinic.count("{}.booking_hold").await, 0);
}
