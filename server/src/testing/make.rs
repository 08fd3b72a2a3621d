//! People and records that tests begin with, made through the product's own calls wherever there
//! is one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Client, PASSWORD_HASH, TestClinic};
use crate::{demo::signature::signature_png, http::signature::data_url, permission::Role};

/// A member of this role who has a password; answers the e-mail address.
pub async fn member(clinic: &TestClinic, role: Role) -> String {
    let email =
        format!("{}-{}@clinic.example", role.name().to_lowercase().replace(' ', "-"), uuid::Uuid::new_v4().simple());
    clinic
        .plant(&format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, password_hash, created_at, updated_at)
             values ('Robin', '{role}', '{email}', '{role}', 'Clinical', 'active', '2024-01-01', '{hash}', now(), now())",
            role = role.name(),
            hash = *PASSWORD_HASH,
        ))
        .await;
    email
}

pub fn provider_signature() -> String {
    data_url(&signature_png("Robin Provider", 400, 100))
}

pub fn tall_signature() -> String {
    data_url(&signature_png("Dana Director", 400, 120))
}

pub fn id(value: &Value) -> i64 {
    value["id"].as_i64().unwrap()
}

pub async fn patient(client: &Client) -> i64 {
    let new = json!({ "first_name": "Nora", "last_name": "Lindqvist", "email": "nora@example.com", "phone": "(555) 010-1234", "birth_date": "1985-03-14" });
    id(&client.post("/api/patients", new).await.expect(StatusCode::CREATED))
}

pub async fn exam(client: &Client, patient: i64) -> i64 {
    let new = json!({ "patient_id": patient, "vitals": "BP: 118/76 mmHg, HR: 68 bpm", "ros_skin": "Denies rash" });
    id(&client.post("/api/gfe", new).await.expect(StatusCode::CREATED))
}

/// A patient with an exam.
pub async fn cleared_patient(client: &Client) -> i64 {
    let patient = patient(client).await;
    exam(client, patient).await;
    patient
}

pub fn botox(patient: i64) -> Value {
    json!({
        "patient_id": patient, "treatment_type": "Botox", "areas": "Glabella", "notes": "No complications",
        "units": 20, "lot": "C7842", "provider_signature": provider_signature(),
    })
}

pub async fn treatment(client: &Client, patient: i64) -> i64 {
    id(&client.post("/api/treatments", botox(patient)).await.expect(StatusCode::CREATED))
}

pub async fn template(client: &Client) -> i64 {
    let new = json!({ "name": "Botox consent", "body": "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>" });
    id(&client.post("/api/consents/templates", new).await.expect(StatusCode::CREATED))
}

/// An issued consent: its id, and the token of its link.
pub async fn consent(client: &Client, patient: i64) -> (i64, String) {
    let template = template(client).await;
    let answer = client.post(&format!("/api/consents/{patient}/issue"), json!({ "templateId": template })).await;
    let answer = answer.expect(StatusCode::CREATED);
    let token = answer["portal_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    (id(&answer["consent"]), token)
}
