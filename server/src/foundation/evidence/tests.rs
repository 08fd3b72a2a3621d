use axum::http::StatusCode;
use serde_json::json;

use super::{Finding, Report};
use crate::{
    foundation::permission::Role,
    testing::{
        Client, TestClinic, factories,
        tamper::{expect_named, report},
        world::new_member,
    },
};

/// One signed row of each kind, by table.
struct Signed {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
    rows: Vec<(&'static str, i64)>,
}

impl Signed {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        let exam = factories::exam(&owner, patient).await;
        let treatment = factories::treatment(&owner, patient).await;
        let approval = json!({ "director_signature": factories::tall_signature() });
        owner.post(&format!("/api/treatments/{treatment}/approve"), approval).await.expect(StatusCode::OK);
        let (consent, token) = factories::consent(&owner, patient).await;
        let picture = factories::signature_of("Nora Lindqvist");
        let signature = json!({ "typed_name": "Nora Lindqvist", "signature": picture, "electronic_consent": true, "notice_version": 1, "act_version": 1 });
        let sign = format!("/api/portal/consent/{token}/sign");
        clinic.anonymous().post(&sign, signature).await.expect(StatusCode::OK);
        let event = clinic.rows("select id from {}.consent_event where kind = 'signed'").await;
        let event = event[0].try_get("", "id").unwrap();
        let mut both = factories::estimate(patient);
        both["prov_sig"] = json!(factories::tall_signature());
        let estimate = factories::id(&owner.post("/api/gfe-estimate", both).await.expect(StatusCode::CREATED));
        let reason = factories::void("Entered for another patient");
        let voided = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
        owner.post(&format!("/api/gfe-estimate/{}/void", factories::id(&voided)), reason).await.expect(StatusCode::OK);
        let estimate_void = clinic.rows("select id from {}.estimate_void").await[0].try_get("", "id").unwrap();
        let subscription =
            owner.post("/api/subscriptions", factories::subscription()).await.expect(StatusCode::CREATED);
        let corrected = factories::exam(&owner, patient).await;
        let addenda = format!("/api/gfe/exams/{corrected}/addenda");
        let addendum = owner.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
        let void = factories::void("Entered for another patient");
        owner.post(&format!("/api/gfe/exams/{corrected}/void"), void).await.expect(StatusCode::OK);
        let void = clinic.rows("select id from {}.record_void").await[0].try_get("", "id").unwrap();
        factories::switch_on(&clinic, "clearance").await;
        clinic
            .plant(
                "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY',
                    license_expires_on = current_date + 30",
            )
            .await;
        let cleared = factories::exam(&owner, patient).await;
        let signature = factories::exam_signature();
        owner.post(&format!("/api/gfe/exams/{cleared}/signature"), signature).await.expect(StatusCode::CREATED);
        let clearance = clinic.rows("select id from {}.exam_clearance").await[0].try_get("", "id").unwrap();
        let change = json!({ "details": "Takes blood thinners now" });
        owner.post(&format!("/api/patients/{patient}/health-changes"), change).await.expect(StatusCode::CREATED);
        let change = clinic.rows("select id from {}.health_change").await[0].try_get("", "id").unwrap();
        let mut report = factories::adverse_event(patient);
        report["treatment_id"] = json!(treatment);
        let reported = factories::id(&owner.post("/api/adverse-events", report).await.expect(StatusCode::CREATED));
        let path = format!("/api/adverse-events/{reported}");
        let follow_up = json!({ "status": "resolving", "text": "Softer" });
        owner.post(&format!("{path}/follow-ups"), follow_up).await.expect(StatusCode::OK);
        let correction = json!({ "reason": "Wrong side", "text": "Under the right eye", "severity": "mild" });
        owner.post(&format!("{path}/corrections"), correction).await.expect(StatusCode::OK);
        let entries = clinic.rows("select id from {}.adverse_event_entry order by number").await;
        let [adverse_event_entry, correction] = [0, 1].map(|place: usize| entries[place].try_get("", "id").unwrap());
        let rows = vec![
            ("adverse_event", reported),
            ("adverse_event_entry", adverse_event_entry),
            ("correction", correction),
            ("exam", exam),
            ("exam_signature", cleared),
            ("exam_clearance", clearance),
            ("health_change", change),
            ("treatment", treatment),
            ("treatment_approval", treatment),
            ("addendum", factories::id(&addendum)),
            ("record_void", void),
            ("consent", consent),
            ("consent_signature", consent),
            ("consent_event", event),
            ("estimate", estimate),
            ("estimate_void", estimate_void),
            ("subscription", factories::id(&subscription)),
        ];
        Self { clinic, owner, patient, rows }
    }

    fn row(&self, table: &str) -> i64 {
        self.rows.iter().find(|(name, _)| *name == table).unwrap().1
    }
}

fn key(table: &str) -> &'static str {
    match table {
        "treatment_approval" => "treatment_id",
        "exam_signature" => "exam_id",
        "consent_signature" => "consent_id",
        _ => "id",
    }
}

#[tokio::test]
async fn every_signed_row_matches_its_digest() {
    let signed = Signed::new().await;
    let found = report(&signed.clinic).await;
    // The second exam is the one that was corrected, the third one is signed with one decision, the second estimate the one that was voided. Issuing and signing the
    // consent are an event each.
    assert_eq!(found, Report { checked: 21, before_digests: 0, findings: vec![] });
    // Revoking a consent, and Stripe's changes of a subscription, leave the signed content as it was.
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

/// Alterations of adverse events and of what was written about them.
const OF_ADVERSE_EVENTS: [(&str, &str); 15] = [
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
    // Another one, to move an event to.
    factories::consent(&signed.owner, signed.patient).await;
    for (table, change) in [
        ("exam", "vitals = 'HR: 70 bpm'"),
        ("exam", "pe_psych = 'Calm'"),
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
        ("treatment", "changed_since_exam = false"),
        ("treatment", "clearance = 'valid'"),
        ("treatment", "units = 21"),
        ("treatment", "notes = null"),
        ("treatment", "signer = jsonb_set(signer, '{licence}', '\"RN-1\"')"),
        ("treatment", "provider_signature = '\\x00'"),
        ("treatment_approval", "approved_at = approved_at - interval '1 day'"),
        ("treatment_approval", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
        ("treatment_approval", "director_signature_sha256 = '\\x00'"),
        ("addendum", "text = 'Allergic to nothing'"),
        ("addendum", "reason = 'Asked for'"),
        ("addendum", "signature = '\\x00'"),
        ("addendum", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"),
        ("addendum", "exam_id = (select min(id) from {}.exam)"),
        ("record_void", "reason = 'Asked for'"),
        ("record_void", "voided_at = voided_at - interval '1 day'"),
        ("record_void", "signature = '\\x00'"),
        ("record_void", "signature = null"),
        ("estimate_void", "signature = null"),
        ("record_void", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
        ("record_void", "exam_id = (select min(id) from {}.exam)"),
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
        ("estimate_void", "reason = 'Asked for'"),
        ("estimate_void", "voided_at = voided_at - interval '1 day'"),
        ("estimate_void", "signer = jsonb_set(signer, '{role}', '\"Nurse\"')"),
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
    ]
    .into_iter()
    .chain(OF_ADVERSE_EVENTS)
    {
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

/// A report that was altered is found at each entry about it too, and one that was removed is named.
#[tokio::test]
async fn an_adverse_event_that_was_altered_or_removed_is_named() {
    let signed = Signed::new().await;
    let (clinic, event) = (&signed.clinic, signed.row("adverse_event"));
    let entries = [signed.row("adverse_event_entry"), signed.row("correction")];
    clinic.plant(&format!("update {{}}.adverse_event set severity = 'mild' where id = {event}")).await;
    let altered = |table, row| Finding::Altered { table, row };
    let [first, second] = entries;
    let expected = [
        altered("adverse_event", event),
        altered("adverse_event_entry", first),
        altered("adverse_event_entry", second),
    ];
    assert_eq!(report(clinic).await.findings, expected);
    clinic.plant(&format!("update {{}}.adverse_event set severity = 'moderate' where id = {event}")).await;
    clinic.plant(&format!("update {{}}.adverse_event_entry set severity = 'severe' where id = {second}")).await;
    assert_eq!(report(clinic).await.findings, [altered("adverse_event_entry", second)]);
    clinic.plant("delete from {}.adverse_event_entry").await;
    clinic.plant("delete from {}.adverse_event").await;
    let missing = |table: &str, row| Finding::Missing { table: table.to_owned(), row };
    let expected = [
        missing("adverse_event", event),
        missing("adverse_event_entry", first),
        missing("adverse_event_entry", second),
    ];
    assert_eq!(report(clinic).await.findings, expected);
}

/// What is written without a signature has the digest that voids had before signatures were asked for.
#[tokio::test]
async fn a_void_of_before_signatures_were_asked_for_still_matches_its_digest() {
    let signed = Signed::new().await;
    let (clinic, row) = (&signed.clinic, signed.row("record_void"));
    let tx = clinic.owner_db.inspect(crate::foundation::tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    let find = <entity::clinic::record_void::Entity as sea_orm::EntityTrait>::find_by_id(row);
    let mut void = find.one(&tx).await.unwrap().unwrap();
    let exam = <entity::clinic::exam::Entity as sea_orm::EntityTrait>::find_by_id(void.exam_id.unwrap());
    let exam = super::exam(&exam.one(&tx).await.unwrap().unwrap());
    drop(tx);
    assert!(super::record_void(&void, &exam).text().contains("signature_sha256"));
    void.signature = None;
    let before = super::record_void(&void, &exam);
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
async fn a_decision_that_was_altered_with_its_digest_or_removed_does_not_match_the_signature() {
    let signed = Signed::new().await;
    let (clinic, row, exam) = (&signed.clinic, signed.row("exam_clearance"), signed.row("exam_signature"));
    clinic.plant(&format!("update {{}}.exam_clearance set service = 'Microneedling' where id = {row}")).await;
    let tx = clinic.owner_db.inspect(crate::foundation::tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    let altered = <entity::clinic::exam_clearance::Entity as sea_orm::EntityTrait>::find_by_id(row).one(&tx).await;
    let digest = hex::encode(super::exam_clearance(&altered.unwrap().unwrap()).digest());
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
    let tx = clinic.owner_db.inspect(crate::foundation::tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    let altered = <entity::clinic::exam::Entity as sea_orm::EntityTrait>::find_by_id(row).one(&tx).await.unwrap();
    let digest = hex::encode(super::exam(&altered.unwrap()).digest());
    drop(tx);
    clinic.plant(&format!("update {{}}.exam set content_digest = '\\x{digest}' where id = {row}")).await;
    assert_eq!(report(clinic).await.findings, [Finding::SignedOtherwise { table: "exam", row }]);
    clinic.plant(&format!("update {{}}.exam set content_digest = null where id = {row}")).await;
    assert_eq!(report(clinic).await.findings, [Finding::Altered { table: "exam", row }]);
}

#[tokio::test]
async fn a_deleted_signed_row_is_named() {
    let signed = Signed::new().await;
    let (consent, estimate) = (signed.row("consent_signature"), signed.row("estimate"));
    let (addendum, void) = (signed.row("addendum"), signed.row("record_void"));
    signed.clinic.plant(&format!("delete from {{}}.addendum where id = {addendum}")).await;
    signed.clinic.plant(&format!("delete from {{}}.record_void where id = {void}")).await;
    signed.clinic.plant(&format!("delete from {{}}.consent_signature where consent_id = {consent}")).await;
    signed.clinic.plant(&format!("delete from {{}}.estimate where id = {estimate}")).await;
    let missing = |table: &str, row| Finding::Missing { table: table.to_owned(), row };
    let expected = [
        missing("addendum", addendum),
        missing("consent_signature", consent),
        missing("estimate", estimate),
        missing("record_void", void),
    ];
    assert_eq!(report(&signed.clinic).await.findings, expected);
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
    // An addendum, both kinds of void, a consent's events, and what clears have had a digest from the first one on. The signature
    // covers the exam as it is.
    assert_eq!(found, Report { checked: 11, before_digests: 9, findings: vec![] });
}

#[tokio::test]
async fn the_clinics_role_cannot_change_signed_rows() {
    let signed = Signed::new().await;
    for sql in [
        "update estimate set grand_total = 9801",
        "update estimate set pt_sig = null",
        "delete from estimate",
        "update exam set signer = null",
        "update exam_signature set credential = 'MD'",
        "update exam_clearance set decision = 'cleared'",
        "delete from exam_clearance",
        "update health_change set details = ''",
        "update adverse_event set details = ''",
        "delete from adverse_event",
        "update adverse_event_entry set text = ''",
        "delete from adverse_event_entry",
        "update treatment set content_digest = null",
        "update treatment_approval set signer = null",
        "update addendum set text = ''",
        "update addendum set content_digest = ''",
        "delete from addendum",
        "update record_void set reason = ''",
        "update record_void set exam_id = null",
        "delete from record_void",
        "update estimate_void set reason = ''",
        "delete from estimate_void",
        "update consent set issuer = null",
        "update consent set body = ''",
        "update consent_signature set content_digest = null",
        "update subscription set sub_sig = null",
        "update subscription set signed_content = ''",
        "update subscription set signer = null",
        "update subscription set sub_notes = ''",
        "update audit set actor_name = ''",
        "update audit set detail = null",
    ] {
        assert!(factories::role_may_not(&signed.clinic, sql).await, "{sql}");
    }
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
    let id = clinic.rows(&format!("select id from {{}}.member where email = '{email}'")).await;
    let id: i64 = id[0].try_get("", "id").unwrap();
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

/// The form never changes: with another one no earlier signature could be verified.
#[test]
fn the_canonical_form_is_fixed() {
    let signer =
        entity::clinic::Signer { id: 3, name: "Robin Berg".to_owned(), role: "Nurse".to_owned(), license: None };
    let content = super::Content::new("treatment")
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
