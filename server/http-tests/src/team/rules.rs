use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{form, id_of, listed, nia, with};
use crate::testing::{Client, PASSWORD, TestClinic, factories};
use base::{error::Error, permission::Role};
use practice::team::rules;
use tenancy::{Member, enter_for_job};

/// A member with this role; returns the id, and the form's content.
async fn somebody(clinic: &TestClinic, seen_by: &Client, role: Role) -> (i64, Value) {
    let id = id_of(clinic, &factories::member(clinic, role).await).await;
    (id, form(&listed(seen_by, id).await.unwrap()))
}

#[tokio::test]
async fn a_director_cannot_make_or_change_a_manager() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let (manager, manager_form) = somebody(&clinic, &owner, Role::PracticeManager).await;
    let (nurse, nurse_form) = somebody(&clinic, &owner, Role::Nurse).await;
    clinic.plant("update {}.member set role = 'Provider' where is_owner").await;
    let owner_id = id_of(&clinic, "owner@clinic.example").await;
    let owner_form = form(&listed(&owner, owner_id).await.unwrap());
    let before = clinic.fingerprint().await;
    let forbidden = |answer: crate::testing::Answer| drop(answer.refused(StatusCode::FORBIDDEN, "forbidden"));
    forbidden(director.post("/api/team", with(nia(), "role", "Practice Manager")).await);
    forbidden(director.put(&format!("/api/team/{nurse}"), with(nurse_form.clone(), "role", "Practice Manager")).await);
    forbidden(director.put(&format!("/api/team/{manager}"), with(manager_form, "role", "Staff")).await);
    forbidden(director.put(&format!("/api/team/{owner_id}"), with(owner_form, "email", "mine@clinic.example")).await);
    forbidden(director.post_nothing(&format!("/api/team/{manager}/invite")).await);
    forbidden(director.post_nothing(&format!("/api/team/{owner_id}/invite")).await);
    forbidden(director.delete(&format!("/api/team/{nurse}")).await);
    assert_eq!(clinic.fingerprint().await, before);
    director.post("/api/team", nia()).await.expect(StatusCode::CREATED);
    director
        .post("/api/team", with(with(nia(), "role", "Medical Director"), "email", "md@clinic.example"))
        .await
        .expect(StatusCode::CREATED);
    director.put(&format!("/api/team/{nurse}"), with(nurse_form, "role", "Provider")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn nobody_changes_their_own_role_or_status() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for role in [Role::PracticeManager, Role::MedicalDirector] {
        let email = factories::member(&clinic, role).await;
        let client = clinic.anonymous().sign_in(&email).await;
        let id = id_of(&clinic, &email).await;
        let path = format!("/api/team/{id}");
        let own = form(&listed(&owner, id).await.unwrap());
        let before = clinic.fingerprint().await;
        let refused = |answer: crate::testing::Answer| drop(answer.refused(StatusCode::FORBIDDEN, "own_standing"));
        refused(client.put(&path, with(own.clone(), "role", "Staff")).await);
        refused(client.put(&path, with(own.clone(), "status", "inactive")).await);
        if role == Role::PracticeManager {
            refused(client.put(&path, with(own.clone(), "role", "Medical Director")).await);
            refused(client.delete(&path).await);
        }
        assert_eq!(clinic.fingerprint().await, before);
        if role == Role::MedicalDirector {
            let changed = client.put(&path, with(own, "phone", "555 010 7777")).await.expect(StatusCode::OK);
            assert_eq!(changed["phone"], "555 010 7777");
            client.get("/api/auth/session").await.expect(StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn the_owner_cannot_be_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let id = id_of(&clinic, "owner@clinic.example").await;
    let path = format!("/api/team/{id}");
    let own = form(&listed(&owner, id).await.unwrap());
    let before = clinic.fingerprint().await;
    manager.delete(&path).await.refused(StatusCode::FORBIDDEN, "owner_stays");
    manager.put(&path, with(own.clone(), "status", "inactive")).await.refused(StatusCode::FORBIDDEN, "owner_stays");
    owner.delete(&path).await.refused(StatusCode::FORBIDDEN, "own_standing");
    assert_eq!(clinic.fingerprint().await, before);
    owner.get("/api/patients").await.expect(StatusCode::OK);
    let changed = manager.put(&path, with(own, "department", "Clinical")).await.expect(StatusCode::OK);
    assert_eq!((&changed["is_owner"], &changed["department"]), (&json!(true), &json!("Clinical")));
}

#[tokio::test]
async fn the_last_member_who_can_run_the_clinic_keeps_the_role() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (manager, manager_form) = somebody(&clinic, &owner, Role::PracticeManager).await;
    let (second, _) = somebody(&clinic, &owner, Role::PracticeManager).await;
    // Through the API there is always an owner. The rule also holds without an owner.
    clinic.plant("update {}.member set is_owner = false, role = 'Provider' where is_owner").await;
    let actor = Member {
        id: (clinic.first_id + 999).into(),
        first_name: "Dana".to_owned(),
        last_name: "Director".to_owned(),
        email: "dana@clinic.example".to_owned(),
        role: Role::MedicalDirector,
        is_owner: false,
        is_confirmed: true,
        license_number: None,
    };
    let change = async |wanted: Option<Value>| {
        let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
        let target = rules::listed(&entered.tx, manager.into()).await.unwrap();
        let wanted = wanted.map(|wanted| serde_json::from_value(wanted).unwrap());
        rules::keeps_the_clinic_open(&entered.tx, &actor, &target, wanted.as_ref()).await
    };
    let takes_away = [
        None,
        Some(with(manager_form.clone(), "role", "Staff")),
        Some(with(manager_form.clone(), "status", "inactive")),
    ];
    for wanted in &takes_away {
        change(wanted.clone()).await.unwrap();
    }
    for gone in ["status = 'inactive'", "status = 'active', removed_at = now()", "removed_at = null, role = 'Provider'"]
    {
        clinic.plant(&format!("update {{}}.member set {gone} where id = {second}")).await;
        for wanted in &takes_away {
            let refused = change(wanted.clone()).await.unwrap_err();
            assert!(matches!(refused, Error::Refused { code: "last_manager", .. }), "{refused:?}");
        }
    }
    change(Some(with(manager_form, "phone", "555 010 7777"))).await.unwrap();
}

#[tokio::test]
async fn every_change_needs_a_fresh_proof() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED);
    let path = format!("/api/team/{}", factories::id(&added["member"]));
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get("/api/team").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    let before = clinic.fingerprint().await;
    let other = with(nia(), "email", "other@clinic.example");
    for answer in [
        owner.post("/api/team", other.clone()).await,
        owner.put(&path, nia()).await,
        owner.delete(&path).await,
        owner.post_nothing(&format!("{path}/invite")).await,
    ] {
        answer.refused(StatusCode::FORBIDDEN, "proof_required");
    }
    assert_eq!(clinic.fingerprint().await, before);
    owner.get("/api/team").await.expect(StatusCode::OK);
    owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    owner.post("/api/team", other).await.expect(StatusCode::CREATED);
    owner.put(&path, nia()).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("{path}/invite")).await.expect(StatusCode::CREATED);
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
}
