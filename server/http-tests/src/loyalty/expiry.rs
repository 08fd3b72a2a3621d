use axum::http::StatusCode;
use serde_json::json;

use super::{balance, give, points, redeem, reverse, statement};
use crate::testing::{TestClinic, factories};
use money::loyalty::expire_due;

async fn expire(clinic: &TestClinic) {
    expire_due(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
}

/// Moves the clinic's entries this many days into the past.
async fn age(clinic: &TestClinic, days: i32) {
    clinic.plant(&format!("update {{}}.loyalty_entry set created_at = created_at - interval '{days} days'")).await;
}

#[tokio::test]
async fn the_worker_expires_what_is_left_of_old_points_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let untouched = factories::patient(&owner).await;
    give(&owner, patient, 40).await;
    give(&owner, untouched, 10).await;
    age(&clinic, 700).await;
    let second = give(&owner, patient, 30).await;
    redeem(&owner, patient, 25).await.expect(StatusCode::CREATED);
    expire(&clinic).await;
    assert_eq!(balance(&owner, patient).await, 45, "24 months are not over");
    age(&clinic, 33).await;
    expire(&clinic).await;
    expire(&clinic).await;
    let entries = statement(&owner, patient).await;
    assert_eq!(entries.len(), 4);
    let last = &entries[0];
    assert_eq!((&last["kind"], &last["points"], &last["balance"]), (&json!("expired"), &json!(-15), &json!(30)));
    assert_eq!((&last["by"], &last["reason"]), (&json!(null), &json!(null)));
    assert_eq!(balance(&owner, untouched).await, 0);
    reverse(&owner, last["id"].as_i64().unwrap()).await.refused(StatusCode::CONFLICT, "not_reversible");
    let given = entries[3]["id"].as_i64().unwrap();
    // 15 of the 40 points have expired, so the 25 used points are owed.
    let back = reverse(&owner, given).await.expect(StatusCode::CREATED);
    assert_eq!((&back["points"], &back["balance"]), (&json!(-25), &json!(5)));
    reverse(&owner, second).await.expect(StatusCode::CREATED);
    let gone = statement(&owner, untouched).await[1]["id"].as_i64().unwrap();
    reverse(&owner, gone).await.refused(StatusCode::CONFLICT, "points_expired");
}

#[tokio::test]
async fn points_that_a_reversed_redemption_used_expire_on_their_own_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 40).await;
    let redeemed = factories::id(&redeem(&owner, patient, 40).await.expect(StatusCode::CREATED));
    age(&clinic, 800).await;
    expire(&clinic).await;
    assert_eq!(statement(&owner, patient).await.len(), 2, "nothing is left that could expire");
    reverse(&owner, redeemed).await.expect(StatusCode::CREATED);
    assert_eq!(balance(&owner, patient).await, 40);
    expire(&clinic).await;
    assert_eq!(balance(&owner, patient).await, 0);
}

#[tokio::test]
async fn expired_points_cannot_be_redeemed_before_the_worker_has_been_there() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 40).await;
    age(&clinic, 800).await;
    give(&owner, patient, 30).await;
    let before = clinic.fingerprint().await;
    redeem(&owner, patient, 31).await.refused(StatusCode::CONFLICT, "too_few_points");
    assert_eq!(clinic.fingerprint().await, before, "a refusal writes nothing");
    redeem(&owner, patient, 30).await.expect(StatusCode::CREATED);
    assert_eq!(balance(&owner, patient).await, 0);
}

#[tokio::test]
async fn the_clinic_chooses_after_how_many_months_points_expire() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 40).await;
    age(&clinic, 100).await;
    expire(&clinic).await;
    assert_eq!(balance(&owner, patient).await, 40);
    let mut settings = factories::settings();
    settings["points_expire_months"] = json!(3);
    owner.put("/api/clinic/settings", settings.clone()).await.expect(StatusCode::OK);
    settings.as_object_mut().unwrap().remove("points_expire_months");
    let kept = owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    assert_eq!(kept["points_expire_months"], 3, "absent: unchanged");
    expire(&clinic).await;
    assert_eq!(balance(&owner, patient).await, 0);
}

#[tokio::test]
async fn many_patients_points_expire_in_one_run() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, created_at)
             select 'Ann', 'Berg' || n, now() from generate_series(1, 250) n",
        )
        .await;
    clinic
        .plant(
            "insert into {}.loyalty_entry (patient_id, points, service, created_at)
             select id, 5, 'Botox', now() - interval '3 years' from {}.patient",
        )
        .await;
    expire(&clinic).await;
    assert_eq!(clinic.count("{}.loyalty_entry where kind = 'expired' and points = -5").await, 250);
    let balances = owner.get("/api/loyalty/balances").await.expect(StatusCode::OK);
    assert!(balances.as_array().unwrap().iter().all(|balance| balance["points"] == 0));
}

#[tokio::test]
async fn a_patient_sees_what_expires_next() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    assert_eq!(points(&owner, patient).await["next_to_expire"], json!(null));
    give(&owner, patient, 40).await;
    let shown = points(&owner, patient).await;
    let zone = chrono_tz::America::New_York;
    let day = clinic.clock().now().with_timezone(&zone).date_naive() + chrono::Months::new(24);
    assert_eq!(shown["next_to_expire"], json!({ "points": 40, "last_day": day.to_string() }));
    assert_eq!((&shown["points"], &shown["fewest_redeemed"]), (&json!(40), &json!(25)));
}
