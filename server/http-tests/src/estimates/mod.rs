use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

mod replayed;

use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn the_server_computes_the_totals() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/gfe-estimate/{patient}");
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), Value::Null);
    let mut new = factories::estimate(patient);
    for (name, value) in [
        ("face_subtotal", json!(1)),
        ("grand_total", json!(1)),
        ("hair_service", json!("PRP Hair Restoration")),
        ("hair_unit_cost", json!("500.05")),
        ("hair_qty", json!("1")),
        ("hair_sessions", json!("Custom")),
        ("hair_sessions_custom", json!(5)),
        // A cost without a service counts as well.
        ("neck_unit_cost", json!(450)),
    ] {
        new[name] = value;
    }
    let made = owner.post("/api/gfe-estimate", new).await.expect(StatusCode::CREATED);
    assert_eq!(made["face_subtotal"], 480.0);
    assert_eq!(made["hair_subtotal"], 2500.25);
    assert_eq!(made["neck_subtotal"], 450.0);
    assert_eq!(made["hands_subtotal"], 0.0);
    assert_eq!(made["grand_total"], 3430.25);
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), made);
}

#[tokio::test]
async fn a_change_is_a_new_version_and_overwrites_nobody_elses() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", factories::id(&made));
    let mut change = factories::estimate(patient);
    change.as_object_mut().unwrap().remove("pt_sig");
    change["notes"] = json!("Two sessions");
    let with = |version: &str| {
        let mut request = owner.request(Method::PUT, &path, Some(&change));
        request.headers_mut().insert("if-match", version.parse().unwrap());
        request
    };
    let changed = owner.send(with("\"1\"")).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["notes"]), (&json!(2), &json!("Two sessions")));
    assert_eq!((&changed["id"], &changed["created_at"]), (&made["id"], &made["created_at"]));
    owner.send(with("1")).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let same = owner.put(&path, change.clone()).await.expect(StatusCode::OK);
    assert_eq!(same, changed, "what changes nothing makes no version");
    let other = factories::patient(&owner).await;
    let mut moved = change;
    moved["patient_id"] = json!(other);
    owner.put(&path, moved).await.refused_field("patient_id");
}

#[tokio::test]
async fn of_many_concurrent_changes_of_one_version_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", factories::id(&made));
    let tries: Vec<_> = (0..10)
        .map(|number| {
            let mut change = factories::estimate(patient);
            change["notes"] = json!(format!("Editor {number}"));
            let mut request = owner.request(Method::PUT, &path, Some(&change));
            request.headers_mut().insert("if-match", "1".parse().unwrap());
            let owner = owner.clone();
            tokio::spawn(async move { owner.send(request).await.status })
        })
        .collect();
    let mut won = 0;
    for attempt in tries {
        won += usize::from(attempt.await.unwrap() == StatusCode::OK);
    }
    assert_eq!(won, 1);
}

#[tokio::test]
async fn every_invalid_field_is_named() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let nothing = owner.post("/api/gfe-estimate", json!({ "patient_id": patient })).await;
    let fields = nothing.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].clone();
    for required in ["pt_name", "pt_dob", "prov_name", "est_date", "pt_sig_date", "prov_sig_date"] {
        assert!(fields[required].is_string(), "{required}: {fields}");
    }
    for (name, value) in [
        ("face_unit_cost", json!(-1)),
        ("face_qty", json!(-0.5)),
        ("face_unit_cost", json!(0.001)),
        ("face_service", json!("Massage")),
        ("face_sessions", json!("6")),
        ("hair_sessions", json!("2")),
        ("face_sessions_custom", json!(0)),
        ("pt_sig", json!("data:image/png;base64,AAAA")),
        ("area51_service", json!("Other")),
    ] {
        let mut new = factories::estimate(patient);
        new[name] = value;
        owner.post("/api/gfe-estimate", new).await.refused_field(name);
    }
    let mut custom = factories::estimate(patient);
    custom["face_sessions"] = json!("Custom");
    owner.post("/api/gfe-estimate", custom).await.refused_field("face_sessions_custom");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_front_desk_neither_signs_for_the_provider_nor_sees_signatures() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let receptionist = clinic.signed_in_as(Role::Receptionist).await;
    let mut signed = factories::estimate(patient);
    signed["prov_sig"] = json!(factories::tall_signature());
    receptionist.post("/api/gfe-estimate", signed.clone()).await.refused_field("prov_sig");
    owner.post("/api/gfe-estimate", signed).await.expect(StatusCode::CREATED);
    let seen = receptionist.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert_eq!((&seen["pt_sig"], &seen["prov_sig"]), (&Value::Null, &Value::Null));
    let provider = clinic.signed_in_as(Role::Provider).await;
    let seen = provider.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert!(seen["pt_sig"].is_string() && seen["prov_sig"].is_string());
}

/// An estimate of 480 that patient and provider have signed.
pub(super) async fn signed_by_both(clinic: &TestClinic) -> (i64, Value) {
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::patient(&provider).await;
    let mut new = factories::estimate(patient);
    new["prov_sig"] = json!(factories::tall_signature());
    (patient, provider.post("/api/gfe-estimate", new).await.expect(StatusCode::CREATED))
}

#[tokio::test]
async fn changing_a_signed_estimate_makes_an_unsigned_version_and_keeps_the_signed_one() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let receptionist = clinic.signed_in_as(Role::Receptionist).await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    let mut dearer = factories::estimate(patient);
    dearer.as_object_mut().unwrap().remove("pt_sig");
    dearer["face_unit_cost"] = json!(245.03);
    let changed = receptionist.put(&path, dearer).await.expect(StatusCode::OK);
    assert_eq!((&changed["grand_total"], &changed["version"]), (&json!(9801.2), &json!(2)));
    assert_eq!((&changed["pt_is_signed"], &changed["prov_is_signed"]), (&json!(false), &json!(false)));

    let newest = provider.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert_eq!((&newest["pt_sig"], &newest["prov_sig"], &newest["version"]), (&Value::Null, &Value::Null, &json!(2)));
    let former = provider.get(&format!("{path}/versions/1")).await.expect(StatusCode::OK);
    assert_eq!(former, signed, "readable as it was signed");

    let versions = receptionist.get(&format!("{path}/versions")).await.expect(StatusCode::OK);
    assert_eq!(versions.as_array().unwrap().len(), 2);
    let signatures = |version: &Value| {
        let parts = ["version", "written_by", "grand_total", "pt_is_signed", "prov_is_signed", "changed"];
        parts.map(|part| version[part].clone())
    };
    let by = |role: &str| json!(format!("Robin {role}"));
    let second = [json!(2), by("Receptionist"), json!(9801.2), json!(false), json!(false), json!(["face_unit_cost"])];
    assert_eq!(signatures(&versions[0]), second);
    assert_eq!(signatures(&versions[1]), [json!(1), by("Provider"), json!(480.0), json!(true), json!(true), json!([])]);
    // Roles that see no signatures see in a former version only that it is signed.
    let former = receptionist.get(&format!("{path}/versions/1")).await.expect(StatusCode::OK);
    assert_eq!((&former["pt_sig"], &former["pt_is_signed"]), (&Value::Null, &json!(true)));
    assert_eq!(former["prov_signed_by"], "Robin Provider");
}

#[tokio::test]
async fn a_missing_signature_is_added_to_the_existing_one() {
    let clinic = TestClinic::new().await;
    let receptionist = clinic.signed_in_as(Role::Receptionist).await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::patient(&receptionist).await;
    let made = receptionist.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", factories::id(&made));
    let mut signing = factories::estimate(patient);
    signing.as_object_mut().unwrap().remove("pt_sig");
    signing["prov_sig"] = json!(factories::signature_of("Robin Provider"));
    // The provider's signature has its own date.
    signing["prov_sig_date"] = json!("2026-11-21");
    let both = provider.put(&path, signing.clone()).await.expect(StatusCode::OK);
    assert!(both["pt_sig"].is_string() && both["prov_sig"].is_string());
    assert_eq!(both["pt_signed_at"], made["pt_signed_at"]);
    assert_eq!((&both["version"], &both["prov_signed_by"]), (&json!(2), &json!("Robin Provider")));
    // The date beside a signature is part of what was signed.
    signing.as_object_mut().unwrap().remove("prov_sig");
    signing["pt_sig_date"] = json!("2026-11-19");
    let redated = provider.put(&path, signing).await.expect(StatusCode::OK);
    assert_eq!((&redated["pt_is_signed"], &redated["prov_is_signed"]), (&json!(false), &json!(true)));
}

#[tokio::test]
async fn a_signed_version_from_before_digests_were_kept_loses_its_signatures_with_its_content_too() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let former = "content_digest = null, writer = null, pt_digest = null, pt_signer = null, pt_signed_at = null,
        prov_digest = null, prov_signer = null, prov_signed_at = null, version = 3";
    clinic.plant(&format!("update {{}}.estimate set {former}")).await;
    let owner = clinic.owner().await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    let mut change = factories::estimate(patient);
    change.as_object_mut().unwrap().remove("pt_sig");
    let same = owner.put(&path, change.clone()).await.expect(StatusCode::OK);
    assert_eq!((&same["version"], &same["pt_is_signed"], &same["updated_by"]), (&json!(3), &json!(true), &Value::Null));
    change["notes"] = json!("Dearer");
    let changed = owner.put(&path, change).await.expect(StatusCode::OK);
    assert_eq!((&changed["version"], &changed["pt_is_signed"]), (&json!(4), &json!(false)));
    let former = owner.get(&format!("{path}/versions/3")).await.expect(StatusCode::OK);
    assert!(former["pt_sig"].is_string());
}

#[tokio::test]
async fn the_newest_estimate_is_shown_whichever_was_changed_last() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let first = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let second = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let mut change = factories::estimate(patient);
    change["notes"] = json!("Of the first");
    let path = format!("/api/gfe-estimate/{}", factories::id(&first));
    let changed = owner.put(&path, change).await.expect(StatusCode::OK);
    assert_eq!(changed["id"], first["id"]);
    assert_eq!(owner.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK), second);
    // The id of a version is not the id of an estimate.
    let row = clinic.rows("select max(id) as id from {}.estimate").await;
    let row: i64 = row[0].try_get("", "id").unwrap();
    owner
        .put(&format!("/api/gfe-estimate/{row}"), factories::estimate(patient))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    owner.get(&format!("/api/gfe-estimate/{row}/versions")).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.get(&format!("{path}/versions/9")).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn versions_are_paged_so_that_the_signed_one_is_always_reached() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let first = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", factories::id(&first));
    for number in 0..5 {
        let mut changed = factories::changed_estimate(patient);
        changed["pt_name"] = json!(format!("Nora {number}"));
        owner.put(&path, changed).await.expect(StatusCode::OK);
    }
    let all = owner.get(&format!("{path}/versions")).await;
    assert_eq!(all.next_page(), None);
    let all = all.expect(StatusCode::OK);
    assert_eq!((all[0]["version"].clone(), all.as_array().unwrap().len()), (json!(6), 6));
    assert!(all.as_array().unwrap()[..5].iter().all(|one| one["changed"][0].is_string()), "{all}");
    for limit in ["1", "2", "3"] {
        let (mut next, mut paged) = (Some(format!("{path}/versions?limit={limit}")), Vec::new());
        while let Some(wanted) = next {
            let answer = owner.get(&wanted).await;
            next = answer.next_page();
            paged.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().cloned());
        }
        assert_eq!(&paged, all.as_array().unwrap(), "also what each has changed, at the end of a page");
    }
}

#[tokio::test]
async fn a_voided_estimate_stays_readable_says_so_everywhere_and_cannot_be_changed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(made["voided"], Value::Null);
    let id = factories::id(&made);
    let path = format!("/api/gfe-estimate/{id}");
    let void = format!("{path}/void");
    let reason = factories::void("Wrong service");
    let before = clinic.fingerprint().await;
    let signature = factories::tall_signature();
    owner.post(&void, json!({ "reason": " ", "signature": signature })).await.refused_field("reason");
    owner.post(&void, json!({ "reason": "Wrong service" })).await.refused_field("signature");
    owner.post("/api/gfe-estimate/1/void", reason.clone()).await.refused(StatusCode::NOT_FOUND, "not_found");
    for role in [Role::Nurse, Role::MedicalAssistant, Role::Receptionist, Role::Staff] {
        let person = clinic.signed_in_as(role).await;
        person.post(&void, reason.clone()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    let stale = owner.send_from_version(2, Method::POST, &void, Some(&reason)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.count("{}.estimate_void").await, 0);
    let voided = owner.send_from_version(1, Method::POST, &void, Some(&reason)).await.expect(StatusCode::OK);
    assert_eq!(
        (&voided["voided"]["reason"], &voided["voided"]["by"]),
        (&json!("Wrong service"), &json!("Olive Owner"))
    );
    assert_eq!(factories::audited(&clinic, "member", "estimate.void", &[patient], &[id]).await, 1);
    let shown = owner.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(shown, voided);
    assert!(voided["voided"]["signature"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let seen = desk.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK);
    assert_eq!((&seen["voided"]["by"], &seen["voided"]["signature"]), (&json!("Olive Owner"), &Value::Null));
    let version = owner.get(&format!("{path}/versions/1")).await.expect(StatusCode::OK);
    assert_eq!((&version["voided"], &version["pt_sig"]), (&voided["voided"], &made["pt_sig"]));
    let timeline = owner.get(&format!("/api/patients/{patient}/timeline?kinds=estimate")).await.expect(StatusCode::OK);
    assert_eq!((&timeline[0]["state"], &timeline[0]["version"]), (&json!("voided"), &json!(1)));
    let kept = clinic.fingerprint().await;
    assert_ne!(kept, before);
    owner.put(&path, factories::changed_estimate(patient)).await.refused(StatusCode::CONFLICT, "voided");
    owner.post(&void, reason.clone()).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(clinic.fingerprint().await, kept);
    // The next one is a new estimate.
    let next = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    assert_eq!((&next["version"], &next["voided"]), (&json!(1), &Value::Null));
    assert_ne!(next["id"], made["id"]);
}

#[tokio::test]
async fn of_many_who_void_an_estimate_or_change_it_at_once_one_voids_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}", factories::id(&made));
    let tries = (0..12).map(async |number| {
        if number % 2 == 0 {
            owner.post(&format!("{path}/void"), factories::void("Wrong service")).await.status
        } else {
            let mut change = factories::estimate(patient);
            change["notes"] = json!(format!("Editor {number}"));
            owner.put(&path, change).await.status
        }
    });
    let answers = futures_util::future::join_all(tries).await;
    let voided = answers.iter().step_by(2).filter(|status| **status == StatusCode::OK).count();
    assert_eq!(voided, 1, "{answers:?}");
    assert!(answers.iter().all(|status| [StatusCode::OK, StatusCode::CONFLICT].contains(status)), "{answers:?}");
    let report = clinic.count("{}.estimate e join {}.estimate_void v on coalesce(e.root_id, e.id) = v.estimate_id where e.updated_at > v.voided_at").await;
    assert_eq!(report, 0, "nothing is written to it afterwards");
}

#[tokio::test]
async fn voiding_an_estimate_needs_a_proof_of_identity_of_the_last_15_minutes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let void = format!("/api/gfe-estimate/{}/void", factories::id(&made));
    for _ in 0..2 {
        clinic.clock().advance(chrono::TimeDelta::minutes(8));
        owner.get("/api/patients").await.expect(StatusCode::OK);
    }
    owner.post(&void, factories::void("x")).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.count("{}.estimate_void").await, 0);
}
