use super::created;
use crate::testing::{Client, TestClinic, factories};

pub struct Estimates {
    pub estimate: i64,
    /// An issued estimate with a PDF, the token of its link and a question about it.
    pub issued: i64,
    pub token: String,
    pub question: i64,
    /// The deadline of another question of the patient.
    pub clock: i64,
    /// A charge without a visit.
    pub charge: i64,
}

impl Estimates {
    pub async fn make(clinic: &TestClinic, owner: &Client, patient: i64, colleague: i64) -> Self {
        let estimate = created(owner, "/api/gfe-estimate", factories::estimate(patient)).await;
        let (issued, token) = factories::issued_estimate(owner, patient).await;
        let question = plant_file_and_question(clinic, issued).await;
        let id = clinic.first_id + 955_000;
        let clock = format!(
            "insert into {{}}.estimate_clock (id, patient_id, cause, started_at, asked_at, due_on)
             values ({id}, {patient}, 'asked', now(), now(), current_date)"
        );
        clinic.plant(&clock).await;
        let charge = format!(
            "insert into {{}}.charge (id, patient_id, provider_id, provider_name, service, quantity, unit_price, discount, total,
                recorded_by, recorded_by_name, recorded_at)
             values ({id}, {patient}, {colleague}, 'Robin Colleague', 'Botox', 1, 10, 0, 10, {colleague}, 'Robin Colleague', now())"
        );
        clinic.plant(&charge).await;
        Self { estimate, issued, token, question, clock: id, charge: id }
    }
}

async fn plant_file_and_question(clinic: &TestClinic, estimate: i64) -> i64 {
    let file = format!(
        "insert into {{}}.estimate_file (issue_id, sha256, file)
         select id, sha256('%PDF-1.7'), '%PDF-1.7' from {{}}.estimate_issue where estimate_id = {estimate}"
    );
    clinic.plant(&file).await;
    let question = clinic.first_id + 920_000;
    let asked = format!(
        "insert into {{}}.estimate_question (id, issue_id, asked_at, question, ip, user_agent)
         overriding system value select {question}, id, issued_at, 'Is the numbing cream in it?', '192.0.2.10', 'planted'
         from {{}}.estimate_issue where estimate_id = {estimate}"
    );
    clinic.plant(&asked).await;
    question
}
