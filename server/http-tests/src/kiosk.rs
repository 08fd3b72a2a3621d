use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Client, PASSWORD, Server, TestClinic, factories, world::World};
use base::permission::{MATRIX, Role};

const PIN: &str = "4071";

async fn set_pin(client: &Client) {
    client.put("/api/auth/pin", json!({ "pin": PIN })).await.expect(StatusCode::NO_CONTENT);
}

/// A clinic whose owner has handed the tablet to a patient with two forms: the owner's client, the patient, the forms' ids.
async fn handed_over() -> (TestClinic, Client, i64, Vec<i64>) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let forms = vec![factories::consent(&owner, patient).await.0, factories::consent(&owner, patient).await.0];
    set_pin(&owner).await;
    owner.post("/api/kiosk", json!({ "patient_id": patient })).await.expect(StatusCode::NO_CONTENT);
    (clinic, owner, patient, forms)
}

async fn kiosk_of(client: &Client) -> Value {
    client.get("/api/kiosk").await.expect(StatusCode::OK)
}

fn path_of(kiosk: &Value, number: usize) -> String {
    format!("/api/portal/consent/{}", kiosk["documents"][number]["token"].as_str().unwrap())
}

async fn take_back(client: &Client) -> Value {
    client.post("/api/kiosk/return", json!({ "pin": PIN })).await.expect(StatusCode::OK)
}

fn statuses(kiosk: &Value) -> Vec<&str> {
    kiosk["documents"].as_array().unwrap().iter().map(|document| document["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_patient_reads_and_signs_on_the_tablet_until_it_is_taken_back() {
    let (clinic, owner, patient, forms) = handed_over().await;
    let kiosk = kiosk_of(&owner).await;
    assert_eq!((&kiosk["patient_first_name"], &kiosk["member_name"]), (&json!("Nora"), &json!("Olive Owner")));
    assert_eq!(statuses(&kiosk), ["waiting", "waiting"]);
    assert!(!kiosk.to_string().contains("Lindqvist"), "{kiosk}");
    // Only the token opens a document: the tablet's own calls have no cookie of a member.
    let tablet = clinic.anonymous();
    let (first, second) = (path_of(&kiosk, 0), path_of(&kiosk, 1));
    assert_eq!(tablet.get(&first).await.expect(StatusCode::OK)["patient_first_name"], "Nora");
    let act = json!({ "signature": factories::tall_signature(), "electronic_consent": true });
    tablet.post(&format!("{first}/sign"), act).await.expect(StatusCode::OK);
    tablet.post(&format!("{second}/decline"), json!({ "reason": "Not today" })).await.expect(StatusCode::OK);
    assert_eq!(statuses(&kiosk_of(&owner).await), ["signed", "declined"]);
    assert_eq!(take_back(&owner).await, json!({ "patient_id": patient }));
    owner.get(&format!("/api/patients/{patient}")).await.expect(StatusCode::OK);
    owner.get("/api/kiosk").await.refused(StatusCode::CONFLICT, "not_handed_over");
    tablet.get(&first).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let history = owner.get(&format!("/api/consents/issued/{}", forms[0])).await.expect(StatusCode::OK);
    let events: Vec<_> = history["history"].as_array().unwrap().iter().map(|event| &event["kind"]).collect();
    assert_eq!(events, ["issued", "handed_over", "opened", "signed"]);
    assert_eq!(history["history"][1]["by"], "Olive Owner");
    assert_eq!(factories::audited(&clinic, "member", "kiosk.start", &[patient], &forms).await, 1);
}

/// Tries every call of members with the tablet's session.
#[tokio::test]
async fn a_session_that_is_handed_over_makes_no_call_but_the_tablets() {
    let world = World::new(&Server::new()).await;
    set_pin(&world.owner).await;
    world.owner.post("/api/kiosk", json!({ "patient_id": world.patient })).await.expect(StatusCode::NO_CONTENT);
    let before = world.clinic.fingerprint().await;
    let mut tried = 0;
    for call in world.calls() {
        let row = MATRIX.row(&call.method, call.template).unwrap();
        // Calls whose credential is a link, a token or a password need no session and do not depend on the tablet.
        let needs_session = row
            .cells
            .iter()
            .all(|(column, cell)| !["anonymous", "portal_token"].contains(&column.as_str()) || cell == "deny");
        if !needs_session || row.permission == "kiosk.use" {
            continue;
        }
        let answer = world.owner.send(world.owner.request(call.method.clone(), &call.path, call.body.as_ref())).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {}: {}", call.method, call.template, answer.text);
        assert_eq!(answer.json()["code"], "handed_over", "{} {}", call.method, call.template);
        tried += 1;
    }
    assert!(tried > 200, "{tried}");
    assert_eq!(world.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_tablet_opens_what_its_patient_has_to_sign_and_nothing_else() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let (_, link) = factories::consent(&owner, patient).await;
    factories::consent(&owner, other).await;
    let (withdrawn, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{withdrawn}/revoke")).await.expect(StatusCode::OK);
    set_pin(&owner).await;
    owner.post("/api/kiosk", json!({ "patient_id": patient })).await.expect(StatusCode::NO_CONTENT);
    let kiosk = kiosk_of(&owner).await;
    assert_eq!(statuses(&kiosk), ["waiting"]);
    // A link that the patient already has stays valid.
    clinic.anonymous().get(&format!("/api/portal/consent/{link}")).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::hours(3));
    clinic.anonymous().get(&path_of(&kiosk, 0)).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let neighbour = clinic.server.clinic().await;
    neighbour.anonymous().get(&path_of(&kiosk, 0)).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_tablet_is_handed_over_with_a_pin_and_with_something_to_sign() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let start = async || owner.post("/api/kiosk", json!({ "patient_id": patient })).await;
    let before = clinic.fingerprint().await;
    start().await.refused(StatusCode::CONFLICT, "pin_missing");
    assert_eq!(clinic.fingerprint().await, before);
    set_pin(&owner).await;
    let before = clinic.fingerprint().await;
    start().await.refused(StatusCode::CONFLICT, "nothing_to_sign");
    owner.post("/api/kiosk", json!({ "patient_id": patient + 999 })).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post("/api/kiosk/return", json!({ "pin": PIN })).await.refused(StatusCode::CONFLICT, "not_handed_over");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_pin_has_digits_that_are_not_tried_first_and_needs_a_fresh_proof() {
    let clinic = TestClinic::new().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    for wrong in ["407", "407140714", "40a1", " 4071", "1111", "1234", "87654321", "٤٠٧١", ""] {
        let answer = nurse.put("/api/auth/pin", json!({ "pin": wrong })).await;
        answer.refused_field("pin");
    }
    assert_eq!(clinic.count("{}.member_pin").await, 0);
    set_pin(&nurse).await;
    nurse.put("/api/auth/pin", json!({ "pin": "90210" })).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.count("{}.member_pin where pin_hash like '$argon2id$%'").await, 1);
    clinic.clock().advance(TimeDelta::minutes(14));
    nurse.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(1));
    let late = nurse.put("/api/auth/pin", json!({ "pin": PIN })).await;
    late.refused(StatusCode::FORBIDDEN, "proof_required");
}

#[tokio::test]
async fn after_five_wrong_pins_only_the_password_takes_the_tablet_back() {
    let (clinic, owner, patient, _) = handed_over().await;
    let tried = async |body: Value| owner.post("/api/kiosk/return", body).await;
    tried(json!({})).await.refused_field("pin");
    tried(json!({ "pin": PIN, "password": PASSWORD })).await.refused_field("password");
    for number in 0..5 {
        tried(json!({ "pin": format!("90{number}1") })).await.refused(StatusCode::FORBIDDEN, "wrong_pin");
    }
    tried(json!({ "pin": PIN })).await.refused(StatusCode::FORBIDDEN, "pin_locked");
    owner.get(&format!("/api/patients/{patient}")).await.refused(StatusCode::FORBIDDEN, "handed_over");
    tried(json!({ "password": "not the password" })).await.refused(StatusCode::FORBIDDEN, "wrong_password");
    assert_eq!(clinic.count("{}.audit where action = 'kiosk.return' and outcome = 'denied'").await, 9);
    tried(json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    // The next handover allows five tries again.
    owner.post("/api/kiosk", json!({ "patient_id": patient })).await.expect(StatusCode::NO_CONTENT);
    tried(json!({ "pin": "9021" })).await.refused(StatusCode::FORBIDDEN, "wrong_pin");
    take_back(&owner).await;
}

#[tokio::test]
async fn of_many_guesses_at_once_no_more_are_checked_than_are_allowed() {
    let (clinic, owner, _, _) = handed_over().await;
    let guesses = (0..12).map(|number| {
        let body = json!({ "pin": format!("80{number:02}1") });
        let owner = &owner;
        async move { owner.post("/api/kiosk/return", body).await.json()["code"].as_str().unwrap().to_owned() }
    });
    let codes = join_all(guesses).await;
    assert_eq!(codes.iter().filter(|code| *code == "wrong_pin").count(), 5, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| *code == "pin_locked").count(), 7, "{codes:?}");
    assert_eq!(clinic.count("{}.kiosk_session where wrong_pins = 5").await, 1);
}

#[tokio::test]
async fn taking_the_tablet_back_twice_at_once_does_it_once() {
    let (clinic, owner, _, _) = handed_over().await;
    let both = join_all([take(&owner), take(&owner)]).await;
    assert!(both.contains(&StatusCode::OK), "{both:?}");
    assert!(both.iter().all(|status| [StatusCode::OK, StatusCode::CONFLICT].contains(status)), "{both:?}");
    assert_eq!(clinic.count("{}.consent where kiosk_hash is not null").await, 0);
    owner.get("/api/patients").await.expect(StatusCode::OK);
}

async fn take(client: &Client) -> StatusCode {
    client.post("/api/kiosk/return", json!({ "pin": PIN })).await.status
}

#[tokio::test]
async fn signing_in_again_leaves_the_tablets_session_as_it_is() {
    let (clinic, owner, patient, _) = handed_over().await;
    // On the same tablet, whose browser then has a new cookie, and on another device.
    let again = clinic.owner().await;
    again.get(&format!("/api/patients/{patient}")).await.expect(StatusCode::OK);
    again.get("/api/kiosk").await.refused(StatusCode::CONFLICT, "not_handed_over");
    owner.get(&format!("/api/patients/{patient}")).await.refused(StatusCode::FORBIDDEN, "handed_over");
    let request = owner.request(Method::POST, "/api/auth/logout", None);
    owner.send(request).await.refused(StatusCode::FORBIDDEN, "handed_over");
}
