//! The content of the catalogue, and adding and changing a service.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{catalogue, clinic, named, names, path};
use crate::testing::{Server, TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_new_clinic_has_the_specifications_eight_services_with_their_prices() {
    let (_clinic, owner) = clinic().await;
    let services = catalogue(&owner).await;
    let listed: Vec<_> = services
        .iter()
        .map(|service| {
            let word = |field: &str| service[field].as_str().unwrap_or("-").to_owned();
            let figures = format!("{} {} {}", service["minutes"], service["price"], service["needs_exam"]);
            format!("{} / {} / {figures} / {}", word("name"), word("category"), word("price_unit"))
        })
        .collect();
    assert_eq!(
        listed,
        [
            "Botox / Treatments / 30 12.0 true / unit",
            "PRP/PRF Face / Treatments / 60 450.0 true / session",
            "PRP Hair Restoration / Treatments / 60 500.0 true / -",
            "EZ Gel Face / Treatments / 90 650.0 true / syringe",
            "EZ Gel Hands / Treatments / 75 650.0 true / syringe",
            "Microneedling / Treatments / 60 300.0 true / session",
            "Consultation / Visits / 30 null false / -",
            "Follow-up / Visits / 15 null false / -",
        ]
    );
}

#[tokio::test]
async fn a_new_clinics_treatments_need_the_specifications_consents() {
    let (_clinic, owner) = clinic().await;
    let services = catalogue(&owner).await;
    let needed: Vec<_> =
        services.iter().map(|service| service["consents"][0]["name"].as_str().unwrap_or("-")).collect();
    let (prp, gel) = ("PRP/PRF (face or scalp)", "EZ Gel");
    assert_eq!(needed, ["Botulinum toxin (Botox)", prp, prp, gel, gel, "Microneedling", "-", "-"]);
}

#[tokio::test]
async fn every_call_is_refused_while_the_module_is_off() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = clinic.rows("select min(id) as id from {}.service").await[0].try_get::<i64>("", "id").unwrap();
    let before = clinic.fingerprint().await;
    for answer in [
        owner.get("/api/services").await,
        owner.post("/api/services", json!({ "name": "Peel", "minutes": 30 })).await,
        owner.patch(&format!("/api/services/{id}"), json!({ "minutes": 45 })).await,
        owner.put("/api/services/order", json!({ "ids": [id] })).await,
        owner.post_nothing(&format!("/api/services/{id}/retire")).await,
        owner.post_nothing(&format!("/api/services/{id}/restore")).await,
        owner.delete(&format!("/api/services/{id}")).await,
    ] {
        let refused = answer.refused(StatusCode::CONFLICT, "module_off");
        let words = "Services is switched off. The clinic's owner can switch it on in the settings, under Modules.";
        assert_eq!(refused["error"], words);
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_service_is_added_at_the_end_with_all_of_its_fields() {
    let (clinic, owner) = clinic().await;
    let template = factories::template(&owner).await;
    clinic.signed_in_as(Role::Provider).await;
    let performers = owner.get("/api/appointments/providers").await.expect(StatusCode::OK);
    let performer = performers[0].clone();
    let new = json!({
        "name": " Chemical Peel ", "category": "Skin", "minutes": 45, "buffer_minutes": "15", "price": 150.5,
        "price_unit": "session", "color": "#4A7C59", "performer_ids": [performer["id"]], "needs_exam": true,
        "consents": [{ "id": template, "valid_months": 12 }], "interval_days": 28, "taxable": true,
    });
    let mut added = owner.post("/api/services", new).await.expect(StatusCode::CREATED);
    let id = factories::id(&added);
    assert_eq!(catalogue(&owner).await.last(), Some(&added));
    for field in ["id", "updated_at"] {
        added.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(
        added,
        json!({
            "name": "Chemical Peel", "category": "Skin", "minutes": 45, "buffer_minutes": 15, "price": 150.5,
            "price_unit": "session", "color": "#4a7c59",
            "performers": [{ "id": performer["id"], "name": performer["name"] }], "needs_exam": true,
            "consents": [{ "id": template, "name": "Botox consent", "valid_months": 12 }], "interval_days": 28,
            "taxable": true, "retired_at": null, "version": 1, "updated_by_name": "Olive Owner",
        })
    );
    assert_eq!(factories::audited(&clinic, "member", "service.create", &[], &[id]).await, 1);
}

#[tokio::test]
async fn a_service_needs_only_a_name_and_how_long_it_takes() {
    let (_clinic, owner) = clinic().await;
    let added = owner.post("/api/services", json!({ "name": "Peel", "minutes": 30 })).await.expect(StatusCode::CREATED);
    for (field, value) in [
        ("buffer_minutes", json!(0)),
        ("needs_exam", json!(false)),
        ("taxable", json!(false)),
        ("price", Value::Null),
        ("performers", json!([])),
        ("consents", json!([])),
    ] {
        assert_eq!(added[field], value, "{field}");
    }
}

#[tokio::test]
async fn every_field_is_checked_when_a_service_is_added_and_when_it_is_changed() {
    let (clinic, owner) = clinic().await;
    let botox = path(&named(&owner, "Botox").await);
    let elsewhere = factories::template(&clinic.server.clinic().await.owner().await).await;
    let template = factories::template(&owner).await;
    let before = clinic.fingerprint().await;
    for (field, values) in [
        ("name", vec![json!(""), Value::Null, json!("x".repeat(101)), json!("a\nb"), json!(5), json!("MICRONEEDLING")]),
        ("minutes", vec![json!(4), json!(721), json!(7.5), json!("long"), Value::Null]),
        ("buffer_minutes", vec![json!(-1), json!(241), json!("short")]),
        ("category", vec![json!("x".repeat(101)), json!(5)]),
        ("price", vec![json!(-1), json!(0.001), json!(1_000_000), json!("free")]),
        ("price_unit", vec![json!("x".repeat(41)), json!(5)]),
        ("color", vec![json!("green"), json!("#12345"), json!("#1234567"), json!("#12345g"), json!(5)]),
        ("performer_ids", vec![json!([1]), json!("all"), json!(["x"])]),
        (
            "consents",
            vec![
                json!([{ "id": elsewhere }]),
                json!(5),
                json!([null]),
                json!([template]),
                json!([{ "id": template, "valid_months": 0 }]),
                json!([{ "id": template, "valid_months": 61 }]),
                json!([{ "id": template }, { "id": template, "valid_months": 3 }]),
            ],
        ),
        ("needs_exam", vec![json!("yes"), json!(1)]),
        ("interval_days", vec![json!(0), json!(731), json!("monthly")]),
        ("taxable", vec![json!("yes"), json!(0)]),
    ] {
        for value in values {
            let mut new = json!({ "name": "Peel", "minutes": 30 });
            new[field] = value.clone();
            owner.post("/api/services", new).await.refused_field(field);
            owner.patch(&botox, json!({ field: value })).await.refused_field(field);
        }
    }
    for field in ["needs_exam", "taxable"] {
        owner.patch(&botox, json!({ field: null })).await.refused_field(field);
    }
    owner.patch(&botox, json!({ "provider": 1 })).await.refused_field("provider");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_field_that_is_left_out_stays_and_null_clears_it() {
    let (clinic, owner) = clinic().await;
    clinic.signed_in_as(Role::Provider).await;
    let template = factories::template(&owner).await;
    let performer = owner.get("/api/appointments/providers").await.expect(StatusCode::OK)[0]["id"].clone();
    let botox = named(&owner, "Botox").await;
    let set = json!({
        "buffer_minutes": 10, "color": "#112233", "interval_days": 90, "performer_ids": [performer],
        "consents": [{ "id": template }],
    });
    let changed = owner.patch(&path(&botox), set).await.expect(StatusCode::OK);
    assert_eq!(
        (&changed["price"], &changed["buffer_minutes"], &changed["version"]),
        (&json!(12.0), &json!(10), &json!(2))
    );
    assert_eq!(changed["performers"][0]["id"], performer);
    let kept = owner.patch(&path(&botox), json!({ "taxable": true })).await.expect(StatusCode::OK);
    let mut expected = changed.clone();
    for field in ["taxable", "version", "updated_at"] {
        expected[field] = kept[field].clone();
    }
    assert_eq!(kept, expected);
    let cleared = json!({
        "category": null, "buffer_minutes": null, "price": null, "price_unit": null, "color": null,
        "performer_ids": null, "consents": null, "interval_days": null,
    });
    let cleared = owner.patch(&path(&botox), cleared).await.expect(StatusCode::OK);
    for field in ["category", "price", "price_unit", "color", "interval_days"] {
        assert_eq!(cleared[field], Value::Null, "{field}");
    }
    assert_eq!(
        (&cleared["buffer_minutes"], &cleared["performers"], &cleared["consents"]),
        (&json!(0), &json!([]), &json!([]))
    );
}

#[tokio::test]
async fn a_change_is_in_the_activity_log_and_keeps_the_version_it_was_made_from() {
    let (clinic, owner) = clinic().await;
    let botox = named(&owner, "Botox").await;
    let id = factories::id(&botox);
    let longer = json!({ "minutes": 45, "name": "Botox" });
    owner.send_from_version(1, Method::PATCH, &path(&botox), Some(&longer)).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let stale = owner.send_from_version(1, Method::PATCH, &path(&botox), Some(&json!({ "minutes": 20 }))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.patch("/api/services/1", json!({ "minutes": 20 })).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(factories::audited(&clinic, "member", "service.update", &[], &[id]).await, 1);
    let log = owner.get("/api/audit?limit=20").await.expect(StatusCode::OK);
    let entry = log
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["phrase"] == "Changed a service" && entry["outcome"] == "done");
    assert_eq!(entry.unwrap()["changes"], json!([{ "field": "minutes", "from": "30", "to": "45" }]));
}

#[tokio::test]
async fn two_services_added_with_one_name_at_the_same_moment_leave_one() {
    let (_clinic, owner) = clinic().await;
    let add = async |name: &str| owner.post("/api/services", json!({ "name": name, "minutes": 30 })).await.status;
    let (one, other) = tokio::join!(add("Peel"), add("PEEL"));
    let mut answers = [one, other];
    answers.sort();
    assert_eq!(answers, [StatusCode::CREATED, StatusCode::UNPROCESSABLE_ENTITY]);
    assert_eq!(catalogue(&owner).await.len(), 9);
}

#[tokio::test]
async fn a_performer_who_takes_no_appointments_any_more_stays_and_nobody_else_like_that_is_added() {
    let (clinic, owner) = clinic().await;
    clinic.signed_in_as(Role::Nurse).await;
    let nurse = owner.get("/api/appointments/providers").await.expect(StatusCode::OK)[0]["id"].clone();
    let (botox, peel) = (named(&owner, "Botox").await, named(&owner, "Microneedling").await);
    let hers = json!({ "performer_ids": [nurse] });
    owner.patch(&path(&botox), hers.clone()).await.expect(StatusCode::OK);
    clinic.plant(&format!("update {{}}.member set takes_appointments = false where id = {nurse}")).await;
    owner.patch(&path(&botox), hers.clone()).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    owner.patch(&path(&peel), hers).await.refused_field("performer_ids");
    owner.patch(&path(&botox), json!({ "performer_ids": [nurse, nurse] })).await.refused_field("performer_ids");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_consent_that_was_taken_off_the_list_is_needed_no_more() {
    let (_clinic, owner) = clinic().await;
    let template = factories::template(&owner).await;
    let botox = named(&owner, "Botox").await;
    owner.patch(&path(&botox), json!({ "consents": [{ "id": template }] })).await.expect(StatusCode::OK);
    owner.delete(&format!("/api/consents/templates/{template}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(named(&owner, "Botox").await["consents"], json!([]));
}

#[tokio::test]
async fn everybody_reads_the_catalogue_and_only_those_who_run_the_clinic_change_it() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    for each in [&clinic, &another] {
        factories::switch_on(each, "services").await;
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    let services = catalogue(&staff).await;
    assert_eq!(names(&services).len(), 8);
    staff.patch(&path(&services[0]), json!({ "minutes": 20 })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    manager.patch(&path(&services[0]), json!({ "minutes": 20 })).await.expect(StatusCode::OK);
    assert_eq!(named(&another.owner().await, "Botox").await["minutes"], 30, "the other clinic is as it was");
}

#[tokio::test]
async fn the_catalogue_holds_at_most_500_services() {
    let (clinic, owner) = clinic().await;
    clinic
        .plant(
            "insert into {}.service (name, position, minutes, created_at, updated_at)
             select 'Service ' || n, 8 + n, 30, now(), now() from generate_series(1, 491) as n",
        )
        .await;
    let new = |name: &str| json!({ "name": name, "minutes": 30 });
    owner.post("/api/services", new("The 500th")).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    owner.post("/api/services", new("One more")).await.refused(StatusCode::CONFLICT, "too_many_services");
    assert_eq!(clinic.fingerprint().await, before);
}
