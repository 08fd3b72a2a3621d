use axum::http::StatusCode;
use sea_orm::{DbBackend, QueryTrait};
use serde_json::{Value, json};

use super::opening::{WARM_POOL, with_spares};
use crate::testing::{Client, TestClinic, factories};

/// The owner of a clinic that was signed up with sample data.
async fn begun() -> (TestClinic, Client, String) {
    let clinic = with_spares(1).await;
    let subdomain = format!("sample-{}", &uuid::Uuid::new_v4().simple().to_string()[..12]);
    let mut body = factories::sign_up(&subdomain);
    body["sample_data"] = json!(true);
    (body["role"], body["license_number"]) = (json!("Provider"), json!("IL-NP-1"));
    let answer = clinic.server.platform().post("/api/clinics", body).await.expect(StatusCode::CREATED);
    let (_, token) = answer["url"].as_str().unwrap().split_once('#').unwrap();
    let client = clinic.anonymous().at(&format!("{subdomain}.localhost:8080"));
    let signed_in = client.post("/api/auth/hand-over", json!({ "token": token })).await;
    let client = client.with_cookie_of(&signed_in);
    let rows = clinic.rows(&format!("select schema_name from registry.clinic where subdomain = '{subdomain}'")).await;
    (clinic, client, rows[0].try_get("", "schema_name").unwrap())
}

async fn names(client: &Client) -> Vec<String> {
    let Value::Array(patients) = client.get("/api/patients").await.expect(StatusCode::OK) else { panic!("no list") };
    patients
        .iter()
        .map(|one| format!("{} {}", one["first_name"].as_str().unwrap(), one["last_name"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn sample_data_is_labelled_and_removed_without_touching_the_clinics_own() {
    let _alone = WARM_POOL.lock().await;
    let (clinic, owner, schema) = begun().await;
    assert_eq!(owner.get("/api/clinic/sample-data").await.expect(StatusCode::OK), json!({ "present": true }));
    let there = names(&owner).await;
    assert!(there.len() >= 5 && there.iter().all(|name| name.starts_with("Sample ")), "{there:?}");
    assert!(!owner.get("/api/appointments").await.expect(StatusCode::OK).as_array().unwrap().is_empty());
    let own = factories::cleared_patient(&owner).await;
    owner.post("/api/appointments", factories::appointment(own)).await.expect(StatusCode::CREATED);
    let own_visits = clinic.count(&format!("{schema}.appointment where sample_set_id is null")).await;

    owner.delete("/api/clinic/sample-data").await.expect(StatusCode::NO_CONTENT);

    assert_eq!(clinic.count(&format!("{schema}.patient where id <> {own}")).await, 0);
    assert_eq!(clinic.count(&format!("{schema}.patient where id = {own}")).await, 1);
    assert_eq!(clinic.count(&format!("{schema}.appointment")).await, own_visits);
    assert_eq!(owner.get("/api/clinic/sample-data").await.expect(StatusCode::OK), json!({ "present": false }));
    owner.delete("/api/clinic/sample-data").await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_sample_patient_with_a_real_record_is_kept() {
    let _alone = WARM_POOL.lock().await;
    let (clinic, owner, schema) = begun().await;
    let ids: Vec<i64> = clinic
        .rows(&format!("select id from {schema}.patient order by id"))
        .await
        .iter()
        .map(|row| row.try_get("", "id").unwrap())
        .collect();
    owner.post("/api/gfe", json!({ "patient_id": ids[0], "vitals": "HR: 70 bpm" })).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", factories::appointment(ids[1])).await.expect(StatusCode::CREATED);
    owner.delete("/api/clinic/sample-data").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(names(&owner).await, ["Sample Avery", "Sample Blake"]);
    assert_eq!(clinic.count(&format!("{schema}.appointment")).await, 1);
    assert_eq!(clinic.count(&format!("{schema}.exam")).await, 1);
}

#[tokio::test]
async fn every_kind_of_record_keeps_a_sample_patient() {
    let clinic = TestClinic::new().await;
    // A merged patient refers to another patient and has a row in `patient_merge`. A sample patient's documents,
    // messages, contact preferences and follow-ups of sample visits are deleted with the patient.
    let rows = clinic
        .rows(
            "select conrelid::regclass::text as name from pg_catalog.pg_constraint
             where contype = 'f' and confrelid = '{}.patient'::regclass and conrelid <> confrelid
               and conrelid not in ('{}.document'::regclass, '{}.message'::regclass, '{}.contact_preference'::regclass,
                   '{}.follow_up'::regclass)
             order by 1",
        )
        .await;
    let tables: Vec<String> = rows.iter().map(|row| row.try_get::<String>("", "name").unwrap()).collect();
    assert!(!tables.is_empty());
    let keep = practice::settings::keep().build(DbBackend::Postgres).sql;
    for table in tables {
        let table = table.rsplit('.').next().unwrap();
        assert!(keep.contains(&format!("FROM \"{table}\"")), "{table} is not looked at");
    }
}
