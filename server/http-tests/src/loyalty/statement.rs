use axum::http::StatusCode;
use entity::words::Role;
use serde_json::json;

use super::{give, path, redeem, statement};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn a_statement_lists_who_changed_what_and_the_balance_after_it_newest_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let another = factories::patient(&owner).await;
    owner.post("/api/loyalty/rules", json!({ "points": 10 })).await.expect(StatusCode::CREATED);
    let provider = clinic.signed_in_as(Role::Provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    give(&owner, another, 500).await;
    give(&owner, patient, 40).await;
    redeem(&provider, patient, 30).await.expect(StatusCode::CREATED);
    let entries = statement(&owner, patient).await;
    let shown: Vec<_> = entries
        .iter()
        .map(|entry| json!([entry["kind"], entry["points"], entry["balance"], entry["service"], entry["treatment_id"]]))
        .collect();
    let expected = [
        json!(["redeemed", -30, 20, null, null]),
        json!(["adjusted", 40, 50, null, null]),
        json!(["earned", 10, 10, "Botox", treatment]),
    ];
    assert_eq!(shown, expected);
    assert_eq!((&entries[0]["by"], &entries[2]["by"]), (&json!("Robin Provider"), &json!("Robin Provider")));
    assert_eq!(factories::audited(&clinic, "member", "loyalty.entry.list", &[patient], &[]).await, 1);
    for what in ["/api/loyalty/patients/1", "/api/loyalty/patients/1/entries", "/api/loyalty/patients/x"] {
        owner.get(what).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(&path(patient, "entries")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    staff.get(&format!("/api/loyalty/patients/{patient}")).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_statement_is_paged_without_gaps_and_each_balance_is_right() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic
        .plant(&format!(
            "insert into {{}}.loyalty_entry (patient_id, points, service, created_at)
             select {patient}, n, 'Botox', now() from generate_series(1, 120) n"
        ))
        .await;
    let mut seen = Vec::new();
    let mut next = Some(path(patient, "entries?limit=50"));
    while let Some(page) = next {
        let answer = owner.get(&page).await;
        next = answer.headers.get("link").map(|link| link.to_str().unwrap().split(['<', '>']).nth(1).unwrap().into());
        seen.extend(answer.expect(StatusCode::OK).as_array().unwrap().clone());
    }
    assert_eq!(seen.len(), 120);
    for (entry, points) in seen.iter().zip((1..=120_i64).rev()) {
        assert_eq!(
            (entry["points"].as_i64().unwrap(), entry["balance"].as_i64().unwrap()),
            (points, points * (points + 1) / 2)
        );
    }
}
