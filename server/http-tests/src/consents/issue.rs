use axum::http::{HeaderValue, Method, StatusCode, header::HOST};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn an_issued_consent_is_unaffected_by_changes_of_its_template() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    let path = format!("/api/portal/consent/{token}");
    let first = clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    let template =
        owner.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK)[0]["template_id"].clone();
    let template_path = format!("/api/consents/templates/{template}");
    let changed = json!({ "name": "Another name", "body": "<p>Another text</p>" });
    owner.put(&template_path, changed).await.expect(StatusCode::OK);
    assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK), first);
    let issue = json!({ "templateId": template });
    let newer = owner.post(&format!("/api/consents/{patient}/issue"), issue).await.expect(StatusCode::CREATED);
    owner.delete(&template_path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK), first);
    let newer_path = format!("/api/portal/consent/{}", factories::token_in(newer["portal_url"].as_str().unwrap()));
    let newer_text = clinic.anonymous().get(&newer_path).await.expect(StatusCode::OK);
    assert_eq!(newer_text["template"], "<p>Another text</p>");
    let listed = owner.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&listed[0]["template_name"], &listed[1]["template_name"]),
        (&json!("Another name"), &json!("Botox consent"))
    );
    let rows =
        clinic.rows(&format!("select template_version, body_sha256 from {{}}.consent where id = {consent}")).await;
    assert_eq!(rows[0].try_get::<i32>("", "template_version").unwrap(), 1);
    let served = Sha256::digest(first["template"].as_str().unwrap()).to_vec();
    assert_eq!(rows[0].try_get::<Vec<u8>>("", "body_sha256").unwrap(), served, "the hash of what the patient reads");
    let rows = clinic.rows("select max(template_version) as version from {}.consent").await;
    assert_eq!(rows[0].try_get::<i32>("", "version").unwrap(), 2);
    // Both can still be signed, and each signature covers the text that was read.
    for path in [&path, &newer_path] {
        clinic.anonymous().post_nothing(&format!("{path}/sign")).await.expect(StatusCode::OK);
    }
    let signed =
        clinic.rows(&format!("select body_sha256 from {{}}.consent_signature where consent_id = {consent}")).await;
    assert_eq!(signed[0].try_get::<Vec<u8>>("", "body_sha256").unwrap(), served);
}

#[tokio::test]
async fn a_consents_link_names_the_clinics_own_host() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/consents/{}/issue", factories::patient(&owner).await);
    let body = json!({ "templateId": factories::template(&owner).await });
    for (name, value) in [
        ("x-forwarded-host", "evil.example".to_owned()),
        ("x-forwarded-proto", "https".to_owned()),
        ("x-forwarded-port", "666".to_owned()),
        ("forwarded", "host=evil.example;proto=https".to_owned()),
        ("x-host", "evil.example".to_owned()),
        ("x-original-host", "evil.example".to_owned()),
        ("x-original-url", "http://evil.example/".to_owned()),
        ("referer", "http://evil.example/".to_owned()),
        (HOST.as_str(), clinic.host().to_ascii_uppercase()),
    ] {
        let mut request = owner.request(Method::POST, &path, Some(&body));
        request.headers_mut().insert(name, HeaderValue::from_str(&value).unwrap());
        if name == HOST.as_str() {
            request.headers_mut().insert("origin", HeaderValue::from_str(&clinic.origin()).unwrap());
        }
        let url = owner.send(request).await.expect(StatusCode::CREATED)["portal_url"].as_str().unwrap().to_owned();
        let token = url.strip_prefix(&format!("{}/portal/sign/", clinic.origin()));
        let token = token.unwrap_or_else(|| panic!("{name} led to {url}"));
        assert_eq!(URL_SAFE_NO_PAD.decode(token).unwrap().len(), 32);
    }
}

#[tokio::test]
async fn a_links_token_is_sent_once_and_stored_nowhere() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    let (_, another) = factories::consent(&owner, patient).await;
    assert_ne!(token, another);
    let portal = format!("/api/portal/consent/{token}");
    let answers = [
        clinic.anonymous().get(&portal).await,
        clinic.anonymous().post(&format!("{portal}/sign"), json!({ "typed_name": "Nora Lindqvist" })).await,
        clinic.anonymous().get(&portal).await,
        owner.get(&format!("/api/consents?patientId={patient}")).await,
        owner.get(&format!("/api/consents/issued/{consent}")).await,
        owner.get("/api/consents/templates").await,
        owner.get(&format!("/api/patients/{patient}")).await,
        owner.post_nothing(&format!("/api/consents/issued/{consent}/revoke")).await,
    ];
    for answer in &answers {
        assert!(!answer.text.contains(&token), "{}", answer.text);
        assert!(!format!("{:?}", answer.headers).contains(&token));
    }
    let raw = URL_SAFE_NO_PAD.decode(&token).unwrap();
    let tables = clinic
        .rows("select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_catalog.pg_tables where schemaname in ('{}', 'registry')")
        .await;
    assert!(tables.len() > 15);
    let mut hash_is_found = false;
    for table in tables {
        let table: String = table.try_get("", "name").unwrap();
        let holds = async |part: &str| {
            clinic.count(&format!("{table} as r where strpos(lower(r::text), lower('{part}')) > 0")).await
        };
        for part in [token.clone(), hex(token.as_bytes()), hex(&raw), raw_base64(&raw)] {
            assert_eq!(holds(&part).await, 0, "{table} holds the token");
        }
        hash_is_found |= holds(&hex(&Sha256::digest(&token))).await == 1;
    }
    assert!(hash_is_found, "the search finds what is there");
}

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.concat()
}

fn raw_base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[tokio::test]
async fn only_a_patient_and_a_template_of_the_clinic_make_a_consent() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let template = factories::template(&owner).await;
    let removed = factories::template(&owner).await;
    owner.delete(&format!("/api/consents/templates/{removed}")).await.expect(StatusCode::NO_CONTENT);
    let path = format!("/api/consents/{patient}/issue");
    let before = clinic.fingerprint().await;
    for nothing in [json!(1), json!(-1), json!(removed), json!(clinic.first_id + 999_999), json!(i64::MAX)] {
        let words = owner.post(&path, json!({ "templateId": nothing })).await.refused_field("templateId");
        assert_eq!(words, "Choose one of the clinic's templates");
    }
    for wrong in [json!(null), json!(""), json!("x"), json!(1.5), json!([template]), json!({}), json!(true)] {
        owner.post(&path, json!({ "templateId": wrong })).await.refused_field("templateId");
    }
    owner.post(&path, json!({})).await.refused_field("templateId");
    owner.post_nothing(&path).await.refused_field("templateId");
    for forged in ["token", "body", "expires_at", "patient_id", "issued_by", "template_id"] {
        let answer = owner.post(&path, json!({ "templateId": template, forged: 1 })).await;
        assert_eq!(answer.refused_field(forged), "is not part of this form");
    }
    for nobody in ["1", "-1", "x", "9223372036854775808"] {
        let answer = owner.post(&format!("/api/consents/{nobody}/issue"), json!({ "templateId": template })).await;
        answer.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
    owner.post(&path, json!({ "templateId": template.to_string() })).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn the_answer_to_issuing_is_the_consent_and_its_link() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, template) = (factories::patient(&owner).await, factories::template(&owner).await);
    let issue = json!({ "templateId": template });
    let issued = owner.post(&format!("/api/consents/{patient}/issue"), issue).await.expect(StatusCode::CREATED);
    assert_eq!(issued.as_object().unwrap().len(), 3);
    assert!(issued["qr"]["size"].as_i64().unwrap() > 20 && issued["qr"]["path"].as_str().unwrap().starts_with('M'));
    let consent = &issued["consent"];
    let expected = json!({
        "id": consent["id"], "patient_id": patient, "template_id": template, "template_name": "Botox consent",
        "template_version": 1, "has_newer_version": false, "status": "Pending", "signed_by_patient": false,
        "signed_at": null, "declined_at": null, "decline_reason": null,
        "withdrawn_at": null, "withdrawn_by": null, "withdrawal_reason": null,
        "issued_at": consent["issued_at"], "expires_at": consent["expires_at"],
    });
    assert_eq!(consent, &expected);
    let time = |value: &Value| value.as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(time(&consent["expires_at"]) - time(&consent["issued_at"]), chrono::TimeDelta::days(30));
    let id = factories::id(consent);
    assert_eq!(factories::audited(&clinic, "member", "consent.issue", &[patient], &[id]).await, 1);
}
