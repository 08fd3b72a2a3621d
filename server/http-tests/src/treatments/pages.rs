use axum::http::StatusCode;
use sea_orm::{ConnectionTrait, DbBackend, QueryTrait, Statement, TransactionTrait};

use crate::testing::{Client, TestClinic, factories};

/// Inserts this many treatments of a patient, each with pictures of this many bytes.
async fn plant(clinic: &TestClinic, patient: i64, treatments: u32, picture: u32) {
    let sql = format!(
        "insert into {{}}.treatment (patient_id, exam_id, provider_id, treatment_type, notes, provider_signature,
            provider_signature_sha256, created_at)
         select patient_id, exam_id, provider_id, treatment_type, repeat(chr(34), 1000), decode(repeat('ab', {picture}), 'hex'),
            provider_signature_sha256, created_at
         from (select * from {{}}.treatment where patient_id = {patient} order by id limit 1) it, generate_series(1, {treatments})"
    );
    clinic.plant(&sql).await;
}

/// All pages from this one on: the number of rows of each, and the ids of all rows.
async fn pages(client: &Client, first: String) -> (Vec<usize>, Vec<i64>) {
    let (mut path, mut sizes, mut ids) = (Some(first), Vec::new(), Vec::new());
    while let Some(wanted) = path {
        let answer = client.get(&wanted).await;
        assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
        path = answer.next_page();
        let rows = answer.expect(StatusCode::OK);
        let rows = rows.as_array().unwrap();
        assert!(
            rows.iter().all(|row| row["provider_signature"].as_str().unwrap().starts_with("data:image/png;base64,"))
        );
        sizes.push(rows.len());
        ids.extend(rows.iter().map(factories::id));
    }
    (sizes, ids)
}

#[tokio::test]
async fn a_long_history_has_pages_of_fifty_by_default() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    factories::treatment(&owner, patient).await;
    factories::treatment(&owner, other).await;
    plant(&clinic, patient, 119, 500).await;
    let first = format!("/api/treatments?patientId={patient}");
    let (sizes, ids) = pages(&owner, first.clone()).await;
    assert_eq!(sizes, [50, 50, 20]);
    assert!(ids.is_sorted_by(|newer, older| newer > older), "newest first, none twice");
    assert_eq!(
        pages(&owner, format!("{first}&limit=60")).await,
        (vec![60, 60], ids.clone()),
        "no empty page after the last"
    );
    assert_eq!(pages(&owner, format!("{first}&limit=2000")).await, (vec![120], ids.clone()));
    assert_eq!(pages(&owner, format!("{first}&limit=0")).await.1, ids, "at least one");
    assert_eq!(pages(&owner, format!("{first}&after={}", ids[99])).await, (vec![20], ids[100..].to_vec()));
    assert_eq!(pages(&owner, format!("/api/treatments?patientId={other}")).await.0, [1]);
}

#[tokio::test]
async fn a_page_of_signatures_has_at_most_1_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, patient).await;
    plant(&clinic, patient, 60, 64 * 1024).await;
    let first = format!("/api/treatments?patientId={patient}");
    for limit in ["", "&limit=1000", "&limit=7"] {
        let (sizes, ids) = pages(&owner, format!("{first}{limit}")).await;
        assert_eq!(ids.len(), 61, "{sizes:?}");
        let usual = if limit == "&limit=7" { 7 } else { 10 };
        assert!(sizes[..sizes.len() - 1].iter().all(|size| *size == usual), "{sizes:?}");
    }
}

/// A list of all approved treatments would be searched for each treatment once it is too long for memory.
#[tokio::test]
async fn unapproved_treatments_are_found_with_an_anti_join() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, patient).await;
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    tx.execute_unprepared(&format!("set local search_path to {}", clinic.provisioned.schema)).await.unwrap();
    let Statement { sql, values, .. } = chart::treatments::api::waiting().build(DbBackend::Postgres);
    assert!(!sql.contains("signature") && !sql.contains("notes"), "{sql}");
    let explain = Statement { sql: format!("explain {sql}"), values, db_backend: DbBackend::Postgres };
    let lines = tx.query_all_raw(explain).await.unwrap();
    let plan: String = lines.iter().map(|line| line.try_get_by_index::<String>(0).unwrap() + "\n").collect();
    // Joins with the approvals, the voids, and the unanswered returns.
    assert!(plan.matches("Anti Join").count() >= 4, "{plan}");
}
