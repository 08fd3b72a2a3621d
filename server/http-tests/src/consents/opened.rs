use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::testing::{Server, TestClinic, factories};
use base::permission::Role;
use http_api::signature::data_url;

const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1";

fn path(consent: i64) -> String {
    format!("/api/consents/issued/{consent}")
}

#[tokio::test]
async fn a_signed_consent_is_opened_with_its_text_the_signature_when_and_from_where() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    let given =
        json!({ "typed_name": "Nora Lindqvist", "signature": factories::tall_signature(), "electronic_consent": true });
    let anonymous = clinic.anonymous();
    let mut request = anonymous.request(Method::POST, &format!("/api/portal/consent/{token}/sign"), Some(&given));
    request.headers_mut().insert("user-agent", PHONE.parse().unwrap());
    let signed = anonymous.send(request).await.expect(StatusCode::OK);
    let listed = owner.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK);
    let kept = format!("select ip, signature from {{}}.consent_signature where consent_id = {consent}");
    let kept = clinic.rows(&kept).await;
    let mut expected = listed[0].as_object().unwrap().clone();
    let rest = json!({
        "body": "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>",
        "patient_name": "Nora Lindqvist",
        "history": [
            {
                "kind": "issued", "at": listed[0]["issued_at"], "by": "Olive Owner", "channel": null, "address": null,
                "ip": null, "device": null,
            },
            {
                "kind": "signed", "at": signed["signed_at"], "by": "Nora Lindqvist", "channel": null, "address": null,
                "ip": kept[0].try_get::<String>("", "ip").unwrap(), "device": "Safari on an iPhone",
            },
        ],
        "issued_by": { "name": "Olive Owner", "role": "Medical Director, owner" },
        "signature": {
            "signed_at": signed["signed_at"], "signer_name": "Nora Lindqvist", "typed_name": "Nora Lindqvist",
            "signer_relation": null,
            "picture": data_url(&kept[0].try_get::<Vec<u8>>("", "signature").unwrap()), "electronic_consent": true,
            "ip": kept[0].try_get::<String>("", "ip").unwrap(), "device": "Safari on an iPhone", "user_agent": PHONE,
            "copy_sha256": null, "notice_version": null, "act_version": null, "wording": null,
        },
    });
    expected.extend(rest.as_object().unwrap().clone());
    let opened = owner.get(&path(consent)).await;
    assert_eq!(opened.headers["cache-control"], "no-store");
    assert_eq!(opened.expect(StatusCode::OK), Value::Object(expected));
    assert_eq!(factories::audited(&clinic, "member", "consent.read", &[patient], &[consent]).await, 1);
}

#[tokio::test]
async fn an_opened_consent_shows_the_text_that_was_signed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    let first = owner.get(&path(consent)).await.expect(StatusCode::OK);
    clinic.plant(&format!("update {{}}.patient set last_name = 'Berg' where id = {patient}")).await;
    clinic.plant("update {}.member set last_name = 'Renamed'").await;
    clinic.plant("update {}.consent_template set name = 'Another', body = '<p>Another</p>'").await;
    let mut renamed = first.clone();
    renamed["patient_name"] = json!("Nora Berg");
    assert_eq!(owner.get(&path(consent)).await.expect(StatusCode::OK), renamed);
    assert_eq!(first["signature"]["signer_name"], "Nora Lindqvist");
    let given = ["typed_name", "picture", "electronic_consent"].map(|name| first["signature"][name].clone());
    assert_eq!(given, [Value::Null, Value::Null, Value::Null], "nothing that was not given");
    // Markup written directly into the table is removed when it is read. Old rows have no issuer.
    clinic.plant("update {}.consent set body = '<p onclick=alert(1)>Fine</p><script>1</script>', issuer = null").await;
    let opened = owner.get(&path(consent)).await.expect(StatusCode::OK);
    assert_eq!((&opened["body"], &opened["issued_by"]), (&json!("<p>Fine</p>"), &Value::Null));
}

#[tokio::test]
async fn an_unsigned_consent_can_be_opened_with_its_status() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (revoked, _) = factories::consent(&owner, patient).await;
    let (waiting, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("{}/revoke", path(revoked))).await.expect(StatusCode::OK);
    let mut seen = Vec::new();
    for consent in [revoked, waiting] {
        let opened = owner.get(&path(consent)).await.expect(StatusCode::OK);
        assert_eq!((&opened["signature"], &opened["signed_at"]), (&Value::Null, &Value::Null));
        assert_eq!(opened["body"], "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>");
        seen.push(opened["status"].clone());
    }
    clinic.clock().advance(TimeDelta::days(31));
    let owner = clinic.owner().await;
    seen.push(owner.get(&path(waiting)).await.expect(StatusCode::OK)["status"].clone());
    assert_eq!(seen, ["Revoked", "Pending", "Expired"]);
}

#[tokio::test]
async fn another_clinics_consent_is_not_found_and_staff_may_open_none() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let (owner, other) = (clinic.owner().await, another.owner().await);
    let (consent, _) = factories::consent(&owner, factories::patient(&owner).await).await;
    for nothing in [path(consent), path(consent + 999_999), path(-1), "/api/consents/issued/x".to_owned()] {
        other.get(&nothing).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    let refused = staff.get(&path(consent)).await;
    assert!(!refused.text.contains("Bruising"), "{}", refused.text);
    refused.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.count("{}.audit where action = 'consent.read' and outcome = 'done'").await, 0);
}
