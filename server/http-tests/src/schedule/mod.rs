//! Hours, closed days, blocked times, rooms and devices, over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn schedule(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/schedule?{query}")).await.expect(StatusCode::OK)
}

fn span(weekday: u8, opens_at: &str, closes_at: &str) -> Value {
    json!({ "weekday": weekday, "opens_at": opens_at, "closes_at": closes_at })
}

#[tokio::test]
async fn a_schedule_has_each_day_with_what_closes_it_and_the_clinics_hours() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let closure = owner.post("/api/schedule/closures", factories::closure()).await.expect(StatusCode::CREATED);
    let shown = schedule(&owner, "from=2028-12-23&to=2028-12-27").await;
    let closed: Vec<_> = shown["days"].as_array().unwrap().iter().map(|day| day["closure"]["reason"].clone()).collect();
    assert_eq!(closed, [Value::Null, json!("Holidays"), json!("Holidays"), json!("Holidays"), Value::Null]);
    assert_eq!(shown["days"][1]["closure"]["id"], closure["id"]);
    let hours = shown["hours"].as_array().unwrap();
    assert_eq!(hours.len(), 7);
    assert!(hours.iter().all(|day| day["member_id"].is_null() && day["opens_at"] == "07:00"), "{hours:?}");
    let over = json!({ "first_date": "2020-07-04", "last_date": "2020-07-04", "reason": "Long ago" });
    owner.post("/api/schedule/closures", over).await.expect(StatusCode::CREATED);
    assert_eq!(owner.get("/api/schedule/closures").await.expect(StatusCode::OK), json!([closure]));
    owner.delete(&format!("/api/schedule/closures/{}", closure["id"])).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(schedule(&owner, "from=2028-12-24").await["days"], json!([{ "date": "2028-12-24", "closure": null }]));
    let gone = owner.delete(&format!("/api/schedule/closures/{}", closure["id"])).await;
    gone.refused(StatusCode::NOT_FOUND, "not_found");
    for wrong in ["from=2028-12-24&to=2028-12-23", "from=2028-01-01&to=2028-04-11"] {
        owner.get(&format!("/api/schedule?{wrong}")).await.refused_field("to");
    }
    owner.get("/api/schedule?from=0001-01-01").await.refused_field("from");
}

#[tokio::test]
async fn a_week_of_hours_replaces_the_one_before() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let member = factories::member_id(&clinic, &email).await;
    let path = format!("/api/schedule/hours/{member}");
    let split = json!({ "hours": [span(2, "13:00", "17:00"), span(1, "09:00", "17:00"), span(2, "08:00", "12:00")] });
    let set = owner.put(&path, split).await.expect(StatusCode::OK);
    let sorted = [span(1, "09:00", "17:00"), span(2, "08:00", "12:00"), span(2, "13:00", "17:00")];
    assert_eq!((&set["version"], &set["hours"]), (&json!(1), &json!(sorted)));
    let shown = schedule(&owner, "").await["hours"].clone();
    assert_eq!(
        (shown[7]["member_id"].as_i64(), &shown[7]["version"], shown[10].is_null()),
        (Some(member), &json!(1), true)
    );

    let before = clinic.fingerprint().await;
    let none = json!({ "hours": [] });
    let stale = owner.send_from_version(0, Method::PUT, &path, Some(&none)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for wrong in [
        json!([span(1, "09:00", "12:00"), span(1, "11:59", "17:00")]),
        json!([span(0, "09:00", "12:00")]),
        json!([span(8, "09:00", "12:00")]),
        json!([span(1, "12:00", "12:00")]),
        json!([span(1, "nine", "12:00")]),
        json!(vec![span(1, "09:00", "12:00"); 51]),
        json!("always"),
        json!([7]),
        Value::Null,
    ] {
        owner.put(&path, json!({ "hours": wrong })).await.refused_field("hours");
    }
    owner.put("/api/schedule/hours/1", none.clone()).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    let cleared = owner.send_from_version(1, Method::PUT, &path, Some(&none)).await.expect(StatusCode::OK);
    assert_eq!(cleared["version"], 2);
    assert_eq!(schedule(&owner, "").await["hours"].as_array().unwrap().len(), 7);

    // The list shows no version for a member without hours. If two members set some, the second is still refused.
    let some = json!({ "hours": [span(3, "09:00", "17:00")] });
    let again = owner.send_from_version(0, Method::PUT, &path, Some(&some)).await.expect(StatusCode::OK);
    assert_eq!(again["version"], 3);
    let second = owner.send_from_version(0, Method::PUT, &path, Some(&none)).await;
    second.refused(StatusCode::PRECONDITION_FAILED, "stale");
}

#[tokio::test]
async fn somebody_without_the_right_sets_only_their_own_hours() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    let (nurse, own) = (clinic.anonymous().sign_in(&email).await, factories::member_id(&clinic, &email).await);
    let other = factories::member(&clinic, Role::Provider).await;
    let other = factories::member_id(&clinic, &other).await;
    let hours = json!({ "hours": [span(5, "09:00", "12:00")] });
    let before = clinic.fingerprint().await;
    nurse.put(&format!("/api/schedule/hours/{other}"), hours.clone()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
    nurse.put(&format!("/api/schedule/hours/{own}"), hours.clone()).await.expect(StatusCode::OK);
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    for person in [&manager, &owner] {
        person.put(&format!("/api/schedule/hours/{other}"), hours.clone()).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn an_invalid_closure_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for (first, last) in [("2028-12-24", "2028-12-23"), ("2028-01-01", "2029-01-01")] {
        let body = json!({ "first_date": first, "last_date": last, "reason": "Holidays" });
        owner.post("/api/schedule/closures", body).await.refused_field("last_date");
    }
    let body = json!({ "first_date": "2028-12-24", "last_date": "2028-12-24" });
    owner.post("/api/schedule/closures", body).await.refused_field("reason");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_blocked_time_is_kept_changed_and_given_free() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let member = factories::member_id(&clinic, &email).await;
    let mut lunch = factories::block();
    lunch["member_id"] = json!(member);
    let block = owner.post("/api/schedule/blocks", lunch.clone()).await.expect(StatusCode::CREATED);
    assert_eq!((&block["starts_at"], &block["member_id"]), (&json!("2028-11-06T17:00:00Z"), &json!(member)));
    let path = format!("/api/schedule/blocks/{}", block["id"]);
    let room = factories::resource(&owner, "Room 1").await;
    let change = json!({ "ends_at": "2028-11-06T13:30", "member_id": null, "resource_id": room });
    let changed = owner.patch(&path, change).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["ends_at"]), (&json!(2), &json!("2028-11-06T18:30:00Z")));
    assert_eq!((&changed["member_id"], &changed["resource_id"]), (&Value::Null, &json!(room)));
    assert_eq!(schedule(&owner, "from=2028-11-06").await["blocks"], json!([changed]));
    assert_eq!(schedule(&owner, "from=2028-11-07").await["blocks"], json!([]));

    let before = clinic.fingerprint().await;
    for (field, value) in [
        ("ends_at", json!("2028-11-06T12:00")),
        ("ends_at", json!("2029-11-06T12:00")),
        ("starts_at", json!("soon")),
        ("member_id", json!(1)),
        ("resource_id", json!(1)),
    ] {
        owner.patch(&path, json!({ field: value.clone() })).await.refused_field(field);
        let mut new = lunch.clone();
        new[field] = value;
        owner.post("/api/schedule/blocks", new).await.refused_field(field);
    }
    let later = json!({ "reason": "Meeting" });
    let stale = owner.send_from_version(1, Method::PATCH, &path, Some(&later)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.send_from_version(1, Method::DELETE, &path, None).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.patch("/api/schedule/blocks/1", later).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn active_rooms_and_devices_have_distinct_names() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let room = factories::resource(&owner, "Room 1").await;
    let path = format!("/api/schedule/resources/{room}");
    let same = json!({ "name": "room 1", "kind": "Device" });
    let before = clinic.fingerprint().await;
    owner.post("/api/schedule/resources", same.clone()).await.refused_field("name");
    owner.post("/api/schedule/resources", json!({ "name": "Sofa", "kind": "Chair" })).await.refused_field("kind");
    let stale = owner.send_from_version(2, Method::PATCH, &path, Some(&json!({ "is_active": false }))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let nobodys = owner.patch("/api/schedule/resources/1", json!({ "is_active": false })).await;
    nobodys.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    let retired = owner.patch(&path, json!({ "is_active": false })).await.expect(StatusCode::OK);
    assert_eq!((&retired["is_active"], &retired["version"]), (&json!(false), &json!(2)));
    owner.post("/api/schedule/resources", same).await.expect(StatusCode::CREATED);
    owner.patch(&path, json!({ "is_active": true })).await.refused_field("name");
    assert_eq!(schedule(&owner, "").await["resources"].as_array().unwrap().len(), 2);
}
