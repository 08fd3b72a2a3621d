//! The modules that a clinic's owner switches on.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::words::Module;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, PASSWORD, Server, TestClinic, factories};
use base::permission::Role;
use practice::settings;
use tenancy::enter_for_job;

const PATH: &str = "/api/clinic/modules";

async fn modules(client: &Client) -> Value {
    client.get(PATH).await.expect(StatusCode::OK)
}

async fn switch(client: &Client, module: &str, on: bool) -> Answer {
    client.put(&format!("{PATH}/{module}"), json!({ "on": on })).await
}

async fn in_the_session(client: &Client) -> Value {
    client.get("/api/auth/session").await.expect(StatusCode::OK)["modules"].take()
}

#[tokio::test]
async fn a_new_clinic_has_every_module_off_and_those_that_exist_can_be_switched_on() {
    let clinic = TestClinic::new().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let off = |module: &str, available: bool| {
        json!({
            "module": module, "available": available, "on": false, "changed_by_name": null, "changed_at": null,
            "version": 0,
        })
    };
    let expected = json!([
        off("import_clients", true),
        off("services", true),
        off("photos", false),
        off("reports", false),
        off("analytics", false),
        off("online_booking", true),
        off("clearance", true),
        off("protocols", true),
    ]);
    assert_eq!(modules(&staff).await, expected);
    assert_eq!(in_the_session(&staff).await, json!([]));
}

#[tokio::test]
async fn a_module_that_is_switched_on_is_in_everybodys_session_with_who_and_when() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let owner = clinic.owner().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let answer = switch(&owner, "services", true).await.expect(StatusCode::OK);
    let at = answer["changed_at"].clone();
    assert!(at.is_string(), "{answer}");
    let expected = json!({
        "module": "services", "available": true, "on": true, "changed_by_name": "Olive Owner", "changed_at": at,
        "version": 1,
    });
    assert_eq!(answer, expected);
    assert_eq!(modules(&staff).await[1], expected);
    assert_eq!(in_the_session(&staff).await, json!(["services"]));
    switch(&owner, "import_clients", true).await.expect(StatusCode::OK);
    assert_eq!(in_the_session(&owner).await, json!(["import_clients", "services"]), "in the order of the screen");
    let credentials = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    let signed_in = clinic.anonymous().post("/api/auth/login", credentials).await.expect(StatusCode::OK);
    assert_eq!(signed_in["modules"], json!(["import_clients", "services"]));
    assert_eq!(in_the_session(&another.owner().await).await, json!([]), "the other clinic is as it was");
}

#[tokio::test]
async fn a_switch_is_in_the_activity_log_with_both_states() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    switch(&owner, "services", true).await.expect(StatusCode::OK);
    switch(&owner, "services", false).await.expect(StatusCode::OK);
    assert_eq!(in_the_session(&owner).await, json!([]));
    let log = owner.get("/api/audit?limit=10").await.expect(StatusCode::OK);
    let changes: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["phrase"] == "Switched a module on or off")
        .map(|entry| entry["changes"].clone())
        .collect();
    assert_eq!(
        changes,
        [
            json!([{ "field": "services", "from": "on", "to": "off" }]),
            json!([{ "field": "services", "from": "off", "to": "on" }]),
        ]
    );
}

#[tokio::test]
async fn switching_a_module_to_what_it_is_changes_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert_eq!(switch(&owner, "services", false).await.expect(StatusCode::OK)["version"], 0);
    switch(&owner, "services", true).await.expect(StatusCode::OK);
    let first = modules(&owner).await;
    clinic.clock().advance(TimeDelta::minutes(1));
    assert_eq!(switch(&owner, "services", true).await.expect(StatusCode::OK)["version"], 1);
    assert_eq!(modules(&owner).await, first);
}

#[tokio::test]
async fn a_module_that_is_still_to_come_cannot_be_switched_on() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (module, name) in [("photos", "Photos"), ("reports", "Reports"), ("analytics", "Analytics")] {
        let before = clinic.fingerprint().await;
        let answer = switch(&owner, module, true).await.refused(StatusCode::CONFLICT, "module_not_available");
        assert_eq!(answer["error"], format!("{name} is not available yet."));
        assert_eq!(clinic.fingerprint().await, before);
    }
    let before = clinic.fingerprint().await;
    switch(&owner, "payroll", true).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn only_the_owner_switches_modules_and_only_after_a_fresh_proof() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let before = clinic.fingerprint().await;
    switch(&manager, "services", true).await.refused(StatusCode::FORBIDDEN, "forbidden");
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(8));
        modules(&owner).await;
    }
    switch(&owner, "services", true).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_switch_from_an_older_version_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("{PATH}/services");
    let on = json!({ "on": true });
    owner.send_from_version(0, Method::PUT, &path, Some(&on)).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let off = json!({ "on": false });
    let stale = owner.send_from_version(0, Method::PUT, &path, Some(&off)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for body in [json!({}), json!({ "on": "yes" }), json!({ "on": null }), json!({ "on": true, "more": 1 })] {
        assert_eq!(owner.put(&path, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(clinic.fingerprint().await, before);
    owner.send_from_version(1, Method::PUT, &path, Some(&off)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn of_two_first_switches_at_the_same_moment_one_waits_for_the_other() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("{PATH}/services");
    let on = json!({ "on": true });
    let both = async || owner.send_from_version(0, Method::PUT, &path, Some(&on)).await.status;
    let (one, other) = tokio::join!(both(), both());
    let mut answers = [one, other];
    answers.sort();
    assert_eq!(answers, [StatusCode::OK, StatusCode::PRECONDITION_FAILED]);
    assert_eq!(modules(&owner).await[1]["version"], 1);
}

#[tokio::test]
async fn what_needs_a_module_is_refused_until_it_is_on() {
    let clinic = TestClinic::new().await;
    let allowed = async || {
        let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
        settings::require_module(&entered.tx, Module::Services).await.map_err(|error| error.to_string())
    };
    assert!(allowed().await.unwrap_err().contains("module_off"));
    factories::switch_on(&clinic, "import_clients").await;
    assert!(allowed().await.is_err(), "another module does not count");
    factories::switch_on(&clinic, "services").await;
    allowed().await.unwrap();
}
