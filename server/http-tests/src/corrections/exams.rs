use axum::http::StatusCode;
use serde_json::{Value, json};

use super::void;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// Plants this many more exams of a patient.
async fn plant(clinic: &TestClinic, patient: i64, exams: u32) {
    let sql = format!(
        "insert into {{}}.exam (patient_id, examiner_id, vitals, created_at, signer)
         select patient_id, examiner_id, vitals, created_at, signer
         from (select * from {{}}.exam where patient_id = {patient} order by id limit 1) it, generate_series(1, {exams})"
    );
    clinic.plant(&sql).await;
}

/// The number of rows of each page, starting with this one, and all rows.
async fn pages(client: &Client, first: String) -> (Vec<usize>, Vec<Value>) {
    let (mut path, mut sizes, mut all) = (Some(first), Vec::new(), Vec::new());
    while let Some(wanted) = path {
        let answer = client.get(&wanted).await;
        path = answer.next_page();
        let rows = answer.expect(StatusCode::OK);
        sizes.push(rows.as_array().unwrap().len());
        all.extend(rows.as_array().unwrap().clone());
    }
    (sizes, all)
}

async fn treat(person: &Client, patient: i64) -> crate::testing::Answer {
    person.post("/api/treatments", factories::botox(patient)).await
}

#[tokio::test]
async fn the_history_has_every_exam_of_the_patient_newest_first() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let (patient, other) = (factories::cleared_patient(&provider).await, factories::cleared_patient(&provider).await);
    plant(&clinic, patient, 119).await;
    let first = format!("/api/gfe/{patient}/history");
    let (sizes, all) = pages(&provider, first.clone()).await;
    assert_eq!(sizes, [50, 50, 20]);
    let ids: Vec<_> = all.iter().map(factories::id).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older), "newest first, none twice");
    let counting: Vec<_> = all.iter().filter(|row| row["counts"] == true).map(factories::id).collect();
    assert_eq!(counting, [ids[0]], "one counts, on whatever page it is");
    assert_eq!(pages(&provider, format!("{first}?limit=60")).await.0, [60, 60], "no empty page after the last");
    assert_eq!(pages(&provider, format!("{first}?limit=0")).await.0.len(), 120, "at least one");
    let (_, rest) = pages(&provider, format!("{first}?after={}", ids[99])).await;
    assert_eq!(rest, all[100..]);
    assert_eq!(pages(&provider, format!("/api/gfe/{other}/history")).await.0, [1]);
    let empty = factories::patient(&provider).await;
    assert_eq!(provider.get(&format!("/api/gfe/{empty}/history")).await.expect(StatusCode::OK), json!([]));
    for nobody in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        provider.get(&format!("/api/gfe/{nobody}/history")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(factories::audited(&clinic, "member", "gfe.history.list", &[empty], &[]).await, 1);
}

#[tokio::test]
async fn an_exam_is_read_whole_whether_it_counts_or_not() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::patient(&provider).await;
    let older = factories::exam(&provider, patient).await;
    let whole = provider.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    let newer = json!({ "patient_id": patient, "pe_skin": "Clear" });
    let newer = factories::id(&provider.post("/api/gfe", newer).await.expect(StatusCode::CREATED));
    let open = async |id: i64| provider.get(&format!("/api/gfe/exams/{id}")).await.expect(StatusCode::OK);
    let mut expected = whole.clone();
    for (field, value) in [("counts", json!(false)), ("voided", Value::Null), ("addenda", json!(0))] {
        expected[field] = value;
    }
    expected["may_void"] = json!(true);
    assert_eq!(open(older).await, expected);
    assert_eq!(open(newer).await["counts"], true);
    assert_eq!(factories::audited(&clinic, "member", "gfe.exam.read", &[patient], &[newer]).await, 1);

    let voided = void(&provider, &format!("gfe/exams/{newer}")).await.expect(StatusCode::OK);
    assert_eq!(voided["voided"]["by"], "Robin Provider");
    assert_eq!(voided["voided"]["reason"], "Entered for another patient");
    assert_eq!((&voided["counts"], &voided["may_void"]), (&json!(false), &json!(false)));
    assert_eq!(voided["pe_skin"], "Clear", "it can still be read");
    assert_eq!(open(newer).await, voided);
    assert_eq!(open(older).await["counts"], true, "the newest of those that count");
    let history = provider.get(&format!("/api/gfe/{patient}/history")).await.expect(StatusCode::OK);
    let mut listed = voided.clone();
    listed["voided"]["signature"] = Value::Null;
    for (row, opened) in [(&history[0], &listed), (&history[1], &open(older).await)] {
        for field in ["id", "examiner_name", "created_at", "valid_until", "counts", "voided", "addenda", "may_void"] {
            assert_eq!(row[field], opened[field], "{field}");
        }
        assert_eq!(row.get("vitals"), None, "the list holds no findings");
    }
    for nothing in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        provider.get(&format!("/api/gfe/exams/{nothing}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
}

#[tokio::test]
async fn a_voided_exam_clears_nothing() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::patient(&provider).await;
    let older = factories::exam(&provider, patient).await;
    let newer = factories::exam(&provider, patient).await;
    let shown = async || provider.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    let used = async |treatment: &Value| {
        let rows = clinic.rows(&format!("select exam_id from {{}}.treatment where id = {}", treatment["id"])).await;
        rows[0].try_get::<i64>("", "exam_id").unwrap()
    };
    let before = treat(&provider, patient).await.expect(StatusCode::CREATED);
    assert_eq!(used(&before).await, newer);

    void(&provider, &format!("gfe/exams/{newer}")).await.expect(StatusCode::OK);
    assert_eq!(shown().await["id"], older, "the one before counts again");
    let treatment = treat(&provider, patient).await.expect(StatusCode::CREATED);
    assert_eq!(used(&treatment).await, older);
    assert_eq!(used(&before).await, newer, "what was recorded before stays as it is");

    void(&provider, &format!("gfe/exams/{older}")).await.expect(StatusCode::OK);
    assert_eq!(shown().await, Value::Null);
    treat(&provider, patient).await.refused(StatusCode::CONFLICT, "exam_missing");
    let third = factories::exam(&provider, patient).await;
    assert_eq!(shown().await["id"], third);
    treat(&provider, patient).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn an_expired_exam_that_is_left_does_not_clear_either() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::patient(&provider).await;
    let older = factories::exam(&provider, patient).await;
    clinic.plant(&format!("update {{}}.exam set created_at = now() - interval '13 months' where id = {older}")).await;
    let newer = factories::exam(&provider, patient).await;
    void(&provider, &format!("gfe/exams/{newer}")).await.expect(StatusCode::OK);
    treat(&provider, patient).await.refused(StatusCode::CONFLICT, "exam_expired");
}
