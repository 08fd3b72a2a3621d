use serde_json::json;

use super::super::{
    Call, World,
    planted::{Consents, Visits},
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World {
        patient,
        exam,
        treatment,
        member,
        api_token,
        consents: Consents { consent, .. },
        visits: Visits { appointment, .. },
        ..
    } = world;
    vec![
        Call::get("/api/clinic/api-tokens", &[]),
        Call::post("/api/clinic/api-tokens", &[])
            .body(json!({ "name": "Reporting", "scopes": ["Patient", "Observation"], "valid_days": 90 })),
        Call::get("/api/fhir/r4/metadata", &[]),
        Call::get("/api/fhir/r4/Patient", &[]).query("family=lind&_count=5"),
        Call::get("/api/fhir/r4/Patient/{id}", &[patient]),
        Call::get("/api/fhir/r4/Patient/{id}/$everything", &[patient]),
        Call::get("/api/fhir/r4/Practitioner", &[]).query("name=olive"),
        Call::get("/api/fhir/r4/Practitioner/{id}", &[member]),
        Call::get("/api/fhir/r4/Appointment", &[]).query(&format!("patient={patient}")),
        Call::get("/api/fhir/r4/Appointment/{id}", &[appointment]),
        Call::get("/api/fhir/r4/Consent", &[]).query(&format!("patient={patient}")),
        Call::get("/api/fhir/r4/Consent/{id}", &[consent]),
        Call::get("/api/fhir/r4/Procedure", &[]).query(&format!("patient={patient}")),
        Call::get("/api/fhir/r4/Procedure/{id}", &[treatment]),
        Call::get("/api/fhir/r4/Observation", &[]).query(&format!("patient={patient}&code=8867-4")),
        Call::get("/api/fhir/r4/Observation/{id}", &[&format!("{exam}-1")]),
        // Comes after the calls that use the token.
        Call::post("/api/clinic/api-tokens/{id}/revoke", &[api_token]),
    ]
}
