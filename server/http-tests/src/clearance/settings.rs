use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::words::Role;
use serde_json::{Value, json};

use super::{Clearing, cleared, sign, signature};
use crate::testing::{TestClinic, factories};

const PATH: &str = "/api/clearance/settings";

fn settings() -> Value {
    json!({ "credentials": ["PA", "MD"], "allows_video": false, "uncleared": "warn" })
}

#[tokio::test]
async fn a_clinic_begins_with_safe_defaults_and_keeps_what_is_changed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let first = owner.get(PATH).await.expect(StatusCode::OK);
    let expected = json!({
        "credentials": ["MD", "DO", "NP", "PA"], "allows_video": true, "uncleared": "block", "version": 0,
        "updated_at": null, "updated_by": null,
    });
    assert_eq!(first, expected);
    let changed = owner.put(PATH, settings()).await.expect(StatusCode::OK);
    assert_eq!((&changed["credentials"], &changed["version"]), (&json!(["MD", "PA"]), &json!(1)));
    assert_eq!(changed["updated_by"], "Olive Owner");
    assert_eq!(clinic.signed_in_as(Role::Staff).await.get(PATH).await.expect(StatusCode::OK), changed);
    let log = owner.get("/api/audit?limit=5").await.expect(StatusCode::OK);
    let entry = log.as_array().unwrap().iter().find(|entry| !entry["changes"].as_array().unwrap().is_empty()).unwrap();
    assert_eq!(
        entry["changes"],
        json!([
            { "field": "credentials", "from": "MD, DO, NP, PA", "to": "MD, PA" },
            { "field": "allows_video", "from": "on", "to": "off" },
            { "field": "uncleared", "from": "block", "to": "warn" },
        ])
    );
}

#[tokio::test]
async fn a_change_of_the_settings_is_refused_without_right_proof_version_or_sense() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let before = clinic.fingerprint().await;
    provider.put(PATH, settings()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let stale = owner.send_from_version(3, Method::PUT, PATH, Some(&settings())).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for (field, value) in [
        ("credentials", json!([])),
        ("credentials", json!(["MD", "Witch"])),
        ("allows_video", json!("yes")),
        ("uncleared", json!("ask")),
    ] {
        let mut wrong = settings();
        wrong[field] = value;
        owner.put(PATH, wrong).await.refused_field(field);
    }
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(8));
        owner.get(PATH).await.expect(StatusCode::OK);
    }
    owner.put(PATH, settings()).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_settings_decide_who_signs_and_whether_by_video() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let path = format!("/api/gfe/exams/{exam}/signature");
    let set = async |credentials: Value, video: bool| {
        let body = json!({ "credentials": credentials, "allows_video": video, "uncleared": "block" });
        here.owner.put(PATH, body).await.expect(StatusCode::OK);
    };
    set(json!(["MD", "DO"]), true).await;
    sign(&here.prescriber, exam, cleared(&["Botox"])).await.refused(StatusCode::FORBIDDEN, "credential_not_allowed");
    set(json!(["NP"]), false).await;
    let mut video = signature(cleared(&["Botox"]));
    video["mode"] = json!("video");
    let before = here.clinic.fingerprint().await;
    here.prescriber.post(&path, video.clone()).await.refused(StatusCode::CONFLICT, "video_not_allowed");
    assert_eq!(here.clinic.fingerprint().await, before);
    set(json!(["NP"]), true).await;
    here.prescriber.post(&path, video).await.expect(StatusCode::CREATED);
    assert_eq!(here.status("Botox").await, "valid");
}

#[tokio::test]
async fn a_members_credential_is_set_cleared_and_left_as_it_is() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut nia = crate::testing::world::new_member("nia@clinic.example");
    nia["credential"] = json!("NP");
    let made = owner.post("/api/team", nia.clone()).await.expect(StatusCode::CREATED)["member"].clone();
    assert_eq!(made["credential"], "NP");
    let path = format!("/api/team/{}", factories::id(&made));
    nia.as_object_mut().unwrap().remove("credential");
    assert_eq!(owner.put(&path, nia.clone()).await.expect(StatusCode::OK)["credential"], "NP", "left out");
    nia["credential"] = json!("Witch");
    owner.put(&path, nia.clone()).await.refused_field("credential");
    nia["credential"] = json!(null);
    assert_eq!(owner.put(&path, nia).await.expect(StatusCode::OK)["credential"], Value::Null);
}
