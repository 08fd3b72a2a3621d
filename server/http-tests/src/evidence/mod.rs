//! Tests how signatures are bound to their content: one signed row of each kind, and the findings of its verification.

mod alterations;
mod matches;
mod removals;

use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{Client, TestClinic, factories};

/// One signed row of each kind, by table.
struct Signed {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
    rows: Vec<(&'static str, i64)>,
}

impl Signed {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        let exam = factories::exam(&owner, patient).await;
        let treatment = factories::treatment(&owner, patient).await;
        let approval = json!({ "director_signature": factories::tall_signature() });
        owner.post(&format!("/api/treatments/{treatment}/approve"), approval).await.expect(StatusCode::OK);
        let (consent, token) = factories::consent(&owner, patient).await;
        let picture = factories::signature_of("Nora Lindqvist");
        let signature = json!({ "typed_name": "Nora Lindqvist", "signature": picture, "electronic_consent": true, "notice_version": 1, "act_version": 1 });
        let sign = format!("/api/portal/consent/{token}/sign");
        clinic.anonymous().post(&sign, signature).await.expect(StatusCode::OK);
        let event = clinic.rows("select id from {}.consent_event where kind = 'signed'").await;
        let event = event[0].try_get("", "id").unwrap();
        let mut both = factories::estimate(patient);
        both["prov_sig"] = json!(factories::tall_signature());
        let estimate = factories::id(&owner.post("/api/gfe-estimate", both).await.expect(StatusCode::CREATED));
        let reason = factories::void("Entered for another patient");
        let voided = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
        owner.post(&format!("/api/gfe-estimate/{}/void", factories::id(&voided)), reason).await.expect(StatusCode::OK);
        let estimate_void = clinic.rows("select id from {}.estimate_void").await[0].try_get("", "id").unwrap();
        let subscription =
            owner.post("/api/subscriptions", factories::subscription()).await.expect(StatusCode::CREATED);
        let corrected = factories::exam(&owner, patient).await;
        let addenda = format!("/api/gfe/exams/{corrected}/addenda");
        let addendum = owner.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
        let void = factories::void("Entered for another patient");
        owner.post(&format!("/api/gfe/exams/{corrected}/void"), void).await.expect(StatusCode::OK);
        let void = clinic.rows("select id from {}.record_void").await[0].try_get("", "id").unwrap();
        factories::switch_on(&clinic, "clearance").await;
        clinic
            .plant(
                "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY',
                    license_expires_on = current_date + 30",
            )
            .await;
        let cleared = factories::exam(&owner, patient).await;
        let signature = factories::exam_signature();
        owner.post(&format!("/api/gfe/exams/{cleared}/signature"), signature).await.expect(StatusCode::CREATED);
        let clearance = clinic.rows("select id from {}.exam_clearance").await[0].try_get("", "id").unwrap();
        let change = json!({ "details": "Takes blood thinners now" });
        owner.post(&format!("/api/patients/{patient}/health-changes"), change).await.expect(StatusCode::CREATED);
        let change = clinic.rows("select id from {}.health_change").await[0].try_get("", "id").unwrap();
        let mut report = factories::adverse_event(patient);
        report["treatment_id"] = json!(treatment);
        let reported = factories::id(&owner.post("/api/adverse-events", report).await.expect(StatusCode::CREATED));
        let path = format!("/api/adverse-events/{reported}");
        let follow_up = json!({ "status": "resolving", "text": "Softer" });
        owner.post(&format!("{path}/follow-ups"), follow_up).await.expect(StatusCode::OK);
        let correction = json!({ "reason": "Wrong side", "text": "Under the right eye", "severity": "mild" });
        owner.post(&format!("{path}/corrections"), correction).await.expect(StatusCode::OK);
        let entries = clinic.rows("select id from {}.adverse_event_entry order by number").await;
        let [adverse_event_entry, correction] = [0, 1].map(|place: usize| entries[place].try_get("", "id").unwrap());
        let rows = vec![
            ("adverse_event", reported),
            ("adverse_event_entry", adverse_event_entry),
            ("correction", correction),
            ("exam", exam),
            ("exam_signature", cleared),
            ("exam_clearance", clearance),
            ("health_change", change),
            ("treatment", treatment),
            ("treatment_approval", treatment),
            ("addendum", factories::id(&addendum)),
            ("record_void", void),
            ("consent", consent),
            ("consent_signature", consent),
            ("consent_event", event),
            ("estimate", estimate),
            ("estimate_void", estimate_void),
            ("subscription", factories::id(&subscription)),
        ];
        Self { clinic, owner, patient, rows }
    }

    fn row(&self, table: &str) -> i64 {
        self.rows.iter().find(|(name, _)| *name == table).unwrap().1
    }
}

fn key(table: &str) -> &'static str {
    match table {
        "treatment_approval" => "treatment_id",
        "exam_signature" => "exam_id",
        "consent_signature" => "consent_id",
        _ => "id",
    }
}
