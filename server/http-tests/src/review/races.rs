//! Two requests for the same chart at once: one wins, and nothing is half done.

use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;

use super::{ReviewedClinic, approvals, approve, approve_all, evidence};
use crate::testing::Answer;
use base::permission::Role;

/// How many requests succeeded, and the codes of the others.
fn outcomes(answers: Vec<Answer>) -> (usize, Vec<String>) {
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status.is_success());
    (done.len(), refused.into_iter().map(|answer| answer.json()["code"].as_str().unwrap().to_owned()).collect())
}

#[tokio::test]
async fn of_two_directors_who_approve_the_same_charts_one_wins() {
    let reviewed = ReviewedClinic::new().await;
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    for _ in 0..4 {
        let (first, second) = (reviewed.chart().await, reviewed.chart().await);
        // In reverse order, which must not cause a deadlock.
        let (forth, back) = ([(first, 1), (second, 1)], [(second, 1), (first, 1)]);
        let answers = tokio::join!(approve_all(&reviewed.director, &forth), approve_all(&other, &back));
        let (done, codes) = outcomes(vec![answers.0, answers.1]);
        assert_eq!((done, codes), (1, vec!["already_approved".to_owned()]));
    }
    assert_eq!(approvals(&reviewed.clinic).await, 8);
    assert_eq!(evidence(&reviewed.clinic).await, [""; 0]);
}

#[tokio::test]
async fn of_a_bulk_and_a_single_approval_one_wins() {
    let reviewed = ReviewedClinic::new().await;
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    for _ in 0..4 {
        let (first, second) = (reviewed.chart().await, reviewed.chart().await);
        let both = [(first, 1), (second, 1)];
        let answers = tokio::join!(approve_all(&reviewed.director, &both), approve(&other, second));
        let (done, codes) = outcomes(vec![answers.0, answers.1]);
        assert_eq!((done, codes), (1, vec!["already_approved".to_owned()]));
        let approved =
            reviewed.clinic.count(&format!("{{}}.treatment_approval where treatment_id in ({first}, {second})")).await;
        assert!(approved == 1 || approved == 2);
    }
}

#[tokio::test]
async fn a_chart_is_either_returned_or_approved() {
    let reviewed = ReviewedClinic::new().await;
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    for _ in 0..4 {
        let id = reviewed.chart().await;
        let answers = tokio::join!(reviewed.return_it(id, "Which lot?"), approve(&other, id));
        let (done, codes) = outcomes(vec![answers.0, answers.1]);
        assert_eq!(done, 1, "{codes:?}");
        assert!(codes == ["returned"] || codes == ["already_approved"], "{codes:?}");
    }
    assert_eq!(reviewed.clinic.count("{}.treatment_return").await + approvals(&reviewed.clinic).await, 4);
}

#[tokio::test]
async fn a_return_ends_once_and_begins_once() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let returns = join_all((0..4).map(|_| reviewed.return_it(id, "Which lot?"))).await;
    assert_eq!(outcomes(returns), (1, vec!["already_returned".to_owned(); 3]));
    let answers = tokio::join!(reviewed.resubmit(id), reviewed.withdraw(id), reviewed.resubmit(id));
    assert_eq!(outcomes(vec![answers.0, answers.1, answers.2]), (1, vec!["not_returned".to_owned(); 2]));
    let body = json!({ "comment": "Again" });
    reviewed.director.post(&format!("/api/review/{id}/return"), body).await.expect(StatusCode::NO_CONTENT);
}
