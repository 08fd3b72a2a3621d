//! Lists the tables of a patient's record, so that no new table is overlooked where all of them must be read.

use std::collections::{BTreeMap, BTreeSet};

use super::TestClinic;

impl TestClinic {
    /// The tables whose rows refer to a patient, directly or through other rows.
    pub async fn tables_about_patients(&self) -> BTreeSet<String> {
        let rows = self
            .rows(
                "with recursive about as (
                     select '{}.patient'::regclass::oid as oid
                     union select k.conrelid from pg_catalog.pg_constraint k join about on about.oid = k.confrelid
                     where k.contype = 'f')
                 select c.relname::text as name from about join pg_catalog.pg_class c using (oid)",
            )
            .await;
        rows.iter().map(|row| row.try_get("", "name").unwrap()).collect()
    }
}

/// Fails unless the tables that were not read are exactly those with a reason.
pub fn assert_all_but(about: &BTreeSet<String>, read: &BTreeSet<String>, left_out: &[(&str, &str)]) {
    let reasons: BTreeMap<_, _> = left_out.iter().copied().collect();
    let missing: Vec<_> = about.difference(read).filter(|table| !reasons.contains_key(table.as_str())).collect();
    assert!(missing.is_empty(), "read them, or say here why not: {missing:#?}");
    let needless: Vec<_> = reasons.keys().filter(|table| read.contains(**table) || !about.contains(**table)).collect();
    assert!(needless.is_empty(), "read, or no such table: {needless:?}");
}
