use axum::http::StatusCode;

use super::{Keeping, retire};
use crate::{
    foundation::{
        evidence::{Finding, Report, verify},
        tenancy::MAIN,
    },
    testing::factories,
};

async fn report(here: &Keeping) -> Report {
    let tx = here.clinic.owner_db.inspect(MAIN, &here.clinic.provisioned.schema).await.unwrap();
    verify(&tx).await.unwrap()
}

/// Changes a row, expects it to be named, and changes it back.
async fn altered(here: &Keeping, (table, key, row): (&'static str, &str, i64), change: &str) {
    let clinic = &here.clinic;
    clinic.plant(&format!("create table {{}}.kept as select * from {{}}.{table} where {key} = {row}")).await;
    clinic.plant(&format!("update {{}}.{table} set {change} where {key} = {row}")).await;
    let findings = report(here).await.findings;
    assert!(findings.contains(&Finding::Altered { table, row }), "{table} {change}: {findings:?}");
    let columns = clinic
        .rows(&format!(
            "select string_agg(format('%1$I = k.%1$I', column_name), ', ') as sets from information_schema.columns
             where table_schema = '{{}}' and table_name = '{table}' and is_identity = 'NO'"
        ))
        .await;
    let sets: String = columns[0].try_get("", "sets").unwrap();
    clinic.plant(&format!("update {{}}.{table} t set {sets} from {{}}.kept k where t.{key} = k.{key}")).await;
    clinic.plant("drop table {}.kept").await;
    assert_eq!(report(here).await.findings, [], "{table} {change}");
}

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
    let found = report(&here).await;
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
        altered(&here, ("protocol_version", "id", version), change).await;
    }
    for change in [
        "member_id = (select min(id) from {}.member)",
        "signature = '\\x00'",
        "signed_at = signed_at - interval '1 day'",
    ] {
        altered(&here, ("protocol_signature", "id", agreed), change).await;
    }
    for change in ["reason = 'Asked for'", "signer = jsonb_set(signer, '{name}', '\"Somebody Else\"')"] {
        altered(&here, ("protocol_retirement", "version_id", version), change).await;
    }
    for change in ["reason = 'Asked for'", "valid_on = valid_on + 1", "service = 'Microneedling'", "given_at = now()"] {
        altered(&here, ("protocol_override", "id", lifted), change).await;
    }
    for change in [
        "protocol_version_id = null",
        "protocol_override_id = null",
        "protocol_override_reason = 'Asked for'",
        "protocol_override_id = null, protocol_override_reason = null",
    ] {
        altered(&here, ("treatment", "id", treatment), change).await;
    }
    // The service is part of what the director signed.
    here.clinic.plant("update {}.protocol set service = 'Microneedling'").await;
    assert_eq!(report(&here).await.findings, [Finding::Altered { table: "protocol_version", row: version }]);
    here.clinic.plant("update {}.protocol set service = 'Botox'").await;
    here.clinic.plant(&format!("delete from {{}}.protocol_signature where id = {agreed}")).await;
    let missing = Finding::Missing { table: "protocol_signature".to_owned(), row: agreed };
    assert_eq!(report(&here).await.findings, [missing]);
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
