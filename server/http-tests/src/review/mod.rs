mod absences;
mod approvals;
mod chart;
mod cleared;
mod danger;
mod punctuality;
mod queue;
mod races;
mod returns;
mod sampling;
mod settled;
mod states;
mod watermark;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;
use evidence::verify;
use tenancy::MAIN;

/// A clinic with a director, a provider and a cleared patient who was asked about allergies and pregnancy. No service needs a
/// consent; the tests about consents set which one does.
struct ReviewedClinic {
    clinic: TestClinic,
    /// The owner, who is a Medical Director.
    director: Client,
    provider: Client,
    patient: i64,
}

impl ReviewedClinic {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let director = clinic.owner().await;
        let provider = clinic.signed_in_as(Role::Provider).await;
        let patient = factories::cleared_patient(&director).await;
        factories::ask_about_health(&director, patient).await;
        clinic.plant("delete from {}.service_consent").await;
        Self { clinic, director, provider, patient }
    }

    /// A complete chart of the provider.
    async fn chart(&self) -> i64 {
        factories::treatment(&self.provider, self.patient).await
    }

    /// A treatment of the provider with these fields in addition to the usual ones.
    async fn treat(&self, fields: Value) -> i64 {
        let mut new = json!({ "patient_id": self.patient, "provider_signature": factories::provider_signature() });
        new.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        factories::id(&self.provider.post("/api/treatments", new).await.expect(StatusCode::CREATED))
    }

    async fn queue(&self, part: &str) -> Vec<Value> {
        queue(&self.director, part).await
    }

    async fn row(&self, id: i64) -> Value {
        self.queue("all").await.into_iter().find(|row| row["id"] == id).unwrap()
    }

    /// The dangers of the newest chart in the patient's record, as the provider sees them.
    async fn dangers(&self) -> Value {
        let path = format!("/api/review/states?patientId={}", self.patient);
        self.provider.get(&path).await.expect(StatusCode::OK)[0]["dangers"].clone()
    }

    async fn counts(&self) -> [i64; 4] {
        let counts = self.director.get("/api/review/counts").await.expect(StatusCode::OK);
        ["all", "ready", "late", "returned"].map(|part| counts[part].as_i64().unwrap())
    }

    async fn return_it(&self, id: i64, comment: &str) -> Answer {
        self.director.post(&format!("/api/review/{id}/return"), json!({ "comment": comment })).await
    }

    async fn resubmit(&self, id: i64) -> Answer {
        self.provider.post(&format!("/api/review/{id}/resubmit"), json!({ "answer": "It was C7842" })).await
    }

    async fn withdraw(&self, id: i64) -> Answer {
        self.director.post(&format!("/api/review/{id}/withdraw"), json!({})).await
    }

    /// The id of the member who recorded it.
    async fn provider_of(&self, treatment: i64) -> i64 {
        let rows = self.clinic.rows(&format!("select provider_id from {{}}.treatment where id = {treatment}")).await;
        rows[0].try_get("", "provider_id").unwrap()
    }

    async fn set(&self, settings: Value) -> Answer {
        self.director.put("/api/review/settings", settings).await
    }
}

async fn queue(client: &Client, part: &str) -> Vec<Value> {
    let rows = client.get(&format!("/api/review?part={part}")).await.expect(StatusCode::OK);
    rows.as_array().unwrap().clone()
}

fn ids(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(factories::id).collect()
}

async fn approve(director: &Client, id: i64) -> Answer {
    let approval = json!({ "director_signature": factories::tall_signature() });
    director.post(&format!("/api/treatments/{id}/approve"), approval).await
}

/// Approves these charts at once, in these versions.
async fn approve_all(director: &Client, charts: &[(i64, i64)]) -> Answer {
    let charts: Vec<_> = charts.iter().map(|(id, version)| json!({ "id": id, "version": version })).collect();
    let body = json!({ "charts": charts, "director_signature": factories::tall_signature() });
    director.post("/api/review/approvals", body).await
}

/// The findings of verifying the clinic's evidence.
async fn evidence(clinic: &TestClinic) -> Vec<String> {
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    verify(&tx).await.unwrap().findings.iter().map(ToString::to_string).collect()
}

async fn approvals(clinic: &TestClinic) -> i64 {
    clinic.count("{}.treatment_approval").await
}
