use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    permission::Role,
    testing::{TestClinic, make},
};

#[tokio::test]
async fn the_server_does_the_sums() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let path = format!("/api/gfe-estimate/{patient}");
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), Value::Null);
    let mut new = make::estimate(patient);
    for (name, value) in [
        ("face_subtotal", json!(1)),
        ("grand_total", json!(1)),
        ("hair_service", json!("PRP Hair Restoration")),
        ("hair_unit_cost", json!("500.05")),
        ("hair_qty", json!("1")),
        ("hair_sessions", json!("Custom")),
        ("hair_sessions_custom", json!(5)),
        // A cost counts without a service as well.
        ("neck_unit_cost", json!(450)),
    ] {
        new[name] = value;
    }
    let made = owner.post("/api/gfe-estimate", new).await.expect(StatusCode::CREATED);
    assert_eq!(made["face_subtotal"], 480.0);
    assert_eq!(made["hair_subtotal"], 2500.25);
    assert_eq!(made["neck_subtotal"], 450.0);
    assert_eq!(made["hands_subtotal"], 0.0);
    assert_eq!(made["grand_total"], 3430.25);
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), made);
}

#[tokio::test]
async fn a_change_keeps_signatures_and_never_overwrites_anothers() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", make::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", make::id(&made));
    let mut change = make::estimate(patient);
    change.as_object_mut().unwrap().remove("pt_sig");
    change["notes"] = json!("Two sessions");
    let with = |version: &str| {
        let mut request = owner.request(Method::PUT, &path, Some(&change));
        request.headers_mut().insert("if-match", version.parse().unwrap());
        request
    };
    let changed = owner.send(with("\"1\"")).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["notes"]), (&json!(2), &json!("Two sessions")));
    assert_eq!(changed["pt_sig"], made["pt_sig"]);
    owner.send(with("1")).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.put(&path, change.clone()).await.expect(StatusCode::OK);
    let other = make::patient(&owner).await;
    let mut moved = change;
    moved["patient_id"] = json!(other);
    owner.put(&path, moved).await.refused_field("patient_id");
}

#[tokio::test]
async fn of_many_who_change_one_version_one_wins() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", make::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", make::id(&made));
    let tries: Vec<_> = (0..10)
        .map(|_| {
            let mut request = owner.request(Method::PUT, &path, Some(&make::estimate(patient)));
            request.headers_mut().insert("if-match", "1".parse().unwrap());
            let owner = owner.clone();
            tokio::spawn(async move { owner.send(request).await.status })
        })
        .collect();
    let mut won = 0;
    for attempt in tries {
        won += usize::from(attempt.await.unwrap() == StatusCode::OK);
    }
    assert_eq!(won, 1);
}

#[tokio::test]
async fn what_is_wrong_is_said_of_every_field() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let nothing = owner.post("/api/gfe-estimate", json!({ "patient_id": patient })).await;
    let fields = nothing.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].clone();
    for required in ["pt_name", "pt_dob", "prov_name", "est_date", "pt_sig_date", "prov_sig_date"] {
        assert!(fields[required].is_string(), "{required}: {fields}");
    }
    for (name, value) in [
        ("face_unit_cost", json!(-1)),
        ("face_qty", json!(-0.5)),
        ("face_unit_cost", json!(0.001)),
        ("face_service", json!("Massage")),
        ("face_sessions", json!("6")),
        ("hair_sessions", json!("2")),
        ("face_sessions_custom", json!(0)),
        ("pt_sig", json!("data:image/png;base64,AAAA")),
        ("area51_service", json!("Other")),
    ] {
        let mut new = make::estimate(patient);
        new[name] = value;
        owner.post("/api/gfe-estimate", new).await.refused_field(name);
    }
    let mut custom = make::estimate(patient);
    custom["face_sessions"] = json!("Custom");
    owner.post("/api/gfe-estimate", custom).await.refused_field("face_sessions_custom");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_front_desk_neither_signs_for_the_provider_nor_sees_signatures() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = make::patient(&owner).await;
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let mut signed = make::estimate(patient);
    signed["prov_sig"] = json!(make::tall_signature());
    desk.post("/api/gfe-estimate", signed.clone()).await.refused_field("prov_sig");
    owner.post("/api/gfe-estimate", signed).await.expect(StatusCode::CREATED);
    let seen = desk.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert_eq!((&seen["pt_sig"], &seen["prov_sig"]), (&Value::Null, &Value::Null));
    let provider = clinic.signed_in_as(Role::Provider).await;
    let seen = provider.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert!(seen["pt_sig"].is_string() && seen["prov_sig"].is_string());
}
