//! Two people who correct the same record at once.

use axum::http::StatusCode;
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, DatabaseTransaction, TransactionTrait};
use serde_json::{Value, json};

use super::void;
use crate::testing::{Answer, Client, TestClinic, factories};

async fn post(client: &Client, path: String, body: Value) -> Answer {
    client.post(&path, body).await
}

/// A void that is not committed yet: its row is written and its patient locked.
async fn under_way(clinic: &TestClinic, patient: i64, column: &str, record: i64) -> DatabaseTransaction {
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    let schema = &clinic.provisioned.schema;
    tx.execute_unprepared(&format!("set local search_path to {schema}")).await.unwrap();
    tx.execute_unprepared(&format!("select from patient where id = {patient} for update")).await.unwrap();
    let insert = format!(
        "insert into record_void ({column}, voided_by, reason, voided_at, signer, content_digest)
         select {record}, id, 'Meanwhile', now(), '{{\"id\": 1, \"name\": \"Ann\", \"role\": \"Provider\"}}', ''
         from member limit 1"
    );
    tx.execute_unprepared(&insert).await.unwrap();
    tx
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_ten_concurrent_voids_one_is_stored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    for record in [format!("treatments/{treatment}"), format!("gfe/exams/{exam}")] {
        let answers = join_all((0..10).map(|_| void(&owner, &record))).await;
        let (voided, refused): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|answer| answer.status == StatusCode::OK);
        assert_eq!(voided.len(), 1, "{record}");
        for answer in refused {
            answer.refused(StatusCode::CONFLICT, "voided");
        }
    }
    assert_eq!(clinic.count("{}.record_void").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_corrects_a_record_waits_for_its_void_and_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let approval = json!({ "director_signature": factories::tall_signature() });
    let reason = factories::void("Twice");
    for (column, call, body) in [
        ("treatment_id", "approve", approval),
        ("treatment_id", "addenda", factories::addendum()),
        ("treatment_id", "void", reason.clone()),
        ("exam_id", "addenda", factories::addendum()),
        ("exam_id", "void", reason),
    ] {
        let patient = factories::patient(&owner).await;
        let exam = factories::exam(&owner, patient).await;
        let treatment = factories::treatment(&owner, patient).await;
        let (record, path) = match column {
            "exam_id" => (exam, format!("/api/gfe/exams/{exam}/{call}")),
            _ => (treatment, format!("/api/treatments/{treatment}/{call}")),
        };
        let void = under_way(&clinic, patient, column, record).await;
        let client = owner.clone();
        let answer = clinic.answer_after(void, "patient", async move { post(&client, path, body).await }).await;
        answer.refused(StatusCode::CONFLICT, "voided");
    }
    assert_eq!(clinic.count("{}.treatment_approval").await, 0);
    assert_eq!(clinic.count("{}.addendum").await, 0);
    assert_eq!(clinic.count("{}.record_void").await, 5);
}
