//! Changes signed rows as a person with all rights could, and checks the findings of the verification.

use super::TestClinic;
use evidence::{Finding, Report, verify};
use tenancy::MAIN;

/// The report of verifying the clinic's signatures.
pub async fn report(clinic: &TestClinic) -> Report {
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    verify(&tx).await.unwrap()
}

pub async fn findings(clinic: &TestClinic) -> Vec<Finding> {
    report(clinic).await.findings
}

/// Changes a row (`change` is the text after `set`), expects the verification to name it, and restores it.
pub async fn expect_named(clinic: &TestClinic, (table, key, row): (&'static str, &str, i64), change: &str) {
    clinic.plant(&format!("create table {{}}.kept as select * from {{}}.{table} where {key} = {row}")).await;
    clinic.plant(&format!("update {{}}.{table} set {change} where {key} = {row}")).await;
    let found = findings(clinic).await;
    assert!(found.contains(&Finding::Altered { table, row }), "{table} {change}: {found:?}");
    let columns = clinic
        .rows(&format!(
            "select string_agg(format('%1$I = k.%1$I', column_name), ', ') as sets from information_schema.columns
             where table_schema = '{{}}' and table_name = '{table}' and is_identity = 'NO'"
        ))
        .await;
    let sets: String = columns[0].try_get("", "sets").unwrap();
    clinic.plant(&format!("update {{}}.{table} t set {sets} from {{}}.kept k where t.{key} = k.{key}")).await;
    clinic.plant("drop table {}.kept").await;
    assert_eq!(findings(clinic).await, [], "{table} {change}");
}
