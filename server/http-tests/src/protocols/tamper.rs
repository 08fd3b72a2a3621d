use axum::http::StatusCode;

use super::{Keeping, retire};
use crate::testing::{
    factories,
    tamper::{expect_named, report},
};
use evidence::{Finding, Report};

#[tokio::test]
async fn a_changed_protocol_signature_override_or_treatment_is_named() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    here.clinic
        .plant(&format!(
            "update {{}}.member set license_expires_on = '2020-01-01' where email = '{}'",
            here.nurse_email
        ))
        .await;
    let lifted = factories::id(&here.lift("Renewal is on its way").await.expect(StatusCode::CREATED));
    let treatment = factories::id(&here.treat().await.expect(StatusCode::CREATED));
    retire(&here.director, version).await.expect(StatusCode::NO_CONTENT);
    let row = here.clinic.rows("select id from {}.protocol_signature").await;
    let agreed: i64 = row[0].try_get("", "id").unwrap();
    // The exam, and one row of each kind.
    let found = report(&here.clinic).await;
    assert_eq!(found, Report { checked: 6, before_digests: 0, findings: vec![] });
    for change in [
        "title = 'Another'",
        "body = body || ' '",
        "valid_until = valid_until + 365",
        "valid_from = valid_from - 1",
        "number = 7",
        "signature = '\\x00'",
        "signed_at = signed_at - interval '1 day'",
        "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')",
    ] {
        expect_named(&here.clinic, ("protocol_version", "id", version), change).await;
    }
    for change in [
        "member_id = (select min(id) from {}.member)",
        "signature = '\\x00'",
        "signed_at = signed_at - interval '1 day'",
    ] {
        expect_named(&here.clinic, ("protocol_signature", "id", agreed), change).await;
    }
    for change in ["reason = 'Asked for'", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"] {
        expect_named(&here.clinic, ("protocol_retirement", "version_id", version), change).await;
    }
    for change in ["reason = 'Asked for'", "valid_on = valid_on + 1", "service = 'Microneedling'", "given_at = now()"] {
        expect_named(&here.clinic, ("protocol_override", "id", lifted), change).await;
    }
    for change in [
        "protocol_version_id = null",
        "protocol_override_id = null",
        "protocol_override_reason = 'Asked for'",
        "protocol_override_id = null, protocol_override_reason = null",
    ] {
        expect_named(&here.clinic, ("treatment", "id", treatment), change).await;
    }
    // The service is part of what the director signed.
    here.clinic.plant("update {}.protocol set service = 'Microneedling'").await;
    assert_eq!(report(&here.clinic).await.findings, [Finding::Altered { table: "protocol_version", row: version }]);
    here.clinic.plant("update {}.protocol set service = 'Botox'").await;
    here.clinic.plant(&format!("delete from {{}}.protocol_signature where id = {agreed}")).await;
    let missing = Finding::Missing { table: "protocol_signature".to_owned(), row: agreed };
    assert_eq!(report(&here.clinic).await.findings, [missing]);
}

#[tokio::test]
async fn the_clinics_role_changes_nothing_that_was_signed() {
    let here = Keeping::new().await;
    here.agreed().await;
    for sql in [
        "update protocol_version set body = 'x'",
        "delete from protocol_version",
        "update protocol_signature set signed_at = now()",
        "delete from protocol_signature",
        "update protocol_retirement set reason = 'x'",
        "delete from protocol_retirement",
        "update protocol_override set reason = 'x'",
        "delete from protocol_override",
        "update protocol set service = 'x'",
        "delete from protocol",
    ] {
        assert!(factories::role_may_not(&here.clinic, sql).await, "{sql}");
    }
}
