//! The effects of the operator's commands on one clinic. Other clinics' rows stay unchanged.

mod archive;
mod delete;
mod elsewhere;
mod export;
mod moving;
mod note;
mod rename;
mod restore;

use std::{collections::BTreeMap, path::PathBuf};

use axum::http::StatusCode;
use serde_json::json;
use sqlx::Row;

use crate::testing::{Client, TestClinic, factories};
use operations::clinic_ops::tables;
use tenancy::OwnerDb;

/// Every row of every table, as text.
pub async fn contents(owner: &OwnerDb, placement: &str, schema: &str) -> BTreeMap<String, Vec<String>> {
    let mut session = owner.session(placement).await.unwrap();
    let mut found = BTreeMap::new();
    for table in tables::load(&mut session, schema).await.unwrap() {
        let text = format!("select t::text as row from {} t order by 1", table.in_schema(schema));
        let rows = sqlx::query(sqlx::AssertSqlSafe(text)).fetch_all(&mut session).await.unwrap();
        found.insert(table.name, rows.iter().map(|row| row.get("row")).collect());
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

/// Fills a clinic with much data and a sealed audit. Returns its signed-in owner.
pub async fn busy(clinic: &TestClinic) -> Client {
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, patient).await;
    factories::consent(&owner, patient).await;
    let (_, token) = factories::consent(&owner, patient).await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    // Every character sequence with a special meaning in the file's format.
    let notes = "a\ttab, \"quotes\", a 'quote', a \\ backslash, \\N, ünïcødé\n\\.\n\nthe end";
    let treated = json!({
        "patient_id": patient, "treatment_type": "Microneedling", "notes": notes,
        "provider_signature": factories::provider_signature(),
    });
    owner.post("/api/treatments", treated).await.expect(StatusCode::CREATED);
    clinic
        .plant(&format!(
            "insert into {{}}.appointment (patient_id, service, starts_at, ends_at, notes, created_at)
             values ({patient}, 'Botox', now(), now() + interval '1 hour', '', now())"
        ))
        .await;
    audit::seal(&clinic.server.app.tenants.db, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    owner
}

/// A path that does not exist.
pub fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("celadon-export-{}", uuid::Uuid::new_v4()))
}

/// Whether the chain of a clinic's audit is valid.
pub async fn is_chained(owner: &OwnerDb, placement: &str, schema: &str, clinic: &TestClinic) -> bool {
    let tx = owner.inspect(placement, schema).await.unwrap();
    audit::verify(&tx, clinic.clock().now(), None, false).await.unwrap().findings.is_empty()
}
