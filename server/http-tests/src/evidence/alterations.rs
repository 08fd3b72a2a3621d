//! A signed row that was altered is found and named, even if its digest was recomputed.

use axum::http::StatusCode;

use super::{Signed, key};
use crate::testing::{
    factories,
    tamper::{expect_named, report},
};
use evidence::Finding;
use tenancy::MAIN;

/// Alterations of exams, their signatures, their decisions about services, and later changes of health.
const OF_EXAMS: &[(&str, &str)] = &[
    ("exam", "vitals = 'HR: 70 bpm'"),
    ("exam", "pe_psych = 'Calm'"),
    ("exam", "normal = array['pe_skin']"),
    ("exam", "deferred = array['pe_skin']"),
    ("exam", "created_at = created_at + interval '1 microsecond'"),
    ("exam", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
    ("exam_signature", "credential = 'DO'"),
    ("exam_signature", "license_number = 'MD-2'"),
    ("exam_signature", "license_state = 'TX'"),
    ("exam_signature", "license_expires_on = license_expires_on + 365"),
    ("exam_signature", "mode = 'video'"),
    ("exam_signature", "patient_state = 'TX'"),
    ("exam_signature", "signature = '\\x00'"),
    ("exam_signature", "signed_at = signed_at - interval '1 day'"),
    ("exam_signature", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
    ("exam_clearance", "decision = 'deferred', valid_until = null"),
    ("exam_clearance", "service = 'Microneedling'"),
    ("exam_clearance", "valid_until = valid_until + 1"),
    ("exam_clearance", "reason = 'With antiviral'"),
    ("health_change", "details = 'Nothing'"),
    ("health_change", "reported_at = reported_at - interval '1 day'"),
    ("health_change", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
];

/// Alterations of treatments and their approvals.
const OF_TREATMENTS: &[(&str, &str)] = &[
    ("treatment", "changed_since_exam = false"),
    ("treatment", "clearance = 'valid'"),
    ("treatment", "units = 21"),
    ("treatment", "notes = null"),
    ("treatment", "signer = jsonb_set(signer, '{licence}', '\"RN-1\"')"),
    ("treatment", "provider_signature = '\\x00'"),
    ("treatment_approval", "approved_at = approved_at - interval '1 day'"),
    ("treatment_approval", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
    ("treatment_approval", "director_signature_sha256 = '\\x00'"),
];

/// Alterations of addenda and voids.
const OF_CORRECTIONS: &[(&str, &str)] = &[
    ("addendum", "text = 'Allergic to nothing'"),
    ("addendum", "reason = 'Asked for'"),
    ("addendum", "signature = '\\x00'"),
    ("addendum", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
    ("addendum", "exam_id = (select min(id) from {}.exam)"),
    ("record_void", "reason = 'Asked for'"),
    ("record_void", "voided_at = voided_at - interval '1 day'"),
    ("record_void", "signature = '\\x00'"),
    ("record_void", "signature = null"),
    ("record_void", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
    ("record_void", "exam_id = (select min(id) from {}.exam)"),
    ("estimate_void", "signature = null"),
    ("estimate_void", "reason = 'Asked for'"),
    ("estimate_void", "voided_at = voided_at - interval '1 day'"),
    ("estimate_void", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
];

/// Alterations of consents, their signatures and their events.
const OF_CONSENTS: &[(&str, &str)] = &[
    ("consent", "body = body || ' '"),
    ("consent", "expires_at = expires_at + interval '1 day'"),
    ("consent", "issuer = null"),
    ("consent_signature", "typed_name = 'Nora'"),
    ("consent_signature", "signature = null"),
    ("consent_signature", "ip = '198.51.100.7'"),
    ("consent_signature", "notice_version = 2"),
    ("consent_signature", "notice_version = null"),
    ("consent_signature", "act_version = null"),
    ("consent_event", "kind = 'declined'"),
    ("consent_event", "at = at - interval '1 day'"),
    ("consent_event", "member_id = (select min(id) from {}.member)"),
    ("consent_event", "name = 'Somebody Else'"),
    ("consent_event", "channel = 'email'"),
    ("consent_event", "address = 's***@example.com'"),
    ("consent_event", "ip = '198.51.100.7'"),
    ("consent_event", "user_agent = null"),
    ("consent_event", "follows = null"),
    ("consent_event", "consent_id = (select max(id) from {}.consent)"),
];

/// Alterations of estimates and of subscriptions.
const OF_ESTIMATES: &[(&str, &str)] = &[
    ("estimate", "face_unit_cost = 13"),
    ("estimate", "grand_total = 9801"),
    ("estimate", "pt_sig = prov_sig, prov_sig = pt_sig, pt_digest = prov_digest"),
    ("estimate", "prov_signer = jsonb_set(prov_signer, '{name}', '\"Somebody Else\"')"),
    ("estimate", "pt_signed_at = pt_signed_at + interval '1 second'"),
    ("estimate", "writer = null"),
    ("subscription", "sub_plan = 'basic'"),
    ("subscription", "sub_first_charge_amount = 1"),
    ("subscription", "signed_content = replace(signed_content, 'plus', 'basic')"),
    ("subscription", "sub_sig = '\\x00'"),
];

/// Alterations of adverse events and of the entries about them.
const OF_ADVERSE_EVENTS: &[(&str, &str)] = &[
    ("adverse_event", "details = 'Nothing'"),
    ("adverse_event", "action = 'Nothing'"),
    ("adverse_event", "kind = 'burn'"),
    ("adverse_event", "severity = 'mild'"),
    ("adverse_event", "began_on = began_on - 1"),
    ("adverse_event", "treatment_id = null"),
    ("adverse_event", "follow_up_on = current_date"),
    ("adverse_event", "reported_at = reported_at - interval '1 day'"),
    ("adverse_event", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
    ("adverse_event_entry", "text = 'Harder'"),
    ("adverse_event_entry", "status = 'resolved'"),
    ("adverse_event_entry", "follow_up_on = current_date"),
    ("adverse_event_entry", "number = 7"),
    ("adverse_event_entry", "written_at = written_at - interval '1 day'"),
    ("adverse_event_entry", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
];

#[tokio::test]
async fn every_alteration_of_a_signed_row_is_found_and_named() {
    let signed = Signed::new().await;
    // Another consent, to move an event to.
    factories::consent(&signed.owner, signed.patient).await;
    let alterations = [OF_EXAMS, OF_TREATMENTS, OF_CORRECTIONS, OF_CONSENTS, OF_ESTIMATES, OF_ADVERSE_EVENTS];
    for &(table, change) in alterations.into_iter().flatten() {
        expect_named(&signed.clinic, (table, key(table), signed.row(table)), change).await;
    }
}

#[tokio::test]
async fn an_approval_does_not_match_an_altered_treatment() {
    let signed = Signed::new().await;
    let row = signed.row("treatment");
    signed.clinic.plant(&format!("update {{}}.treatment set units = 200 where id = {row}")).await;
    let expected =
        [Finding::Altered { table: "treatment", row }, Finding::Altered { table: "treatment_approval", row }];
    assert_eq!(report(&signed.clinic).await.findings, expected);
}

#[tokio::test]
async fn a_correction_does_not_match_an_altered_record() {
    let signed = Signed::new().await;
    let (clinic, owner, treatment) = (&signed.clinic, &signed.owner, signed.row("treatment"));
    let path = format!("/api/treatments/{treatment}");
    let addendum = owner.post(&format!("{path}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
    owner.post(&format!("{path}/void"), factories::void("Wrong arm")).await.expect(StatusCode::OK);
    let void = clinic.rows(&format!("select id from {{}}.record_void where treatment_id = {treatment}")).await;
    let void = void[0].try_get("", "id").unwrap();
    assert_eq!(report(clinic).await.findings, []);
    clinic.plant(&format!("update {{}}.treatment set units = 200 where id = {treatment}")).await;
    let altered = |table, row| Finding::Altered { table, row };
    let expected = [
        altered("treatment", treatment),
        altered("treatment_approval", treatment),
        altered("addendum", factories::id(&addendum)),
        altered("record_void", void),
    ];
    assert_eq!(report(clinic).await.findings, expected);
}

#[tokio::test]
async fn a_decision_that_was_altered_with_its_digest_or_removed_does_not_match_the_signature() {
    let signed = Signed::new().await;
    let (clinic, row, exam) = (&signed.clinic, signed.row("exam_clearance"), signed.row("exam_signature"));
    clinic.plant(&format!("update {{}}.exam_clearance set service = 'Microneedling' where id = {row}")).await;
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    let altered = <entity::clinic::exam_clearance::Entity as sea_orm::EntityTrait>::find_by_id(row).one(&tx).await;
    let digest = hex::encode(evidence::exam_clearance(&altered.unwrap().unwrap()).digest());
    drop(tx);
    clinic.plant(&format!("update {{}}.exam_clearance set content_digest = '\\x{digest}' where id = {row}")).await;
    let expected = [Finding::Altered { table: "exam_signature", row: exam }];
    assert_eq!(report(clinic).await.findings, expected);
    clinic.plant(&format!("delete from {{}}.exam_clearance where id = {row}")).await;
    assert_eq!(report(clinic).await.findings, expected);
}

#[tokio::test]
async fn a_recomputed_digest_differs_from_the_one_in_the_audit() {
    let signed = Signed::new().await;
    let (clinic, row) = (&signed.clinic, signed.row("exam"));
    clinic.plant(&format!("update {{}}.exam set vitals = 'HR: 70 bpm' where id = {row}")).await;
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    let altered = <entity::clinic::exam::Entity as sea_orm::EntityTrait>::find_by_id(row).one(&tx).await.unwrap();
    let digest = hex::encode(evidence::exam(&altered.unwrap()).digest());
    drop(tx);
    clinic.plant(&format!("update {{}}.exam set content_digest = '\\x{digest}' where id = {row}")).await;
    assert_eq!(report(clinic).await.findings, [Finding::SignedOtherwise { table: "exam", row }]);
    clinic.plant(&format!("update {{}}.exam set content_digest = null where id = {row}")).await;
    assert_eq!(report(clinic).await.findings, [Finding::Altered { table: "exam", row }]);
}
