//! The settings of online booking.

use axum::http::{Method, StatusCode};
use entity::words::Role;
use serde_json::{Value, json};

use super::{SETTINGS, ask_code, confirm, held, mailed_code, open, open_at_once, person};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn a_clinic_that_changed_nothing_takes_requests_for_everything_a_day_ahead() {
    let clinic = TestClinic::new().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let first = staff.get(SETTINGS).await.expect(StatusCode::OK);
    assert_eq!(
        first,
        json!({
            "mode": "requested", "lead_hours": 24, "horizon_days": 60, "chooses_provider": true, "service_ids": null,
            "member_ids": null, "patients_move": false, "policy": null, "policy_version": null, "address": format!("{}/book", clinic.origin()),
            "version": 0, "updated_at": null, "updated_by": null,
        })
    );
}

#[tokio::test]
async fn the_settings_are_changed_from_the_version_that_was_seen_and_every_policy_is_kept() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut wanted = factories::booking_settings();
    let changed = owner.put(SETTINGS, wanted.clone()).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["policy_version"]), (&json!(1), &json!(1)));
    assert_eq!(changed["updated_by"], "Olive Owner");
    // Repeating the call changes nothing.
    assert_eq!(owner.put(SETTINGS, wanted.clone()).await.expect(StatusCode::OK), changed);
    let stale = owner.send_from_version(0, Method::PUT, SETTINGS, Some(&wanted)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    wanted["policy"] = json!("Cancel two days ahead.");
    let other = owner.send_from_version(1, Method::PUT, SETTINGS, Some(&wanted)).await.expect(StatusCode::OK);
    assert_eq!((&other["version"], &other["policy_version"]), (&json!(2), &json!(2)));
    wanted["patients_move"] = json!(true);
    let moving = owner.put(SETTINGS, wanted.clone()).await.expect(StatusCode::OK);
    assert_eq!((&moving["version"], &moving["patients_move"]), (&json!(3), &json!(true)));
    wanted.as_object_mut().unwrap().remove("patients_move");
    wanted["policy"] = Value::Null;
    let none = owner.put(SETTINGS, wanted).await.expect(StatusCode::OK);
    assert_eq!((&none["policy"], &none["policy_version"]), (&Value::Null, &Value::Null));
    assert_eq!(none["patients_move"], true, "left out, it stays");
    assert_eq!(clinic.count("{}.booking_policy").await, 2);
    let log = owner.get("/api/audit?limit=10").await.expect(StatusCode::OK);
    let rows = log.as_array().unwrap().iter().filter(|row| row["phrase"] == "Changed how clients book online");
    assert_eq!(rows.count(), 6, "the refused one too");
}

#[tokio::test]
async fn an_invalid_setting_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for (field, value) in [
        ("mode", json!("sometimes")),
        ("lead_hours", json!(-1)),
        ("lead_hours", json!(337)),
        ("horizon_days", json!(0)),
        ("horizon_days", json!(366)),
        ("chooses_provider", Value::Null),
        ("service_ids", json!([1])),
        ("service_ids", json!("all")),
        ("member_ids", json!([1])),
        ("policy", json!("x".repeat(4_001))),
    ] {
        let mut wanted = factories::booking_settings();
        wanted[field] = value;
        owner.put(SETTINGS, wanted).await.refused_field(field);
    }
    for role in [Role::Provider, Role::Receptionist, Role::Staff] {
        let member = clinic.signed_in_as(role).await;
        member.put(SETTINGS, factories::booking_settings()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    assert_eq!(clinic.count("{}.clinic_setting where booking_version > 0").await, 0);
    assert_ne!(clinic.fingerprint().await, before, "members were added");
}

#[tokio::test]
async fn only_what_is_chosen_is_offered() {
    let (clinic, owner, provider) = open().await;
    factories::switch_on(&clinic, "services").await;
    let peel = json!({ "name": "Peel", "minutes": 60, "performer_ids": [provider] });
    let peel = factories::id(&owner.post("/api/services", peel).await.expect(StatusCode::CREATED));
    let mut wanted = factories::booking_settings();
    wanted["service_ids"] = json!([peel]);
    wanted["member_ids"] = json!([provider]);
    owner.put(SETTINGS, wanted.clone()).await.expect(StatusCode::OK);
    let visitor = clinic.anonymous();
    let offer = visitor.get("/api/book").await.expect(StatusCode::OK);
    assert_eq!(
        offer["services"],
        json!([{ "name": "Peel", "category": null, "minutes": 60, "providers": [{ "id": provider, "name": "Robin Provider" }] }])
    );
    visitor.get("/api/book/slots?service=Botox").await.refused_field("service");
    // The clinic chooses: no provider is named, and a provider in the address has no effect.
    wanted["chooses_provider"] = json!(false);
    owner.put(SETTINGS, wanted).await.expect(StatusCode::OK);
    let offer = visitor.get("/api/book").await.expect(StatusCode::OK);
    assert_eq!(offer["services"][0]["providers"], json!([]));
    let free = visitor.get("/api/book/slots?service=Peel&provider_id=1").await.expect(StatusCode::OK);
    let hold = json!({ "service": "Peel", "starts_at": free["times"][0] });
    let hold = visitor.post("/api/book/holds", hold).await.expect(StatusCode::CREATED);
    assert_eq!(hold["provider_name"], Value::Null);
    owner.post_nothing(&format!("/api/services/{peel}/retire")).await.expect(StatusCode::OK);
    assert_eq!(visitor.get("/api/book").await.expect(StatusCode::OK)["services"], json!([]));
}

#[tokio::test]
async fn the_policy_is_accepted_as_it_is_now() {
    let (clinic, owner, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let mut body = person("Ida", "Berg", &code);
    body["policy_version"] = Value::Null;
    confirm(&visitor, &token, body.clone()).await.refused_field("policy_version");
    let mut other = factories::booking_settings();
    other["policy"] = json!("Cancel two days ahead.");
    owner.put(SETTINGS, other).await.expect(StatusCode::OK);
    body["policy_version"] = json!(1);
    confirm(&visitor, &token, body.clone()).await.refused(StatusCode::CONFLICT, "policy_changed");
    body["policy_version"] = json!(2);
    body["note"] = json!("x".repeat(151));
    confirm(&visitor, &token, body.clone()).await.refused_field("note");
    body["note"] = json!("I come by bus");
    confirm(&visitor, &token, body).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.appointment where notes = 'I come by bus'").await, 1);
}
