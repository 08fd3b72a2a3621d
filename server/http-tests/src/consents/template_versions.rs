//! The versions of templates of both kinds, tested with the same calls and different texts.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// A kind of template: its calls, two contents, the field that holds the text, and the prefix of its audit actions.
struct Kind {
    path: &'static str,
    first: Value,
    second: Value,
    field: &'static str,
    audited: &'static str,
}

fn kinds() -> [Kind; 2] {
    [
        Kind {
            path: "/api/consents/templates",
            first: json!({ "name": "Photos", "body": "<p>May we?</p>" }),
            second: json!({ "name": "Pictures", "body": "<p>May we, please?</p>" }),
            field: "body",
            audited: "consent_template",
        },
        Kind {
            path: "/api/gfe/templates",
            first: json!({ "name": "Annual", "description": "Each year", "vitals_template": "HR: ___ bpm" }),
            second: json!({ "name": "Yearly", "vitals_template": "BP: ___/___ mmHg", "pe_template": "Skin: Clear" }),
            field: "vitals_template",
            audited: "gfe_template",
        },
    ]
}

async fn made(client: &Client, kind: &Kind) -> (i64, String) {
    let id = factories::id(&client.post(kind.path, kind.first.clone()).await.expect(StatusCode::CREATED));
    (id, format!("{}/{id}", kind.path))
}

/// The number, name and author of each version.
async fn listed(client: &Client, one: &str) -> Vec<(i64, String, Value)> {
    let versions = client.get(&format!("{one}/versions")).await.expect(StatusCode::OK);
    let each = versions.as_array().unwrap().iter();
    each.map(|version| {
        let name = version["name"].as_str().unwrap().to_owned();
        (version["version"].as_i64().unwrap(), name, version["saved_by"].clone())
    })
    .collect()
}

fn same_content(shown: &Value, written: &Value) {
    for (field, value) in written.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
}

#[tokio::test]
async fn each_change_keeps_the_former_version_whole() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    for kind in kinds() {
        let (_, one) = made(&owner, &kind).await;
        let by_owner = listed(&owner, &one).await[0].2.clone();
        clinic.clock().advance(chrono::TimeDelta::minutes(1));
        let changed = director.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let name = |content: &Value| content["name"].as_str().unwrap().to_owned();
        let expected = [(2, name(&kind.second), json!("Robin Medical Director")), (1, name(&kind.first), by_owner)];
        assert_eq!(listed(&owner, &one).await, expected);
        let first = director.get(&format!("{one}/versions/1")).await.expect(StatusCode::OK);
        same_content(&first, &kind.first);
        assert_eq!((&first["version"], &first["id"]), (&json!(1), &changed["id"]));
        assert_eq!(director.get(&format!("{one}/versions/2")).await.expect(StatusCode::OK), changed);
        for nothing in ["0", "3", "-1", "x", "2147483648"] {
            owner.get(&format!("{one}/versions/{nothing}")).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
}

#[tokio::test]
async fn a_template_from_before_versions_were_kept_keeps_its_text_at_its_first_change() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for kind in kinds() {
        // The templates that a clinic starts with have no stored version yet.
        let template = owner.get(kind.path).await.expect(StatusCode::OK)[0].clone();
        let one = format!("{}/{}", kind.path, factories::id(&template));
        let name = template["name"].as_str().unwrap().to_owned();
        assert_eq!(listed(&owner, &one).await, [(1, name.clone(), Value::Null)]);
        let shown = owner.get(&format!("{one}/versions/1")).await.expect(StatusCode::OK);
        assert_eq!(shown, template);
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let versions = listed(&owner, &one).await;
        assert_eq!((versions.len(), &versions[1]), (2, &(1, name, Value::Null)));
        let former = owner.get(&format!("{one}/versions/1")).await.expect(StatusCode::OK);
        assert_eq!(former[kind.field], template[kind.field]);
    }
}

#[tokio::test]
async fn a_restored_version_is_a_new_one_with_the_former_content() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for kind in kinds() {
        let (id, one) = made(&owner, &kind).await;
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let restore = format!("{one}/versions/1/restore");
        let stale = owner.send_from_version(1, Method::POST, &restore, None).await;
        stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
        let restored = owner.send_from_version(2, Method::POST, &restore, None).await.expect(StatusCode::OK);
        same_content(&restored, &kind.first);
        assert_eq!(restored["version"], 3);
        let versions = listed(&owner, &one).await;
        assert_eq!(versions.iter().map(|(version, ..)| *version).collect::<Vec<_>>(), [3, 2, 1]);
        let before = clinic.fingerprint().await;
        let present = owner.post_nothing(&format!("{one}/versions/3/restore")).await;
        present.refused(StatusCode::CONFLICT, "current_version");
        owner.post_nothing(&format!("{one}/versions/9/restore")).await.refused(StatusCode::NOT_FOUND, "not_found");
        assert_eq!(clinic.fingerprint().await, before);
        // Restoring the version before undoes the change.
        let undone = owner.post_nothing(&format!("{one}/versions/2/restore")).await.expect(StatusCode::OK);
        same_content(&undone, &kind.second);
        assert_eq!(undone["version"], 4);
        let action = format!("{}.restore", kind.audited);
        assert_eq!(factories::audited(&clinic, "member", &action, &[], &[id]).await, 2);
    }
}

#[tokio::test]
async fn a_copy_has_a_free_name_and_a_history_of_its_own() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for kind in kinds() {
        let (id, one) = made(&owner, &kind).await;
        owner.put(&one, kind.first.clone()).await.expect(StatusCode::OK);
        let copy = owner.post_nothing(&format!("{one}/duplicate")).await.expect(StatusCode::CREATED);
        let name = kind.first["name"].as_str().unwrap();
        assert_eq!((&copy["name"], &copy["version"]), (&json!(format!("{name} (copy)")), &json!(1)));
        assert_eq!(copy[kind.field], kind.first[kind.field]);
        let again = owner.post_nothing(&format!("{one}/duplicate")).await.expect(StatusCode::CREATED);
        assert_eq!(again["name"], format!("{name} (copy 2)"));
        let copied = factories::id(&copy);
        assert_eq!(listed(&owner, &format!("{}/{copied}", kind.path)).await.len(), 1);
        let action = format!("{}.duplicate", kind.audited);
        assert_eq!(factories::audited(&clinic, "member", &action, &[], &[id, copied]).await, 1);
    }
}

#[tokio::test]
async fn versions_and_copies_are_for_those_who_change_templates_of_this_clinic() {
    let server = crate::testing::Server::new();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let (owner, stranger) = (clinic.owner().await, other.owner().await);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    for kind in kinds() {
        let (_, one) = made(&owner, &kind).await;
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let (list, first) = (format!("{one}/versions"), format!("{one}/versions/1"));
        let (restore, duplicate) = (format!("{first}/restore"), format!("{one}/duplicate"));
        let before = (clinic.fingerprint().await, other.fingerprint().await);
        for path in [&list, &first] {
            nurse.get(path).await.refused(StatusCode::FORBIDDEN, "forbidden");
            stranger.get(path).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
        for path in [&restore, &duplicate] {
            nurse.post_nothing(path).await.refused(StatusCode::FORBIDDEN, "forbidden");
            stranger.post_nothing(path).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
        assert_eq!((clinic.fingerprint().await, other.fingerprint().await), before);
        // The versions of a removed template cannot be read either.
        owner.delete(&one).await.expect(StatusCode::NO_CONTENT);
        for path in [&list, &first] {
            owner.get(path).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
        for path in [&restore, &duplicate] {
            owner.post_nothing(path).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
}

#[tokio::test]
async fn a_copy_or_a_restored_version_does_not_exceed_the_size_of_the_list() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for kind in kinds() {
        let (id, one) = made(&owner, &kind).await;
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let table = if kind.field == "body" { "consent_template" } else { "exam_template" };
        let other = format!("(select min(id) from {{}}.{table} where id <> {id})");
        let large = format!("update {{}}.{table} set {} = repeat('x', 2097152) where id = {other}", kind.field);
        clinic.plant(&large).await;
        let before = clinic.fingerprint().await;
        let refused_at = if kind.field == "body" { "body" } else { "name" };
        owner.post_nothing(&format!("{one}/duplicate")).await.refused_field(refused_at);
        owner.post_nothing(&format!("{one}/versions/1/restore")).await.refused_field(refused_at);
        assert_eq!(clinic.fingerprint().await, before);
    }
}

#[tokio::test]
async fn unsafe_markup_in_a_kept_version_is_removed_when_it_is_read_and_restored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let [kind, _] = kinds();
    let (id, one) = made(&owner, &kind).await;
    owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
    let bad = "<p onclick=alert(1)>Fine</p><script>alert(1)</script>";
    clinic.plant(&format!("update {{}}.consent_template_version set body = '{bad}' where template_id = {id}")).await;
    let shown = owner.get(&format!("{one}/versions/1")).await.expect(StatusCode::OK);
    assert_eq!(shown["body"], "<p>Fine</p>");
    owner.post_nothing(&format!("{one}/versions/1/restore")).await.expect(StatusCode::OK);
    let rows = clinic.rows(&format!("select body from {{}}.consent_template where id = {id}")).await;
    assert_eq!(rows[0].try_get::<String>("", "body").unwrap(), "<p>Fine</p>");
}

#[tokio::test]
async fn an_unchanged_template_makes_no_version() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for kind in kinds() {
        let (_, one) = made(&owner, &kind).await;
        let saved = owner.put(&one, kind.first.clone()).await.expect(StatusCode::OK);
        assert_eq!((&saved["version"], listed(&owner, &one).await.len()), (&json!(1), 1));
        assert_eq!(owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK)["version"], 2);
    }
}

#[tokio::test]
async fn a_clinic_saves_at_most_two_hundred_versions_a_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (kind, table, text) in [
        (
            &kinds()[0],
            "consent_template_version",
            ", body) select template_id, n, name, saved_by, saved_by_name, saved_at, body",
        ),
        (&kinds()[1], "exam_template_version", ") select template_id, n, name, saved_by, saved_by_name, saved_at"),
    ] {
        let (id, one) = made(&owner, kind).await;
        let columns = "template_id, version, name, saved_by, saved_by_name, saved_at";
        let from = format!("from {{}}.{table}, generate_series(1001, 1198) n where template_id = {id} and version = 1");
        clinic.plant(&format!("insert into {{}}.{table} ({columns}{text} {from}")).await;
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        let before = clinic.fingerprint().await;
        let refused = owner.put(&one, kind.first.clone()).await.refused(StatusCode::CONFLICT, "too_many_versions");
        assert!(refused["error"].as_str().unwrap().contains("200 times within a day"), "{refused}");
        owner.post(kind.path, kind.first.clone()).await.refused(StatusCode::CONFLICT, "too_many_versions");
        owner.post_nothing(&format!("{one}/duplicate")).await.refused(StatusCode::CONFLICT, "too_many_versions");
        owner
            .post_nothing(&format!("{one}/versions/1/restore"))
            .await
            .refused(StatusCode::CONFLICT, "too_many_versions");
        assert_eq!(clinic.fingerprint().await, before);
        // Saving the same content makes no version.
        owner.put(&one, kind.second.clone()).await.expect(StatusCode::OK);
        clinic.plant(&format!("update {{}}.{table} set saved_at = saved_at - interval '1 day'")).await;
        owner.put(&one, kind.first.clone()).await.expect(StatusCode::OK);
    }
}
