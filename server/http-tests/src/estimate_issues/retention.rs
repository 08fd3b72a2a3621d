//! Estimates, deadlines and charges older than six years still exist (45 CFR 149.610 (f)(1)).

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{Client, factories};
use operations::fleet::run_upkeep;
use papers::documents;

/// Every table that is kept. Links are not among them, because they expire.
const KEPT: [&str; 14] = [
    "estimate",
    "estimate_content",
    "signed_copy",
    "estimate_issue",
    "estimate_file",
    "estimate_delivery",
    "estimate_receipt",
    "estimate_question",
    "estimate_clock",
    "charge",
    "charge_void",
    "charge_bill",
    "charge_dispute",
    "patient_coverage",
];

/// The rows of a table, each as text with every column.
async fn rows(complete: &Complete, table: &str) -> Vec<String> {
    let sql = format!("select to_jsonb(kept)::text as row from {{}}.{table} kept order by 1");
    complete.clinic.rows(&sql).await.iter().map(|row| row.try_get("", "row").unwrap()).collect()
}

async fn all_rows(complete: &Complete) -> Vec<(&'static str, Vec<String>)> {
    let mut all = Vec::new();
    for table in KEPT {
        all.push((table, rows(complete, table).await));
    }
    all
}

async fn version(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK)["version"].clone()
}

#[tokio::test]
async fn after_six_years_and_a_day_everything_is_there_and_readable() {
    let complete = Complete::new().await;
    let coverage = format!("/api/patients/{}/coverage", complete.patient);
    complete.owner.put(&coverage, json!({ "coverage": "self_pay" })).await.expect(StatusCode::OK);
    let question = format!("/api/patients/{}/cost-questions", complete.patient);
    complete.owner.post(&question, json!({})).await.expect(StatusCode::CREATED);
    let (_, page) = complete.issued().await;
    let anonymous = complete.clinic.anonymous();
    anonymous.post_nothing(&format!("{page}/receive")).await.expect(StatusCode::OK);
    let asked = json!({ "question": "Is the cream in it?" });
    anonymous.post(&format!("{page}/ask"), asked).await.expect(StatusCode::NO_CONTENT);
    complete.change("face_qty", json!(30)).await;
    complete.issued().await;
    let (app, now) = (&complete.clinic.server.app, complete.clinic.clock().now());
    documents::queue_missing_copies(app, complete.clinic.provisioned.id, now).await.unwrap();
    complete.work().await;
    let visit = factories::charged_visit(&complete.clinic, &complete.owner, complete.patient).await;
    let file = |number: i32| format!("{}/issues/{number}/file", complete.path);
    let (_, first_pdf) = complete.owner.file(&file(1)).await;
    let issued = complete.draft().await["issues"].clone();
    let kept = all_rows(&complete).await;
    for (table, rows) in &kept {
        assert!(!rows.is_empty(), "nothing in {table} could be lost");
    }

    // The record is merged into another one, which is then archived.
    let survivor = factories::patient(&complete.owner).await;
    let merging = json!({
        "other_id": complete.patient, "version": version(&complete.owner, survivor).await,
        "other_version": version(&complete.owner, complete.patient).await,
    });
    complete.owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    complete.owner.post(&format!("/api/patients/{survivor}/archive"), json!({})).await.expect(StatusCode::OK);
    let removing = complete.owner.delete(&format!("/api/patients/{survivor}")).await;
    removing.refused(StatusCode::CONFLICT, "has_records");
    complete.clinic.clock().advance(TimeDelta::days(6 * 365 + 2 + 1));
    // Runs the due jobs and everything that deletes, twice, so that the second round deletes what the first made due. The rounds
    // of the platform's own host delete only rows of the registry, which has no clinic data.
    for _ in 0..2 {
        complete.work().await;
        run_upkeep(&complete.clinic.server.app, complete.clinic.provisioned.id, true).await.unwrap();
    }

    for ((table, before), (_, after)) in kept.iter().zip(all_rows(&complete).await) {
        // There may be new rows, but the old rows have not changed.
        let lost: Vec<_> = before.iter().filter(|row| !after.contains(row)).collect();
        assert!(lost.is_empty(), "{table}: {lost:?}");
    }
    let owner = complete.clinic.owner().await;
    let draft = owner.get(&format!("{}/content", complete.path)).await.expect(StatusCode::OK);
    for (before, after) in issued.as_array().unwrap().iter().zip(draft["issues"].as_array().unwrap()) {
        assert_eq!((&after["version"], &after["sha256"]), (&before["version"], &before["sha256"]));
        let one = format!("{}/issues/{}", complete.path, after["version"]);
        owner.get(&one).await.expect(StatusCode::OK);
    }
    assert_eq!(owner.file(&file(1)).await.1, first_pdf);
    assert!(owner.file(&file(2)).await.1.starts_with(b"%PDF-"));
    let shown = owner.get(&format!("/api/patients/{survivor}/coverage")).await.expect(StatusCode::OK);
    assert!(shown["clocks"].as_array().unwrap().iter().any(|clock| clock["ending"] == "issued"), "{shown}");
    let charges = owner.get(&format!("/api/patients/{survivor}/charges")).await.expect(StatusCode::OK);
    assert_eq!((charges.as_array().unwrap().len(), &charges[1]["void_reason"]), (2, &json!("Entered twice")));
    let watch = owner.get(&format!("/api/appointments/{visit}/charge-watch")).await.expect(StatusCode::OK);
    assert_eq!((&watch["billed_on"], &watch["disputes"][0]["closing_note"]), (&json!("2026-01-02"), &json!("Settled")));
}

#[tokio::test]
async fn the_clinics_own_role_deletes_nothing_of_it() {
    let complete = Complete::new().await;
    for table in KEPT {
        assert!(factories::role_may_not(&complete.clinic, &format!("delete from {table}")).await, "{table}");
    }
}
