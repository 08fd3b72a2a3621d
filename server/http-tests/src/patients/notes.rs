//! Notes and alerts.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn bodies(person: &Client, path: &str) -> Vec<Value> {
    let notes = person.get(path).await.expect(StatusCode::OK);
    notes.as_array().unwrap().iter().map(|note| note["body"].clone()).collect()
}

#[tokio::test]
async fn notes_have_an_author_and_pinned_ones_and_alerts_come_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/notes", factories::patient(&owner).await);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    for (number, more) in
        [json!({}), json!({ "pinned": true }), json!({ "kind": "alert" }), json!({})].iter().enumerate()
    {
        let mut new = more.clone();
        new["body"] = json!(format!("Note {number}\nof two lines"));
        let note = desk.post(&path, new).await.expect(StatusCode::CREATED);
        assert_eq!(note["author"], "Robin Receptionist");
    }
    let first: Vec<_> = bodies(&owner, &format!("{path}?limit=1")).await;
    assert_eq!(first, [json!("Note 2\nof two lines"), json!("Note 1\nof two lines"), json!("Note 3\nof two lines")]);
    let page = owner.get(&format!("{path}?limit=1")).await;
    let link = page.headers["link"].to_str().unwrap().to_owned();
    let next = link.trim_start_matches('<').split('>').next().unwrap();
    assert_eq!(bodies(&owner, next).await, [json!("Note 0\nof two lines")]);
}

#[tokio::test]
async fn what_an_alert_said_before_a_change_is_kept_with_who_wrote_it_and_when() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/patients/{patient}/notes");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let alert = json!({ "kind": "alert", "body": "ANAPHYLAXIS to lidocaine" });
    let alert = nurse.post(&path, alert).await.expect(StatusCode::CREATED);
    let one = format!("{path}/{}", factories::id(&alert));
    let former = format!("{one}/versions");
    assert_eq!(owner.get(&former).await.expect(StatusCode::OK), json!([]));
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let changed = desk.patch(&one, json!({ "body": "Prefers green tea" })).await.expect(StatusCode::OK);
    let original = json!({
        "version": 1, "body": "ANAPHYLAXIS to lidocaine", "pinned": false, "written_by": "Robin Nurse",
        "written_at": alert["created_at"],
    });
    assert_eq!(owner.get(&former).await.expect(StatusCode::OK), json!([original]));
    desk.patch(&one, json!({ "body": "" })).await.refused_field("body");
    // After another change and its end, the alert still has all its versions.
    owner.patch(&one, json!({ "body": "Latex" })).await.expect(StatusCode::OK);
    owner.delete(&one).await.expect(StatusCode::NO_CONTENT);
    let second = json!({
        "version": 2, "body": "Prefers green tea", "pinned": false, "written_by": "Robin Receptionist",
        "written_at": changed["changed_at"],
    });
    assert_eq!(nurse.get(&former).await.expect(StatusCode::OK), json!([second, original]));
    let newest = nurse.get(&format!("{former}?limit=1")).await;
    assert!(newest.headers["link"].to_str().unwrap().contains("after=2"));
    assert_eq!(nurse.get(&format!("{former}?after=2")).await.expect(StatusCode::OK), json!([original]));
    let other = factories::patient(&owner).await;
    let elsewhere = format!("/api/patients/{other}/notes/{}/versions", factories::id(&alert));
    owner.get(&elsewhere).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_note_is_changed_pinned_removed_and_restored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/notes", factories::patient(&owner).await);
    let note = owner.post(&path, json!({ "body": "Prefers mornigns" })).await.expect(StatusCode::CREATED);
    let one = format!("{path}/{}", factories::id(&note));
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let change = json!({ "body": "Prefers mornings" });
    let changed = nurse.send_from_version(1, Method::PATCH, &one, Some(&change)).await.expect(StatusCode::OK);
    assert_eq!((&changed["changed_by"], &changed["author"]), (&json!("Robin Nurse"), &note["author"]));
    let pinned = owner.patch(&one, json!({ "pinned": true })).await.expect(StatusCode::OK);
    assert_eq!((&pinned["pinned"], &pinned["version"]), (&json!(true), &json!(3)));
    let stale = nurse.send_from_version(2, Method::PATCH, &one, Some(&change)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let stale = nurse.send_from_version(2, Method::DELETE, &one, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.delete(&one).await.expect(StatusCode::NO_CONTENT);
    assert!(bodies(&owner, &path).await.is_empty());
    owner.patch(&one, json!({ "pinned": false })).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(owner.post_nothing(&format!("{one}/restore")).await.expect(StatusCode::OK)["pinned"], true);
    owner.post_nothing(&format!("{one}/restore")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(bodies(&owner, &path).await.len(), 1);
    // The note is not reachable through another patient's record.
    let other = factories::patient(&owner).await;
    let elsewhere = format!("/api/patients/{other}/notes/{}", factories::id(&note));
    owner.patch(&elsewhere, json!({ "pinned": false })).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.delete(&elsewhere).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_note_without_text_or_a_pinned_alert_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/notes", factories::patient(&owner).await);
    let before = clinic.fingerprint().await;
    owner.post(&path, json!({ "body": "  " })).await.refused_field("body");
    owner.post(&path, json!({ "body": "x".repeat(10_001) })).await.refused_field("body");
    owner.post(&path, json!({ "body": "x", "kind": "warning" })).await.refused_field("kind");
    owner.post(&path, json!({ "body": "x", "kind": "alert", "pinned": true })).await.refused_field("pinned");
    assert_eq!(clinic.fingerprint().await, before);
    let alert = owner.post(&path, json!({ "body": "Faints", "kind": "alert" })).await.expect(StatusCode::CREATED);
    let one = format!("{path}/{}", factories::id(&alert));
    owner.patch(&one, json!({ "pinned": true })).await.refused_field("pinned");
    let before = clinic.fingerprint().await;
    for field in ["body", "pinned"] {
        owner.patch(&one, json!({ field: null })).await.refused_field(field);
    }
    owner.patch(&one, json!({ "body": " " })).await.refused_field("body");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_change_of_a_note_says_who_made_it_and_when_and_one_of_an_old_version_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/notes", factories::patient(&owner).await);
    let note = owner.post(&path, json!({ "body": "Prefers mornings" })).await.expect(StatusCode::CREATED);
    let one = format!("{path}/{}", factories::id(&note));
    let pinned = owner.patch(&one, json!({ "pinned": true })).await.expect(StatusCode::OK);
    assert_eq!((&pinned["changed_by"], pinned["changed_at"].is_string()), (&json!("Olive Owner"), true));
    assert_eq!(pinned["body"], "Prefers mornings");
    owner.send_from_version(1, Method::DELETE, &one, None).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.send_from_version(2, Method::DELETE, &one, None).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_page_of_long_notes_and_alerts_has_at_most_1_mb_and_none_is_lost() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic
        .plant(&format!(
            "insert into {{}}.patient_note (patient_id, kind, body, pinned, author_id, author_name, created_at)
             select {patient}, case n % 3 when 0 then 'alert' else 'note' end, repeat('n', 10000), n % 3 = 1,
                (select min(id) from {{}}.member), 'Robin', now()
             from generate_series(1, 330) n"
        ))
        .await;
    for limit in ["", "?limit=1000", "?limit=7"] {
        let (mut path, mut notes) = (Some(format!("/api/patients/{patient}/notes{limit}")), Vec::new());
        while let Some(wanted) = path {
            let answer = owner.get(&wanted).await;
            assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
            path = answer.next_page();
            notes.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().cloned());
        }
        let stands_first = |note: &&Value| note["pinned"] == true || note["kind"] == "alert";
        assert_eq!(notes.iter().take_while(stands_first).count(), 220, "{limit}");
        let ids: std::collections::BTreeSet<_> = notes.iter().map(factories::id).collect();
        assert_eq!((notes.len(), ids.len()), (330, 330), "{limit}");
    }
}

#[tokio::test]
async fn removed_notes_are_listed_with_who_removed_them_and_in_the_timeline_where_it_is_asked_for_them() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/patients/{patient}/notes");
    let mut ids = Vec::new();
    for body in ["First", "Second", "Third"] {
        ids.push(factories::id(&owner.post(&path, json!({ "body": body })).await.expect(StatusCode::CREATED)));
    }
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    for id in &ids[..2] {
        nurse.delete(&format!("{path}/{id}")).await.expect(StatusCode::NO_CONTENT);
    }
    let removed = format!("{path}/removed");
    assert_eq!(bodies(&owner, &removed).await, [json!("Second"), json!("First")]);
    let listed = owner.get(&format!("{removed}?limit=1")).await;
    assert!(listed.headers["link"].to_str().unwrap().contains(&format!("after={}", ids[1])));
    let listed = listed.expect(StatusCode::OK);
    assert_eq!((&listed[0]["removed_by"], &listed[0]["author"]), (&json!("Robin Nurse"), &json!("Olive Owner")));
    assert!(listed[0]["removed_at"].is_string());
    assert_eq!(bodies(&owner, &format!("{removed}?limit=1&after={}", ids[1])).await, [json!("First")]);
    let kinds = async |query: &str| {
        let entries = owner.get(&format!("/api/patients/{patient}/timeline{query}")).await.expect(StatusCode::OK);
        entries.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("").await, ["note"]);
    assert_eq!(kinds("?kinds=removed").await, ["removed", "removed"]);
    nurse.post_nothing(&format!("{path}/{}/restore", ids[0])).await.expect(StatusCode::OK);
    assert_eq!(bodies(&owner, &removed).await, [json!("Second")]);
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(&removed).await.refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.server.clinic().await.owner().await.get(&removed).await.refused(StatusCode::NOT_FOUND, "not_found");
}
