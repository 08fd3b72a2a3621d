use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

async fn approve(director: &Client, treatment: i64) -> Answer {
    let approval = json!({ "director_signature": factories::tall_signature() });
    director.post(&format!("/api/treatments/{treatment}/approve"), approval).await
}

#[tokio::test]
async fn a_director_approves_what_a_provider_has_recorded() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let approved = approve(&director, treatment).await.expect(StatusCode::OK);
    assert_eq!(approved["director_name"], "Robin Medical Director");
    assert_eq!(approved["provider_name"], "Robin Provider");
    assert!(approved["director_signature"].as_str().unwrap().starts_with("data:image/png;base64,"));
    assert!(approved["approved_at"].is_string());
    assert_eq!(factories::audited(&clinic, "member", "treatment.approve", &[patient], &[treatment]).await, 1);
    let before = clinic.fingerprint().await;
    approve(&director, treatment).await.refused(StatusCode::CONFLICT, "already_approved");
    approve(&clinic.owner().await, treatment).await.refused(StatusCode::CONFLICT, "already_approved");
    for nothing in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        approve(&director, nothing).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_treatment_names_the_version_of_its_chart_and_no_former_one_is_approved() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let list = format!("/api/treatments?patientId={patient}");
    let version = async || {
        let version = director.get(&list).await.expect(StatusCode::OK)[0]["version"].as_i64().unwrap();
        i32::try_from(version).unwrap()
    };
    let seen = version().await;
    let path = format!("/api/treatments/{treatment}/addenda");
    provider.post(&path, factories::addendum()).await.expect(StatusCode::CREATED);
    let approval = json!({ "director_signature": factories::tall_signature() });
    let path = format!("/api/treatments/{treatment}/approve");
    let approve = async |version| director.send_from_version(version, Method::POST, &path, Some(&approval)).await;
    let before = clinic.fingerprint().await;
    approve(seen).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(version().await, seen + 1);
    let approved = approve(seen + 1).await.expect(StatusCode::OK);
    assert_eq!(approved["version"], seen + 1);
}

#[tokio::test]
async fn an_approval_needs_a_proof_of_identity_of_the_last_15_minutes() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    clinic.clock().advance(TimeDelta::minutes(8));
    director.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    let before = clinic.fingerprint().await;
    approve(&director, treatment).await.refused(StatusCode::FORBIDDEN, "proof_required");
    director
        .post("/api/auth/prove", json!({ "password": "not the password" }))
        .await
        .refused(StatusCode::FORBIDDEN, "wrong_password");
    approve(&director, treatment).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
    director.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(14));
    approve(&director, treatment).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_director_cannot_approve_their_own_treatment_while_there_is_another_director() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director_email = factories::member(&clinic, Role::MedicalDirector).await;
    let director = clinic.anonymous().sign_in(&director_email).await;
    let patient = factories::cleared_patient(&owner).await;
    let (owners, directors) =
        (factories::treatment(&owner, patient).await, factories::treatment(&director, patient).await);
    let before = clinic.fingerprint().await;
    approve(&owner, owners).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    approve(&director, directors).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    assert_eq!(clinic.fingerprint().await, before);
    approve(&owner, directors).await.expect(StatusCode::OK);
    // The other director exists but cannot sign in, so nobody else may approve.
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{director_email}'")).await;
    approve(&owner, owners).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_owner_alone_approves_their_own_treatment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    // Neither of these two may approve, so they do not count.
    factories::member(&clinic, Role::Provider).await;
    factories::member(&clinic, Role::PracticeManager).await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    let approved = approve(&owner, treatment).await.expect(StatusCode::OK);
    assert_eq!(approved["director_name"], approved["provider_name"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_twenty_concurrent_approvals_one_is_stored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let answers =
        join_all((0..20).map(|number| approve(if number % 2 == 0 { &owner } else { &director }, treatment))).await;
    let (approved, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(approved.len(), 1);
    for answer in refused {
        answer.refused(StatusCode::CONFLICT, "already_approved");
    }
    assert_eq!(clinic.count("{}.treatment_approval").await, 1);
    assert_eq!(factories::audited(&clinic, "member", "treatment.approve", &[patient], &[treatment]).await, 1);
}

#[tokio::test]
async fn unapproved_treatments_are_listed_oldest_first_without_clinical_notes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let (patient, other) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    let first = factories::treatment(&provider, patient).await;
    let approved = factories::treatment(&provider, patient).await;
    let own = factories::treatment(&owner, other).await;
    approve(&owner, approved).await.expect(StatusCode::OK);
    let waiting = owner.get("/api/treatments/pending").await.expect(StatusCode::OK);
    let expected = |id: i64, patient: i64, provider: &str, is_own: bool, created_at: &Value| {
        json!({
            "id": id, "patient_id": patient, "patient_name": "Nora Lindqvist", "treatment_type": "Botox",
            "areas": "Glabella", "provider_name": provider, "is_own": is_own, "may_approve": true, "approval_refusal": null,
            "created_at": created_at,
        })
    };
    let times = [&waiting[0]["created_at"], &waiting[1]["created_at"]];
    assert_eq!(
        waiting,
        json!([
            expected(first, patient, "Robin Provider", false, times[0]),
            expected(own, other, "Olive Owner", true, times[1]),
        ])
    );
    assert_eq!(factories::audited(&clinic, "member", "treatment.pending.list", &[patient, other], &[]).await, 1);
}

#[tokio::test]
async fn the_clinics_role_cannot_alter_treatments_and_approvals() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    approve(&owner, treatment).await.expect(StatusCode::OK);
    for sql in [
        "update treatment set notes = 'better'",
        "update treatment set provider_signature = ''",
        "delete from treatment",
        "truncate treatment cascade",
        "update treatment_approval set director_signature = ''",
        "update treatment_approval set approved_at = now()",
        "delete from treatment_approval",
        "truncate treatment_approval",
        "update audit set outcome = 'denied'",
        "delete from audit",
    ] {
        assert!(factories::role_may_not(&clinic, sql).await, "{sql}");
    }
    for sql in ["select notes from treatment", "select approved_at from treatment_approval"] {
        assert!(!factories::role_may_not(&clinic, sql).await, "{sql}");
    }
}

#[tokio::test]
async fn unapproved_treatments_are_sorted_by_time_and_not_by_id() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let recent = factories::treatment(&owner, patient).await;
    let older = factories::treatment(&owner, patient).await;
    clinic
        .plant(&format!("update {{}}.treatment set created_at = created_at - interval '9 days' where id = {older}"))
        .await;
    let waiting = owner.get("/api/treatments/pending").await.expect(StatusCode::OK);
    let ids: Vec<_> = waiting.as_array().unwrap().iter().map(factories::id).collect();
    assert_eq!(ids, [older, recent]);
}

#[tokio::test]
async fn each_row_says_whether_the_signed_in_member_may_approve_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&owner).await;
    let (own, others) = (factories::treatment(&owner, patient).await, factories::treatment(&provider, patient).await);
    let path = format!("/api/treatments?patientId={patient}");
    let offered = async |person: &Client, path: &str| -> Vec<i64> {
        let rows = person.get(path).await.expect(StatusCode::OK);
        rows.as_array().unwrap().iter().filter(|row| row["may_approve"] == true).map(factories::id).collect()
    };
    // While she is the only director, the owner may also approve her own treatments; a provider approves nothing.
    assert_eq!(offered(&owner, &path).await, [others, own]);
    assert_eq!(offered(&owner, "/api/treatments/pending").await, [own, others]);
    assert_eq!(offered(&provider, &path).await, [0_i64; 0]);
    // With another director she no longer may. Offered approvals work, and others are refused.
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    assert_eq!(offered(&owner, &path).await, [others]);
    assert_eq!(offered(&owner, "/api/treatments/pending").await, [others]);
    assert_eq!(offered(&director, &path).await, [others, own]);
    approve(&owner, own).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    let approved = approve(&director, own).await.expect(StatusCode::OK);
    assert_eq!(approved["may_approve"], false);
    assert_eq!(offered(&director, &path).await, [others]);
}

#[tokio::test]
async fn recording_a_treatment_returns_the_same_row_as_the_list() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&owner).await;
    let offered = async |person: &Client| {
        let new =
            json!({ "patient_id": patient, "units": "-0", "provider_signature": factories::provider_signature() });
        let answer = person.post("/api/treatments", new).await.expect(StatusCode::CREATED);
        let rows = person.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
        let listed = rows.as_array().unwrap().iter().find(|row| row["id"] == answer["id"]).unwrap();
        assert_eq!(answer.to_string(), listed.to_string());
        answer["may_approve"] == true
    };
    assert_eq!((offered(&owner).await, offered(&provider).await), (true, false));
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    assert_eq!((offered(&owner).await, offered(&director).await), (false, false));
    for gone in ["status = 'inactive'", "status = 'active', removed_at = now()"] {
        clinic.plant(&format!("update {{}}.member set {gone} where role = 'Medical Director' and not is_owner")).await;
        assert!(offered(&owner).await, "{gone}");
    }
}

#[tokio::test]
async fn a_non_clinical_owner_cannot_examine_treat_or_approve() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    for role in ["Practice Manager", "Receptionist", "Staff"] {
        clinic.plant(&format!("update {{}}.member set role = '{role}' where is_owner")).await;
        let before = clinic.fingerprint().await;
        approve(&owner, treatment).await.refused(StatusCode::FORBIDDEN, "forbidden");
        owner.get("/api/treatments/pending").await.refused(StatusCode::FORBIDDEN, "forbidden");
        owner.get(&format!("/api/treatments?patientId={patient}")).await.refused(StatusCode::FORBIDDEN, "forbidden");
        owner.post("/api/treatments", factories::botox(patient)).await.refused(StatusCode::FORBIDDEN, "forbidden");
        let exam = json!({ "patient_id": patient, "vitals": "HR: 70 bpm" });
        owner.post("/api/gfe", exam).await.refused(StatusCode::FORBIDDEN, "forbidden");
        let mut estimate = factories::estimate(patient);
        estimate["prov_sig"] = json!(factories::tall_signature());
        owner.post("/api/gfe-estimate", estimate).await.refused_field("prov_sig");
        assert_eq!(clinic.fingerprint().await, before, "{role}");
        // Running the clinic is still allowed.
        owner.get("/api/clinic/settings").await.expect(StatusCode::OK);
        owner.get("/api/team").await.expect(StatusCode::OK);
    }
    // An owner who is a nurse treats, and approves nothing.
    clinic.plant("update {}.member set role = 'Nurse' where is_owner").await;
    factories::treatment(&owner, patient).await;
    approve(&owner, treatment).await.refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.plant("update {}.member set role = 'Medical Director' where is_owner").await;
    approve(&owner, treatment).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_director_approves_their_own_treatment_when_all_others_are_ones_they_invited() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let first = factories::treatment(&owner, patient).await;
    factories::member(&clinic, Role::MedicalDirector).await;
    let sponsored = "insert into {}.member_sponsor (member_id, sponsor_id, at)
        select m.id, o.id, now() from {}.member m, {}.member o where m.role = 'Medical Director' and not m.is_owner and o.is_owner";
    approve(&owner, first).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    clinic.plant(sponsored).await;
    approve(&owner, first).await.expect(StatusCode::OK);
    // The response to recording says the same.
    let second = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!((&second["may_approve"], &second["approval_refusal"]), (&json!(true), &Value::Null));
    factories::member(&clinic, Role::MedicalDirector).await;
    let third = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!((&third["may_approve"], &third["approval_refusal"]), (&json!(false), &json!("own_treatment")));
    // A member who was never confirmed could not approve it either.
    clinic.plant("update {}.member set director_confirmed_at = null where not is_owner").await;
    let fourth = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(fourth["may_approve"], true);
}
