//! The rows that the queue and its count read.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, ids};
use crate::testing::{Client, factories};
use chart::review::{
    move_review_watermark,
    sql::{QueueQuery, counts, queue},
};
use tenancy::MAIN;

async fn move_watermark(reviewed: &ReviewedClinic) {
    let (app, id) = (&reviewed.clinic.server.app, reviewed.clinic.provisioned.id);
    move_review_watermark(app, id, reviewed.clinic.clock().now()).await.unwrap();
}

/// The queue's parts by the ids of their charts, and the counts.
async fn parts_and_counts(director: &Client) -> Value {
    let mut parts = Vec::new();
    for part in ["all", "ready", "late", "returned"] {
        parts.push(ids(&super::queue(director, part).await));
    }
    json!([parts, director.get("/api/review/counts").await.expect(StatusCode::OK)])
}

async fn days_ago(reviewed: &ReviewedClinic, id: i64, days: i64) {
    let sql = format!("update {{}}.treatment set created_at = created_at - interval '{days} days' where id = {id}");
    reviewed.clinic.plant(&sql).await;
}

#[tokio::test]
async fn the_watermark_changes_neither_the_queue_nor_its_counts() {
    let reviewed = ReviewedClinic::new().await;
    let charts = [reviewed.chart().await, reviewed.chart().await, reviewed.chart().await, reviewed.chart().await];
    for id in charts {
        days_ago(&reviewed, id, 5).await;
    }
    let [waiting, approved, voided, returned] = charts;
    approve(&reviewed.director, approved).await.expect(StatusCode::OK);
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    reviewed.set(json!({ "chart_due_hours": 72, "share": 0, "providers": [] })).await.expect(StatusCode::OK);
    reviewed.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let left_out = reviewed.chart().await;
    let before = parts_and_counts(&reviewed.director).await;
    assert_eq!(before[0], json!([[waiting], [waiting], [waiting], [returned]]));
    reviewed.clinic.clock().advance(TimeDelta::days(2));
    let director = reviewed.clinic.owner().await;
    let before = parts_and_counts(&director).await;
    move_watermark(&reviewed).await;
    assert_eq!(parts_and_counts(&director).await, before);
    assert_eq!(reviewed.clinic.count(&format!("{{}}.review_mark where settled_to = {left_out}")).await, 1);
    assert_eq!(reviewed.clinic.count("{}.review_waiting").await, 2);
    // A treatment that was left out and is returned after the watermark has passed it is open again.
    let comment = json!({ "comment": "Which lot?" });
    director.post(&format!("/api/review/{left_out}/return"), comment).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(parts_and_counts(&director).await[0][3], json!([returned, left_out]));
    // The next move removes what was approved meanwhile.
    approve(&director, waiting).await.expect(StatusCode::OK);
    move_watermark(&reviewed).await;
    assert_eq!(parts_and_counts(&director).await[0], json!([[], [], [], [returned, left_out]]));
    assert_eq!(reviewed.clinic.count("{}.review_waiting").await, 1);
}

#[tokio::test]
async fn what_was_recorded_within_a_day_is_not_passed() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    move_watermark(&reviewed).await;
    assert_eq!(reviewed.clinic.count("{}.review_mark").await, 0);
    assert_eq!(ids(&reviewed.queue("all").await), [id]);
}

/// Every read of the table of treatments in a plan, in rows.
fn read(plan: &Value) -> f64 {
    let number = |name: &str| plan[name].as_f64().unwrap_or(0.0);
    let own = if plan["Relation Name"] == "treatment" {
        (number("Actual Rows") + number("Rows Removed by Filter")) * number("Actual Loops")
    } else {
        0.0
    };
    own + plan["Plans"].as_array().into_iter().flatten().map(read).sum::<f64>()
}

/// A share below 100 leaves out ever more charts that nobody approves.
#[tokio::test]
async fn neither_the_count_nor_the_queue_reads_what_a_share_leaves_out() {
    let reviewed = ReviewedClinic::new().await;
    let like = reviewed.chart().await;
    let waiting = reviewed.chart().await;
    for id in [like, waiting] {
        days_ago(&reviewed, id, 5).await;
    }
    reviewed.set(json!({ "chart_due_hours": 72, "share": 0, "providers": [] })).await.expect(StatusCode::OK);
    let mut rows = Vec::new();
    for _ in 0..2 {
        let more = format!(
            "insert into {{}}.treatment (patient_id, exam_id, provider_id, treatment_type, notes, units, lot, provider_signature,
                provider_signature_sha256, created_at)
             select patient_id, exam_id, provider_id, treatment_type, notes, units, lot, provider_signature,
                provider_signature_sha256, (select max(since) from {{}}.review_sample) + interval '1 second'
             from {{}}.treatment, generate_series(1, 3000) where id = {like}"
        );
        reviewed.clinic.plant(&more).await;
        reviewed.clinic.plant("analyze {}.treatment").await;
        reviewed.clinic.clock().advance(TimeDelta::days(2));
        move_watermark(&reviewed).await;
        let watermark =
            reviewed.clinic.rows("select settled_to from {}.review_mark").await[0].try_get("", "settled_to").unwrap();
        let asked = || QueueQuery {
            watermark,
            zone: chrono_tz::America::New_York,
            late: reviewed.clinic.clock().now(),
            refused: Vec::new(),
        };
        let tx = reviewed.clinic.owner_db.inspect(MAIN, &reviewed.clinic.provisioned.schema).await.unwrap();
        for Statement { sql, values, .. } in [counts(asked()), queue(asked(), "all", 0, 51)] {
            let sql = format!("explain (analyze, timing off, format json) {sql}");
            let explain = Statement { sql, values, db_backend: DbBackend::Postgres };
            let plan: Value = tx.query_one_raw(explain).await.unwrap().unwrap().try_get_by_index(0).unwrap();
            rows.push(read(&plan[0]["Plan"]));
        }
    }
    println!("treatments read by the count and the queue, with 3,000 and 6,000 that are left out: {rows:?}");
    assert!(rows.iter().all(|read| *read < 50.0), "{rows:?}");
    let director = reviewed.clinic.owner().await;
    assert_eq!(ids(&super::queue(&director, "all").await), [like, waiting]);
}
