use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use super::issued;
use crate::testing::{Server, TestClinic, factories};
use http_api::signature::data_url;

/// The specification's words (section 8).
const INVALID: &str = "This consent link is invalid or has expired. Please contact the clinic for a new link.";

#[tokio::test]
async fn a_patient_sees_the_text_the_clinic_and_their_first_name_only() {
    let (clinic, patient, consent, path) = issued().await;
    let shown = clinic.anonymous().get(&path).await;
    assert_eq!(shown.headers["cache-control"], "no-store");
    let shown = shown.expect(StatusCode::OK);
    let rows = clinic.rows("select name from registry.clinic where schema_name = '{}'").await;
    let expected = json!({
        "template": "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>", "template_name": "Botox consent",
        "clinic_name": rows[0].try_get::<String>("", "name").unwrap(), "time_zone": "America/New_York",
        "clinic_address": null, "clinic_phone": null, "declined_at": null, "patient_first_name": "Nora", "signed_at": null, "patient_name": null, "typed_name": null, "signature": null,
        "representative": null, "needs_representative": false,
        "electronic_records": shown["electronic_records"],
    });
    assert_eq!(shown, expected);
    let notice = &shown["electronic_records"];
    assert_eq!((&notice["notice_version"], &notice["act_version"]), (&json!(1), &json!(1)));
    assert!(notice["act"].as_str().unwrap().starts_with("By pressing “Sign consent” I sign this form"), "{notice}");
    let name = expected["clinic_name"].as_str().unwrap();
    assert!(
        notice["notice"][1].as_str().unwrap().contains(&format!("You may ask {name} for a paper form")),
        "{notice}"
    );
    assert_eq!(factories::audited(&clinic, "patient", "portal.consent.open", &[patient], &[consent]).await, 1);
}

#[tokio::test]
async fn the_page_says_where_the_clinic_is_and_whom_to_call() {
    let (clinic, _, _, path) = issued().await;
    let settings = factories::estimate_settings();
    clinic.owner().await.put("/api/gfe-estimate/settings", settings).await.expect(StatusCode::OK);
    let page = clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    assert_eq!(page["clinic_address"], "214 W 18th Street, New York, NY 10011");
    assert_eq!(page["clinic_phone"], "(212) 555-0100");
}

#[tokio::test]
async fn opening_a_link_signs_nothing() {
    let (clinic, _, _, path) = issued().await;
    let before = clinic.fingerprint().await;
    for _ in 0..3 {
        assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK)["signed_at"], Value::Null);
    }
    let mut request = clinic.anonymous().request(axum::http::Method::HEAD, &path, None);
    request.headers_mut().remove("origin");
    assert_eq!(clinic.anonymous().send(request).await.status, StatusCode::OK);
    clinic.anonymous().get(&format!("{path}/sign")).await.refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn every_invalid_link_gets_the_same_answer() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let (owner, anonymous) = (clinic.owner().await, clinic.anonymous());
    let patient = factories::patient(&owner).await;
    let (revoked, revoked_token) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{revoked}/revoke")).await.expect(StatusCode::OK);
    let (_, expired_token) = factories::consent(&owner, patient).await;
    clinic.clock().advance(TimeDelta::days(31));
    let owner = another.owner().await;
    let (_, anothers_token) = factories::consent(&owner, factories::patient(&owner).await).await;
    another.anonymous().get(&format!("/api/portal/consent/{anothers_token}")).await.expect(StatusCode::OK);
    let nowhere = [
        ("unknown", "A".repeat(43)),
        ("revoked", revoked_token.clone()),
        ("expired", expired_token),
        ("another clinic's", anothers_token),
        ("short", revoked_token[..42].to_owned()),
        ("long", format!("{revoked_token}A")),
        ("very long", "A".repeat(5_000)),
        ("other signs", format!("{}.", "A".repeat(42))),
        ("SQL", "'%20or%201=1--".to_owned()),
        ("NUL", "%00".to_owned()),
        ("no UTF-8", "%FF%FE".to_owned()),
        ("padded", format!("{revoked_token}=")),
    ];
    let before = clinic.fingerprint().await;
    let first = anonymous.get(&format!("/api/portal/consent/{}", nowhere[0].1)).await;
    assert_eq!(first.json(), json!({ "error": INVALID, "code": "link_invalid" }));
    for (what, token) in nowhere {
        let path = format!("/api/portal/consent/{token}");
        for answer in [
            anonymous.get(&path).await,
            anonymous.post_nothing(&format!("{path}/sign")).await,
            anonymous.post(&format!("{path}/sign"), json!({ "typed_name": "Nora" })).await,
        ] {
            assert_eq!((answer.status, &answer.text), (StatusCode::NOT_FOUND, &first.text), "{what}");
        }
    }
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(clinic.count("{}.consent_signature").await, 0);
    assert_eq!(another.count("{}.consent_signature").await, 0);
}

#[tokio::test]
async fn signing_needs_no_body_and_repeats_its_answer() {
    for body in [None, Some(json!({})), Some(json!({ "typed_name": "", "signature": null, "electronic_consent": "" }))]
    {
        let (clinic, patient, consent, path) = issued().await;
        let anonymous = clinic.anonymous();
        let sign = format!("{path}/sign");
        let signed = match body {
            Some(body) => anonymous.post(&sign, body).await,
            None => anonymous.post_nothing(&sign).await,
        };
        let signed = signed.expect(StatusCode::OK);
        let expected = json!({
            "signed_at": signed["signed_at"], "patient_name": "Nora Lindqvist", "typed_name": null, "signature": null,
            "representative": null,
        });
        assert_eq!(signed, expected);
        assert!(signed["signed_at"].is_string());
        clinic.clock().advance(TimeDelta::minutes(10));
        let evidence = json!({ "typed_name": "Somebody Else", "signature": factories::tall_signature() });
        assert_eq!(anonymous.post(&sign, evidence).await.expect(StatusCode::OK), signed);
        assert_eq!(anonymous.get(&path).await.expect(StatusCode::OK)["signed_at"], signed["signed_at"]);
        // The link of a consent that was signed in time still shows it after the link has expired.
        clinic.clock().advance(TimeDelta::days(60));
        assert_eq!(anonymous.get(&path).await.expect(StatusCode::OK)["signed_at"], signed["signed_at"]);
        assert_eq!(anonymous.post_nothing(&sign).await.expect(StatusCode::OK), signed);
        let plain =
            "{}.consent_signature where typed_name is null and signature is null and electronic_consent is null";
        assert_eq!(clinic.count(plain).await, 1, "the first signature stands as it was given");
        assert!(factories::audited(&clinic, "patient", "portal.consent.sign", &[patient], &[consent]).await >= 1);
    }
}

#[tokio::test]
async fn the_evidence_sent_with_a_signature_is_stored() {
    let (clinic, _, consent, path) = issued().await;
    let evidence = json!({ "typed_name": " Nora Lindqvist ", "signature": factories::tall_signature(), "electronic_consent": true, "notice_version": 1, "act_version": 1 });
    let mut request = clinic.anonymous().request(axum::http::Method::POST, &format!("{path}/sign"), Some(&evidence));
    request.headers_mut().insert("user-agent", "Patient's telephone".parse().unwrap());
    clinic.anonymous().send(request).await.expect(StatusCode::OK);
    let kept = format!(
        "{{}}.consent_signature where consent_id = {consent} and typed_name = 'Nora Lindqvist'
         and electronic_consent and notice_version = 1 and act_version = 1 and substring(signature from 2 for 3) = 'PNG' and user_agent = 'Patient''s telephone' and ip <> ''"
    );
    assert_eq!(clinic.count(&kept).await, 1);
}

#[tokio::test]
async fn the_copy_is_the_same_after_signing_and_after_a_reload() {
    let (clinic, patient, _, path) = issued().await;
    let anonymous = clinic.anonymous();
    let before = anonymous.get(&path).await.expect(StatusCode::OK);
    let evidence = json!({ "typed_name": " nora  LINDQVIST ", "signature": factories::tall_signature() });
    let signed = anonymous.post(&format!("{path}/sign"), evidence).await.expect(StatusCode::OK);
    let kept = clinic.rows("select signature from {}.consent_signature").await;
    let expected = json!({
        "signed_at": signed["signed_at"], "patient_name": "Nora Lindqvist", "typed_name": "nora  LINDQVIST", "representative": null,
        "signature": data_url(&kept[0].try_get::<Vec<u8>>("", "signature").unwrap()),
    });
    assert_eq!(signed, expected);
    // After a change of name the signature keeps the old name, and the template keeps the name from the time of issue.
    clinic.plant(&format!("update {{}}.patient set last_name = 'Berg' where id = {patient}")).await;
    clinic.plant("update {}.consent_template set name = 'Another'").await;
    let mut copy = before.as_object().unwrap().clone();
    copy.extend(signed.as_object().unwrap().clone());
    copy.insert("electronic_records".to_owned(), Value::Null);
    assert_eq!(anonymous.get(&path).await.expect(StatusCode::OK), Value::Object(copy));
    assert_eq!(anonymous.post_nothing(&format!("{path}/sign")).await.expect(StatusCode::OK), signed);
}

#[tokio::test]
async fn a_wrong_typed_name_signs_nothing_and_reveals_nothing() {
    let (clinic, _, _, path) = issued().await;
    let (anonymous, sign) = (clinic.anonymous(), format!("{path}/sign"));
    let before = clinic.fingerprint().await;
    for wrong in ["Dana Director", "Nora", "Lindqvist", "N. Lindqvist", "Nora Lindquist", "Nora Ann Lindqvist", "."] {
        let given =
            json!({ "typed_name": wrong, "signature": factories::tall_signature(), "electronic_consent": true });
        let answer = anonymous.post(&sign, given).await;
        assert!(!answer.text.contains("Lindqvist"), "{}", answer.text);
        let words = answer.refused_field("typed_name");
        assert_eq!(words, "Type your first and last name as the clinic has them, or leave this empty.", "{wrong}");
    }
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(anonymous.get(&path).await.expect(StatusCode::OK)["signed_at"], Value::Null);
    anonymous.post(&sign, json!({ "typed_name": "Nora Lindqvist" })).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_patient_may_type_their_name_in_any_usual_form() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "first_name": "Sinéad", "last_name": "O'Brien-Muñoz" });
    let patient = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    for typed in ["Sinéad O'Brien-Muñoz", "sinead obrien munoz", "O\u{2019}BRIEN-MUÑOZ, Sinéad"] {
        let (consent, token) = factories::consent(&owner, patient).await;
        let sign = format!("/api/portal/consent/{token}/sign");
        let signed = clinic.anonymous().post(&sign, json!({ "typed_name": typed })).await.expect(StatusCode::OK);
        assert_eq!((&signed["typed_name"], &signed["patient_name"]), (&json!(typed), &json!("Sinéad O'Brien-Muñoz")));
        let kept = format!("{{}}.consent_signature where consent_id = {consent} and typed_name is not null");
        assert_eq!(clinic.count(&kept).await, 1);
    }
}

#[tokio::test]
async fn invalid_evidence_is_named_and_the_consent_stays_unsigned() {
    let (clinic, _, _, path) = issued().await;
    let sign = format!("{path}/sign");
    let anonymous = clinic.anonymous();
    let before = clinic.fingerprint().await;
    for (field, wrong) in [
        ("signature", json!(factories::blank_picture(400, 120))),
        ("signature", json!(factories::provider_signature())),
        ("signature", json!("data:image/svg+xml;base64,PHN2Zz4=")),
        ("signature", json!("drawn")),
        ("signature", json!(5)),
        ("typed_name", json!("x".repeat(201))),
        ("typed_name", json!("No\u{0}ra")),
        ("typed_name", json!(5)),
        ("electronic_consent", json!("yes")),
        ("notice_version", json!(0)),
        ("notice_version", json!(99)),
        ("notice_version", json!("one")),
        ("act_version", json!(2)),
        ("act_version", json!(-1)),
        ("electronic_consent", json!(1)),
        ("signed_at", json!("1999-01-01T00:00:00Z")),
        ("consent_id", json!(7)),
    ] {
        anonymous.post(&sign, json!({ field: wrong })).await.refused_field(field);
    }
    anonymous.post(&sign, json!([])).await.refused(StatusCode::BAD_REQUEST, "not_json");
    let flood = json!({ "typed_name": "x".repeat(200 * 1024) });
    anonymous.post(&sign, flood).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_thirty_concurrent_signatures_one_is_stored_and_all_get_it() {
    let (clinic, _, consent, path) = issued().await;
    let (anonymous, sign) = (clinic.anonymous(), format!("{path}/sign"));
    // No signature can be written yet. As many requests as the pool admits reach that point; the others wait.
    let gate = clinic.owner_db.raw().begin().await.unwrap();
    let close = format!("lock table {}.consent_signature in exclusive mode", clinic.provisioned.schema);
    gate.execute_unprepared(&close).await.unwrap();
    let signing = tokio::spawn(async move {
        let name = |number| json!({ "typed_name": format!("Nora Lindqvist{}", ".".repeat(number)) });
        join_all((0..30).map(|number| anonymous.post(&sign, name(number)))).await
    });
    let at_the_gate = "(select distinct pid from pg_catalog.pg_locks where not granted and pid in
        (select pid from pg_catalog.pg_locks where relation = '{}.consent'::regclass)) as waiting";
    // One clinic gets half of the four connections.
    let all_there = async { while clinic.count(at_the_gate).await < 2 {} };
    tokio::time::timeout(std::time::Duration::from_secs(20), all_there).await.unwrap();
    gate.rollback().await.unwrap();
    let moments: Vec<_> = signing
        .await
        .unwrap()
        .into_iter()
        .map(|answer| answer.expect(StatusCode::OK)["signed_at"].to_string())
        .collect();
    assert!(moments.iter().all(|moment| *moment == moments[0]), "{moments:?}");
    assert_eq!(clinic.count(&format!("{{}}.consent_signature where consent_id = {consent}")).await, 1);
}

#[tokio::test]
async fn a_link_that_expires_while_the_page_is_open_does_not_sign() {
    let (clinic, _, _, path) = issued().await;
    clinic.clock().advance(TimeDelta::days(30) - TimeDelta::minutes(5));
    clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(6));
    let late = clinic.anonymous().post_nothing(&format!("{path}/sign")).await;
    late.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.count("{}.consent_signature").await, 0);
}

#[tokio::test]
async fn a_session_makes_no_difference_to_the_portal() {
    let (clinic, patient, consent, path) = issued().await;
    let owner = clinic.owner().await;
    let seen = owner.get(&path).await;
    assert_eq!(seen.text, clinic.anonymous().get(&path).await.text);
    assert!(!seen.headers.contains_key("set-cookie"));
    owner.post_nothing(&format!("{path}/sign")).await.expect(StatusCode::OK);
    assert_eq!(factories::audited(&clinic, "patient", "portal.consent.open", &[patient], &[consent]).await, 2);
    assert_eq!(factories::audited(&clinic, "patient", "portal.consent.sign", &[patient], &[consent]).await, 1);
    assert_eq!(
        clinic.count("{}.audit where action like 'portal.%' and (actor <> 'patient' or member_id is not null)").await,
        0
    );
    let unknown = "A".repeat(43);
    let nowhere = owner.get(&format!("/api/portal/consent/{unknown}")).await;
    nowhere.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn signing_from_another_site_is_refused() {
    let (clinic, _, _, path) = issued().await;
    let anonymous = clinic.anonymous();
    for origin in ["http://evil.example", "null", "http://sibling.localhost:8080"] {
        let mut request = anonymous.request(axum::http::Method::POST, &format!("{path}/sign"), None);
        request.headers_mut().insert("origin", origin.parse().unwrap());
        anonymous.send(request).await.refused(StatusCode::FORBIDDEN, "cross_site");
    }
    assert_eq!(clinic.count("{}.consent_signature").await, 0);
}
