//! Printing and exporting over HTTP, with the real program.

mod contents;
mod copies;
mod export;
mod print;
mod refusals;
mod signed_copies;
mod whole_record;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::{Grants, Role};
use outbox::Worker;
use papers::documents::{
    content::{Reader, Which, gather},
    kind::DocumentKind,
};
use tenancy::enter_for_job;

/// One of each record of a patient.
struct Records {
    patient: i64,
    exam: i64,
    treatment: i64,
    consent: i64,
    estimate: i64,
    appointment: i64,
}

impl Records {
    async fn new(client: &Client) -> Self {
        let patient = factories::patient(client).await;
        let exam = factories::exam(client, patient).await;
        let treatment = factories::treatment(client, patient).await;
        let (consent, _) = factories::consent(client, patient).await;
        let estimate = client.post("/api/gfe-estimate", factories::estimate(patient)).await;
        let estimate = factories::id(&estimate.expect(StatusCode::CREATED));
        let booking = json!({ "patient_id": patient, "appointment_time": "2027-03-02T10:00" });
        let appointment = client.post("/api/appointments", booking).await;
        let appointment = factories::id(&appointment.expect(StatusCode::CREATED));
        Self { patient, exam, treatment, consent, estimate, appointment }
    }

    /// Each kind with its record's id.
    fn all(&self) -> [(&'static str, i64); 7] {
        [
            ("exam", self.exam),
            ("treatment", self.treatment),
            ("consent", self.consent),
            ("estimate", self.estimate),
            ("patient", self.patient),
            ("appointment", self.appointment),
            ("statement", self.patient),
        ]
    }
}

/// Runs the clinic's due jobs.
async fn work(clinic: &TestClinic) {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer()).visit(clinic.provisioned.id).await;
}

/// The content of an estimate's document.
async fn said_of_estimate(clinic: &TestClinic, id: i64, version: Option<i32>) -> Value {
    let grants = Grants { role: Role::MedicalDirector, is_owner: true };
    let reader = Reader { grants, zone: chrono_tz::UTC, sees_all: true };
    let which = Which { kind: DocumentKind::Estimate, record: id, version };
    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    gather(&entered.tx, reader, which).await.unwrap().value
}

/// Requests a document, and runs the job.
async fn printed(clinic: &TestClinic, client: &Client, kind: &str, id: i64) -> Value {
    let asked = client.post("/api/documents", json!({ "kind": kind, "id": id })).await.expect(StatusCode::CREATED);
    assert_eq!(asked["state"], "waiting");
    work(clinic).await;
    let document = client.get(&format!("/api/documents/{}", factories::id(&asked))).await.expect(StatusCode::OK);
    let built = "is celadon-documents built? cargo build -p documents";
    assert_eq!(document["state"], "ready", "{kind}: {document}; {built}");
    document
}
