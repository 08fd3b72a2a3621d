//! The punctuality of providers.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve};
use crate::testing::factories;

async fn figures(reviewed: &ReviewedClinic) -> Value {
    let rows =
        reviewed.director.get("/api/review/punctuality?from=2020-01-01&to=2020-12-31").await.expect(StatusCode::OK);
    assert_eq!(rows, json!([]));
    let year = reviewed.clinic.clock().now().date_naive();
    let from = year - chrono::Days::new(300);
    let path = format!("/api/review/punctuality?from={from}&to={}", year + chrono::Days::new(2));
    let mut rows = reviewed.director.get(&path).await.expect(StatusCode::OK);
    assert_eq!(rows.as_array().unwrap().len(), 1);
    rows[0].take()
}

#[tokio::test]
async fn what_was_approved_late_returned_and_waits_is_counted() {
    let reviewed = ReviewedClinic::new().await;
    let mut charts = Vec::new();
    for _ in 0..6 {
        charts.push(reviewed.chart().await);
    }
    let recorded_before = async |id: i64, hours: i64| {
        let sql = format!("update {{}}.treatment set created_at = now() - interval '{hours} hours' where id = {id}");
        reviewed.clinic.plant(&sql).await;
    };
    // Approved after 10, 20 and 100 hours; open for 80 hours and for none; void.
    for (id, hours) in [(charts[0], 10), (charts[1], 20), (charts[2], 100), (charts[3], 80)] {
        recorded_before(id, hours).await;
    }
    for id in &charts[..3] {
        approve(&reviewed.director, *id).await.expect(StatusCode::OK);
    }
    reviewed.return_it(charts[3], "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{}/void", charts[5]), void).await.expect(StatusCode::OK);
    let provider = reviewed.provider_of(charts[0]).await;
    let expected = json!({
        "provider_id": provider, "provider_name": "Robin Provider", "recorded": 5, "reviewed": 5, "approved": 3,
        "median_hours": 20.0, "late": 2, "returned": 1, "on_time": 2, "on_time_percent": 50,
    });
    assert_eq!(figures(&reviewed).await, expected);
    // A treatment that the share leaves out counts as recorded, not as reviewed.
    reviewed.clinic.plant("insert into {}.review_seed (id, seed) values (1, 'seed')").await;
    let share = format!(
        "insert into {{}}.review_sample (provider_id, share, since, set_by, set_by_name) values (null, 0, now() - interval '1 year', {provider}, 'Robin')"
    );
    reviewed.clinic.plant(&share).await;
    let shown = figures(&reviewed).await;
    assert_eq!((&shown["recorded"], &shown["reviewed"], &shown["late"]), (&json!(5), &json!(4), &json!(2)));
}

#[tokio::test]
async fn the_table_is_exported_and_the_period_is_checked() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    approve(&reviewed.director, id).await.expect(StatusCode::OK);
    let day = reviewed.clinic.clock().now().date_naive();
    let (from, to) = (day - chrono::Days::new(2), day + chrono::Days::new(2));
    let table = reviewed.director.get(&format!("/api/review/punctuality/export?from={from}&to={to}")).await.table();
    assert_eq!(table[0][..4], ["provider", "recorded", "reviewed", "approved"]);
    assert_eq!(table[1][..4], ["Robin Provider", "1", "1", "1"]);
    assert_eq!(table.len(), 2);
    for period in [format!("from={to}&to={from}"), "from=2020-01-01&to=2021-06-01".to_owned()] {
        reviewed.director.get(&format!("/api/review/punctuality?{period}")).await.refused_field("to");
    }
    reviewed
        .provider
        .get(&format!("/api/review/punctuality?from={from}&to={to}"))
        .await
        .refused(StatusCode::FORBIDDEN, "forbidden");
}
