//! The plans that Postgres keeps for the search of patients.

use crate::testing::TestClinic;
use base::permission::Access;
use people::patients::{search::wanted, with_records};
use sea_orm::{DbBackend, QueryTrait};
use tenancy::planner::PlannedList;

/// Every new table with patients must also be named in [`with_records`]. Otherwise undoing an import would fail at the foreign
/// key, for the whole import.
#[tokio::test]
async fn every_table_that_refers_to_a_patient_keeps_an_imported_one() {
    let clinic = TestClinic::new().await;
    let rows = clinic
        .rows(
            "select c.relname::text as held_by, a.attname::text as called from pg_catalog.pg_constraint k
             join pg_catalog.pg_class c on c.oid = k.conrelid
             join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
             where k.contype = 'f' and k.confdeltype = 'a' and k.connamespace = '{}'::regnamespace
               and k.confrelid = '{}.patient'::regclass",
        )
        .await;
    assert!(rows.len() >= 9, "{}", rows.len());
    let checked = with_records(1.into(), 1.into()).build(DbBackend::Postgres).sql;
    for row in rows {
        let text = |column: &str| -> String { row.try_get("", column).unwrap() };
        let (table, column) = (text("held_by"), text("called"));
        let named = [r#""patient"."id""#, "$"]
            .iter()
            .any(|id| checked.contains(&format!(r#"FROM "{table}" WHERE "{table}"."{column}" = {id}"#)));
        assert!(named, "{table}.{column}");
    }
}

#[test]
fn only_the_usual_first_page_has_a_cached_plan() {
    let kept = |search, limit, after| PlannedList::new(wanted(search, false, Access::Full, limit, after)).kept();
    let first = kept("", 50, None).unwrap();
    assert!(first.sql.ends_with(" LIMIT 50") && first.values.is_none(), "{first:?}");
    // Other limits use a parameter; otherwise every connection could keep a thousand plans.
    for other in [kept("", 51, None), kept("", 50, Some(1.into())), kept("smi", 50, None)] {
        assert!(other.is_none(), "{other:?}");
    }
}
