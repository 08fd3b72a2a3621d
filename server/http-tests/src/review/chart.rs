//! One complete chart.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn a_chart_shows_the_exam_the_consents_the_treatment_and_what_came_before() {
    let reviewed = ReviewedClinic::new().await;
    let earlier = reviewed.chart().await;
    approve(&reviewed.director, earlier).await.expect(StatusCode::OK);
    let (consent, token) = factories::consent(&reviewed.director, reviewed.patient).await;
    let signature = json!({ "typed_name": "Nora Lindqvist", "signature": factories::signature_of("Nora Lindqvist") });
    let sign = format!("/api/portal/consent/{token}/sign");
    reviewed.clinic.anonymous().post(&sign, signature).await.expect(StatusCode::OK);
    let id = reviewed.chart().await;
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    let addenda = format!("/api/treatments/{id}/addenda");
    reviewed.provider.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
    let chart = reviewed.director.get(&format!("/api/review/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&chart["id"], &chart["version"], &chart["state"]), (&json!(id), &json!(4), &json!("Resubmitted")));
    assert_eq!((&chart["birth_date"], &chart["patient_id"]), (&json!("1985-03-14"), &json!(reviewed.patient)));
    assert_eq!(chart["exam"]["vitals"], "BP: 118/76 mmHg, HR: 68 bpm");
    assert!(chart["exam"]["valid_until"].is_string());
    let signed = &chart["consents"][0];
    assert_eq!((&signed["id"], &signed["signer_name"]), (&json!(consent), &json!("Nora Lindqvist")));
    assert!(signed["body"].as_str().unwrap().contains("Bruising"));
    assert!(signed["picture"].as_str().unwrap().starts_with("data:image/png"));
    assert_eq!(
        (&chart["treatment"]["lot"], &chart["treatment"]["notes"]),
        (&json!("C7842"), &json!("No complications"))
    );
    assert_eq!(chart["addenda"][0]["text"], "Allergic to latex.\nAsked again today.");
    assert_eq!(
        (&chart["returns"][0]["comment"], &chart["returns"][0]["ended"]),
        (&json!("Which lot?"), &json!("Resubmitted"))
    );
    assert_eq!(chart["earlier"][0]["id"], earlier);
    assert!(chart["earlier"][0]["approved_at"].is_string());
    assert_eq!(factories::audited(&reviewed.clinic, "member", "review.read", &[reviewed.patient], &[id]).await, 1);
}

#[tokio::test]
async fn another_clinics_chart_is_not_found() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let elsewhere = TestClinic::new().await;
    let stranger = elsewhere.owner().await;
    stranger.get(&format!("/api/review/{id}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    for (call, body) in
        [("return", json!({ "comment": "Hm" })), ("withdraw", json!({})), ("resubmit", json!({ "answer": "Hm" }))]
    {
        stranger.post(&format!("/api/review/{id}/{call}"), body).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let charts = super::approve_all(&stranger, &[(id, 1)]).await;
    charts.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(elsewhere.count("{}.treatment_return").await, 0);
    assert_eq!(super::queue(&stranger, "all").await, [Value::Null; 0]);
}
