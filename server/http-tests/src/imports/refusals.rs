//! Refused calls, which change nothing.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{FILE, checked, fields, good, new_clinic, read, read_import, run, sent_in, work};
use crate::testing::{Server, factories, world::World};

#[tokio::test]
async fn a_file_that_is_too_large_or_empty_is_refused_before_it_is_sent() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    for (bytes, sentence) in [
        (
            json!(16 * 1024 * 1024 + 1),
            "must be at most 16 MB. Divide the file into smaller ones, or save an Excel file as CSV",
        ),
        (json!(0), "says that the file is empty"),
        (json!(-1), "must be a number"),
        (json!("many"), "must be a number"),
    ] {
        let new = json!({ "file_name": "clients.csv", "file_bytes": bytes });
        assert_eq!(owner.post("/api/imports", new).await.refused_field("file_bytes"), sentence);
    }
    let nameless = json!({ "file_name": " ", "file_bytes": 3 });
    owner.post("/api/imports", nameless).await.refused_field("file_name");
    assert_eq!(clinic.count("{}.import_batch").await, 0);
}

#[tokio::test]
async fn a_part_that_does_not_belong_to_the_file_is_refused() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = sent_in(&owner, b"abc", 3).await;
    let put = async |number: &str, data: Value| {
        owner.put(&format!("/api/imports/{id}/parts/{number}"), json!({ "data": data })).await
    };
    assert_eq!(put("2", json!("YWJj")).await.refused_field("data"), "is more than the file holds");
    assert_eq!(put("1", json!("no base64!")).await.refused_field("data"), "must be base64");
    assert_eq!(put("1", json!(7)).await.refused_field("data"), "must be text");
    put("1", json!("")).await.refused_field("data");
    let large = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, vec![7; 512 * 1024 + 1]);
    assert_eq!(put("1", json!(large)).await.refused_field("data"), "must be at most 512 KiB");
    put("1", json!("x".repeat(720_000))).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    for number in ["0", "513", "-1"] {
        put(number, json!("YWJj")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let elsewhere = format!("/api/imports/{}/parts/1", id + 1);
    owner.put(&elsewhere, json!({ "data": "YWJj" })).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.count("{}.import_part where data = 'abc'").await, 1);
    assert_eq!(clinic.count("{}.import_part").await, 1);
    // Sending the same part again replaces it, as after an answer was lost in the network.
    put("1", json!("eHl6")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.count("{}.import_part where data = 'xyz'").await, 1);
}

#[tokio::test]
async fn a_file_is_read_only_when_it_has_arrived_as_a_whole() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = sent_in(&owner, b"abcdefgh", 3).await;
    clinic.plant(&format!("delete from {{}}.import_part where batch_id = {id} and number = 2")).await;
    let path = format!("/api/imports/{id}/read");
    owner.post(&path, json!({})).await.refused(StatusCode::CONFLICT, "incomplete");
    owner.post(&path, json!({ "encoding": "ebcdic" })).await.refused_field("encoding");
    owner.post(&path, json!({ "has_header": "perhaps" })).await.refused_field("has_header");
    owner.post("/api/imports/9/read", json!({})).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(read_import(&owner, id).await["state"], "uploading");
    owner.put(&format!("/api/imports/{id}/parts/2"), json!({ "data": "ZGVm" })).await.expect(StatusCode::NO_CONTENT);
    owner.post(&path, json!({})).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_unreadable_file_says_why_and_can_be_read_in_another_way() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, b"First,Last\nZo\xc3\xab,Berg\nZo\xeb,Berg\n").await;
    assert_eq!(import["state"], "unreadable");
    assert!(import["problem"].as_str().unwrap().starts_with("Line 3 holds letters that are not UTF-8."), "{import}");
    let id = factories::id(&import);
    let matching = json!({ "fields": [], "date_order": "mdy" });
    owner.put(&format!("/api/imports/{id}/columns"), matching).await.refused(StatusCode::CONFLICT, "not_now");
    let reading = json!({ "encoding": "windows-1252", "has_header": true });
    owner.post(&format!("/api/imports/{id}/read"), reading).await.expect(StatusCode::OK);
    work(&clinic).await;
    let import = read_import(&owner, id).await;
    assert_eq!((&import["state"], &import["problem"]), (&json!("matching"), &Value::Null));
    assert_eq!((&import["rows"], &import["encoding"]), (&json!(2), &json!("windows-1252")));
    for (bytes, begins) in [
        (b"%PDF-1.7".as_slice(), "This is neither a CSV"),
        (b"PK\x03\x04 and then nothing", "The file is damaged"),
        (b"First,Last\n", "The file holds the names of columns"),
    ] {
        let import = read(&clinic, &owner, bytes).await;
        assert!(import["problem"].as_str().unwrap().starts_with(begins), "{import}");
    }
}

#[tokio::test]
async fn columns_that_make_no_patient_are_refused() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, b"A,B,C\nAnn,Berg,x\n").await;
    assert_eq!(fields(&import), [Value::Null, Value::Null, Value::Null]);
    let id = factories::id(&import);
    for (fields, sentence) in [
        (json!(["first_name", "last_name"]), "must be 3, one for each column"),
        (
            json!(["first_name", "last_name", "last_name"]),
            "match two columns with the last name; leave one of them out",
        ),
        (json!(["first_name", null, null]), "must match the first and the last name, or the full name"),
        (json!([null, null, null]), "must match the first and the last name, or the full name"),
        (
            json!(["full_name", "last_name", null]),
            "match the full name beside the first or last name; leave one of them out",
        ),
        (json!(["first_name", "last_name", "shoe_size"]), "must be one of the choices"),
        (json!("first_name"), "must be a list"),
    ] {
        let matching = json!({ "fields": fields, "date_order": "mdy" });
        let answer = owner.put(&format!("/api/imports/{id}/columns"), matching).await;
        assert_eq!(answer.refused_field("fields"), sentence);
    }
    let matching = json!({ "fields": ["first_name", "last_name", null], "date_order": "never" });
    owner.put(&format!("/api/imports/{id}/columns"), matching).await.refused_field("date_order");
    assert_eq!(read_import(&owner, id).await, import);
}

#[tokio::test]
async fn a_step_out_of_turn_is_refused() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, FILE).await;
    let id = factories::id(&import);
    let path = |step: &str| format!("/api/imports/{id}/{step}");
    owner.put(&path("parts/1"), json!({ "data": "YWJj" })).await.refused(StatusCode::CONFLICT, "not_now");
    owner.post_nothing(&path("undo")).await.refused(StatusCode::CONFLICT, "not_now");
    owner.delete(&path("rows")).await.refused(StatusCode::CONFLICT, "not_now");
    let all = json!({ "scope": "all", "on_very_likely": "skip", "on_possible": "skip", "on_in_file": "skip" });
    owner.post(&path("run"), all).await.refused(StatusCode::CONFLICT, "has_problems");
    let mut fill = good("skip");
    fill["on_in_file"] = json!("fill");
    assert_eq!(owner.post(&path("run"), fill).await.refused_field("on_in_file"), "must be skip or add");
    owner.post(&path("run"), json!({ "scope": "some" })).await.refused_field("scope");
    assert_eq!(read_import(&owner, id).await, import);
    assert_eq!(clinic.count("{}.patient").await, 0);

    let import = run(&clinic, &owner, &import, good("skip")).await;
    owner.post(&path("run"), good("skip")).await.refused(StatusCode::CONFLICT, "not_now");
    owner.post_nothing(&path("cancel")).await.refused(StatusCode::CONFLICT, "not_now");
    owner.post(&path("read"), json!({})).await.refused(StatusCode::CONFLICT, "not_now");
    assert_eq!(read_import(&owner, id).await, import);
    for path in ["/api/imports/9", "/api/imports/9/rows", "/api/imports/9/rows/export", "/api/imports/9/kept"] {
        owner.get(path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
}

#[tokio::test]
async fn an_import_of_nobody_is_refused() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, "First name,Last name,E-mail\nAnn,Berg,wrong\n").await;
    let path = format!("/api/imports/{}/run", import["id"]);
    owner.post(&path, good("skip")).await.refused(StatusCode::CONFLICT, "nothing_to_import");
    factories::patient(&owner).await;
    let file = "First name,Last name,E-mail\nNora,Lindqvist,nora@example.com\n";
    let import = checked(&clinic, &owner, file).await;
    let path = format!("/api/imports/{}/run", import["id"]);
    owner.post(&path, good("skip")).await.refused(StatusCode::CONFLICT, "nothing_to_import");
    assert_eq!(clinic.count("{}.patient").await, 1);
}

#[tokio::test]
async fn while_the_module_is_off_every_call_is_refused() {
    let world = World::new(&Server::new()).await;
    world.clinic.plant("update {}.clinic_module set is_on = false").await;
    let before = world.clinic.fingerprint().await;
    let calls: Vec<_> = world.calls().into_iter().filter(|call| call.template.starts_with("/api/imports")).collect();
    assert_eq!(calls.len(), 13);
    for call in calls {
        let request = world.owner.request(call.method.clone(), &call.path, call.body.as_ref());
        world.owner.send(request).await.refused(StatusCode::CONFLICT, "module_off");
    }
    assert_eq!(world.clinic.fingerprint().await, before);
}
