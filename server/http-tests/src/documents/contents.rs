//! The contents of an export's documents. A printed record uses the same values.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    Records,
    export::{exported, unzipped},
};
use crate::testing::{Client, TestClinic, factories, world::new_member};
use base::permission::{Grants, Role};
use papers::documents::{
    content::{Reader, Which, gather, more},
    kind::DocumentKind,
};
use tenancy::enter_for_job;

/// The content of each JSON file of a new export, by its name without the ending.
async fn contents(clinic: &TestClinic, client: &Client, patient: i64) -> BTreeMap<String, Value> {
    let export = exported(clinic, client, patient).await;
    let (_, zip) = client.file(&format!("/api/patients/{patient}/exports/{export}/file")).await;
    let texts = unzipped(zip).into_iter().filter_map(|(name, bytes)| {
        let name = name.strip_suffix(".json")?.to_owned();
        Some((name, serde_json::from_slice(&bytes).unwrap()))
    });
    texts.collect()
}

async fn merge(client: &Client, survivor: i64, other: i64) {
    let version = async |id| client.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK)["version"].clone();
    let (own, others) = (version(survivor).await, version(other).await);
    let merging = json!({ "other_id": other, "version": own, "other_version": others });
    client.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_treatment_names_the_protocol_and_who_let_it_pass() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    factories::switch_on(&clinic, "protocols").await;
    let draft = json!({ "service": "Botox", "title": "Botox, adults", "body": "<p>At most 60 units.</p>", "valid_until": null });
    let draft = director.post("/api/protocols/drafts", draft).await.expect(StatusCode::CREATED);
    let signature = json!({ "signature": factories::tall_signature() });
    let sign = format!("/api/protocols/drafts/{}/sign", draft["id"]);
    let version = director.post(&sign, signature).await.expect(StatusCode::CREATED);
    // The owner has not signed it.
    let member = owner.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
    let lifted = json!({ "provider_id": member, "service": "Botox", "reason": "Signed on paper" });
    director.post("/api/protocols/overrides", lifted).await.expect(StatusCode::CREATED);
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    let said = contents(&clinic, &owner, patient).await;
    let treatment = &said[&format!("treatments/treatment-{treatment}")];
    let protocol = &treatment["protocol"];
    assert_eq!((&protocol["number"], &protocol["title"]), (&json!(1), &json!("Botox, adults")));
    assert!(protocol["until"].to_string().contains(version["valid_until"].as_str().unwrap()), "{protocol}");
    assert_eq!(treatment["protocol_override"], "Robin Medical Director: Signed on paper");
}

#[tokio::test]
async fn a_void_says_who_when_and_why_with_the_license_of_that_moment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    clinic.plant(&format!("update {{}}.member set license_number = 'MD-1' where email = '{email}'")).await;
    let director = clinic.anonymous().sign_in(&email).await;
    for record in [
        format!("gfe/exams/{}", records.exam),
        format!("treatments/{}", records.treatment),
        format!("gfe-estimate/{}", records.estimate),
    ] {
        director.post(&format!("/api/{record}/void"), factories::void("Wrong patient")).await.expect(StatusCode::OK);
    }
    clinic.plant(&format!("update {{}}.member set license_number = 'MD-2' where email = '{email}'")).await;

    let said = contents(&clinic, &owner, records.patient).await;
    for name in [
        format!("exams/exam-{}", records.exam),
        format!("treatments/treatment-{}", records.treatment),
        format!("estimates/estimate-{}", records.estimate),
    ] {
        let voided = &said[&name]["voided"];
        assert_eq!(voided["by"], "Robin Medical Director", "{name}");
        assert_eq!(voided["role"], "Medical Director, license MD-1", "{name}");
        assert_eq!(voided["reason"], "Wrong patient", "{name}");
        assert!(voided["at"].as_str().unwrap().ends_with('Z'), "{name}: {voided}");
    }
    assert_eq!(said[&format!("consents/consent-{}", records.consent)]["voided"], Value::Null);
}

#[tokio::test]
async fn a_revoked_consent_says_who_when_and_why_and_a_signed_or_declined_one_stays() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (revoked, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{revoked}/revoke")).await.expect(StatusCode::OK);
    let template = factories::template(&owner).await;
    let issuing = json!({ "templateId": template });
    let issued = owner.post(&format!("/api/consents/{patient}/issue"), issuing).await.expect(StatusCode::CREATED);
    let replaced = factories::id(&issued["consent"]);
    let newer = json!({ "name": "Botox consent", "body": "<p>Newer</p>" });
    owner.put(&format!("/api/consents/templates/{template}"), newer).await.expect(StatusCode::OK);
    let reissue = owner.post_nothing(&format!("/api/consents/issued/{replaced}/reissue")).await;
    let newest = factories::id(&reissue.expect(StatusCode::CREATED)["consent"]);
    let (declined, token) = factories::consent(&owner, patient).await;
    let declining = json!({ "reason": "Not yet" });
    let portal = clinic.anonymous();
    portal.post(&format!("/api/portal/consent/{token}/decline"), declining).await.expect(StatusCode::OK);

    let said = contents(&clinic, &owner, patient).await;
    let consent = |id: i64| &said[&format!("consents/consent-{id}")];
    let reason = |id: i64| consent(id)["voided"]["reason"].clone();
    assert_eq!(reason(revoked), "Withdrawn by the clinic before it was signed");
    assert_eq!(reason(replaced), "Replaced by a newer text before it was signed");
    for id in [revoked, replaced] {
        assert!(!consent(id)["voided"]["by"].as_str().unwrap().is_empty());
        assert!(consent(id)["voided"]["at"].as_str().unwrap().ends_with('Z'));
    }
    for id in [newest, declined] {
        assert_eq!(consent(id)["voided"], Value::Null);
    }
    assert_eq!(consent(declined)["declined"]["reason"], "Not yet");
    // Each consent has the text that was issued, whatever the template says now.
    assert_eq!((&consent(replaced)["version"], &consent(newest)["version"]), (&json!(1), &json!(2)));
    assert_eq!(consent(replaced)["body"], "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>");
    assert_eq!(consent(newest)["body"], "<p>Newer</p>");
}

#[tokio::test]
async fn every_version_of_an_estimate_is_kept_with_what_was_signed_in_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let id = factories::id(&made);
    let changed = factories::changed_estimate(patient);
    owner.put(&format!("/api/gfe-estimate/{id}"), changed).await.expect(StatusCode::OK);
    let said = contents(&clinic, &owner, patient).await;
    let estimate = &said[&format!("estimates/estimate-{id}")];
    assert_eq!((&estimate["version"], &estimate["notes"]), (&json!("2"), &json!("Two sessions")));
    let versions = estimate["versions"].as_array().unwrap();
    assert_eq!(versions.iter().map(|version| &version["version"]).collect::<Vec<_>>(), [&json!("2"), &json!("1")]);
    let pictures: Vec<_> = versions.iter().map(|version| &version["patient_signature"]["picture"]).collect();
    assert!(pictures[0].is_string() && pictures[1].is_string() && pictures[0] != pictures[1], "{pictures:?}");
    assert_eq!(versions[1]["notes"], Value::Null);
}

#[tokio::test]
async fn services_of_the_clinics_own_keep_the_name_that_they_had() {
    let clinic = TestClinic::new().await;
    factories::switch_on(&clinic, "services").await;
    let owner = clinic.owner().await;
    let peel = json!({ "name": "Chemical Peel", "minutes": 50, "needs_exam": true, "price": 150 });
    let peel = factories::id(&owner.post("/api/services", peel).await.expect(StatusCode::CREATED));
    let rule = json!({ "service": "Chemical Peel", "points": 15 });
    owner.post("/api/loyalty/rules", rule).await.expect(StatusCode::CREATED);
    let patient = factories::cleared_patient(&owner).await;
    let mut treatment = factories::botox(patient);
    treatment["treatment_type"] = json!("Chemical Peel");
    let of_botox_only = treatment.as_object_mut().unwrap();
    of_botox_only.remove("units");
    of_botox_only.remove("lot");
    let treatment = factories::id(&owner.post("/api/treatments", treatment).await.expect(StatusCode::CREATED));
    let mut booking = factories::appointment(patient);
    booking["service"] = json!("Chemical Peel");
    let booking = factories::id(&owner.post("/api/appointments", booking).await.expect(StatusCode::CREATED));
    let renamed = json!({ "name": "Peel of acids" });
    owner.patch(&format!("/api/services/{peel}"), renamed).await.expect(StatusCode::OK);

    let said = contents(&clinic, &owner, patient).await;
    assert_eq!(said[&format!("treatments/treatment-{treatment}")]["type"], "Chemical Peel");
    assert_eq!(said[&format!("appointments/appointment-{booking}")]["service"], "Chemical Peel");
    let statement = &said[&format!("statement-{patient}")];
    assert_eq!((&statement["balance"], &statement["entries"][0]["points"]), (&json!("15"), &json!("+15")));
    assert_eq!(statement["entries"][0]["what"], "Earned with Chemical Peel");
}

#[tokio::test]
async fn whoever_signed_is_named_as_in_the_signature() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    clinic.plant(&format!("update {{}}.member set license_number = 'MD-1' where email = '{email}'")).await;
    let director = clinic.anonymous().sign_in(&email).await;
    let patient = factories::patient(&director).await;
    let exam = factories::exam(&director, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    let approval = json!({ "director_signature": factories::tall_signature() });
    director.post(&format!("/api/treatments/{treatment}/approve"), approval).await.expect(StatusCode::OK);
    let addendum = factories::addendum();
    director.post(&format!("/api/gfe/exams/{exam}/addenda"), addendum).await.expect(StatusCode::CREATED);
    let mut estimate = factories::estimate(patient);
    estimate["prov_sig"] = json!(factories::signature_of("Robin Provider"));
    let estimate = factories::id(&director.post("/api/gfe-estimate", estimate).await.expect(StatusCode::CREATED));
    let mut renamed = new_member(&email);
    renamed["last_name"] = json!("Married");
    renamed["license_number"] = json!("RN-2");
    let id = factories::member_id(&clinic, &email).await;
    owner.put(&format!("/api/team/{id}"), renamed).await.expect(StatusCode::OK);

    let said = contents(&clinic, &owner, patient).await;
    let (name, role) = ("Robin Medical Director", "Medical Director, license MD-1");
    let exam = &said[&format!("exams/exam-{exam}")];
    assert_eq!((&exam["examiner"], &exam["examiner_role"]), (&json!(name), &json!(role)));
    assert_eq!((&exam["addenda"][0]["name"], &exam["addenda"][0]["role"]), (&json!(name), &json!(role)));
    let approval = &said[&format!("treatments/treatment-{treatment}")]["approval"];
    assert_eq!((&approval["name"], &approval["role"]), (&json!(name), &json!(role)));
    let signature = &said[&format!("estimates/estimate-{estimate}")]["provider_signature"];
    // The name as it was written on the estimate, and the member who signed for it.
    assert_eq!((&signature["name"], &signature["at"]), (&json!("Robin Provider"), &json!("2026-11-20")));
    assert_eq!(signature["signed_by"], format!("{name}, {role}"));
    assert!(signature["signed_at"].as_str().unwrap().ends_with('Z'), "{signature}");
}

#[tokio::test]
async fn records_of_everybody_merged_into_a_patient_are_exported_until_the_merge_is_undone() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let survivor = Records::new(&owner).await;
    let (middle, last) = (Records::new(&owner).await, Records::new(&owner).await);
    for records in [&survivor, &middle, &last] {
        let note = json!({ "body": format!("A note about {}", records.patient) });
        owner.post(&format!("/api/patients/{}/notes", records.patient), note).await.expect(StatusCode::CREATED);
        let gift = json!({ "points": 10, "reason": "A gift" });
        let adjust = format!("/api/loyalty/patients/{}/adjust", records.patient);
        owner.post(&adjust, gift).await.expect(StatusCode::CREATED);
    }
    merge(&owner, middle.patient, last.patient).await;
    merge(&owner, survivor.patient, middle.patient).await;

    let whole = contents(&clinic, &owner, survivor.patient).await;
    for records in [&survivor, &middle, &last] {
        for (kind, id) in &records.all()[..4] {
            assert!(whole.contains_key(&format!("{kind}s/{kind}-{id}")), "{kind} {id}: {:?}", whole.keys());
        }
    }
    let person = &whole[&format!("patient-{}", survivor.patient)];
    assert_eq!(person["merged_numbers"], format!("{}, {}", middle.patient, last.patient));
    assert_eq!(person["merged"].as_array().unwrap().len(), 2);
    assert_eq!(person["notes"].as_array().unwrap().len(), 3);
    assert_eq!(whole[&format!("statement-{}", survivor.patient)]["balance"], "30");

    let undo = format!("/api/patients/{}/merges/{}/undo", survivor.patient, middle.patient);
    owner.post_nothing(&undo).await.expect(StatusCode::OK);
    let own = contents(&clinic, &owner, survivor.patient).await;
    for records in [&middle, &last] {
        assert!(!own.keys().any(|name| name.ends_with(&format!("-{}", records.treatment))), "{:?}", own.keys());
    }
    let person = &own[&format!("patient-{}", survivor.patient)];
    assert_eq!((&person["merged_numbers"], &person["merged"]), (&Value::Null, &json!([])));
    assert_eq!(own[&format!("statement-{}", survivor.patient)]["balance"], "10");
}

/// A patient with an estimate that was issued twice, received, asked about and voided, a voided charge, and a dispute.
async fn with_estimates_and_charges(clinic: &TestClinic, owner: &Client) -> (i64, i64) {
    let patient = factories::patient(owner).await;
    let of_patient = format!("/api/patients/{patient}");
    owner.put(&format!("{of_patient}/coverage"), json!({ "coverage": "self_pay" })).await.expect(StatusCode::OK);
    owner.post(&format!("{of_patient}/cost-questions"), json!({})).await.expect(StatusCode::CREATED);
    let (estimate, token) = factories::issued_estimate(owner, patient).await;
    let page = format!("/api/portal/estimate/{token}");
    let portal = clinic.anonymous();
    let signed = json!({ "typed_name": "nora lindqvist", "signature": factories::tall_signature() });
    portal.post(&format!("{page}/receive"), signed).await.expect(StatusCode::OK);
    let question = json!({ "question": "Is the cream in it?" });
    portal.post(&format!("{page}/ask"), question).await.expect(StatusCode::NO_CONTENT);
    let path = format!("/api/gfe-estimate/{estimate}");
    owner.put(&path, factories::changed_estimate(patient)).await.expect(StatusCode::OK);
    let paper = json!({ "how": "paper", "confirmed": ["incomplete_estimate"] });
    owner.post(&format!("{path}/issue"), paper).await.expect(StatusCode::CREATED);
    factories::charged_visit(clinic, owner, patient).await;
    owner.post(&format!("{path}/void"), factories::void("Wrong patient")).await.expect(StatusCode::OK);
    (patient, estimate)
}

#[tokio::test]
async fn issued_estimates_what_was_owed_and_charges_are_in_the_record() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, estimate) = with_estimates_and_charges(&clinic, &owner).await;
    let survivor = factories::patient(&owner).await;
    merge(&owner, survivor, patient).await;
    let said = contents(&clinic, &owner, survivor).await;
    let record = &said[&format!("patient-{survivor}")];
    assert_eq!(record["estimates"]["coverage"]["is"], "Self-pay or uninsured");
    let issued = &record["estimates"]["issued"];
    assert_eq!(issued.as_array().unwrap().len(), 2);
    let first = &issued[0];
    assert_eq!(
        (&first["version"], &first["state"], &first["to"]),
        (&json!("1"), &json!("Void"), &json!("Nora Lindqvist"))
    );
    assert_eq!((&first["total"], &first["given"][0]["how"]), (&json!("$480.00"), &json!("By link")));
    assert_eq!((&first["received_by"], &first["void"]["reason"]), (&json!("nora lindqvist"), &json!("Wrong patient")));
    assert!(first["received"].as_str().unwrap().ends_with('Z'), "{first}");
    assert_eq!(first["questions"][0]["text"], "Is the cream in it?");
    assert!(first["items"][0]["charge"].as_str().unwrap().starts_with('$'), "{first}");
    let owed = &record["estimates"]["owed"][0];
    assert_eq!((&owed["cause"], &owed["ending"]), (&json!("Asked about the cost"), &json!("Estimate issued")));
    let charges = &record["charges"];
    assert_eq!((&charges["total"], &charges["charges"][0]["total"]), (&json!("$80.50"), &json!("$900.00")));
    assert_eq!(charges["charges"][0]["void"]["reason"], "Entered twice");
    assert_eq!((&charges["charges"][1]["void"], &charges["bills"][0]["billed"]), (&Value::Null, &json!("2026-01-02")));
    let dispute = &charges["disputes"][0];
    assert_eq!((&dispute["note"], &dispute["closing_note"]), (&json!("More than the estimate"), &json!("Settled")));
    // The estimate's own file has each whole version as the patient got it.
    let versions = &said[&format!("estimates/estimate-{estimate}")]["issued"];
    assert_eq!((&versions[1]["version"], &versions[1]["document"]["total"]), (&json!("1"), &json!("480.00")));
    assert!(versions[1]["receipt"]["picture"].is_string() && versions[0]["receipt"].is_null(), "{versions}");
    let export = exported(&clinic, &owner, survivor).await;
    let (_, zip) = owner.file(&format!("/api/patients/{survivor}/exports/{export}/file")).await;
    let files = unzipped(zip);
    for version in [1, 2] {
        let (_, given) = owner.file(&format!("/api/gfe-estimate/{estimate}/issues/{version}/file")).await;
        assert!(files[&format!("estimates/estimate-{estimate}-issued-{version}.pdf")] == given, "version {version}");
    }
}

#[tokio::test]
async fn a_print_says_nothing_of_estimates_and_charges_to_who_may_not_see_them() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, _) = with_estimates_and_charges(&clinic, &owner).await;
    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    let said = async |role| {
        let grants = Grants { role, is_owner: false };
        let reader = Reader { grants, zone: chrono_tz::UTC, sees_all: false };
        let which = Which { kind: DocumentKind::Patient, record: patient, version: None };
        gather(&entered.tx, reader, which).await.unwrap().value
    };
    let staff = said(Role::Staff).await;
    assert_eq!((&staff["estimates"], &staff["charges"]), (&Value::Null, &Value::Null));
    let desk = said(Role::Receptionist).await;
    assert_eq!(desk["charges"]["charges"].as_array().unwrap().len(), 2, "{desk}");
    assert_eq!(desk["estimates"]["issued"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_export_after_an_undone_merge_says_nothing_of_the_other_person() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let stranger = json!({ "first_name": "Zelda", "email": "zelda@example.com", "preferred_name": "Zee" });
    owner.patch(&format!("/api/patients/{other}"), stranger).await.expect(StatusCode::OK);
    let own = json!({ "preferred_name": "Nono" });
    owner.patch(&format!("/api/patients/{survivor}"), own).await.expect(StatusCode::OK);
    let merging =
        json!({ "other_id": other, "version": 2, "other_version": 2, "from_other": ["email", "preferred_name"] });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    // Somebody changes one of the other person's values while the records are merged.
    let changed = json!({ "preferred_name": "Nora" });
    owner.patch(&format!("/api/patients/{survivor}"), changed).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("/api/patients/{survivor}/merges/{other}/undo")).await.expect(StatusCode::OK);

    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    let grants = Grants { role: Role::MedicalDirector, is_owner: true };
    let reader = Reader { grants, zone: chrono_tz::UTC, sees_all: true };
    let which = Which { kind: DocumentKind::Patient, record: survivor, version: None };
    let printed = gather(&entered.tx, reader, which).await.unwrap().value;
    let said = more(&entered.tx, DocumentKind::Patient, survivor, printed).await.unwrap();
    for theirs in ["Zelda", "zelda", "Zee", &format!("number {other}")] {
        assert!(!said.to_string().contains(theirs), "{theirs} stands in {said}");
    }
    let names: Vec<_> = said["changes"].as_array().unwrap().iter().map(|one| (&one["from"], &one["to"])).collect();
    assert_eq!(names, [(&Value::Null, &json!("Nono")), (&json!("Nono"), &json!("Nora"))]);
}
