//! An owner's role changes only with the owner's consent.

use axum::http::StatusCode;
use serde_json::json;

use super::{directors::begun, form, id_of, listed, with};
use crate::testing::{TestClinic, factories};
use base::permission::Role;
use operations::clinic_ops::{ClinicOpsError, OwnersRole, change_owners_role};

/// Otherwise a manager could make the owner, the only director, Staff and then confirm another director.
#[tokio::test]
async fn an_owners_role_changes_only_with_the_owners_consent() {
    let (clinic, owner, manager, _) = begun().await;
    let id = id_of(&clinic, "owner@clinic.example").await;
    let own = form(&listed(&owner, id).await.unwrap());
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let before = clinic.fingerprint().await;
    for role in ["Staff", "Provider", "Practice Manager"] {
        let demoted = with(own.clone(), "role", role);
        let answer = manager.put(&format!("/api/team/{id}"), demoted.clone()).await;
        answer.refused(StatusCode::FORBIDDEN, "owners_role");
        let answer = director.put(&format!("/api/team/{id}"), demoted).await;
        answer.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    // A change that a confirmation does not survive must not put the role out of force either.
    for (field, value) in [("last_name", "Ownerr"), ("license_number", "NY-MD-2")] {
        let answer = manager.put(&format!("/api/team/{id}"), with(own.clone(), field, value)).await;
        answer.refused(StatusCode::FORBIDDEN, "owners_role");
    }
    assert_eq!(clinic.fingerprint().await, before);
    // All other data of the owner can still be changed.
    manager.put(&format!("/api/team/{id}"), with(own, "specialties", "Injectables")).await.expect(StatusCode::OK);
}

async fn owners_role(clinic: &TestClinic, role: Role, license: Option<&str>) -> Result<(), ClinicOpsError> {
    let wanted =
        OwnersRole { role, license_number: license.map(str::to_owned), email: None, by: "Ana of Celadon".to_owned() };
    change_owners_role(&clinic.owner_db, &clinic.provisioned.subdomain, &wanted, clinic.clock().now()).await
}

#[tokio::test]
async fn the_service_can_make_a_solo_owner_the_director() {
    let clinic = TestClinic::new().await;
    let lay = "update {}.member set role = 'Practice Manager', license_number = null, director_confirmed_at = null";
    clinic.plant(&format!("{lay} where is_owner")).await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = json!({ "patient_id": patient, "vitals": "HR: 70 bpm" });
    owner.post("/api/gfe", exam.clone()).await.expect(StatusCode::FORBIDDEN);

    owners_role(&clinic, Role::MedicalDirector, Some("NY-MD-1")).await.unwrap();
    // The open session has the new rights at once.
    owner.post("/api/gfe", exam).await.expect(StatusCode::CREATED);
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    let listed = &team[0];
    assert_eq!((&listed["role"], &listed["license_number"]), (&json!("Medical Director"), &json!("NY-MD-1")));
    assert_eq!(listed["awaits_confirmation"], false);
    let log = owner.get("/api/audit?action=team").await.expect(StatusCode::OK);
    let entries: Vec<_> = log.as_array().unwrap().iter().filter(|row| row["action"] == "team.owner_role").collect();
    assert_eq!(entries.len(), 1, "{log}");
    let changed = entries[0]["changes"].to_string();
    assert!(changed.contains("Practice Manager") && changed.contains("Medical Director"), "{log}");

    // After changing back, the license stays.
    owners_role(&clinic, Role::PracticeManager, None).await.unwrap();
    owners_role(&clinic, Role::Nurse, None).await.unwrap();
}

#[tokio::test]
async fn an_invalid_owners_role_is_refused_and_changes_nothing() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.member set license_number = null where is_owner").await;
    let before = clinic.fingerprint().await;
    owners_role(&clinic, Role::Provider, None).await.unwrap_err();
    owners_role(&clinic, Role::Provider, Some("  ")).await.unwrap_err();
    owners_role(&clinic, Role::Receptionist, None).await.unwrap_err();
    let (own, now) = (clinic.provisioned.subdomain.as_str(), clinic.clock().now());
    for (subdomain, email, by) in
        [(own, Some("nobody@clinic.example"), "Ana"), (own, None, " "), ("nobodys-clinic", None, "Ana")]
    {
        let email = email.map(str::to_owned);
        let wanted = OwnersRole { role: Role::PracticeManager, license_number: None, email, by: by.to_owned() };
        change_owners_role(&clinic.owner_db, subdomain, &wanted, now).await.unwrap_err();
    }
    assert_eq!(clinic.fingerprint().await, before);
}
