use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn saving_a_rule_again_replaces_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let save = async |body: Value| owner.post("/api/loyalty/rules", body).await.expect(StatusCode::CREATED);
    let first = save(json!({})).await;
    assert_eq!((&first["service"], &first["points"]), (&json!("Botox"), &json!(10)));
    let again = save(json!({ "service": "Botox", "points": "25" })).await;
    assert_eq!((&again["id"], &again["points"]), (&first["id"], &json!(25)));
    for (given, counted) in [
        (json!("many"), 0),
        (json!(true), 0),
        (json!(""), 0),
        (json!(" "), 0),
        (json!(null), 10),
        (json!("1e3"), 0),
        (json!(12.0), 12),
        (json!("7 "), 7),
        (json!("999999"), 999_999),
        (json!("5."), 5),
        (json!("inf"), 0),
    ] {
        assert_eq!(save(json!({ "service": "Follow-up", "points": given })).await["points"], counted, "{given}");
    }
    assert_eq!(save(json!({ "service": "", "points": 25 })).await["service"], "Botox");
    let rules = owner.get("/api/loyalty/rules").await.expect(StatusCode::OK);
    assert_eq!(rules.as_array().unwrap().len(), 2);
    let before = clinic.fingerprint().await;
    let refused = async |body: Value, field: &str| owner.post("/api/loyalty/rules", body).await.refused_field(field);
    refused(json!({ "points": -1 }), "points").await;
    refused(json!({ "points": 1_000_000 }), "points").await;
    refused(json!({ "points": 2.5 }), "points").await;
    refused(json!({ "points": "2.5" }), "points").await;
    refused(json!({ "service": "Massage" }), "service").await;
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_rule_is_changed_only_from_the_version_it_was_read_in() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = "/api/loyalty/rules";
    let save = async |version: i32, points: i32| {
        owner.send_from_version(version, Method::POST, path, Some(&json!({ "points": points }))).await
    };
    let first = save(0, 5).await.expect(StatusCode::CREATED);
    assert_eq!((&first["version"], &first["points"]), (&json!(1), &json!(5)));
    let second = save(1, 10).await.expect(StatusCode::CREATED);
    assert_eq!((&second["id"], &second["version"]), (&first["id"], &json!(2)));
    let again = owner.post(path, json!({ "points": 15 })).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&again["points"], &again["version"]),
        (&json!(15), &json!(3)),
        "without a version it is saved as before"
    );
    let before = clinic.fingerprint().await;
    for stale in [0, 2, 4] {
        save(stale, 99).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    }
    assert_eq!(clinic.fingerprint().await, before);
    let one = async || save(3, 20).await.status;
    let statuses: BTreeSet<_> = futures_util::future::join_all([one(), one(), one()]).await.into_iter().collect();
    assert_eq!(statuses, BTreeSet::from([StatusCode::CREATED, StatusCode::PRECONDITION_FAILED]));
    let rules = owner.get(path).await.expect(StatusCode::OK);
    assert_eq!((&rules[0]["points"], &rules[0]["version"]), (&json!(20), &json!(4)));
}

#[tokio::test]
async fn a_treatment_earns_points_once_by_the_rule_of_its_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, patient).await;
    assert_eq!(clinic.count("{}.loyalty_entry").await, 0, "without a rule nothing");
    owner.post("/api/loyalty/rules", json!({ "points": 10 })).await.expect(StatusCode::CREATED);
    let treatment = factories::treatment(&owner, patient).await;
    owner.post("/api/loyalty/rules", json!({ "points": 30 })).await.expect(StatusCode::CREATED);
    factories::treatment(&owner, patient).await;
    let balances = owner.get("/api/loyalty/balances").await.expect(StatusCode::OK);
    assert_eq!(
        balances,
        json!([{ "patient_id": patient, "first_name": "Nora", "last_name": "Lindqvist", "points": 40, "is_archived": false }])
    );
    let earned_by = clinic.count(&format!("{{}}.loyalty_entry where treatment_id = {treatment}")).await;
    assert_eq!(earned_by, 1);
}

#[tokio::test]
async fn a_refused_treatment_earns_no_points() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    owner.post("/api/loyalty/rules", json!({ "points": 10 })).await.expect(StatusCode::CREATED);
    let mut unsigned = factories::botox(patient);
    unsigned["provider_signature"] = json!("");
    owner.post("/api/treatments", unsigned).await.refused_field("provider_signature");
    assert_eq!(owner.get("/api/loyalty/balances").await.expect(StatusCode::OK), json!([]));
}

#[tokio::test]
async fn balances_are_paged_without_gaps_in_the_order_of_patients() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let plant = async || {
        clinic
            .plant(
                "insert into {}.patient (first_name, last_name, created_at)
                 select 'Ann' || n % 3, (array['berg', 'Berg', 'Adams'])[1 + n % 3] || n % 7, now()
                 from generate_series(1, 1800) n",
            )
            .await;
        // Every third patient has no points; the others have two entries each.
        clinic
            .plant(
                "insert into {}.loyalty_entry (patient_id, points, service, created_at)
                 select id, 5 + line, 'Botox', now() from {}.patient, generate_series(0, 1) line where id % 3 <> 0",
            )
            .await;
    };
    // Postgres counted the rows of both tables while they were empty.
    plant().await;
    clinic.plant("delete from {}.loyalty_entry; delete from {}.patient").await;
    clinic.plant("analyze {}.loyalty_entry, {}.patient").await;
    plant().await;
    let names = async |path: &str, field: &str| -> Vec<i64> {
        let mut seen = Vec::new();
        let mut path = Some(path.to_owned());
        while let Some(page) = path {
            let answer = owner.get(&page).await;
            path =
                answer.headers.get("link").map(|link| link.to_str().unwrap().split(['<', '>']).nth(1).unwrap().into());
            seen.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().map(|row| {
                assert!(row.get("points").is_none_or(|points| *points == 11), "{row}");
                row[field].as_i64().unwrap()
            }));
        }
        seen
    };
    let mut expected = names("/api/patients", "id").await;
    expected.retain(|id| id % 3 != 0);
    assert!(expected.len() > 1_000, "{}", expected.len());
    for query in ["", "?limit=50", "?limit=2000", "?limit=333"] {
        assert_eq!(names(&format!("/api/loyalty/balances{query}"), "patient_id").await, expected, "{query}");
    }
}

#[tokio::test]
async fn a_rule_is_removed_from_the_version_that_was_seen_and_what_was_earned_stays() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let rule =
        factories::id(&owner.post("/api/loyalty/rules", json!({ "points": 10 })).await.expect(StatusCode::CREATED));
    factories::treatment(&owner, patient).await;
    let path = format!("/api/loyalty/rules/{rule}");
    let before = clinic.fingerprint().await;
    owner.send_from_version(2, Method::DELETE, &path, None).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    clinic.server.clinic().await.owner().await.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.delete(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.send_from_version(1, Method::DELETE, &path, None).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(owner.get("/api/loyalty/rules").await.expect(StatusCode::OK), json!([]));
    factories::treatment(&owner, patient).await;
    assert_eq!(owner.get("/api/loyalty/balances").await.expect(StatusCode::OK)[0]["points"], 10);
    assert_eq!(factories::audited(&clinic, "member", "loyalty.rule.delete", &[], &[rule]).await, 1);
}
