//! The waitlist over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn add(client: &Client, body: Value) -> Value {
    client.post("/api/waitlist", body).await.expect(StatusCode::CREATED)
}

async fn ids(client: &Client, path: &str) -> Vec<i64> {
    let rows = client.get(path).await.expect(StatusCode::OK);
    rows.as_array().unwrap().iter().map(factories::id).collect()
}

#[tokio::test]
async fn who_waits_is_listed_changed_and_leaves_the_list() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, factories::member_id(&clinic, &email).await);
    let first = add(&owner, factories::waitlist_entry(patient)).await;
    let second = json!({
        "patient_id": patient, "service": "EZ Gel Face", "provider_id": provider, "weekdays": [5, 1, 5],
        "part_of_day": "Morning", "note": "Only by phone", "until": "2030-07-01",
    });
    let second = add(&owner, second).await;
    assert_eq!((&second["weekdays"], &second["part_of_day"]), (&json!([1, 5]), &json!("Morning")));
    assert_eq!(second["until"], "2030-07-01");
    assert_eq!((&second["first_name"], &second["status"]), (&json!("Nora"), &json!("Waiting")));
    let (one, two) = (factories::id(&first), factories::id(&second));
    assert_eq!(ids(&owner, "/api/waitlist").await, [one, two]);
    assert_eq!(factories::audited(&clinic, "member", "waitlist.create", &[patient], &[one]).await, 1);
    assert_eq!(factories::audited(&clinic, "member", "waitlist.list", &[patient], &[]).await, 1);

    let path = format!("/api/waitlist/{two}");
    let change = json!({ "service": "Botox", "provider_id": null, "weekdays": null, "part_of_day": "Evening", "note": null, "until": null });
    let changed = owner.send_from_version(1, Method::PATCH, &path, Some(&change)).await.expect(StatusCode::OK);
    assert_eq!((&changed["service"], &changed["provider_name"]), (&json!("Botox"), &Value::Null));
    assert_eq!((&changed["weekdays"], &changed["note"], &changed["version"]), (&json!([]), &Value::Null, &json!(2)));
    assert_eq!(changed["until"], Value::Null);
    let stale = owner.send_from_version(1, Method::PATCH, &path, Some(&change)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.patch(&path, json!({ "status": "Removed" })).await.expect(StatusCode::OK);
    assert_eq!(ids(&owner, "/api/waitlist").await, [one]);
    owner.patch(&path, json!({ "status": "Waiting" })).await.expect(StatusCode::OK);
    owner.patch(&format!("/api/waitlist/{one}"), json!({ "status": "Booked" })).await.expect(StatusCode::OK);
    assert_eq!(ids(&owner, "/api/waitlist").await, [two]);
    assert_eq!(factories::audited(&clinic, "member", "waitlist.update", &[patient], &[two]).await, 3);
}

#[tokio::test]
async fn a_freed_time_finds_whom_it_fits() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let emails = [factories::member(&clinic, Role::Provider).await, factories::member(&clinic, Role::Provider).await];
    let (noah, elena) =
        (factories::member_id(&clinic, &emails[0]).await, factories::member_id(&clinic, &emails[1]).await);
    let patient = factories::patient(&owner).await;
    let peel = json!({ "name": "Peel", "minutes": 45, "performer_ids": [elena] });
    owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    let waits = async |service: &str, extra: Value| {
        let mut body = json!({ "patient_id": patient, "service": service });
        for (key, value) in extra.as_object().unwrap() {
            body[key] = value.clone();
        }
        factories::id(&add(&owner, body).await)
    };
    let anytime = waits("Botox", json!({})).await;
    let with_noah = waits("Botox", json!({ "provider_id": noah })).await;
    // 2027-07-01 is a Thursday.
    let thursday = waits("Botox", json!({ "weekdays": [4], "part_of_day": "Morning" })).await;
    let friday = waits("Botox", json!({ "weekdays": [5] })).await;
    let evening = waits("Botox", json!({ "part_of_day": "Evening" })).await;
    // Wanted only until the day before.
    waits("Botox", json!({ "until": "2027-06-30" })).await;
    let until_thursday = waits("Botox", json!({ "until": "2027-07-01" })).await;
    let long = waits("Peel", json!({})).await;
    let matches = async |query: String| ids(&owner, &format!("/api/waitlist/matches?{query}")).await;
    assert_eq!(
        matches("starts_at=2027-07-01T11:59&minutes=30".into()).await,
        [anytime, with_noah, thursday, until_thursday]
    );
    assert_eq!(
        matches("starts_at=2027-07-01T12:00&minutes=60".into()).await,
        [anytime, with_noah, until_thursday, long]
    );
    assert_eq!(matches("starts_at=2027-07-02T17:00&minutes=30".into()).await, [anytime, with_noah, friday, evening]);
    let of = |provider: i64| format!("starts_at=2027-07-01T13:00&minutes=60&provider_id={provider}");
    assert_eq!(matches(of(noah)).await, [anytime, with_noah, until_thursday]);
    assert_eq!(matches(of(elena)).await, [anytime, until_thursday, long]);
    assert_eq!(matches("starts_at=2027-07-01T13:00&minutes=29".into()).await, Vec::<i64>::new());
    for (query, field) in [
        ("starts_at=soon&minutes=30", "starts_at"),
        ("starts_at=2027-07-01T13:00&minutes=0", "minutes"),
        ("starts_at=2027-07-01T13:00&minutes=721", "minutes"),
    ] {
        owner.get(&format!("/api/waitlist/matches?{query}")).await.refused_field(field);
    }
}

#[tokio::test]
async fn roles_that_see_no_patients_see_only_what_is_waited_for() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut body = factories::waitlist_entry(patient);
    body["note"] = json!("Only by phone");
    let entry = factories::id(&add(&owner, body.clone()).await);
    let limited = clinic.signed_in_as(Role::Staff).await;
    for path in ["/api/waitlist", "/api/waitlist/matches?starts_at=2027-07-01T10:00&minutes=60"] {
        let rows = limited.get(path).await.expect(StatusCode::OK);
        let row = &rows[0];
        assert_eq!((&row["patient_id"], &row["first_name"], &row["note"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!(row["service"], "Botox");
    }
    let before = clinic.fingerprint().await;
    limited.post("/api/waitlist", body).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let removed = json!({ "status": "Removed" });
    limited.patch(&format!("/api/waitlist/{entry}"), removed).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_invalid_entry_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let entry = factories::id(&add(&owner, factories::waitlist_entry(patient)).await);
    let before = clinic.fingerprint().await;
    for (field, value) in [
        ("service", json!("Massage")),
        ("provider_id", json!(1)),
        ("weekdays", json!([0])),
        ("weekdays", json!([8])),
        ("weekdays", json!("always")),
        ("part_of_day", json!("Night")),
        ("note", json!("n".repeat(201))),
    ] {
        let mut body = factories::waitlist_entry(patient);
        body[field] = value.clone();
        owner.post("/api/waitlist", body).await.refused_field(field);
        owner.patch(&format!("/api/waitlist/{entry}"), json!({ field: value })).await.refused_field(field);
    }
    owner.patch(&format!("/api/waitlist/{entry}"), json!({ "status": "Lost" })).await.refused_field("status");
    owner.patch("/api/waitlist/1", json!({})).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post("/api/waitlist", factories::waitlist_entry(1)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    clinic
        .plant(&format!(
            "insert into {{}}.waitlist_entry (patient_id, service, created_at, created_by, created_by_name, updated_at,
                updated_by, updated_by_name)
             select patient_id, service, created_at, created_by, created_by_name, updated_at, updated_by, updated_by_name
             from {{}}.waitlist_entry, generate_series(1, 499) where id = {entry}"
        ))
        .await;
    let full = owner.post("/api/waitlist", factories::waitlist_entry(patient)).await;
    full.refused(StatusCode::CONFLICT, "waitlist_full");
}

#[tokio::test]
async fn a_merged_patient_waits_under_the_kept_record_and_a_patient_who_waits_is_not_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (kept, gone) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let entry = factories::id(&add(&owner, factories::waitlist_entry(gone)).await);
    owner.delete(&format!("/api/patients/{gone}")).await.refused(StatusCode::CONFLICT, "has_records");
    let merging = json!({ "other_id": gone, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{kept}/merge"), merging).await.expect(StatusCode::OK);
    let rows = owner.get("/api/waitlist").await.expect(StatusCode::OK);
    assert_eq!((&rows[0]["id"], &rows[0]["patient_id"]), (&json!(entry), &json!(kept)));
}

#[tokio::test]
async fn the_table_has_who_waits_in_the_order_of_the_list() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut entry = factories::waitlist_entry(patient);
    entry["weekdays"] = json!([1, 3]);
    entry["note"] = json!("@home");
    let first = factories::id(&add(&owner, entry).await);
    let second = factories::id(&add(&owner, factories::waitlist_entry(patient)).await);
    let rows = owner.get("/api/waitlist/export").await.table();
    assert_eq!(
        rows[0].join(" "),
        "number client last_name first_name service provider weekdays part_of_day until note added added_by"
    );
    assert_eq!(rows[1][..7], [&first.to_string(), &patient.to_string(), "Lindqvist", "Nora", "Botox", "", "Mon Wed"]);
    assert_eq!((rows[1][9].as_str(), rows[2][0].as_str(), rows.len()), ("'@home", second.to_string().as_str(), 3));
    assert_eq!(factories::audited(&clinic, "member", "waitlist.export", &[patient], &[]).await, 1);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get("/api/waitlist/export").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
