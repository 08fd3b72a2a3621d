//! The copy of a signed consent: made after signing, reproducible, offered for three days, and verified.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::testing::{Client, Server, TestClinic, factories, tamper::findings};
use base::permission::Role;
use evidence::Finding;
use outbox::Worker;
use papers::documents::MakeConsentCopy;
use tenancy::enter_for_job;

/// Runs the clinic's due jobs.
async fn work(clinic: &TestClinic) {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer()).visit(clinic.provisioned.id).await;
}

/// A signed consent, and the path of its link.
async fn signed(clinic: &TestClinic, owner: &Client, patient: i64) -> (i64, String) {
    let (consent, token) = factories::consent(owner, patient).await;
    let path = format!("/api/portal/consent/{token}");
    let given = json!({
        "typed_name": "Nora Lindqvist", "signature": factories::tall_signature(), "electronic_consent": true,
        "notice_version": 1, "act_version": 1,
    });
    clinic.anonymous().post(&format!("{path}/sign"), given).await.expect(StatusCode::OK);
    (consent, path)
}

async fn made(clinic: &TestClinic) -> (Client, i64, i64, String) {
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, path) = signed(clinic, &owner, patient).await;
    work(clinic).await;
    (owner, patient, consent, path)
}

async fn file(clinic: &TestClinic, consent: i64) -> Vec<u8> {
    let rows = clinic.rows(&format!("select file from {{}}.consent_copy where consent_id = {consent}")).await;
    let built = "is celadon-documents built? cargo build -p documents";
    rows.first().expect(built).try_get("", "file").unwrap()
}

#[tokio::test]
async fn the_signer_and_the_staff_receive_the_same_copy_whose_hash_is_in_the_audit() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, path) = signed(&clinic, &owner, patient).await;
    let anonymous = clinic.anonymous();
    let state = format!("{path}/copy");
    let waiting = anonymous.get(&state).await.expect(StatusCode::OK);
    assert_eq!((&waiting["is_ready"], &waiting["bytes"]), (&json!(false), &Value::Null));
    anonymous.get(&format!("{path}/copy/file")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let staffs = format!("/api/consents/issued/{consent}/copy/file");
    owner.get(&staffs).await.refused(StatusCode::NOT_FOUND, "not_found");
    work(&clinic).await;
    let pdf = file(&clinic, consent).await;
    let ready = anonymous.get(&state).await.expect(StatusCode::OK);
    assert_eq!((&ready["is_ready"], &ready["bytes"]), (&json!(true), &json!(pdf.len())));
    let (headers, theirs) = anonymous.file(&format!("{path}/copy/file")).await;
    assert!(theirs == pdf && pdf.starts_with(b"%PDF-"));
    assert_eq!(headers["content-type"], "application/pdf");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"signed-form.pdf\"");
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(owner.file(&staffs).await.1, pdf);
    let hash = hex::encode(Sha256::digest(&pdf));
    let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    assert_eq!(opened["signature"]["copy_sha256"], json!(hash));
    assert_eq!(opened["history"].as_array().unwrap().last().unwrap()["kind"], "downloaded");
    let audited = format!("{{}}.audit where action = 'consent.copy.make' and strpos(detail, '{hash}') > 0");
    assert_eq!(clinic.count(&audited).await, 1);
    for (actor, action) in
        [("patient", "consent.copy.make"), ("patient", "portal.consent.copy"), ("member", "consent.copy.open")]
    {
        assert_eq!(factories::audited(&clinic, actor, action, &[patient], &[consent]).await, 1, "{action}");
    }
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn the_same_signature_makes_the_same_bytes_whatever_happened_since() {
    let clinic = TestClinic::new().await;
    let (_, patient, consent, path) = made(&clinic).await;
    let first = file(&clinic, consent).await;
    clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    clinic.anonymous().file(&format!("{path}/copy/file")).await;
    clinic.plant(&format!("update {{}}.patient set last_name = 'Berg' where id = {patient}")).await;
    clinic.plant("delete from {}.consent_copy").await;
    clinic.clock().advance(TimeDelta::hours(5));
    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    let again = MakeConsentCopy { consent: consent.into() };
    outbox::enqueue(&entered.tx, clinic.provisioned.id, clinic.clock().now(), &again).await.unwrap();
    entered.commit().await.unwrap();
    work(&clinic).await;
    assert!(file(&clinic, consent).await == first);
}

#[tokio::test]
async fn the_link_opens_the_copy_for_three_days_and_a_session_makes_no_difference() {
    let clinic = TestClinic::new().await;
    let (_, patient, _, path) = made(&clinic).await;
    clinic.clock().advance(TimeDelta::hours(72) - TimeDelta::minutes(1));
    let owner = clinic.owner().await;
    owner.file(&format!("{path}/copy/file")).await;
    clinic.clock().advance(TimeDelta::minutes(2));
    for late in [format!("{path}/copy/file"), format!("{path}/copy")] {
        clinic.anonymous().get(&late).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    // The page still says that it was signed.
    assert!(clinic.anonymous().get(&path).await.expect(StatusCode::OK)["signed_at"].is_string());
    let owner = clinic.owner().await;
    let (_, unsigned) = factories::consent(&owner, patient).await;
    let not_signed = clinic.anonymous().get(&format!("/api/portal/consent/{unsigned}/copy")).await;
    not_signed.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn another_clinics_copy_is_not_found_and_staff_may_open_none() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let (_, _, consent, path) = made(&clinic).await;
    let other = another.owner().await;
    other.get(&format!("/api/consents/issued/{consent}/copy/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    for path in [format!("{path}/copy/file"), format!("{path}/copy")] {
        another.anonymous().get(&path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(&format!("/api/consents/issued/{consent}/copy/file")).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_copy_that_is_changed_swapped_or_removed_is_found_and_named() {
    let clinic = TestClinic::new().await;
    let (owner, patient, first, _) = made(&clinic).await;
    let (second, _) = signed(&clinic, &owner, patient).await;
    work(&clinic).await;
    assert_eq!(findings(&clinic).await, []);
    let altered = |row| Finding::Altered { table: "consent_copy", row };
    let otherwise = |row| Finding::SignedOtherwise { table: "consent_copy", row };
    clinic.plant("create table {}.kept as select * from {}.consent_copy").await;
    let byte = format!(
        "update {{}}.consent_copy set file = set_byte(file, 1000, get_byte(file, 1000) # 1) where consent_id = {first}"
    );
    clinic.plant(&byte).await;
    assert_eq!(findings(&clinic).await, [altered(first)]);
    clinic.plant("update {}.consent_copy set sha256 = sha256(file)").await;
    assert_eq!(findings(&clinic).await, [otherwise(first)]);
    let swapped = format!(
        "update {{}}.consent_copy c set file = k.file, sha256 = k.sha256 from {{}}.kept k
         where k.consent_id = {first} + {second} - c.consent_id"
    );
    clinic.plant(&swapped).await;
    assert_eq!(findings(&clinic).await, [otherwise(first), otherwise(second)]);
    clinic.plant("delete from {}.consent_copy").await;
    let missing = |row| Finding::Missing { table: "consent_copy".to_owned(), row };
    assert_eq!(findings(&clinic).await, [missing(first), missing(second)]);
}

#[tokio::test]
async fn hostile_text_is_set_as_text() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let odd = "#eval(\"1\") <script> *b* \u{202e}txt\u{202c} 😀 \u{10ffff} שלום";
    let long = format!("{odd} {}", "x".repeat(120));
    let new = json!({ "first_name": odd, "last_name": "العربية" });
    let patient = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    // A patient's name may hold any character. A template may not hold characters that cannot be printed.
    let name = long.replace('\u{10ffff}', "");
    let text = json!({ "name": name, "body": format!("<p>{}</p>", "#read(\"/etc/passwd\") 😀 ".repeat(2_000)) });
    let template = owner.post("/api/consents/templates", text).await.expect(StatusCode::CREATED);
    let issue = json!({ "templateId": factories::id(&template) });
    let issued = owner.post(&format!("/api/consents/{patient}/issue"), issue).await.expect(StatusCode::CREATED);
    let token = factories::token_in(issued["portal_url"].as_str().unwrap());
    let anonymous = clinic.anonymous();
    let mut request = anonymous.request(Method::POST, &format!("/api/portal/consent/{token}/sign"), None);
    request.headers_mut().insert("user-agent", format!("#{{while true {{}}}} {}", "A".repeat(4_000)).parse().unwrap());
    anonymous.send(request).await.expect(StatusCode::OK);
    work(&clinic).await;
    assert!(file(&clinic, factories::id(&issued["consent"])).await.starts_with(b"%PDF-"));
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn the_signer_is_told_where_the_clinic_sends_messages_and_of_nothing_that_was_signed() {
    let clinic = TestClinic::new().await;
    let (owner, patient, _, _) = made(&clinic).await;
    assert!(factories::mails(&clinic).await.is_empty(), "messages are off");
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    signed(&clinic, &owner, patient).await;
    work(&clinic).await;
    let mails = factories::mails(&clinic).await;
    let mail = mails.last().expect("a mail");
    assert!(mail.contains("nora@example.com") && mail.contains("Your copy is ready"), "{mail}");
    for word in ["Botox", "Lindqvist", "Bruising", "/portal/"] {
        assert!(!mail.contains(word), "{mail}");
    }
    assert_eq!(mails.len(), 1);
}

async fn verified(client: &Client, sha256: &str) -> Value {
    client.post("/api/documents/verify", json!({ "sha256": sha256 })).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_copy_is_known_by_its_hash_until_a_byte_is_changed_and_at_its_own_clinic_alone() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let (owner, _, consent, path) = made(&clinic).await;
    let mut pdf = file(&clinic, consent).await;
    let hash = hex::encode(Sha256::digest(&pdf));
    let signed_at = clinic.anonymous().get(&path).await.expect(StatusCode::OK)["signed_at"].clone();
    let known = json!({ "is_known": true, "signed_at": signed_at });
    let unknown = json!({ "is_known": false, "signed_at": null });
    let spaced = format!(" {} {}\n", &hash[..32].to_uppercase(), &hash[32..]);
    for written in [&hash, &hash.to_uppercase(), &spaced] {
        assert_eq!(verified(&owner, written).await, known, "{written}");
    }
    pdf[1_000] ^= 1;
    assert_eq!(verified(&owner, &hex::encode(Sha256::digest(&pdf))).await, unknown);
    assert_eq!(verified(&another.owner().await, &hash).await, unknown);
    // The stored file is changed, but not its hash.
    clinic.plant("update {}.consent_copy set file = set_byte(file, 1000, get_byte(file, 1000) # 1)").await;
    assert_eq!(verified(&owner, &hash).await, unknown);
    assert_eq!(factories::audited(&clinic, "member", "document.verify", &[], &[]).await, 5);
}

#[tokio::test]
async fn what_is_no_hash_is_refused_and_so_is_whoever_may_not_read_the_log() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let words = "must be a SHA-256: 64 digits from 0 to 9 and a to f";
    for wrong in [json!("ab"), json!("zz".repeat(32)), json!("ab".repeat(33)), json!("a".repeat(500)), json!(5)] {
        let refused = owner.post("/api/documents/verify", json!({ "sha256": wrong })).await;
        assert_eq!(refused.refused_field("sha256"), words, "{wrong}");
    }
    owner.post("/api/documents/verify", json!({})).await.refused_field("sha256");
    let flood = json!({ "sha256": "ab".repeat(2_000) });
    owner.post("/api/documents/verify", flood).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let hash = json!({ "sha256": "ab".repeat(32) });
    for role in [Role::Provider, Role::Nurse, Role::Receptionist, Role::Staff] {
        let refused = clinic.signed_in_as(role).await.post("/api/documents/verify", hash.clone()).await;
        refused.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    clinic.anonymous().post("/api/documents/verify", hash).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}
