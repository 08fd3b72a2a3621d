//! Calendar links over HTTP.

use axum::http::{Method, StatusCode};
use entity::words::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, Server, TestClinic, factories};

const OWN: &str = "/api/calendar-feed";
const SETTINGS: &str = "/api/calendar-feeds/settings";

/// A clinic, its owner, a provider who has a visit with Nora Lindqvist, the provider's id, and the visit.
async fn visited() -> (TestClinic, Client, Client, i64, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let id = clinic.rows("select id from {}.member where role = 'Provider'").await[0].try_get("", "id").unwrap();
    let patient = factories::patient(&owner).await;
    let visit = book(&clinic, &owner, patient, id, 4).await;
    (clinic, owner, provider, id, visit)
}

async fn book(clinic: &TestClinic, owner: &Client, patient: i64, provider: i64, days: i64) -> i64 {
    let at = (clinic.clock().now() + chrono::TimeDelta::days(days)).format("%Y-%m-%dT14:30:00Z").to_string();
    let new = json!({ "patient_id": patient, "appointment_time": at, "provider_id": provider, "service": "Botox" });
    factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

/// Makes a member's link, and returns its path.
async fn made(member: &Client) -> String {
    let made = member.post_nothing(OWN).await.expect(StatusCode::CREATED);
    let url = made["url"].as_str().unwrap();
    url[url.find("/api/").unwrap()..].to_owned()
}

async fn read(clinic: &TestClinic, path: &str) -> Answer {
    clinic.anonymous().get(path).await
}

fn has(answer: &Answer, line: &str) -> bool {
    answer.text.lines().any(|one| one == line)
}

#[tokio::test]
async fn a_calendar_shows_initials_and_no_service_unless_the_clinic_allows_more() {
    let (clinic, owner, provider, _, visit) = visited().await;
    let path = made(&provider).await;
    let first = read(&clinic, &path).await;
    assert_eq!(
        (first.status, first.headers["content-type"].to_str().unwrap()),
        (StatusCode::OK, "text/calendar; charset=utf-8")
    );
    assert!(has(&first, "SUMMARY:N. L.") && has(&first, "STATUS:CONFIRMED"), "{}", first.text);
    assert!(first.text.contains(&format!("UID:visit-{visit}@")), "{}", first.text);
    for word in ["Lindqvist", "Nora", "Botox", "nora@example.com"] {
        assert!(!first.text.contains(word), "{}", first.text);
    }
    let more = json!({ "shows_name": true, "shows_service": true });
    owner.put(SETTINGS, more).await.expect(StatusCode::OK);
    let named = read(&clinic, &path).await;
    assert!(has(&named, "SUMMARY:Nora Lindqvist: Botox"), "{}", named.text);
    assert_ne!(named.headers["etag"], first.headers["etag"]);
}

#[tokio::test]
async fn cancelled_visits_are_there_as_such_and_requests_are_tentative() {
    let (clinic, owner, provider, id, visit) = visited().await;
    let path = made(&provider).await;
    let cancel = json!({ "status": "Cancelled", "reason": "Ill" });
    owner.post(&format!("/api/appointments/{visit}/status"), cancel).await.expect(StatusCode::OK);
    let after = read(&clinic, &path).await;
    assert!(has(&after, "STATUS:CANCELLED") && has(&after, "SEQUENCE:1"), "{}", after.text);
    let patient = factories::patient(&owner).await;
    let asked = book(&clinic, &owner, patient, id, 4).await;
    clinic.plant(&format!("update {{}}.appointment set requested_at = created_at where id = {asked}")).await;
    assert!(has(&read(&clinic, &path).await, "STATUS:TENTATIVE"));
}

#[tokio::test]
async fn what_has_not_changed_is_answered_without_the_visits_and_leaves_no_row() {
    let (clinic, owner, provider, id, _) = visited().await;
    let path = made(&provider).await;
    let first = read(&clinic, &path).await;
    let patients = "{}.audit where action = 'calendar.feed.read' and outcome = 'done' and cardinality(patient_ids) = 1";
    assert_eq!(clinic.count(&format!("{patients} and actor = 'visitor' and member_id = {id}")).await, 1);
    let visitor = clinic.anonymous();
    let mut request = visitor.request(Method::GET, &path, None);
    request.headers_mut().insert("if-none-match", first.headers["etag"].clone());
    let same = visitor.send(request).await;
    assert_eq!((same.status, same.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(same.headers["etag"], first.headers["etag"]);
    assert_eq!(clinic.count(patients).await, 1);
    let patient = factories::patient(&owner).await;
    book(&clinic, &owner, patient, id, 5).await;
    let mut request = visitor.request(Method::GET, &path, None);
    request.headers_mut().insert("if-none-match", first.headers["etag"].clone());
    assert_eq!(visitor.send(request).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_link_is_shown_once_replaced_and_revoked() {
    let (clinic, _, provider, id, _) = visited().await;
    assert_eq!(provider.get(OWN).await.expect(StatusCode::OK), json!({ "made_at": null, "last_read_at": null }));
    provider.delete(OWN).await.refused(StatusCode::NOT_FOUND, "not_found");
    let first = made(&provider).await;
    let shown = provider.get(OWN).await;
    assert!(!shown.text.contains(first.split('/').nth(3).unwrap()), "{}", shown.text);
    assert!(shown.expect(StatusCode::OK)["made_at"].is_string());
    assert_eq!(read(&clinic, &first).await.status, StatusCode::OK);
    assert!(provider.get(OWN).await.expect(StatusCode::OK)["last_read_at"].is_string());
    let second = made(&provider).await;
    read(&clinic, &first).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(read(&clinic, &second).await.status, StatusCode::OK);
    provider.delete(OWN).await.expect(StatusCode::NO_CONTENT);
    read(&clinic, &second).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    for path in [format!("/api/calendar/{}/file", "x".repeat(43)), "/api/calendar/short/file".to_owned()] {
        read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    let rows = |action: &str| format!("{{}}.audit where action = '{action}' and member_id = {id} and outcome = 'done'");
    assert_eq!(clinic.count(&rows("calendar.feed.make")).await, 2);
    assert_eq!(clinic.count(&rows("calendar.feed.revoke")).await, 1);
    let stored = clinic.rows("select string_agg(t::text, ' ') as all from {}.calendar_feed t").await;
    let stored: String = stored[0].try_get("", "all").unwrap();
    assert!(!stored.contains(second.split('/').nth(3).unwrap()), "{stored}");
}

#[tokio::test]
async fn making_a_link_needs_a_fresh_proof_and_a_repeated_request_gets_none() {
    let (clinic, _, provider, ..) = visited().await;
    let key = "0192f0c1-7b1c-4c55-9c1e-000000000001";
    let send = async || {
        let mut request = provider.request(Method::POST, OWN, None);
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        provider.send(request).await.expect(StatusCode::CREATED)
    };
    assert!(send().await["url"].is_string());
    assert_eq!(send().await["url"], Value::Null);
    assert_eq!(clinic.count("{}.calendar_feed").await, 1);
    clinic.plant("update {}.session set proved_at = now() - interval '16 minutes'").await;
    provider.post_nothing(OWN).await.refused(StatusCode::FORBIDDEN, "proof_required");
}

#[tokio::test]
async fn a_manager_sees_who_has_a_link_and_revokes_it() {
    let (clinic, owner, provider, id, _) = visited().await;
    let path = made(&provider).await;
    let list = owner.get("/api/calendar-feeds").await.expect(StatusCode::OK);
    assert_eq!(
        (list.as_array().unwrap().len(), &list[0]["member_id"], &list[0]["name"]),
        (1, &json!(id), &json!("Robin Provider"))
    );
    let of_member = format!("/api/calendar-feeds/{id}");
    provider.get("/api/calendar-feeds").await.refused(StatusCode::FORBIDDEN, "forbidden");
    provider.delete(&of_member).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.delete(&of_member).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&of_member).await.refused(StatusCode::NOT_FOUND, "not_found");
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_link_ends_with_its_member_and_opens_no_other_clinic() {
    let (clinic, _, provider, id, _) = visited().await;
    let path = made(&provider).await;
    let other = Server::new().clinic().await;
    read(&other, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where id = {id}")).await;
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

/// Somebody who had the old password may also have the link.
#[tokio::test]
async fn a_link_ends_with_a_password_reset() {
    let (clinic, owner, provider, id, _) = visited().await;
    let path = made(&provider).await;
    let email: String =
        clinic.rows(&format!("select email from {{}}.member where id = {id}")).await[0].try_get("", "email").unwrap();
    clinic.anonymous().post("/api/auth/forgot", json!({ "email": email })).await.expect(StatusCode::NO_CONTENT);
    let mail = factories::mails(&clinic).await.pop().unwrap();
    assert_eq!(read(&clinic, &path).await.status, StatusCode::OK);
    let reset = json!({ "token": factories::token_in(&mail), "password": "a quite new password" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(owner.get("/api/calendar-feeds").await.expect(StatusCode::OK), json!([]));
}

#[tokio::test]
async fn a_link_does_not_come_back_with_its_member() {
    let (clinic, owner, provider, id, _) = visited().await;
    let path = made(&provider).await;
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let reactivation = format!("/api/team/{id}/reactivate");
    owner.post_nothing(&reactivation).await.expect(StatusCode::OK);
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    // The same holds for a link of a member who left before leaving ended links.
    let left_long_ago = async || {
        clinic.plant("update {}.calendar_feed set revoked_at = null, revoked_by = null, revoked_by_name = null").await;
        clinic.plant(&format!("update {{}}.member set status = 'inactive' where id = {id}")).await;
    };
    left_long_ago().await;
    owner.post_nothing(&reactivation).await.expect(StatusCode::OK);
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    left_long_ago().await;
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    let member = team.as_array().unwrap().iter().find(|member| member["id"] == id).unwrap();
    let mut form = member.clone();
    form["status"] = json!("active");
    form.as_object_mut().unwrap().retain(|field, value| {
        !value.is_null()
            && ["first_name", "last_name", "email", "role", "department", "status", "hire_date", "license_number"]
                .contains(&&**field)
    });
    owner.put(&format!("/api/team/{id}"), form).await.expect(StatusCode::OK);
    read(&clinic, &path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_role_that_sees_nobody_sees_nobody_in_the_calendar_either() {
    let (clinic, owner, ..) = visited().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let id: i64 = clinic.rows("select id from {}.member where role = 'Staff'").await[0].try_get("", "id").unwrap();
    clinic.plant(&format!("update {{}}.member set takes_appointments = true where id = {id}")).await;
    let patient = factories::patient(&owner).await;
    let visit = book(&clinic, &owner, patient, id, 4).await;
    assert!(visit > 0);
    owner.put(SETTINGS, json!({ "shows_name": true, "shows_service": false })).await.expect(StatusCode::OK);
    let seen = read(&clinic, &made(&staff).await).await;
    assert!(has(&seen, "SUMMARY:Appointment"), "{}", seen.text);
    assert!(!seen.text.contains("Lindqvist"), "{}", seen.text);
}

#[tokio::test]
async fn the_setting_is_changed_from_the_version_that_was_seen() {
    let (clinic, owner, provider, ..) = visited().await;
    let first = provider.get(SETTINGS).await.expect(StatusCode::OK);
    assert_eq!(
        (&first["shows_name"], &first["shows_service"], &first["version"]),
        (&json!(false), &json!(false), &json!(0))
    );
    let wanted = json!({ "shows_name": true, "shows_service": false });
    let changed = owner.put(SETTINGS, wanted.clone()).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["updated_by"]), (&json!(1), &json!("Olive Owner")));
    let stale = owner.send_from_version(0, Method::PUT, SETTINGS, Some(&wanted)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.put(SETTINGS, json!({ "shows_name": "yes", "shows_service": false })).await.refused_field("shows_name");
    provider.put(SETTINGS, wanted.clone()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.plant("update {}.session set proved_at = now() - interval '16 minutes'").await;
    owner.put(SETTINGS, wanted).await.refused(StatusCode::FORBIDDEN, "proof_required");
}
