use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{
    permission::Role,
    testing::{Client, TestClinic, make},
};

async fn provider(client: &Client) -> i64 {
    let choices = client.get("/api/appointments/providers").await.expect(StatusCode::OK);
    make::id(&choices[0])
}

fn at(patient: i64, time: &str) -> Value {
    json!({ "patient_id": patient, "appointment_time": time })
}

#[tokio::test]
async fn it_begins_at_the_clinics_time_and_lasts_as_long_as_the_service() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let usual = owner.post("/api/appointments", at(patient, "2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    assert_eq!(usual["service"], "Botox");
    assert_eq!(usual["starts_at"], "2027-07-01T13:30:00Z");
    assert_eq!(usual["ends_at"], "2027-07-01T14:00:00Z");
    assert_eq!(usual["first_name"], "Nora");
    let mut long = at(patient, "2027-07-01T09:30:00-07:00");
    long["service"] = json!("EZ Gel Face");
    let long = owner.post("/api/appointments", long).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&long["starts_at"], &long["ends_at"]),
        (&json!("2027-07-01T16:30:00Z"), &json!("2027-07-01T18:00:00Z"))
    );
}

#[tokio::test]
async fn the_list_is_of_the_clinics_own_days_in_order() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    for time in ["2027-03-15T00:00", "2027-03-13T23:30", "2027-03-14T23:59", "2027-03-14T00:00", "2027-03-14T09:00"] {
        owner.post("/api/appointments", at(patient, time)).await.expect(StatusCode::CREATED);
    }
    // The day on which New York's clocks are set forward has 23 hours.
    let day = owner.get("/api/appointments?from=2027-03-14&to=2027-03-14").await.expect(StatusCode::OK);
    let starts: Vec<_> = day.as_array().unwrap().iter().map(|row| row["starts_at"].as_str().unwrap()).collect();
    assert_eq!(starts, ["2027-03-14T05:00:00Z", "2027-03-14T13:00:00Z", "2027-03-15T03:59:00Z"]);
    let all = owner.get("/api/appointments").await.expect(StatusCode::OK);
    assert_eq!(all.as_array().unwrap().len(), 5, "from today on");
    owner.get("/api/appointments?from=soon").await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
}

#[tokio::test]
async fn a_provider_is_booked_twice_on_purpose_only() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    make::member(&clinic, Role::Provider).await;
    let (patient, provider) = (make::patient(&owner).await, provider(&owner).await);
    let with = |time: &str| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body
    };
    owner.post("/api/appointments", with("2027-07-01T09:00")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:15")).await.refused(StatusCode::CONFLICT, "double_booked");
    let mut anyway = with("2027-07-01T09:15");
    anyway["allow_overlap"] = json!(true);
    owner.post("/api/appointments", anyway).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", at(patient, "2027-07-01T09:15")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn of_many_who_want_one_time_one_gets_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    make::member(&clinic, Role::Provider).await;
    let (patient, provider) = (make::patient(&owner).await, provider(&owner).await);
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(provider);
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (owner, body) = (owner.clone(), body.clone());
            tokio::spawn(async move { owner.post("/api/appointments", body).await.status })
        })
        .collect();
    let mut booked = 0;
    for attempt in tries {
        booked += usize::from(attempt.await.unwrap() == StatusCode::CREATED);
    }
    assert_eq!(booked, 1);
    assert_eq!(clinic.count("{}.appointment").await, 1);
}

#[tokio::test]
async fn what_cannot_be_booked_is_refused_in_words() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let refused = async |body: Value, field: &str| owner.post("/api/appointments", body).await.refused_field(field);
    refused(json!({ "appointment_time": "2027-07-01T09:00" }), "patient_id").await;
    refused(json!({ "patient_id": patient }), "appointment_time").await;
    let skipped = refused(at(patient, "2027-03-14T02:30"), "appointment_time").await;
    assert!(skipped.contains("does not exist"), "{skipped}");
    refused(at(patient, "2027-02-30T09:00"), "appointment_time").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["service"] = json!("Massage");
    refused(body, "service").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(1);
    refused(body, "provider_id").await;
    owner.post("/api/appointments", at(1, "2027-07-01T09:00")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn limited_access_sees_times_and_services() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    owner.post("/api/appointments", make::appointment(patient)).await.expect(StatusCode::CREATED);
    let staff = clinic.signed_in_as(Role::Staff).await;
    let list = staff.get("/api/appointments").await.expect(StatusCode::OK);
    assert_eq!(list[0]["service"], "Consultation");
    for hidden in ["first_name", "last_name", "notes"] {
        assert_eq!(list[0][hidden], Value::Null, "{hidden}");
    }
}
