//! The clinic's list with its filters and pages, and the file.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{EVENTS, TreatedClinic, correct, follow_up};
use crate::testing::{Client, factories};

async fn ids(client: &Client, query: &str) -> Vec<i64> {
    let rows = client.get(&format!("{EVENTS}{query}")).await.expect(StatusCode::OK);
    rows.as_array().unwrap().iter().map(factories::id).collect()
}

#[tokio::test]
async fn the_list_is_filtered_by_what_goes_on_by_severity_and_by_the_day_it_began() {
    let here = TreatedClinic::new().await;
    let event = async |fields: Value| factories::id(&here.report(fields).await.expect(StatusCode::CREATED));
    let mild = event(json!({ "severity": "mild", "began_on": "2026-01-10" })).await;
    let severe = event(json!({ "severity": "severe", "began_on": "2026-01-20" })).await;
    let over = event(json!({ "began_on": "2026-01-31" })).await;
    follow_up(&here.nurse, over, "resolved", None).await.expect(StatusCode::OK);
    assert_eq!(ids(&here.director, "").await, [over, severe, mild]);
    assert_eq!(ids(&here.director, "?open=true").await, [severe, mild]);
    assert_eq!(ids(&here.director, "?severity=severe").await, [severe]);
    assert_eq!(ids(&here.director, "?from=2026-01-20").await, [over, severe]);
    assert_eq!(ids(&here.director, "?to=2026-01-20").await, [severe, mild]);
    assert_eq!(ids(&here.director, "?from=2026-01-20&to=2026-01-20&open=true").await, [severe]);
    correct(&here.nurse, mild, json!({ "severity": "severe" })).await.expect(StatusCode::OK);
    assert_eq!(ids(&here.director, "?severity=severe").await, [severe, mild]);
    assert_eq!(ids(&here.director, "?severity=mild").await, Vec::<i64>::new());
    here.director.get(&format!("{EVENTS}?from=2026-02-01&to=2026-01-01")).await.refused_field("to");
    here.director.get(&format!("{EVENTS}?severity=fatal")).await.refused_field("query");
    here.director.get(&format!("{EVENTS}?from=%2B262142-12-31")).await.refused_field("from");
    let rows = here.director.get(&format!("{EVENTS}?severity=severe&limit=1")).await.expect(StatusCode::OK);
    assert_eq!((&rows[0]["details"], &rows[0]["patient_name"]), (&Value::Null, &json!("Nora Lindqvist")));
    let action = "adverse_event.list";
    assert!(factories::audited(&here.clinic, "member", action, &[here.patient], &[]).await > 0);
}

#[tokio::test]
async fn the_lists_have_pages() {
    let here = TreatedClinic::new().await;
    let mut reported = Vec::new();
    for _ in 0..5 {
        reported.push(here.reported().await);
    }
    reported.reverse();
    for first in
        [format!("{EVENTS}?open=true&limit=2"), format!("/api/patients/{}/adverse-events?limit=2", here.patient)]
    {
        let (mut seen, mut next) = (Vec::new(), Some(first));
        while let Some(page) = next {
            let answer = here.director.get(&page).await;
            next = answer.next_page();
            let rows = answer.expect(StatusCode::OK);
            assert!(rows.as_array().unwrap().len() <= 2);
            seen.extend(rows.as_array().unwrap().iter().map(factories::id));
        }
        assert_eq!(seen, reported);
    }
}

#[tokio::test]
async fn the_file_has_the_texts_in_words_and_leaves_its_own_entry_in_the_log() {
    let here = TreatedClinic::new().await;
    let wild = json!({ "details": "=1+1", "severity": "life_threatening", "kind": "hypersensitivity" });
    let id = factories::id(&here.report(wild).await.expect(StatusCode::CREATED));
    let mild = here.report(json!({ "severity": "mild" })).await.expect(StatusCode::CREATED);
    follow_up(&here.nurse, factories::id(&mild), "resolved", None).await.expect(StatusCode::OK);
    let table = here.director.get("/api/adverse-events/export?open=true").await.table();
    assert_eq!(table.len(), 2);
    assert_eq!(table[0][..6], ["report", "began_on", "patient", "patient_id", "treatment", "kind"]);
    assert_eq!(table[1][0], id.to_string());
    assert_eq!(
        table[1][4..10],
        [
            "Botox",
            "Hypersensitivity or anaphylaxis",
            "'=1+1",
            "Life-threatening (grade 4)",
            "Massage, and hyaluronidase",
            "Open"
        ]
    );
    assert_eq!(table[1][12], "Robin Nurse");
    let action = "adverse_event.export";
    assert_eq!(factories::audited(&here.clinic, "member", action, &[here.patient], &[]).await, 1);
    let nothing = here.director.get("/api/adverse-events/export?severity=severe").await.table();
    assert_eq!(nothing.len(), 1);
}
