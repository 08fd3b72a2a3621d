//! Support access: granted, opened, seen and ended.

use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::ClinicStatus;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use operations::{
    clinic_ops::ClinicOpsError,
    support::{AccessRequest, end, grant},
};

fn request() -> AccessRequest {
    AccessRequest {
        operator: "Ana of Celadon".to_owned(),
        reason: "The owner asked us why lists are empty".to_owned(),
        minutes: 60,
    }
}

/// An opened support session. It is marked as such from the first response on, and never asked to set up a second
/// factor.
async fn support_session(clinic: &TestClinic, token: &str) -> Client {
    let anonymous = clinic.anonymous();
    let answer = anonymous.post("/api/auth/hand-over", json!({ "token": token })).await;
    let client = anonymous.with_cookie_of(&answer);
    let session = answer.expect(StatusCode::OK);
    assert_eq!(session["support"]["operator"], "Ana of Celadon");
    assert_eq!(session["second_factor"], "off");
    client
}

async fn given(clinic: &TestClinic) -> String {
    grant(&clinic.owner_db, &clinic.provisioned.subdomain, &request(), clinic.clock().now()).await.unwrap().token
}

#[tokio::test]
async fn a_clinic_cannot_change_what_support_may_do() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = |email: &str| {
        json!({
            "first_name": "Sam", "last_name": "Port", "email": email, "role": "Staff", "department": "Clinical",
            "status": "active", "hire_date": "2024-01-01",
        })
    };
    let member =
        factories::id(&owner.post("/api/team", new("sam@example.com")).await.expect(StatusCode::CREATED)["member"]);
    let before = clinic.fingerprint().await;
    for kept in ["support@celadon.invalid", "Support@Celadon.INVALID", "x@celadon.invalid"] {
        let words = "is kept for the service's own people";
        assert_eq!(owner.post("/api/team", new(kept)).await.refused_field("email"), words);
        assert_eq!(owner.put(&format!("/api/team/{member}"), new(kept)).await.refused_field("email"), words);
    }
    assert_eq!(clinic.fingerprint().await, before);
    // A clinic had made and removed a member with support's address. That row gets the service's values.
    let planted = format!(
        "update {{}}.member set email = 'support@celadon.invalid', removed_at = now(), status = 'inactive', password_hash = null where id = {member}"
    );
    clinic.plant(&planted).await;
    let support = support_session(&clinic, &given(&clinic).await).await;
    let session = support.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["member"]["role"], "Practice Manager", "{session}");
    assert_eq!(clinic.count("{}.member where email = 'support@celadon.invalid' and first_name = 'Celadon'").await, 1);
}

/// The account of support sessions belongs to nobody at the clinic. A member who could activate it and choose its
/// password would sign records under the service's name.
#[tokio::test]
async fn a_clinic_neither_sees_nor_changes_nor_signs_in_as_supports_account() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let support = support_session(&clinic, &given(&clinic).await).await;
    let member = support.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
    let before = clinic.fingerprint_of(&["member", "account_link", "member_sponsor"]).await;
    let team = owner.get("/api/team/former").await.expect(StatusCode::OK);
    assert_eq!(team, json!([]));
    owner.post_nothing(&format!("/api/team/{member}/reactivate")).await.refused(StatusCode::NOT_FOUND, "not_found");
    // The database refuses a member of the service who was activated before the server refused that.
    for sql in [
        "update {}.member set status = 'active', removed_at = null where email = 'support@celadon.invalid'",
        "update {}.member set password_hash = 'x' where email = 'support@celadon.invalid'",
        "update {}.member set is_owner = true where email = 'support@celadon.invalid'",
    ] {
        let sql = sql.replace("{}", &clinic.provisioned.schema);
        let refused = clinic.owner_db.raw().execute_unprepared(&sql).await.unwrap_err().to_string();
        assert!(refused.contains("member_of_the_service"), "{refused}");
    }
    let renamed = json!({
        "first_name": "Sam", "last_name": "Port", "email": "sam@example.com", "role": "Staff", "department": "Clinical",
        "status": "active", "hire_date": "2024-01-01",
    });
    owner.put(&format!("/api/team/{member}"), renamed).await.refused(StatusCode::NOT_FOUND, "not_found");
    for path in ["invite", "totp", "confirm"] {
        let path = format!("/api/team/{member}/{path}");
        assert_ne!(owner.post_nothing(&path).await.status, StatusCode::CREATED, "{path}");
        assert_ne!(owner.delete(&path).await.status, StatusCode::OK, "{path}");
    }
    owner.delete(&format!("/api/team/{member}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint_of(&["member", "account_link", "member_sponsor"]).await, before);
    // Support's sessions still use the same account.
    support.get("/api/auth/session").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn support_reads_only_and_every_read_is_in_the_clinics_log() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic.plant("update {}.clinic_setting set second_factor = 'required'").await;
    let token = given(&clinic).await;
    let support = support_session(&clinic, &token).await;
    let before = clinic.fingerprint().await;
    support.get(&format!("/api/patients/{patient}")).await.expect(StatusCode::OK);
    let session = support.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["support"]["operator"], "Ana of Celadon");
    assert_eq!(session["second_factor"], "off");
    for answer in [
        support.post("/api/patients", json!({ "first_name": "Ann", "last_name": "Berg" })).await,
        support.delete(&format!("/api/team/{}", clinic.first_id)).await,
        support.post("/api/auth/prove", json!({ "password": "something or other" })).await,
    ] {
        answer.refused(StatusCode::FORBIDDEN, "support_reads_only");
    }
    assert_eq!(clinic.fingerprint().await, before);
    let by_support = "{}.audit where actor = 'operator' and role = 'Ana of Celadon (support)'";
    assert_eq!(
        clinic
            .count(&format!(
                "{by_support} and action = 'patient.read' and outcome = 'done' and patient_ids = '{{{patient}}}'"
            ))
            .await,
        1
    );
    assert_eq!(clinic.count(&format!("{by_support} and outcome = 'denied'")).await, 3);
    assert_eq!(clinic.count("{}.audit where actor = 'operator' and action = 'support.grant'").await, 1);
    assert_eq!(clinic.count("{}.audit where action = 'auth.hand_over'").await, 1);
    clinic.plant("update {}.clinic_setting set second_factor = 'optional'").await;
    let log = owner.get("/api/audit?limit=100").await.expect(StatusCode::OK);
    let phrases: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["phrase"].as_str().unwrap()).collect();
    assert!(phrases.contains(&"Gave Celadon's support leave to look into the clinic"), "{phrases:?}");
    // The account is not a member of the team and does not use a seat.
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    assert!(!team.to_string().contains("Celadon"), "{team}");
    support.post_nothing("/api/auth/logout").await.expect(StatusCode::NO_CONTENT);
    support.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn support_access_expires_whatever_support_does() {
    let clinic = TestClinic::new().await;
    let support = support_session(&clinic, &given(&clinic).await).await;
    for _ in 0..5 {
        clinic.clock().advance(TimeDelta::minutes(10));
        support.get("/api/patients").await.expect(StatusCode::OK);
    }
    clinic.clock().advance(TimeDelta::minutes(10));
    support.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn the_clinic_sees_and_ends_support_access() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let support = support_session(&clinic, &given(&clinic).await).await;
    let seen = owner.get("/api/clinic/support-access").await.expect(StatusCode::OK);
    let shown = (&seen[0]["operator"], &seen[0]["reason"], &seen[0]["holds"]);
    assert_eq!(shown, (&json!("Ana of Celadon"), &json!("The owner asked us why lists are empty"), &json!(true)));
    assert!(!seen[0]["opened_at"].is_null());
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get("/api/clinic/support-access").await.refused(StatusCode::FORBIDDEN, "forbidden");
    let mails = factories::mails(&clinic).await;
    let is_mailed = mails.iter().any(|mail| mail.contains("owner@clinic.example") && mail.contains("Ana of Celadon"));
    assert!(is_mailed, "{mails:?}");
    let path = format!("/api/clinic/support-access/{}", factories::id(&seen[0]));
    nurse.delete(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    support.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    owner.delete("/api/clinic/support-access/1").await.refused(StatusCode::NOT_FOUND, "not_found");
    let seen = owner.get("/api/clinic/support-access").await.expect(StatusCode::OK);
    assert_eq!(seen[0]["holds"], false);
}

#[tokio::test]
async fn a_support_link_works_once_in_time_at_its_own_clinic() {
    let clinic = TestClinic::new().await;
    let other = clinic.server.clinic().await;
    let open = async |at: &TestClinic, token: &str| {
        at.anonymous().post("/api/auth/hand-over", json!({ "token": token })).await
    };
    let token = given(&clinic).await;
    open(&other, &token).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    support_session(&clinic, &token).await;
    open(&clinic, &token).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let late = given(&clinic).await;
    clinic.clock().advance(TimeDelta::minutes(15));
    open(&clinic, &late).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let taken_back = given(&clinic).await;
    assert!(end(&clinic.owner_db, &clinic.provisioned.subdomain, clinic.clock().now()).await.unwrap() > 0);
    open(&clinic, &taken_back).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(end(&clinic.owner_db, &clinic.provisioned.subdomain, clinic.clock().now()).await.unwrap(), 0);
}

#[tokio::test]
async fn support_access_needs_a_reason_a_name_and_an_end() {
    let clinic = TestClinic::new().await;
    let (subdomain, now) = (clinic.provisioned.subdomain.clone(), clinic.clock().now());
    let before = clinic.fingerprint().await;
    for wrong in [
        AccessRequest { reason: "  because  ".to_owned(), ..request() },
        AccessRequest { reason: "two\nlines of reason".to_owned(), ..request() },
        AccessRequest { operator: " ".to_owned(), ..request() },
        AccessRequest { minutes: 4, ..request() },
        AccessRequest { minutes: 241, ..request() },
    ] {
        assert!(
            matches!(grant(&clinic.owner_db, &subdomain, &wrong, now).await, Err(ClinicOpsError::Refused(_))),
            "{wrong:?}"
        );
    }
    assert!(matches!(
        grant(&clinic.owner_db, "nobodys-clinic", &request(), now).await,
        Err(ClinicOpsError::NoSuchClinic(_))
    ));
    assert!(clinic.owner_db.set_status(&subdomain, ClinicStatus::Suspended).await.unwrap());
    assert!(matches!(grant(&clinic.owner_db, &subdomain, &request(), now).await, Err(ClinicOpsError::Refused(_))));
    assert_eq!(clinic.fingerprint().await, before);
}

/// With a clinic's role, no SQL can create a grant, extend it or open it again.
#[tokio::test]
async fn a_clinics_role_can_only_end_support_access() {
    let clinic = TestClinic::new().await;
    given(&clinic).await;
    for sql in [
        "insert into support_access (operator, reason, token_hash, granted_at, open_until, ends_at)
         values ('me', 'because I want to', 'x', now(), now(), now() + interval '1 hour')",
        "update support_access set ends_at = ends_at + interval '1 hour'",
        "update support_access set reason = 'another reason'",
        "delete from support_access",
    ] {
        assert!(factories::role_may_not(&clinic, sql).await, "{sql}");
    }
}
