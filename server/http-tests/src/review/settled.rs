//! The list of charts that need no action.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, ids};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const LIST: &str = "/api/review/settled";

async fn listed(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("{LIST}?{query}")).await.expect(StatusCode::OK).as_array().unwrap().clone()
}

async fn leave_out_everything(reviewed: &ReviewedClinic) {
    reviewed.set(json!({ "chart_due_hours": 72, "share": 0, "providers": [] })).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn approved_charts_are_told_apart_from_those_that_the_share_leaves_out() {
    let reviewed = ReviewedClinic::new().await;
    let (approved, waiting, voided, returned) =
        (reviewed.chart().await, reviewed.chart().await, reviewed.chart().await, reviewed.chart().await);
    for id in [approved, voided] {
        approve(&reviewed.director, id).await.expect(StatusCode::OK);
    }
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(ids(&listed(&reviewed.director, "").await), [approved]);
    leave_out_everything(&reviewed).await;
    let left_out = reviewed.chart().await;
    // A share applies from its moment on, and the test's clock stands still.
    for id in [waiting, returned] {
        let earlier = format!("update {{}}.treatment set created_at = created_at - interval '1 day' where id = {id}");
        reviewed.clinic.plant(&earlier).await;
    }
    reviewed.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let rows = listed(&reviewed.director, "").await;
    let said: Vec<_> = rows.iter().map(|row| (row["id"].as_i64().unwrap(), row["state"].as_str().unwrap())).collect();
    assert_eq!(said, [(left_out, "not_selected"), (approved, "approved")]);
    assert_eq!((&rows[0]["approved_at"], &rows[0]["approved_by"]), (&Value::Null, &Value::Null));
    let by = rows[1]["approved_by"].as_str().unwrap();
    assert!(rows[1]["approved_at"].is_string() && by == "Olive Owner", "{by}");
    assert_eq!(
        (&rows[1]["patient_name"], &rows[1]["provider_name"]),
        (&json!("Nora Lindqvist"), &json!("Robin Provider"))
    );
    assert_eq!(ids(&listed(&reviewed.director, "state=approved").await), [approved]);
    assert_eq!(ids(&listed(&reviewed.director, "state=not_selected").await), [left_out]);
    // A director who returns a treatment selects it.
    reviewed.return_it(left_out, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(ids(&listed(&reviewed.director, "state=not_selected").await), Vec::<i64>::new());
    assert_eq!(
        factories::audited(&reviewed.clinic, "member", "review.settled.list", &[reviewed.patient], &[]).await,
        4
    );
}

#[tokio::test]
async fn the_list_is_filtered_by_provider_director_and_day_and_comes_in_pages() {
    let reviewed = ReviewedClinic::new().await;
    let first = reviewed.chart().await;
    let days_ago = format!("update {{}}.treatment set created_at = created_at - interval '3 days' where id = {first}");
    reviewed.clinic.plant(&days_ago).await;
    let other = reviewed.clinic.signed_in_as(Role::Provider).await;
    let second = factories::treatment(&other, reviewed.patient).await;
    let another = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    approve(&reviewed.director, first).await.expect(StatusCode::OK);
    approve(&another, second).await.expect(StatusCode::OK);
    assert_eq!(ids(&listed(&reviewed.director, "").await), [second, first]);
    let provider = reviewed.provider_of(first).await;
    assert_eq!(ids(&listed(&reviewed.director, &format!("provider_id={provider}")).await), [first]);
    let rows = reviewed
        .clinic
        .rows(&format!("select director_id from {{}}.treatment_approval where treatment_id = {second}"))
        .await;
    let director: i64 = rows[0].try_get("", "director_id").unwrap();
    assert_eq!(ids(&listed(&reviewed.director, &format!("approved_by={director}")).await), [second]);
    assert_eq!(listed(&reviewed.director, &format!("approved_by={director}&provider_id={provider}")).await.len(), 0);
    let today = reviewed.clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive();
    let day = |ago: i64| today - TimeDelta::days(ago);
    assert_eq!(ids(&listed(&reviewed.director, &format!("from={}", day(1))).await), [second]);
    assert_eq!(ids(&listed(&reviewed.director, &format!("from={}&to={}", day(3), day(2))).await), [first]);
    assert_eq!(listed(&reviewed.director, &format!("to={}", day(4))).await.len(), 0);
    let page = reviewed.director.get(&format!("{LIST}?limit=1&state=approved&from={}", day(9))).await;
    let next = page.next_page().unwrap();
    assert_eq!(ids(page.json().as_array().unwrap()), [second]);
    let page = reviewed.director.get(&next).await;
    assert_eq!((ids(page.json().as_array().unwrap()), page.next_page()), (vec![first], None));
}

#[tokio::test]
async fn a_wrong_filter_is_named_and_another_role_and_another_clinic_see_nothing() {
    let reviewed = ReviewedClinic::new().await;
    approve(&reviewed.director, reviewed.chart().await).await.expect(StatusCode::OK);
    for (query, field) in [("from=2026-02-02&to=2026-02-01", "to"), ("from=0026-02-02", "from")] {
        reviewed.director.get(&format!("{LIST}?{query}")).await.refused_field(field);
    }
    reviewed.director.get(&format!("{LIST}?state=waiting")).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    for role in [Role::Provider, Role::Nurse, Role::PracticeManager, Role::Receptionist] {
        let client = reviewed.clinic.signed_in_as(role).await;
        client.get(LIST).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    let another = TestClinic::new().await;
    assert_eq!(listed(&another.owner().await, "").await.len(), 0);
}
