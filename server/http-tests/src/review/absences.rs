//! Directors who are away, and their alternates.

use axum::http::StatusCode;
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::ReviewedClinic;
use crate::testing::{Client, factories};
use base::permission::Role;

/// The clinic with a second director: the second director's id and client, and the owner's id.
async fn two_directors(reviewed: &ReviewedClinic) -> (i64, Client, i64) {
    let email = factories::member(&reviewed.clinic, Role::MedicalDirector).await;
    let id = async |filter: String| {
        let rows = reviewed.clinic.rows(&format!("select id from {{}}.member where {filter}")).await;
        rows[0].try_get::<i64>("", "id").unwrap()
    };
    let second = id(format!("email = '{email}'")).await;
    (second, reviewed.clinic.anonymous().sign_in(&email).await, id("is_owner".to_owned()).await)
}

fn today(reviewed: &ReviewedClinic) -> NaiveDate {
    reviewed.clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive()
}

fn away(director: i64, alternate: i64, from: NaiveDate, to: NaiveDate) -> Value {
    json!({ "director_id": director, "alternate_id": alternate, "from_day": from, "to_day": to })
}

#[tokio::test]
async fn the_queue_says_for_whom_one_reviews_and_mails_go_to_the_alternate() {
    let reviewed = ReviewedClinic::new().await;
    let (second, client, owner) = two_directors(&reviewed).await;
    let until = today(&reviewed) + Days::new(3);
    let new = away(owner, second, today(&reviewed), until);
    let added = reviewed.director.post("/api/review/absences", new).await.expect(StatusCode::CREATED);
    assert_eq!((&added["director_name"], &added["alternate_approves"]), (&json!("Olive Owner"), &json!(true)));
    let counts = client.get("/api/review/counts").await.expect(StatusCode::OK);
    assert_eq!(counts["covering"], json!([{ "director_name": "Olive Owner", "until": until }]));
    assert_eq!(counts["away"], json!([]));
    let counts = reviewed.director.get("/api/review/counts").await.expect(StatusCode::OK);
    assert_eq!(counts["away"], json!([{ "alternate_name": "Robin Medical Director", "until": until }]));
    // The answer to a return by the absent director.
    let id = reviewed.chart().await;
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    factories::mails(&reviewed.clinic).await;
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&reviewed.clinic).await;
    assert!(mails.last().unwrap().contains("medical-director-"), "{mails:?}");
    // The absence is over, or was removed.
    let path = format!("/api/review/absences/{}", added["id"]);
    reviewed.director.delete(&path).await.expect(StatusCode::NO_CONTENT);
    reviewed.director.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(client.get("/api/review/counts").await.expect(StatusCode::OK)["covering"], json!([]));
    let later = away(owner, second, until, until);
    reviewed.director.post("/api/review/absences", later).await.expect(StatusCode::CREATED);
    assert_eq!(client.get("/api/review/counts").await.expect(StatusCode::OK)["covering"], json!([]));
    let listed = reviewed.director.get("/api/review/absences").await.expect(StatusCode::OK);
    assert_eq!(listed["absences"].as_array().unwrap().len(), 1);
    assert_eq!(listed["directors"].as_array().unwrap().len(), 2);
    for action in ["review.absence.create", "review.absence.delete"] {
        assert!(reviewed.clinic.count(&format!("{{}}.audit where action = '{action}' and outcome = 'done'")).await > 0);
    }
}

#[tokio::test]
async fn an_alternate_who_may_not_approve_any_more_covers_nobody() {
    let reviewed = ReviewedClinic::new().await;
    let (second, _, owner) = two_directors(&reviewed).await;
    let new = away(owner, second, today(&reviewed), today(&reviewed));
    reviewed.director.post("/api/review/absences", new).await.expect(StatusCode::CREATED);
    reviewed.clinic.plant(&format!("update {{}}.member set director_confirmed_at = null where id = {second}")).await;
    let counts = reviewed.director.get("/api/review/counts").await.expect(StatusCode::OK);
    assert_eq!(counts["away"], json!([]));
    let id = reviewed.chart().await;
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&reviewed.clinic).await;
    let is_told = |mail: &&String| mail.contains("A returned treatment was answered");
    assert!(mails.iter().rev().find(is_told).unwrap().contains("owner@clinic.example"));
}

#[tokio::test]
async fn only_days_to_come_and_only_those_who_may_approve() {
    let reviewed = ReviewedClinic::new().await;
    let (second, _, owner) = two_directors(&reviewed).await;
    let provider = reviewed.provider_of(reviewed.chart().await).await;
    let (day, before) = (today(&reviewed), today(&reviewed) - Days::new(1));
    let snapshot = reviewed.clinic.fingerprint().await;
    for (bad, field) in [
        (away(owner, provider, day, day), "alternate_id"),
        (away(provider, second, day, day), "director_id"),
        (away(owner, owner, day, day), "alternate_id"),
        (away(owner, 999_999_999, day, day), "alternate_id"),
        (away(owner, second, day, before), "to_day"),
        (away(owner, second, before, before), "to_day"),
        (away(owner, second, day, day + Days::new(366)), "to_day"),
    ] {
        reviewed.director.post("/api/review/absences", bad).await.refused_field(field);
    }
    assert_eq!(reviewed.clinic.fingerprint().await, snapshot);
    let new = away(owner, second, day, day);
    reviewed.provider.post("/api/review/absences", new).await.refused(StatusCode::FORBIDDEN, "forbidden");
}
