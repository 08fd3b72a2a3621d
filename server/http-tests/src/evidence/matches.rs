//! An unaltered signed row matches its digest, also one from an earlier release, and after any change of its signer.

use axum::http::StatusCode;
use serde_json::json;

use super::Signed;
use crate::testing::{TestClinic, factories, tamper::report, world::new_member};
use base::permission::Role;
use evidence::Report;
use tenancy::MAIN;

#[tokio::test]
async fn every_signed_row_matches_its_digest() {
    let signed = Signed::new().await;
    let found = report(&signed.clinic).await;
    // The second exam is the corrected one, and the third one is signed with one decision. The second estimate is the
    // voided one. Issuing and signing the consent make one event each.
    assert_eq!(found, Report { checked: 21, before_digests: 0, findings: vec![] });
    // Revoking a consent and Stripe's changes of a subscription leave the signed content unchanged.
    let (consent, _) = factories::consent(&signed.owner, signed.patient).await;
    let revoked = signed.owner.post(&format!("/api/consents/issued/{consent}/revoke"), json!({})).await;
    revoked.expect(StatusCode::OK);
    let subscription = signed.row("subscription");
    signed
        .clinic
        .plant(&format!(
            "update {{}}.subscription set stripe_subscription_id = 'sub_1', sub_plan = 'pro', sub_price = 299,
                sub_status = 'Active', sub_next_bill_date = null where id = {subscription}"
        ))
        .await;
    assert_eq!(report(&signed.clinic).await.findings, []);
}

/// A void without a signature has the digest that voids had before signatures were required.
#[tokio::test]
async fn a_void_of_before_signatures_were_asked_for_still_matches_its_digest() {
    let signed = Signed::new().await;
    let (clinic, row) = (&signed.clinic, signed.row("record_void"));
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    let find = <entity::clinic::record_void::Entity as sea_orm::EntityTrait>::find_by_id(row);
    let mut void = find.one(&tx).await.unwrap().unwrap();
    let exam = <entity::clinic::exam::Entity as sea_orm::EntityTrait>::find_by_id(void.exam_id.unwrap());
    let exam = evidence::exam(&exam.one(&tx).await.unwrap().unwrap());
    drop(tx);
    assert!(evidence::record_void(&void, &exam).text().contains("signature_sha256"));
    void.signature = None;
    let before = evidence::record_void(&void, &exam);
    let fields = serde_json::from_str::<serde_json::Value>(&before.text()).unwrap()["fields"].clone();
    let names: Vec<_> = fields.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        names,
        [
            "exam_id",
            "reason",
            "record_digest",
            "signed_at",
            "signer_id",
            "signer_licence",
            "signer_name",
            "signer_role",
            "treatment_id",
            "voided_by"
        ]
    );
    let digest = hex::encode(before.digest());
    let planted =
        format!("update {{}}.record_void set signature = null, content_digest = '\\x{digest}' where id = {row}");
    clinic.plant(&planted).await;
    clinic.plant("update {}.audit set detail = null where action = 'gfe.void'").await;
    assert_eq!(report(clinic).await.findings, []);
}

#[tokio::test]
async fn rows_signed_before_digests_were_stored_are_counted_and_not_reported() {
    let signed = Signed::new().await;
    for table in ["exam", "treatment", "treatment_approval", "consent", "consent_signature", "estimate", "subscription"]
    {
        signed.clinic.plant(&format!("update {{}}.{table} set content_digest = null")).await;
    }
    signed.clinic.plant("update {}.audit set detail = null").await;
    let found = report(&signed.clinic).await;
    // An addendum, both kinds of void, a consent's events, and decisions about services had a digest from the start.
    // The signature covers the exam in its present state.
    assert_eq!(found, Report { checked: 11, before_digests: 9, findings: vec![] });
}

#[tokio::test]
async fn a_members_new_name_role_or_license_leaves_signed_rows_unchanged() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    clinic.plant(&format!("update {{}}.member set license_number = 'MD-1' where email = '{email}'")).await;
    let director = clinic.anonymous().sign_in(&email).await;
    let patient = factories::cleared_patient(&director).await;
    let treatment = factories::treatment(&owner, patient).await;
    let approval = json!({ "director_signature": factories::tall_signature() });
    let path = format!("/api/treatments/{treatment}/approve");
    director.post(&path, approval).await.expect(StatusCode::OK);
    let id = factories::member_id(&clinic, &email).await;
    let mut renamed = new_member(&email);
    renamed["first_name"] = json!("Casey");
    renamed["last_name"] = json!("Married");
    renamed["role"] = json!("Nurse");
    renamed["license_number"] = json!("RN-2");
    owner.put(&format!("/api/team/{id}"), renamed).await.expect(StatusCode::OK);

    let exam = owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(exam["examiner_name"], "Robin Medical Director");
    let list = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(list[0]["director_name"], "Robin Medical Director");
    let signer = clinic.rows("select signer::text as signer from {}.treatment_approval").await;
    let signer: String = signer[0].try_get("", "signer").unwrap();
    let signer: serde_json::Value = serde_json::from_str(&signer).unwrap();
    assert_eq!(
        signer,
        json!({ "id": id, "name": "Robin Medical Director", "role": "Medical Director", "licence": "MD-1" })
    );
    assert_eq!(report(&clinic).await.findings, []);
}

/// The form never changes, because with another form no earlier signature could be verified.
#[test]
fn the_canonical_form_is_fixed() {
    let signer =
        entity::clinic::Signer { id: 3, name: "Robin Berg".to_owned(), role: "Nurse".to_owned(), license: None };
    let content = evidence::Content::new("treatment")
        .with("patient_id", 7)
        .with("notes", "\"Fine\"")
        .with("areas", None::<String>)
        .with_amount("units", Some("20.00".parse().unwrap()))
        .with_hash_of("signature_sha256", Some(b""))
        .with_time("signed_at", Some("2026-06-01T12:00:00.000001Z".parse().unwrap()))
        .with_signer(Some(&signer));
    assert_eq!(
        content.text(),
        r#"{"fields":{"areas":null,"notes":"\"Fine\"","patient_id":7,"signature_sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","signed_at":1780315200000001,"signer_id":3,"signer_licence":null,"signer_name":"Robin Berg","signer_role":"Nurse","units":"20"},"form":"celadon v1","kind":"treatment"}"#
    );
}
