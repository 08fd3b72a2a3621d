//! The review states of a patient's treatments.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve};
use crate::testing::{Client, factories};
use base::permission::Role;

#[tokio::test]
async fn each_unapproved_treatment_has_a_state_and_its_provider_may_answer() {
    let reviewed = ReviewedClinic::new().await;
    let (approved, returned, waiting) = (reviewed.chart().await, reviewed.chart().await, reviewed.chart().await);
    approve(&reviewed.director, approved).await.expect(StatusCode::OK);
    reviewed.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let states = async |client: &Client| -> Vec<(Value, Value, Value)> {
        let rows =
            client.get(&format!("/api/review/states?patientId={}", reviewed.patient)).await.expect(StatusCode::OK);
        let row = |row: &Value| (row["treatment_id"].clone(), row["state"].clone(), row["may_answer"].clone());
        rows.as_array().unwrap().iter().map(row).collect()
    };
    let expected = |may_answer: bool| {
        vec![(json!(waiting), json!("Waiting"), json!(false)), (json!(returned), json!("Returned"), json!(may_answer))]
    };
    assert_eq!(states(&reviewed.provider).await, expected(true));
    assert_eq!(states(&reviewed.director).await, expected(false));
    let empty = factories::patient(&reviewed.director).await;
    let none = reviewed.provider.get(&format!("/api/review/states?patientId={empty}")).await;
    assert_eq!(none.expect(StatusCode::OK), json!([]));
    let path = "/api/review/states?patientId=999999999";
    reviewed.provider.get(path).await.refused(StatusCode::NOT_FOUND, "not_found");
    let desk = reviewed.clinic.signed_in_as(Role::Receptionist).await;
    desk.get(path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(factories::audited(&reviewed.clinic, "member", "review.state.list", &[reviewed.patient], &[]).await, 2);
}
