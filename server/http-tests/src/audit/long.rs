//! Tests sealing with many rows.

use std::time::Instant;

use sea_orm::{ConnectionTrait, Statement, TransactionTrait};
use serde_json::Value;

use super::seal::{findings, report, seal};
use crate::testing::TestClinic;
use audit::{
    Report,
    ids::{Span, UnsealedIds},
    sql::wanted,
};

/// The number of rows if `SEAL_ROWS` is not set.
const FEW: usize = 20_000;

/// Plants this many rows, one every `apart` milliseconds until now.
async fn plant(clinic: &TestClinic, rows: usize, apart: usize) {
    clinic
        .plant(&format!(
            "insert into {{}}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
             select now() - ({rows} - n) * interval '{apart} milliseconds', gen_random_uuid(), 'visitor', 'auth.forgot',
                    'done', array[]::bigint[], array[]::bigint[], '-', '-'
             from generate_series(1, {rows}) n"
        ))
        .await;
}

/// The ids that the last seal leaves open.
async fn open(clinic: &TestClinic) -> UnsealedIds {
    let row = clinic.rows("select open_from, open_to from {}.audit_seal order by id desc limit 1").await.remove(0);
    let (from, to): (Vec<i64>, Vec<i64>) = (row.try_get("", "open_from").unwrap(), row.try_get("", "open_to").unwrap());
    let span = |(from, to)| Span { from, to, since: clinic.clock().now() };
    UnsealedIds::from_spans(from.into_iter().zip(to).map(span).collect())
}

#[tokio::test]
async fn a_backlog_is_sealed_in_batches_without_late_rows() {
    let clinic = TestClinic::new().await;
    plant(&clinic, 2_500, 70_000).await;
    let head = seal(&clinic).await.unwrap();
    assert_eq!((head.seals, head.rows), (3, 2_500));
    assert_eq!(findings(&clinic).await, []);
}

/// The nodes of a query plan that read rows of the audit, with Postgres' measurements.
fn reads(plan: &Value, found: &mut Vec<Value>) {
    found.extend((plan["Relation Name"] == "audit").then(|| plan.clone()));
    for part in plan["Plans"].as_array().into_iter().flatten() {
        reads(part, found);
    }
}

/// A member who reads 500,000 rows within the hour must not make the next seal impossible. Recently sealed rows must
/// cost nothing, with the plan for these values and with the generic plan.
#[tokio::test]
async fn the_next_seal_reads_new_rows_only() {
    let clinic = TestClinic::new().await;
    plant(&clinic, 30_000, 20).await;
    let first = seal(&clinic).await.unwrap();
    assert_eq!((first.seals, first.rows), (30, 30_000));
    // Gaps like those of failed transactions, and seven new rows.
    for _ in 0..7 {
        clinic.rows("select nextval(pg_get_serial_sequence('{}.audit', 'id'))").await;
        plant(&clinic, 1, 1).await;
    }
    for statistics in ["analyze {}.audit", "select 1"] {
        clinic.plant(statistics).await;
        let open = open(&clinic).await;
        for mode in ["force_custom_plan", "force_generic_plan"] {
            let tx = clinic.owner_db.raw().begin().await.unwrap();
            for sql in [format!("search_path to {}", clinic.provisioned.schema), format!("plan_cache_mode to {mode}")] {
                tx.execute_unprepared(&format!("set local {sql}")).await.unwrap();
            }
            let Statement { sql, values, db_backend } = wanted(&open, 1_000);
            let explain =
                Statement { sql: format!("explain (analyze, timing off, format json) {sql}"), values, db_backend };
            let plan: Value = tx.query_one_raw(explain).await.unwrap().unwrap().try_get_by_index(0).unwrap();
            let mut found = Vec::new();
            reads(&plan[0]["Plan"], &mut found);
            assert!(!found.is_empty(), "{plan}");
            let number = |part: &Value, name: &str| part[name].as_f64().unwrap_or(0.0);
            let rows = found
                .iter()
                .map(|part| {
                    let read = number(part, "Actual Rows") + number(part, "Rows Removed by Filter");
                    assert_eq!(part["Index Name"], "audit_pkey", "{plan}");
                    read * number(part, "Actual Loops")
                })
                .sum::<f64>();
            // Seven rows in eight spans. Postgres rounds each figure.
            assert!(rows <= 15.0, "{rows} rows were read: {plan}");
        }
    }
    assert_eq!(seal(&clinic).await.unwrap().rows, 30_007);
    assert_eq!(findings(&clinic).await, []);
}

/// With `SEAL_ROWS=1000000` and `--nocapture`, prints how long a million rows take (minutes).
#[tokio::test]
async fn many_rows_of_one_hour_are_sealed_and_verified() {
    let rows = std::env::var("SEAL_ROWS").map_or(FEW, |text| text.parse().unwrap());
    let clinic = TestClinic::new().await;
    plant(&clinic, rows, 3).await;
    let began = Instant::now();
    let mut head = None;
    while let Some(sealed) = seal(&clinic).await {
        println!("{} rows sealed after {:?}", sealed.rows, began.elapsed());
        head = Some(sealed);
    }
    assert_eq!(head.unwrap().rows, i64::try_from(rows).unwrap());
    let began = Instant::now();
    plant(&clinic, 1, 1).await;
    let head = seal(&clinic).await.unwrap();
    println!("one more in {:?}", began.elapsed());
    let began = Instant::now();
    assert_eq!(report(&clinic, None).await, Report { head, findings: vec![] });
    println!("verified in {:?}", began.elapsed());
}
