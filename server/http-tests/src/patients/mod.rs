//! Patients over HTTP: the list, the record and its parts, merging.

mod clinical;
mod export;
mod folding;
mod merge;
mod notes;
mod plans;
mod record;
mod scale;

use axum::http::{HeaderValue, Method, StatusCode, header::IF_MATCH};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_patient_is_added_and_found_by_any_part_of_their_data() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner
        .post(
            "/api/patients",
            json!({ "first_name": " Zoë ", "last_name": "O'Hara", "email": "Zoe.OHara@Example.com", "phone": "(555) 010-1234", "birth_date": "1985-03-14" }),
        )
        .await
        .expect(StatusCode::CREATED);
    assert_eq!(added["first_name"], "Zoë");
    let found = |answer: Value| answer.as_array().unwrap().len();
    for part in
        ["zo%C3%AB", "HARA", "ohara@exam", "Zo%C3%AB%20O%27Hara", "o%27hara,%20zo%C3%AB", "010-12", "5550101234"]
    {
        let answer = owner.get(&format!("/api/patients?search={part}")).await;
        assert_eq!(answer.headers["x-total-count"], "1", "{part}");
        assert_eq!(found(answer.expect(StatusCode::OK)), 1, "{part}");
    }
    for part in ["%25", "_", "nobody", "zo%C3%AB%20smith", "zo%C3%AB%20-%20nobody"] {
        assert_eq!(found(owner.get(&format!("/api/patients?search={part}")).await.expect(StatusCode::OK)), 0, "{part}");
    }
    let shown = owner.get(&format!("/api/patients/{}", factories::id(&added))).await.expect(StatusCode::OK);
    for (field, value) in added.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
}

/// The names that a search finds, in order.
async fn names(person: &Client, search: &str) -> Vec<String> {
    let search = search.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let found = person.get(&format!("/api/patients?search={search}")).await.expect(StatusCode::OK);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    found.as_array().unwrap().iter().map(|one| text(&one["first_name"]) + " " + &text(&one["last_name"])).collect()
}

#[tokio::test]
async fn patients_are_found_by_words_in_any_order_and_dates_in_any_format() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (first, last, birth_date) in [
        ("Amelia", "Hart", "1985-03-14"),
        ("Mei", "Chen", "1990-12-01"),
        ("Omar", "El-Sayed", "2012-03-04"),
        ("Ana", "De La Cruz", ""),
    ] {
        let new =
            json!({ "first_name": first, "last_name": last, "birth_date": birth_date, "phone": "(555) 010-1985" });
        owner.post("/api/patients", new).await.expect(StatusCode::CREATED);
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    for (search, name) in [
        ("hart amelia", "Amelia Hart"),
        ("Amelia  Hart", "Amelia Hart"),
        (" hart ,  ame ", "Amelia Hart"),
        ("chen mei", "Mei Chen"),
        ("El Sayed", "Omar El-Sayed"),
        ("sayed-el omar", "Omar El-Sayed"),
        ("cruz de la", "Ana De La Cruz"),
    ] {
        for person in [&owner, &staff] {
            assert_eq!(names(person, search).await, [name], "{search}");
        }
    }
    for search in ["3/14/1985", "03/14/85", "1985-03-14", "3-14-1985", "hart 3/14/1985", "03/14/1985 Amelia"] {
        assert_eq!(names(&owner, search).await, ["Amelia Hart"], "{search}");
        // A role that may not see birth dates cannot search by them.
        assert!(names(&staff, search).await.is_empty(), "{search}");
    }
    assert_eq!(names(&owner, "3/4/12").await, ["Omar El-Sayed"]);
    assert!(names(&owner, "chen 3/14/1985").await.is_empty());
    assert_eq!(names(&owner, "010-1985").await.len(), 4, "a phone number, not a day");
}

#[tokio::test]
async fn a_possible_duplicate_is_added_only_after_confirmation() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let same = json!({ "first_name": "NORA", "last_name": "lindqvist", "birth_date": "1985-03-14", "confirmed": [] });
    let answer = owner.post("/api/patients", same.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let warning = json!({
        "code": "duplicate", "message": "Nora Lindqvist, born Mar 14, 1985, is a patient already.", "patient_id": patient,
    });
    assert_eq!(answer["warnings"], json!([warning]));
    owner
        .post("/api/patients", json!({ "first_name": "Nora", "last_name": "Berg", "confirmed": "duplicate" }))
        .await
        .refused_field("confirmed");
    assert_eq!(clinic.fingerprint().await, before);

    let with = |field: &str, value: Value| {
        let mut new = same.clone();
        new[field] = value;
        new
    };
    // Another name or another day is another person.
    for other in
        [with("last_name", json!("Lind")), with("birth_date", json!("1985-03-15")), with("birth_date", json!(""))]
    {
        owner.post("/api/patients", other).await.expect(StatusCode::CREATED);
    }
    // Now a patient without a birth date exists too.
    let answer = owner.post("/api/patients", with("birth_date", json!(null))).await;
    let answer = answer.refused(StatusCode::CONFLICT, "unconfirmed");
    assert_eq!(answer["warnings"][0]["message"], "NORA lindqvist, without a birth date, is a patient already.");
    owner.post("/api/patients", with("confirmed", json!(["duplicate"]))).await.expect(StatusCode::CREATED);
    // The specification's own payload needs no confirmation.
    let plain = json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14" });
    owner.post("/api/patients", plain).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn limited_access_shows_names_and_finds_by_names_only() {
    let clinic = TestClinic::new().await;
    let id = factories::patient(&clinic.owner().await).await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let shown = staff.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK);
    assert_eq!(shown["first_name"], "Nora");
    for hidden in ["email", "phone", "birth_date", "created_at"] {
        assert_eq!(shown[hidden], Value::Null, "{hidden}");
    }
    let found = |answer: Value| answer.as_array().unwrap().len();
    assert_eq!(found(staff.get("/api/patients?search=lindq").await.expect(StatusCode::OK)), 1);
    assert_eq!(found(staff.get("/api/patients?search=nora@").await.expect(StatusCode::OK)), 0);
    assert_eq!(found(staff.get("/api/patients?search=5550101234").await.expect(StatusCode::OK)), 0);
}

#[tokio::test]
async fn pages_follow_each_other_without_gaps_or_repeats() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (first, last) in [("Ann", "Berg"), ("ann", "berg"), ("Bea", "Berg"), ("Cy", "Adams"), ("Di", "Zorn")] {
        owner
            .post("/api/patients", json!({ "first_name": first, "last_name": last }))
            .await
            .expect(StatusCode::CREATED);
    }
    let all = owner.get("/api/patients").await.expect(StatusCode::OK);
    let mut seen = Vec::new();
    let mut path = "/api/patients?limit=2".to_owned();
    loop {
        let answer = owner.get(&path).await;
        let next = answer.headers.get("link").map(|link| link.to_str().unwrap().to_owned());
        seen.extend(answer.expect(StatusCode::OK).as_array().unwrap().clone());
        let Some(next) = next else { break };
        path = next.split(['<', '>']).nth(1).unwrap().to_owned();
    }
    assert_eq!(Value::from(seen), all);
    let names: Vec<_> = all.as_array().unwrap().iter().map(|patient| patient["first_name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "Cy");
    assert_eq!(names[4], "Di");
}

#[tokio::test]
async fn every_full_page_links_to_the_next() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, created_at)
             select 'Ann', 'Berg' || n, now() from generate_series(1, 1500) n",
        )
        .await;
    for (query, pages) in [("?limit=2000", vec![1_000, 500]), ("", vec![1_000, 500]), ("?limit=750", vec![750, 750, 0])]
    {
        let mut seen = std::collections::BTreeSet::new();
        let mut lengths = Vec::new();
        let mut path = Some(format!("/api/patients{query}"));
        while let Some(page) = path {
            let answer = owner.get(&page).await;
            path = answer.headers.get("link").map(|link| {
                let link = link.to_str().unwrap();
                assert!(link.ends_with("; rel=\"next\""), "{link}");
                link.split(['<', '>']).nth(1).unwrap().to_owned()
            });
            let rows = answer.expect(StatusCode::OK);
            let rows = rows.as_array().unwrap();
            lengths.push(rows.len());
            seen.extend(rows.iter().map(|row| row["id"].as_i64().unwrap()));
        }
        assert_eq!((lengths, seen.len()), (pages, 1_500), "{query}");
    }
}

#[tokio::test]
async fn every_invalid_field_is_named_and_nothing_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    let refused = async |body: Value| owner.post("/api/patients", body).await;
    let answer =
        refused(json!({ "first_name": "  ", "email": "nobody", "birth_date": "14.03.1985", "role": "owner" })).await;
    let fields = answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].clone();
    assert_eq!(
        fields,
        json!({
            "first_name": "First name is required", "last_name": "Last name is required",
            "email": "must be an e-mail address", "birth_date": "must be a date like 1985-03-14",
            "role": "is not part of this form",
        })
    );
    let name = |name: Value| json!({ "first_name": name, "last_name": "Berg" });
    refused(name(json!("a\u{0}b"))).await.refused_field("first_name");
    refused(name(json!("x".repeat(201)))).await.refused_field("first_name");
    refused(name(json!(["Ann"]))).await.refused_field("first_name");
    refused(name(json!({}))).await.refused_field("first_name");
    let birth_date = json!({ "first_name": "Ann", "last_name": "Berg", "birth_date": "2199-01-01" });
    assert_eq!(refused(birth_date).await.refused_field("birth_date"), "must not be in the future");
    refused(json!([])).await.refused(StatusCode::BAD_REQUEST, "not_json");
    refused(json!("patient")).await.refused(StatusCode::BAD_REQUEST, "not_json");
    owner.get("/api/patients?limit=x").await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    owner.get("/api/patients?search=%00").await.refused_field("search");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn optional_fields_may_be_empty_and_computed_ones_are_ignored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "id": 7, "created_at": "1999-01-01T00:00:00Z", "first_name": "Ann", "last_name": "Berg", "email": "", "phone": null, "birth_date": "" });
    let added = owner.post("/api/patients", new).await.expect(StatusCode::CREATED);
    assert!(factories::id(&added) >= clinic.first_id);
    assert_eq!(added["email"], Value::Null);
    assert_ne!(added["created_at"], "1999-01-01T00:00:00Z");
}

#[tokio::test]
async fn unknown_patients_are_not_found() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for id in ["1", "0", "-1", "9223372036854775807", "9223372036854775808", "x", "1.5", "%00"] {
        owner.get(&format!("/api/patients/{id}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
}

#[tokio::test]
async fn an_absent_field_of_a_change_stays_and_null_clears_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}", factories::patient(&owner).await);
    let change = async |body| owner.patch(&path, body).await.expect(StatusCode::OK);
    assert_eq!(change(json!({ "pronouns": "she/her" })).await["pronouns"], "she/her");
    assert_eq!(change(json!({})).await["pronouns"], "she/her");
    let cleared = change(json!({ "pronouns": null })).await;
    assert_eq!((&cleared["pronouns"], &cleared["version"]), (&Value::Null, &json!(4)));
    for body in [json!({ "pronouns": 7 }), json!({ "pronouns": "x".repeat(201) }), json!({ "pronoun": "they" })] {
        owner.patch(&path, body).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK)["version"], 4, "what is refused changes nothing");
}

#[tokio::test]
async fn a_change_from_an_older_version_is_refused_and_changes_are_audited() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    let change = async |seen: &str, pronouns: &str| {
        let body = json!({ "pronouns": pronouns });
        let mut request = owner.request(Method::PATCH, &format!("/api/patients/{id}"), Some(&body));
        request.headers_mut().insert(IF_MATCH, HeaderValue::from_str(seen).unwrap());
        owner.send(request).await
    };
    change("\"1\"", "she/her").await.expect(StatusCode::OK);
    change("\"1\"", "they/them").await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(factories::audited(&clinic, "member", "patient.update", &[id], &[]).await, 1);
    let log = owner.get(&format!("/api/audit?patient={id}")).await.expect(StatusCode::OK);
    let changed = log
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["action"] == "patient.update" && row["outcome"] == "done")
        .unwrap();
    assert_eq!(changed["changes"], json!([{ "field": "pronouns", "from": null, "to": "she/her" }]));
    let elsewhere = TestClinic::new().await.owner().await;
    elsewhere.patch(&format!("/api/patients/{id}"), json!({})).await.refused(StatusCode::NOT_FOUND, "not_found");
}
