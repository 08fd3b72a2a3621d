//! The copies of records that members have signed: made after signing, reproducible, verified, and checked for alterations.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::Iterable;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::testing::{Client, Server, TestClinic, factories, tamper::findings};
use base::permission::{EstimateCopyRead, EstimateRead, Grants, Permission, Role};
use evidence::Finding;
use money::estimates::sees_signatures;
use outbox::Worker;
use papers::documents::queue_missing_copies;

/// Queues the missing copies, and runs the clinic's due jobs.
async fn work(clinic: &TestClinic) {
    let (app, id, now) = (&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
    queue_missing_copies(app, id, now).await.unwrap();
    let worker = Worker::new(app.clone(), clinic.server.mailer());
    for _ in 0..clinic.count("{}.job where done_at is null").await {
        worker.visit(id).await;
    }
}

/// The signed copies as kind and record, without those of exams as their examiners saved them.
async fn copies(clinic: &TestClinic) -> Vec<String> {
    let mut all = all_copies(clinic).await;
    all.retain(|copy| !copy.starts_with("examiner"));
    all
}

async fn all_copies(clinic: &TestClinic) -> Vec<String> {
    let sql =
        "select kind || ' ' || coalesce(treatment_id, exam_id, estimate_id) as row from {}.signed_copy order by id";
    clinic.rows(sql).await.iter().map(|row| row.try_get("", "row").unwrap()).collect()
}

/// A clinic whose provider has treated a patient, and the treatment.
async fn treated() -> (TestClinic, Client, i64, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    (clinic, owner, patient, treatment)
}

async fn approve(owner: &Client, treatment: i64) {
    let approval = json!({ "director_signature": factories::tall_signature() });
    owner.post(&format!("/api/treatments/{treatment}/approve"), approval).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_treatment_and_its_approval_have_a_copy_each_whose_hash_is_in_the_audit() {
    let (clinic, owner, patient, treatment) = treated().await;
    let list = format!("/api/treatments/{treatment}/copies");
    assert_eq!(owner.get(&list).await.expect(StatusCode::OK), json!([]));
    owner.get(&format!("{list}/treatment/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    work(&clinic).await;
    assert_eq!(copies(&clinic).await, [format!("treatment {treatment}")]);
    approve(&owner, treatment).await;
    work(&clinic).await;
    work(&clinic).await;
    assert_eq!(copies(&clinic).await, [format!("treatment {treatment}"), format!("approval {treatment}")]);
    let listed = owner.get(&list).await.expect(StatusCode::OK);
    for (number, kind) in ["treatment", "approval"].into_iter().enumerate() {
        let (headers, pdf) = owner.file(&format!("{list}/{kind}/file")).await;
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!(headers["content-type"], "application/pdf");
        let hash = hex::encode(Sha256::digest(&pdf));
        assert_eq!((&listed[number]["kind"], &listed[number]["sha256"]), (&json!(kind), &json!(hash)));
        let known = owner.post("/api/documents/verify", json!({ "sha256": hash })).await.expect(StatusCode::OK);
        assert_eq!((&known["is_known"], known["signed_at"].is_string()), (&json!(true), true));
        let audited = format!("{{}}.audit where action = 'signed_copy.make' and strpos(detail, '{hash}') > 0");
        assert_eq!(clinic.count(&audited).await, 1, "{kind}");
        assert_eq!(
            factories::audited(&clinic, "member", "treatment.copy.open", &[patient], &[treatment]).await,
            1 + i64::try_from(number).unwrap()
        );
    }
    owner.get(&format!("{list}/exam/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn the_same_signature_makes_the_same_bytes_whatever_was_added_since() {
    let (clinic, owner, _, treatment) = treated().await;
    work(&clinic).await;
    let file = format!("/api/treatments/{treatment}/copies/treatment/file");
    let first = owner.file(&file).await.1;
    owner
        .post(&format!("/api/treatments/{treatment}/addenda"), factories::addendum())
        .await
        .expect(StatusCode::CREATED);
    approve(&owner, treatment).await;
    clinic.plant("delete from {}.signed_copy").await;
    clinic.clock().advance(TimeDelta::hours(5));
    work(&clinic).await;
    let owner = clinic.owner().await;
    assert!(owner.file(&file).await.1 == first);
}

#[tokio::test]
async fn a_prescribers_signature_on_an_exam_has_a_copy() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "clearance").await;
    let license = "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY', license_expires_on = current_date + 400";
    clinic.plant(license).await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    work(&clinic).await;
    assert_eq!(copies(&clinic).await, Vec::<String>::new(), "nobody has signed it");
    owner
        .post(&format!("/api/gfe/exams/{exam}/signature"), factories::exam_signature())
        .await
        .expect(StatusCode::CREATED);
    work(&clinic).await;
    assert_eq!(copies(&clinic).await, [format!("exam {exam}")]);
    let pdf = owner.file(&format!("/api/gfe/exams/{exam}/copies/exam/file")).await.1;
    let listed = owner.get(&format!("/api/gfe/exams/{exam}/copies")).await.expect(StatusCode::OK);
    assert_eq!(listed[1], json!({ "kind": "exam", "sha256": hex::encode(Sha256::digest(&pdf)) }));
    assert_eq!(factories::audited(&clinic, "member", "gfe.copy.open", &[patient], &[exam]).await, 1);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn an_exam_has_a_copy_as_it_was_saved_which_nothing_that_follows_changes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let list = format!("/api/gfe/exams/{exam}/copies");
    assert_eq!(owner.get(&list).await.expect(StatusCode::OK), json!([]));
    owner.get(&format!("{list}/examiner/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    work(&clinic).await;
    assert_eq!(all_copies(&clinic).await, [format!("examiner {exam}")]);
    let first = owner.file(&format!("{list}/examiner/file")).await.1;
    let hash = hex::encode(Sha256::digest(&first));
    assert_eq!(owner.get(&list).await.expect(StatusCode::OK), json!([{ "kind": "examiner", "sha256": hash.clone() }]));
    let known = owner.post("/api/documents/verify", json!({ "sha256": hash })).await.expect(StatusCode::OK);
    assert_eq!((&known["is_known"], known["signed_at"].is_string()), (&json!(true), true));
    for other in ["exam", "treatment", "approval"] {
        owner.get(&format!("{list}/{other}/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let addendum = factories::addendum();
    owner.post(&format!("/api/gfe/exams/{exam}/addenda"), addendum).await.expect(StatusCode::CREATED);
    owner
        .post(&format!("/api/gfe/exams/{exam}/void"), factories::void("Another patient's"))
        .await
        .expect(StatusCode::OK);
    clinic.plant("delete from {}.signed_copy").await;
    assert_eq!(findings(&clinic).await, [Finding::Missing { table: "examiner_copy".into(), row: exam }]);
    clinic.clock().advance(TimeDelta::hours(5));
    work(&clinic).await;
    let owner = clinic.owner().await;
    assert!(owner.file(&format!("{list}/examiner/file")).await.1 == first);
    assert_eq!(findings(&clinic).await, []);
    clinic.plant("update {}.signed_copy set file = set_byte(file, 100, 0)").await;
    assert_eq!(findings(&clinic).await, [Finding::Altered { table: "examiner_copy", row: exam }]);
}

#[tokio::test]
async fn a_copy_that_is_changed_swapped_or_removed_is_found_and_named() {
    let (clinic, owner, patient, first) = treated().await;
    let second = factories::treatment(&owner, patient).await;
    work(&clinic).await;
    assert_eq!(findings(&clinic).await, []);
    let of = |id| format!("where treatment_id = {id}");
    clinic.plant(&format!("update {{}}.signed_copy set file = set_byte(file, 100, 0) {}", of(first))).await;
    assert_eq!(findings(&clinic).await, [Finding::Altered { table: "treatment_copy", row: first }]);
    clinic.plant(&format!("update {{}}.signed_copy set sha256 = sha256(file) {}", of(first))).await;
    assert_eq!(findings(&clinic).await, [Finding::SignedOtherwise { table: "treatment_copy", row: first }]);
    clinic.plant(&format!("delete from {{}}.signed_copy {}", of(first))).await;
    assert_eq!(findings(&clinic).await, [Finding::Missing { table: "treatment_copy".into(), row: first }]);
    // The other treatment's copy replaces it.
    clinic.plant(&format!("update {{}}.signed_copy set treatment_id = {first} {}", of(second))).await;
    let found = findings(&clinic).await;
    assert!(found.contains(&Finding::SignedOtherwise { table: "treatment_copy", row: first }), "{found:?}");
    assert!(found.contains(&Finding::Missing { table: "treatment_copy".into(), row: second }), "{found:?}");
}

#[tokio::test]
async fn what_was_signed_long_ago_has_none_and_a_colleague_and_another_clinic_see_none() {
    let server = Server::new();
    let another = server.clinic().await;
    let (clinic, _, _, treatment) = treated().await;
    clinic.clock().advance(TimeDelta::days(32));
    work(&clinic).await;
    assert_eq!(copies(&clinic).await, Vec::<String>::new());
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let list = format!("/api/treatments/{treatment}/copies");
    desk.get(&list).await.refused(StatusCode::FORBIDDEN, "forbidden");
    another.owner().await.get(&list).await.refused(StatusCode::NOT_FOUND, "not_found");
}

/// If two workers make the same copy at once, only one copy is stored.
#[tokio::test]
async fn of_two_workers_that_make_one_copy_one_keeps_it() {
    let (clinic, _, _, treatment) = treated().await;
    let (app, id, now) = (&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
    queue_missing_copies(app, id, now).await.unwrap();
    let twice = "insert into {}.job (kind, payload, run_at, attempts, created_at, give_up_at)
         select kind, payload, run_at, attempts, created_at, give_up_at from {}.job where kind = 'signed_copy' and done_at is null";
    clinic.plant(twice).await;
    let worker = || Worker::new(app.clone(), clinic.server.mailer());
    let (one, two) = (worker(), worker());
    for _ in 0..3 {
        tokio::join!(one.visit(id), two.visit(id));
    }
    assert_eq!(copies(&clinic).await, [format!("treatment {treatment}")]);
    let made = "{}.audit where action = 'signed_copy.make' and strpos(detail, 'treatment_copy') > 0";
    assert_eq!(clinic.count(made).await, 1);
    assert_eq!(findings(&clinic).await, Vec::<Finding>::new());
}

async fn change_estimate(owner: &Client, id: i64, change: serde_json::Value) {
    let mut estimate = owner.get(&format!("/api/gfe-estimate/{id}")).await.expect(StatusCode::OK);
    for (field, value) in change.as_object().unwrap() {
        estimate[field] = value.clone();
    }
    owner.put(&format!("/api/gfe-estimate/{id}"), estimate).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn each_signed_version_of_an_estimate_has_a_copy_with_the_signatures_it_had() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut unsigned = factories::estimate(patient);
    unsigned["pt_sig"] = json!(null);
    let estimate = factories::id(&owner.post("/api/gfe-estimate", unsigned).await.expect(StatusCode::CREATED));
    let list = format!("/api/gfe-estimate/{estimate}/copies");
    work(&clinic).await;
    assert_eq!(owner.get(&list).await.expect(StatusCode::OK), json!([]), "nobody has signed it");
    owner.get(&format!("{list}/1/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    change_estimate(&owner, estimate, json!({ "pt_sig": factories::signature_of("Nora Lindqvist") })).await;
    work(&clinic).await;
    change_estimate(&owner, estimate, json!({ "prov_sig": factories::tall_signature() })).await;
    work(&clinic).await;
    // Another date beside a signature removes that signature. The version keeps only the other one, so it has no copy. A change of the
    // content removes both signatures.
    change_estimate(&owner, estimate, json!({ "prov_sig_date": "2026-11-22" })).await;
    change_estimate(&owner, estimate, json!({ "notes": "Less than before." })).await;
    work(&clinic).await;
    let listed = owner.get(&list).await.expect(StatusCode::OK);
    let versions: Vec<_> = listed.as_array().unwrap().iter().map(|copy| copy["version"].as_i64().unwrap()).collect();
    assert_eq!(versions, [3, 2]);
    for copy in listed.as_array().unwrap() {
        let version = copy["version"].as_i64().unwrap();
        let (headers, pdf) = owner.file(&format!("{list}/{version}/file")).await;
        assert_eq!(headers["content-type"], "application/pdf");
        let hash = hex::encode(Sha256::digest(&pdf));
        assert_eq!(copy["sha256"], json!(hash));
        let known = owner.post("/api/documents/verify", json!({ "sha256": hash })).await.expect(StatusCode::OK);
        assert_eq!((&known["is_known"], known["signed_at"].is_string()), (&json!(true), true));
        let actor = if version == 2 { "patient" } else { "member" };
        let audited = format!(
            "{{}}.audit where action = 'signed_copy.make' and actor = '{actor}' and strpos(detail, '{hash}') > 0"
        );
        assert_eq!(clinic.count(&audited).await, 1, "version {version}");
    }
    for unsigned in [1, 4, 5, 9] {
        owner.get(&format!("{list}/{unsigned}/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.count("{}.estimate where pt_sig is not null").await, 3);
    assert_eq!(factories::audited(&clinic, "member", "estimate.copy.open", &[patient], &[estimate]).await, 2);
    for role in [Role::MedicalAssistant, Role::Receptionist, Role::PracticeManager] {
        let member = clinic.signed_in_as(role).await;
        member.get(&list).await.refused(StatusCode::FORBIDDEN, "forbidden");
        member.get(&format!("{list}/3/file")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn the_copy_of_a_signed_estimate_is_the_same_each_time_and_a_change_of_it_is_found() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut signed = factories::estimate(patient);
    signed["pt_sig"] = json!(factories::signature_of("Nora Lindqvist"));
    signed["prov_sig"] = json!(factories::tall_signature());
    let estimate = factories::id(&owner.post("/api/gfe-estimate", signed).await.expect(StatusCode::CREATED));
    work(&clinic).await;
    let file = format!("/api/gfe-estimate/{estimate}/copies/1/file");
    let first = owner.file(&file).await.1;
    owner
        .post(&format!("/api/gfe-estimate/{estimate}/void"), factories::void("Another patient's"))
        .await
        .expect(StatusCode::OK);
    clinic.plant("delete from {}.signed_copy").await;
    assert_eq!(findings(&clinic).await, [Finding::Missing { table: "estimate_copy".into(), row: estimate }]);
    clinic.clock().advance(TimeDelta::hours(5));
    work(&clinic).await;
    let owner = clinic.owner().await;
    assert!(owner.file(&file).await.1 == first);
    assert_eq!(findings(&clinic).await, []);
    clinic.plant("update {}.signed_copy set file = set_byte(file, 100, 0)").await;
    assert_eq!(findings(&clinic).await, [Finding::Altered { table: "estimate_copy", row: estimate }]);
}

#[test]
fn who_sees_the_signatures_of_an_estimate_and_nobody_else_receives_its_copies() {
    for role in Role::iter() {
        for is_owner in [false, true] {
            let grants = Grants { role, is_owner };
            let reads = grants.access(EstimateRead::NAME).is_some() && sees_signatures(grants);
            assert_eq!(grants.access(EstimateCopyRead::NAME).is_some(), reads, "{grants:?}");
        }
    }
}
