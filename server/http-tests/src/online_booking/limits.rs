//! Floods: the limits of one network, one contact and one clinic.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{ask_code, held, open, times, try_hold};
use crate::testing::{Client, TestClinic, factories};
use operations::fleet::run_upkeep;

/// Gives each hold a different network.
async fn from_elsewhere(clinic: &TestClinic) {
    clinic.plant("update {}.booking_hold set network = 'planted ' || id").await;
}

async fn next_hold(visitor: &Client, provider: i64) -> crate::testing::Answer {
    let free = times(visitor, &format!("&provider_id={provider}")).await;
    try_hold(visitor, provider, &free[0]).await
}

#[tokio::test]
async fn a_network_holds_three_times_at_once_and_in_a_full_clinic_the_oldest_without_a_code_is_given_up() {
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
    // One of the two oldest holds has a code.
    let ids = clinic.rows("select id from {}.booking_hold order by id").await;
    let [oldest, next]: [i64; 2] = [0, 1].map(|place| ids[place].try_get("", "id").unwrap());
    clinic.plant(&format!("update {{}}.booking_hold set code_at = now() where id = {oldest}")).await;
    from_elsewhere(&clinic).await;
    next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
    let given_up = format!("{{}}.booking_hold where released_at is not null and id = {next}");
    assert_eq!(clinic.count(&given_up).await, 1);
    assert_eq!(clinic.count("{}.booking_hold where released_at is null").await, 20);
    // Its time is free again, and another network can still hold three.
    for _ in 0..2 {
        next_hold(&visitor, provider).await.expect(StatusCode::CREATED);
    }
    next_hold(&visitor, provider).await.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    assert_eq!(clinic.count("{}.booking_hold where released_at is null").await, 20);
    assert_eq!(clinic.count(&format!("{{}}.booking_hold where released_at is null and id = {oldest}")).await, 1);
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
    // Each code invalidates the one before it: only the last of three is mailed, and the other contact's.
    assert_eq!(factories::mails(&clinic).await.len(), 2);
}

/// A hold that sent its last code elsewhere removed its earlier codes from the count, so that one page could flood a stranger.
#[tokio::test]
async fn what_was_sent_to_a_contact_stays_counted_when_the_hold_writes_to_another_one() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    for other in ["a", "b"] {
        let (token, _) = held(&visitor, provider).await;
        for address in ["ida@example.com", &format!("{other}@example.com")] {
            ask_code(&visitor, &token, json!({ "email": address })).await.expect(StatusCode::OK);
        }
    }
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    ask_code(&visitor, &token, json!({ "email": "c@example.com" })).await.expect(StatusCode::OK);
    let refused = ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    clinic.clock().advance(TimeDelta::minutes(60));
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_network_sends_ten_codes_in_an_hour_and_a_clinic_sixty() {
    let (clinic, _, provider) = open().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let (other, _) = held(&visitor, provider).await;
    let more = async |number: i32, network: &str| {
        let sql = format!(
            "insert into {{}}.booking_code (network, mailbox, sent_at)
             select {network}, 'planted ' || n, sent_at from {{}}.booking_code, generate_series(1, {number}) n
             where mailbox not like 'planted%'"
        );
        clinic.plant(&sql).await;
    };
    more(9, "network").await;
    let refused = ask_code(&visitor, &other, json!({ "email": "ola@example.com" })).await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    clinic.plant("update {}.booking_code set network = 'planted'").await;
    more(49, "'planted'").await;
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
