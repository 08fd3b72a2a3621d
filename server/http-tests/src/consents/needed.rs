//! The consents that a service needs, their status for a patient, and a treatment without them.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

/// A clinic where Botox needs one consent, a cleared patient, and the consent's template.
struct Needing {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
    template: i64,
}

impl Needing {
    async fn new(valid_months: Value) -> Self {
        let clinic = TestClinic::new().await;
        factories::switch_on(&clinic, "services").await;
        let owner = clinic.owner().await;
        let template = factories::template(&owner).await;
        let services = owner.get("/api/services").await.expect(StatusCode::OK);
        let botox = services.as_array().unwrap().iter().find(|service| service["name"] == "Botox").unwrap();
        let change = json!({ "consents": [{ "id": template, "valid_months": valid_months }] });
        let changed = owner.patch(&format!("/api/services/{}", botox["id"]), change).await.expect(StatusCode::OK);
        let expected = json!([{ "id": template, "name": "Botox consent", "valid_months": valid_months }]);
        assert_eq!(changed["consents"], expected);
        let patient = factories::cleared_patient(&owner).await;
        Self { clinic, owner, patient, template }
    }

    /// Advances the clock, and signs the owner in again because the session ends.
    async fn after(&mut self, time: TimeDelta) {
        self.clinic.clock().advance(time);
        self.owner = self.clinic.owner().await;
    }

    async fn needed(&self) -> Value {
        let path = format!("/api/consents/needed?patientId={}&service=Botox", self.patient);
        let mut needed = self.owner.get(&path).await.expect(StatusCode::OK);
        assert_eq!(needed.as_array().unwrap().len(), 1);
        needed[0].take()
    }

    async fn status(&self) -> String {
        self.needed().await["status"].as_str().unwrap().to_owned()
    }

    async fn issue(&self) -> (i64, String) {
        let path = format!("/api/consents/{}/issue", self.patient);
        let issued = self.owner.post(&path, json!({ "templateId": self.template })).await.expect(StatusCode::CREATED);
        (factories::id(&issued["consent"]), factories::token_in(issued["portal_url"].as_str().unwrap()))
    }

    async fn sign(&self, token: &str) {
        let path = format!("/api/portal/consent/{token}/sign");
        self.clinic.anonymous().post_nothing(&path).await.expect(StatusCode::OK);
    }

    async fn treat(&self, service: &str) -> Answer {
        let signature = factories::provider_signature();
        let new = json!({ "patient_id": self.patient, "treatment_type": service, "provider_signature": signature });
        self.owner.post("/api/treatments", new).await
    }

    async fn block(&self) {
        self.clinic.plant("update {}.clinic_setting set missing_consents = 'block'").await;
    }
}

#[tokio::test]
async fn a_needed_consent_is_missing_waiting_signed_and_expired() {
    let mut needing = Needing::new(json!(12)).await;
    let missing = needing.needed().await;
    assert_eq!(
        missing,
        json!({
            "template_id": needing.template, "name": "Botox consent", "valid_months": 12, "status": "Missing",
            "valid_until": null, "consent_id": null,
        })
    );
    let (id, token) = needing.issue().await;
    let waiting = needing.needed().await;
    assert_eq!((&waiting["status"], &waiting["consent_id"]), (&json!("Waiting"), &json!(id)));
    needing.sign(&token).await;
    let signed = needing.needed().await;
    assert_eq!((&signed["status"], &signed["consent_id"]), (&json!("Signed"), &json!(id)));
    assert!(signed["valid_until"].is_string());
    // A treatment does not use the consent up, which counts for a year.
    needing.treat("Botox").await.expect(StatusCode::CREATED);
    needing.after(TimeDelta::days(364)).await;
    assert_eq!(needing.status().await, "Signed");
    needing.after(TimeDelta::days(2)).await;
    assert_eq!(needing.status().await, "Expired");
    let (_, token) = needing.issue().await;
    assert_eq!(needing.status().await, "Waiting");
    needing.sign(&token).await;
    assert_eq!(needing.status().await, "Signed");
}

#[tokio::test]
async fn a_signed_consent_that_the_patient_takes_back_stays_as_signed_and_counts_no_longer() {
    let needing = Needing::new(json!(12)).await;
    let Needing { clinic, owner, patient, .. } = &needing;
    let (id, token) = needing.issue().await;
    let path = format!("/api/consents/issued/{id}");
    let withdraw = format!("{path}/withdraw");
    let reason = json!({ "reason": "She no longer wants photos used." });
    owner.post(&withdraw, reason.clone()).await.refused(StatusCode::CONFLICT, "not_signed");
    needing.sign(&token).await;
    let treated = factories::id(&needing.treat("Botox").await.expect(StatusCode::CREATED));
    let signed = owner.get(&path).await.expect(StatusCode::OK);
    let stored = async || {
        clinic.count(&format!(
            "{{}}.consent c join {{}}.consent_signature s on s.consent_id = c.id where c.id = {id} and s.content_digest is not null
                and c.revoked_at is null"
        )).await
    };
    assert_eq!(stored().await, 1);
    owner.post(&withdraw, json!({ "reason": " " })).await.refused_field("reason");
    owner.post(&withdraw, json!({ "reason": "x".repeat(1_001) })).await.refused_field("reason");
    clinic
        .signed_in_as(Role::Receptionist)
        .await
        .post(&withdraw, reason.clone())
        .await
        .refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.clock().advance(TimeDelta::minutes(1));
    let withdrawn = owner.post(&withdraw, reason.clone()).await.expect(StatusCode::OK);
    assert_eq!((&withdrawn["status"], &withdrawn["withdrawn_by"]), (&json!("Withdrawn"), &json!("Olive Owner")));
    assert_eq!((&withdrawn["withdrawal_reason"], withdrawn["withdrawn_at"].is_string()), (&reason["reason"], true));
    owner.post(&withdraw, reason).await.refused(StatusCode::CONFLICT, "already_withdrawn");
    // The signed consent has not changed.
    let mut now = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!(now["status"], "Withdrawn");
    for field in ["status", "withdrawn_at", "withdrawn_by", "withdrawal_reason"] {
        now[field] = signed[field].clone();
    }
    assert_eq!(now, signed);
    assert_eq!(stored().await, 1);
    assert_eq!(factories::audited(clinic, "member", "consent.withdraw", &[*patient], &[id]).await, 1);
    // It no longer counts for coming treatments. The chart of the earlier treatment still has it.
    assert_eq!(needing.needed().await["status"], "Withdrawn");
    assert_eq!(needing.needed().await["consent_id"], id);
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let chart = director.get(&format!("/api/review/{treated}")).await.expect(StatusCode::OK);
    assert_eq!(chart["consents"][0]["id"], id, "{chart}");
    needing.block().await;
    needing.treat("Botox").await.refused(StatusCode::CONFLICT, "consents_missing");
    let summary = owner.get(&format!("/api/patients/{patient}/summary")).await.expect(StatusCode::OK);
    assert_eq!(summary["consents"]["signed"], 0, "{summary}");
    // A new signature counts.
    let (_, token) = needing.issue().await;
    needing.sign(&token).await;
    assert_eq!(needing.status().await, "Signed");
}

#[tokio::test]
async fn a_consent_to_one_treatment_is_used_up_by_it() {
    let mut needing = Needing::new(Value::Null).await;
    let (_, token) = needing.issue().await;
    needing.sign(&token).await;
    assert_eq!(needing.status().await, "Signed");
    needing.after(TimeDelta::minutes(5)).await;
    // Neither another service nor a voided treatment uses it up.
    needing.treat("Microneedling").await.expect(StatusCode::CREATED);
    assert_eq!(needing.status().await, "Signed");
    let treated = needing.treat("Botox").await.expect(StatusCode::CREATED);
    assert_eq!(needing.status().await, "Expired");
    let path = format!("/api/treatments/{}/void", treated["id"]);
    needing.owner.post(&path, factories::void("Wrong patient")).await.expect(StatusCode::OK);
    assert_eq!(needing.status().await, "Signed");
    needing.after(TimeDelta::days(30)).await;
    assert_eq!(needing.status().await, "Expired", "it was signed too long before the treatment");
}

#[tokio::test]
async fn a_declined_consent_is_shown_as_declined() {
    let needing = Needing::new(json!(12)).await;
    let (id, token) = needing.issue().await;
    let path = format!("/api/portal/consent/{token}/decline");
    let declined = needing.clinic.anonymous().post(&path, json!({ "reason": "Not today" })).await;
    declined.expect(StatusCode::OK);
    let needed = needing.needed().await;
    assert_eq!((&needed["status"], &needed["consent_id"]), (&json!("Declined"), &json!(id)));
    assert_eq!(needed["valid_until"], Value::Null);
}

#[tokio::test]
async fn a_treatment_without_a_needed_consent_is_refused_only_where_the_settings_say_so() {
    let needing = Needing::new(json!(12)).await;
    needing.treat("Botox").await.expect(StatusCode::CREATED);
    needing.block().await;
    let before = needing.clinic.fingerprint().await;
    let refused = needing.treat("Botox").await;
    let words = refused.refused(StatusCode::CONFLICT, "consents_missing");
    assert_eq!(
        words["error"],
        "Botox needs a signed consent first: Botox consent. Please have the patient sign before recording the treatment."
    );
    assert_eq!(needing.clinic.fingerprint().await, before);
    // A service that needs no consent is recorded as before.
    let peel = json!({ "name": "Peel", "minutes": 30, "needs_exam": true });
    needing.owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    needing.treat("Peel").await.expect(StatusCode::CREATED);
    let (_, token) = needing.issue().await;
    needing.sign(&token).await;
    needing.treat("Botox").await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn without_the_catalogue_nothing_is_needed_and_nothing_is_refused() {
    let needing = Needing::new(json!(12)).await;
    needing.block().await;
    let off = needing.owner.put("/api/clinic/modules/services", json!({ "on": false })).await;
    off.expect(StatusCode::OK);
    let path = format!("/api/consents/needed?patientId={}&service=Botox", needing.patient);
    assert_eq!(needing.owner.get(&path).await.expect(StatusCode::OK), json!([]));
    needing.treat("Botox").await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn needed_consents_are_those_of_a_patient_and_a_service_that_exist() {
    let needing = Needing::new(json!(12)).await;
    let unknown = needing.owner.get("/api/consents/needed?patientId=1&service=Botox").await;
    unknown.refused(StatusCode::NOT_FOUND, "not_found");
    let path = format!("/api/consents/needed?patientId={}&service=Peel", needing.patient);
    let words = needing.owner.get(&path).await.refused_field("service");
    assert_eq!(words, "must be one of the clinic's services");
    let staff = needing.clinic.signed_in_as(Role::Staff).await;
    let path = format!("/api/consents/needed?patientId={}&service=Botox", needing.patient);
    staff.get(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
}
