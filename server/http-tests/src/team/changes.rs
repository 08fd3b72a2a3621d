use axum::http::{Method, StatusCode};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{form, id_of, listed, nia, with};
use crate::testing::{PASSWORD, TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_member_is_added_with_an_invitation_and_without_a_password() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let answer = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED);
    let member = &answer["member"];
    let id = factories::id(member);
    assert!(id > clinic.first_id);
    assert_eq!(form(member), nia());
    assert_eq!((&member["is_owner"], &member["has_signed_in"]), (&json!(false), &json!(false)));
    let token = answer["invite_url"].as_str().unwrap().strip_prefix(&format!("{}/invite/", clinic.origin())).unwrap();
    assert_eq!(token.len(), 43);
    assert_eq!(clinic.count(&format!("{{}}.member where id = {id} and password_hash is null")).await, 1);
    assert_eq!(factories::audited(&clinic, "member", "team.create", &[], &[id]).await, 1);
    // Only the member may have the link, so only its hash is stored.
    for table in ["account_link", "job", "member", "audit"] {
        let holding = format!("{{}}.{table} as r where strpos(r::text, '{token}') > 0");
        assert_eq!(clinic.count(&holding).await, 0, "{table}");
    }
}

#[tokio::test]
async fn optional_fields_may_be_left_out() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut bare = nia();
    for (field, absent) in [("phone", json!("")), ("license_number", json!(null)), ("specialties", json!("  "))] {
        bare[field] = absent;
    }
    bare.as_object_mut().unwrap().remove("notes");
    let member = owner.post("/api/team", bare).await.expect(StatusCode::CREATED)["member"].clone();
    for field in ["phone", "license_number", "specialties", "notes"] {
        assert_eq!(member[field], Value::Null, "{field}");
    }
}

#[tokio::test]
async fn an_inactive_member_is_not_invited() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let answer = owner.post("/api/team", with(nia(), "status", "inactive")).await.expect(StatusCode::CREATED);
    assert_eq!(answer["invite_url"], Value::Null);
    assert_eq!(clinic.count("{}.account_link").await, 0);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    let path = format!("/api/team/{}/invite", factories::id(&answer["member"]));
    let before = clinic.fingerprint().await;
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "inactive");
    let member = clinic.signed_in_as(Role::Nurse).await.get("/api/auth/session").await.expect(StatusCode::OK);
    let after = clinic.fingerprint().await;
    assert_ne!(after, before);
    let path = format!("/api/team/{}/invite", member["member"]["id"]);
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "already_joined");
    for nobody in ["1", "-1", "x"] {
        owner.post_nothing(&format!("/api/team/{nobody}/invite")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, after);
}

#[tokio::test]
async fn everything_about_a_member_can_be_changed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::id(&owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"]);
    let changed = json!({
        "first_name": "Nina", "last_name": "Okafor-Berg", "email": "nina@clinic.example", "phone": "555 010 9999",
        "role": "Provider", "department": "Management", "status": "inactive", "hire_date": "2025-12-31",
        "license_number": "PA-1", "license_state": "NV", "license_expires_on": "2027-03-01", "specialties": "Filler", "notes": "Back in May",
    });
    let member = owner.put(&format!("/api/team/{id}"), changed.clone()).await.expect(StatusCode::OK);
    assert_eq!(form(&member), changed);
    assert_eq!(listed(&owner, id).await, Some(member));
    assert_eq!(factories::audited(&clinic, "member", "team.update", &[], &[id]).await, 1);
    let before = clinic.fingerprint().await;
    for nobody in ["1", "-1", "x", "9223372036854775808"] {
        owner.put(&format!("/api/team/{nobody}"), nia()).await.refused(StatusCode::NOT_FOUND, "not_found");
        owner.delete(&format!("/api/team/{nobody}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_member_shows_who_changed_them_and_when_by_the_name_of_that_moment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"].clone();
    let id = factories::id(&added);
    assert_eq!(added["updated_by"], "Olive Owner");
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let changed = manager.put(&format!("/api/team/{id}"), nia()).await.expect(StatusCode::OK);
    assert_eq!(changed["updated_by"], "Robin Practice Manager");
    assert!(changed["updated_at"].as_str() > added["updated_at"].as_str(), "{changed}");
    clinic.plant("update {}.member set last_name = 'Renamed' where first_name = 'Robin'").await;
    assert_eq!(listed(&owner, id).await, Some(changed));
}

#[tokio::test]
async fn an_address_is_unique_in_any_case() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::id(&owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"]);
    let before = clinic.fingerprint().await;
    for taken in ["Nia@clinic.example", "NIA@CLINIC.EXAMPLE", "owner@clinic.example"] {
        let words = owner.post("/api/team", with(nia(), "email", taken)).await.refused_field("email");
        assert_eq!(words, "is another team member's address");
    }
    let path = format!("/api/team/{id}");
    owner.put(&path, with(nia(), "email", "OWNER@clinic.example")).await.refused_field("email");
    assert_eq!(clinic.fingerprint().await, before);
    owner.put(&path, with(nia(), "email", "nia@CLINIC.example")).await.expect(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_concurrent_additions_with_one_address_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let answers = join_all((0..6).map(|_| owner.post("/api/team", nia()))).await;
    let (added, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == StatusCode::CREATED);
    assert_eq!(added.len(), 1);
    for answer in refused {
        answer.refused_field("email");
    }
    assert_eq!(clinic.count("{}.job").await, 1, "and one is invited");
}

#[tokio::test]
async fn every_invalid_field_of_a_member_is_named_and_nothing_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::id(&owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"]);
    let path = format!("/api/team/{id}");
    let before = clinic.fingerprint().await;
    let required = [
        ("first_name", "First name is required"),
        ("last_name", "Last name is required"),
        ("email", "Email is required"),
        ("role", "Role is required"),
        ("department", "Department is required"),
        ("status", "Status is required"),
        ("hire_date", "Hire date is required"),
    ];
    let answer = owner.post("/api/team", json!({})).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    let all: Value = required
        .iter()
        .map(|(field, words)| ((*field).to_owned(), json!(words)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert_eq!(answer["fields"], all);
    for (field, words) in required {
        for blank in [json!(null), json!(""), json!("  ")] {
            let new = with(with(nia(), "email", "other@clinic.example"), field, blank);
            assert_eq!(owner.post("/api/team", new.clone()).await.refused_field(field), words);
            assert_eq!(owner.put(&path, new).await.refused_field(field), words);
        }
    }
    for (field, wrong) in [
        ("first_name", json!("x".repeat(201))),
        ("first_name", json!("Ni\u{0}a")),
        ("last_name", json!(5)),
        ("email", json!("nobody")),
        ("email", json!("a b@clinic.example")),
        ("email", json!("a@clinic.example\nBcc: all@clinic.example")),
        ("phone", json!("no number")),
        ("role", json!("Owner")),
        ("role", json!("nurse")),
        ("role", json!(["Nurse"])),
        ("department", json!("Sales")),
        ("status", json!("Active")),
        ("status", json!("removed")),
        ("hire_date", json!("05.01.2026")),
        ("hire_date", json!("2026-02-30")),
        ("license_number", json!("x".repeat(201))),
        ("specialties", json!(5)),
        ("notes", json!("x".repeat(10_001))),
        ("is_owner", json!(true)),
        ("password", json!(PASSWORD)),
        ("password_hash", json!("$argon2id$")),
        ("has_signed_in", json!(true)),
    ] {
        let new = with(with(nia(), "email", "other@clinic.example"), field, wrong);
        owner.post("/api/team", new.clone()).await.refused_field(field);
        owner.put(&path, new).await.refused_field(field);
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_removed_member_is_signed_out_and_signed_records_keep_their_name() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let provider = clinic.anonymous().sign_in(&email).await;
    let id = id_of(&clinic, &email).await;
    let patient = factories::cleared_patient(&provider).await;
    factories::treatment(&provider, patient).await;
    let path = format!("/api/team/{id}");
    owner.send_from_version(7, Method::DELETE, &path, None).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let gone = owner.delete(&path).await;
    assert_eq!((gone.status, gone.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(factories::audited(&clinic, "member", "team.delete", &[], &[id]).await, 1);
    assert_eq!(listed(&owner, id).await, None);
    assert_eq!(clinic.count(&format!("{{}}.session where member_id = {id} and ended_at is null")).await, 0);
    assert_eq!(clinic.count(&format!("{{}}.session where member_id = {id}")).await, 1);
    provider.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let login = json!({ "email": email, "password": PASSWORD });
    clinic.anonymous().post("/api/auth/login", login).await.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    let treatments = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&treatments[0]["provider_id"], &treatments[0]["provider_name"]),
        (&json!(id), &json!("Robin Provider"))
    );
    let exam = owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(exam["examiner_name"], "Robin Provider");
    let before = clinic.fingerprint().await;
    owner.delete(&format!("/api/team/{id}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.put(&format!("/api/team/{id}"), nia()).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post_nothing(&format!("/api/team/{id}/invite")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    // A new member can use the address, and is not the member who left.
    let again = owner.post("/api/team", with(nia(), "email", email)).await.expect(StatusCode::CREATED);
    assert_ne!(factories::id(&again["member"]), id);
    assert!(factories::role_may_not(&clinic, "delete from member").await);
}

#[tokio::test]
async fn an_address_in_use_cannot_be_taken_over() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    let id = id_of(&clinic, &email).await;
    let path = format!("/api/team/{id}");
    let own = form(&listed(&owner, id).await.unwrap());
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let before = clinic.fingerprint().await;
    for client in [&owner, &manager] {
        let moved = with(own.clone(), "email", "mine@clinic.example");
        client.put(&path, moved).await.refused(StatusCode::FORBIDDEN, "address_is_theirs");
    }
    assert_eq!(clinic.fingerprint().await, before);
    let shouted = with(own.clone(), "email", email.to_uppercase());
    owner.put(&path, shouted).await.expect(StatusCode::OK);
    // The director may change to another address, and stays signed in.
    let director = clinic.anonymous().sign_in(&email).await;
    director.put(&path, with(own, "email", "mine@clinic.example")).await.expect(StatusCode::OK);
    director.get("/api/auth/session").await.expect(StatusCode::OK);
}
