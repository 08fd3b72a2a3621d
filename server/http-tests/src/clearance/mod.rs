//! Clearance over HTTP: who may sign an exam, the effect of a signature, and the check before a treatment.

mod badges;
mod gate;
mod settings;
mod signing;

use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, Server, TestClinic, factories};

/// A clinic that clears each service separately, with a prescriber and a nurse.
struct Clearing {
    clinic: TestClinic,
    owner: Client,
    prescriber: Client,
    prescriber_email: String,
    nurse: Client,
    patient: i64,
}

impl Clearing {
    async fn new() -> Self {
        Self::at(TestClinic::new().await).await
    }

    async fn on(server: &Server) -> Self {
        Self::at(server.clinic().await).await
    }

    async fn at(clinic: TestClinic) -> Self {
        let owner = clinic.owner().await;
        factories::switch_on(&clinic, "clearance").await;
        let prescriber_email = factories::member(&clinic, Role::Provider).await;
        license(&clinic, &prescriber_email, "NP").await;
        let nurse_email = factories::member(&clinic, Role::Nurse).await;
        license(&clinic, &nurse_email, "RN").await;
        let prescriber = clinic.anonymous().sign_in(&prescriber_email).await;
        let nurse = clinic.anonymous().sign_in(&nurse_email).await;
        let patient = factories::patient(&owner).await;
        Self { clinic, owner, prescriber, prescriber_email, nurse, patient }
    }

    /// An exam of the nurse's.
    async fn exam(&self) -> i64 {
        factories::exam(&self.nurse, self.patient).await
    }

    /// An exam that the prescriber has signed with these decisions.
    async fn signed(&self, decisions: Value) -> i64 {
        let exam = self.exam().await;
        sign(&self.prescriber, exam, decisions).await.expect(StatusCode::CREATED);
        exam
    }

    /// The status of a service.
    async fn status(&self, service: &str) -> String {
        let shown = self.read_clearance().await;
        let services = shown["services"].as_array().unwrap().clone();
        let found = services.iter().find(|one| one["service"] == service);
        found.unwrap_or_else(|| panic!("{service}: {shown}"))["status"].as_str().unwrap().to_owned()
    }

    async fn read_clearance(&self) -> Value {
        self.nurse.get(&format!("/api/patients/{}/clearance", self.patient)).await.expect(StatusCode::OK)
    }

    async fn report_change(&self) {
        self.later();
        let body = json!({ "details": "Takes blood thinners now" });
        let path = format!("/api/patients/{}/health-changes", self.patient);
        self.nurse.post(&path, body).await.expect(StatusCode::CREATED);
        self.later();
    }

    /// Advances the clock a little, within the time for which a proof is valid.
    fn later(&self) {
        self.clinic.clock().advance(TimeDelta::seconds(1));
    }
}

/// Gives a member this credential, with a valid license.
async fn license(clinic: &TestClinic, email: &str, credential: &str) {
    clinic
        .plant(&format!(
            "update {{}}.member set credential = '{credential}', license_number = '{credential}-20441', license_state = 'NY',
                license_expires_on = current_date + 400 where email = '{email}'"
        ))
        .await;
}

fn cleared(services: &[&str]) -> Value {
    services.iter().map(|service| json!({ "service": service, "decision": "cleared" })).collect()
}

fn signature(decisions: Value) -> Value {
    let mut signature = factories::exam_signature();
    signature["decisions"] = decisions;
    signature
}

async fn sign(client: &Client, exam: i64, decisions: Value) -> Answer {
    client.post(&format!("/api/gfe/exams/{exam}/signature"), signature(decisions)).await
}

/// A treatment with Botox of a patient who reports no change.
fn botox(patient: i64) -> Value {
    let mut treatment = factories::botox(patient);
    treatment["changed_since_exam"] = json!(false);
    treatment
}
