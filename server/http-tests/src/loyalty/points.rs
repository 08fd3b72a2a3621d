use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{adjust, balance, give, path, redeem, reverse, statement};
use crate::testing::{Client, TestClinic, factories};
use money::loyalty::reverse_earned;
use tenancy::enter_for_job;

#[tokio::test]
async fn points_are_redeemed_as_credit_from_25_up_to_the_balance() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 60).await;
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let body = json!({ "points": "25", "reason": "At check-out" });
    let entry = desk.post(&path(patient, "redeem"), body).await.expect(StatusCode::CREATED);
    let expected = json!({
        "id": entry["id"], "patient_id": patient, "kind": "redeemed", "points": -25, "balance": 35, "at": entry["at"],
        "by": "Robin Receptionist", "reason": "At check-out", "service": null, "treatment_id": null, "reverses": null,
        "is_reversed": false,
    });
    assert_eq!(entry, expected);
    let id = factories::id(&entry);
    assert_eq!(factories::audited(&clinic, "member", "loyalty.redeem", &[patient], &[id]).await, 1);
    let before = clinic.fingerprint().await;
    let words = redeem(&desk, patient, 36).await.refused(StatusCode::CONFLICT, "too_few_points");
    assert_eq!(words["error"], "There are only 35 points.");
    for (points, words) in [
        (json!(24), "must be a whole number from 25 to 999,999"),
        (json!(-25), "must be a whole number from 25 to 999,999"),
        (json!(25.5), "must be a whole number from 25 to 999,999"),
        (json!("many"), "must be a whole number from 25 to 999,999"),
        (json!(1_000_000), "must be a whole number from 25 to 999,999"),
        (Value::Null, "Points is required"),
    ] {
        let refused = desk.post(&path(patient, "redeem"), json!({ "points": points })).await;
        assert_eq!(refused.refused_field("points"), words, "{points}");
    }
    redeem(&desk, 1, 25).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    redeem(&desk, patient, 35).await.expect(StatusCode::CREATED);
    let words = redeem(&desk, patient, 25).await.refused(StatusCode::CONFLICT, "too_few_points");
    assert_eq!(words["error"], "There are no points to use.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_50_simultaneous_redemptions_exactly_those_succeed_that_the_balance_has_points_for() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 30 * 25 + 24).await;
    let answers = join_all((0..50).map(|_| redeem(&owner, patient, 25))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    for answer in answers.into_iter().filter(|answer| answer.status != StatusCode::CREATED) {
        answer.refused(StatusCode::CONFLICT, "too_few_points");
    }
    assert_eq!(done, 30);
    assert_eq!(balance(&owner, patient).await, 24);
    assert_eq!(clinic.count("{}.loyalty_entry where kind = 'redeemed'").await, 30);
}

#[tokio::test]
async fn points_are_adjusted_with_a_reason_and_never_below_zero() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let entry = adjust(&owner, patient, 40).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&entry["kind"], &entry["reason"], &entry["balance"]),
        (&json!("adjusted"), &json!("A gift"), &json!(40))
    );
    let id = factories::id(&entry);
    assert_eq!(factories::audited(&clinic, "member", "loyalty.adjust", &[patient], &[id]).await, 1);
    let before = clinic.fingerprint().await;
    adjust(&owner, patient, -41).await.refused(StatusCode::CONFLICT, "too_few_points");
    adjust(&owner, 1, 5).await.refused(StatusCode::NOT_FOUND, "not_found");
    let refused =
        async |body: Value, field: &str| owner.post(&path(patient, "adjust"), body).await.refused_field(field);
    assert_eq!(refused(json!({ "points": 5 }), "reason").await, "Reason is required");
    assert_eq!(refused(json!({ "points": 5, "reason": " " }), "reason").await, "Reason is required");
    for points in [json!(0), json!(1.5), json!(1_000_000), json!(-1_000_000), json!("x")] {
        let words = refused(json!({ "points": points, "reason": "x" }), "points").await;
        assert_eq!(words, "must be a whole number from -999,999 to 999,999, and not 0", "{points}");
    }
    for role in [Role::Receptionist, Role::Nurse] {
        let desk = clinic.signed_in_as(role).await;
        adjust(&desk, patient, 5).await.refused(StatusCode::FORBIDDEN, "forbidden");
        reverse(&desk, id).await.refused(StatusCode::FORBIDDEN, "not_reversible_by_you");
    }
    assert_eq!(clinic.count("{}.loyalty_entry").await, 1);
    adjust(&owner, patient, -40).await.expect(StatusCode::CREATED);
    assert_eq!(balance(&owner, patient).await, 0);
    assert_ne!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_entry_is_taken_back_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 60).await;
    let redeemed = factories::id(&redeem(&owner, patient, 50).await.expect(StatusCode::CREATED));
    let entry = reverse(&owner, redeemed).await.expect(StatusCode::CREATED);
    assert_eq!((&entry["kind"], &entry["points"], &entry["balance"]), (&json!("reversed"), &json!(50), &json!(60)));
    assert_eq!((&entry["reverses"], &entry["reason"]), (&json!(redeemed), &json!("A mistake")));
    let id = factories::id(&entry);
    assert_eq!(factories::audited(&clinic, "member", "loyalty.reverse", &[patient], &[id]).await, 1);
    let before = clinic.fingerprint().await;
    reverse(&owner, redeemed).await.refused(StatusCode::CONFLICT, "already_reversed");
    reverse(&owner, id).await.refused(StatusCode::CONFLICT, "not_reversible");
    reverse(&owner, 1).await.refused(StatusCode::NOT_FOUND, "not_found");
    let nothing = owner.post(&format!("/api/loyalty/entries/{redeemed}/reverse"), json!({})).await;
    nothing.refused_field("reason");
    assert_eq!(clinic.fingerprint().await, before);
    let entries = statement(&owner, patient).await;
    let shown: Vec<_> = entries.iter().map(|entry| entry["is_reversed"].as_bool().unwrap()).collect();
    assert_eq!(shown, [false, true, false]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_12_who_take_an_entry_back_at_once_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let entry = give(&owner, patient, 60).await;
    let answers = join_all((0..12).map(|_| reverse(&owner, entry))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!((done, balance(&owner, patient).await), (1, 0));
}

#[tokio::test]
async fn a_treatments_points_are_taken_back_once_even_if_they_were_used() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let unpaid = factories::treatment(&owner, patient).await;
    owner.post("/api/loyalty/rules", json!({ "points": 40 })).await.expect(StatusCode::CREATED);
    let treatment = factories::treatment(&owner, patient).await;
    redeem(&owner, patient, 30).await.expect(StatusCode::CREATED);
    let member = clinic.rows("select id from {}.member where is_owner").await[0].try_get::<i64>("", "id").unwrap();
    for _ in 0..2 {
        for one in [unpaid, treatment] {
            let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
            reverse_earned(&entered.tx, one.into(), member.into(), clinic.clock().now()).await.unwrap();
            entered.commit().await.unwrap();
        }
    }
    assert_eq!(balance(&owner, patient).await, -30, "owed until the next treatments");
    let entries = statement(&owner, patient).await;
    assert_eq!(entries.len(), 3);
    assert_eq!((&entries[0]["kind"], &entries[0]["reason"]), (&json!("reversed"), &json!("The treatment was voided")));
    assert_eq!(entries[0]["by"], entries[2]["by"]);
    redeem(&owner, patient, 25).await.refused(StatusCode::CONFLICT, "too_few_points");
    give(&owner, patient, 55).await;
    redeem(&owner, patient, 25).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn no_sql_of_the_clinics_role_alters_the_ledger() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    give(&owner, factories::patient(&owner).await, 60).await;
    for sql in
        ["update loyalty_entry set points = 1", "update loyalty_entry set reason = ''", "delete from loyalty_entry"]
    {
        assert!(factories::role_may_not(&clinic, sql).await, "{sql}");
    }
}

#[tokio::test]
async fn whoever_redeemed_takes_it_back_within_five_minutes_and_nobody_elses() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 100).await;
    let (desk, nurse) = (clinic.signed_in_as(Role::Receptionist).await, clinic.signed_in_as(Role::Nurse).await);
    let redeemed = async |by: &Client| factories::id(&redeem(by, patient, 30).await.expect(StatusCode::CREATED));
    let (own, other, late) = (redeemed(&desk).await, redeemed(&nurse).await, redeemed(&desk).await);
    reverse(&desk, own).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    reverse(&desk, other).await.refused(StatusCode::FORBIDDEN, "not_reversible_by_you");
    clinic.clock().advance(TimeDelta::seconds(301));
    reverse(&desk, late).await.refused(StatusCode::FORBIDDEN, "not_reversible_by_you");
    reverse(&desk, 1).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    reverse(&owner, late).await.expect(StatusCode::CREATED);
    assert_eq!(balance(&owner, patient).await, 70);
}

#[tokio::test]
async fn a_balance_shows_that_its_patient_is_archived() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    give(&owner, patient, 10).await;
    let flag = async || owner.get("/api/loyalty/balances").await.expect(StatusCode::OK)[0]["is_archived"].clone();
    assert_eq!(flag().await, false);
    owner.post(&format!("/api/patients/{patient}/archive"), json!({})).await.expect(StatusCode::OK);
    assert_eq!(flag().await, true);
}
