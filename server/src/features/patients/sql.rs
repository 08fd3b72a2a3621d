//! The parts of the search that indexes and plans need word for word. SeaORM would write parameters in place of their
//! constants.

use entity::ids::{ImportBatchId, PatientId};
use sea_orm::{DbBackend, Statement, Value, sea_query::Expr};

/// What a search looks through, in the index `patient_search_text`: both orders of the name, the preferred name, the
/// address, the phone's digits. Postgres computes the column, so that the entity does not have it.
pub(super) fn haystack() -> Expr {
    Expr::cust("patient.search_text")
}

/// The names in [`haystack`]. Postgres computes the column, so that the entity does not have it.
pub(super) fn names() -> Expr {
    Expr::cust("patient.search_names")
}

/// The names, each after a space, so that its beginning can be searched for. Postgres computes the column.
pub(super) fn names_with_a_space() -> Expr {
    Expr::cust("' ' || patient.search_names")
}

/// The first name as [`names`] has it: SeaORM has neither `normalize` nor `translate`.
pub(super) fn folded_first_name() -> Expr {
    folded_name("first_name")
}

/// As [`folded_first_name`], the last name.
pub(super) fn folded_last_name() -> Expr {
    folded_name("last_name")
}

/// A name without accents and capitals: SeaORM has neither `normalize` nor `translate`.
fn folded_name(column: &str) -> Expr {
    Expr::cust(format!(
        "lower(translate(regexp_replace(normalize({column}, nfkd), '[\u{300}-\u{36f}]', '', 'g'), 'øłđıØŁĐ', 'oldioLD'))"
    ))
}

/// The order of the index `patient_name`, but not served by it. A search counts all matches, so all of them have
/// to be found; with the index Postgres would walk through every name for the first page. SeaORM would write the
/// empty text as a parameter.
pub(super) fn unindexed_surname() -> Expr {
    Expr::cust("lower(last_name) || ''")
}

/// How many rows match in all. SeaORM's window functions need a partition or an order; this window has neither.
pub(super) fn number_of_matches() -> Expr {
    Expr::cust("count(*) over ()")
}

/// How many patients there are; one more than [`super::search::COUNTED`] where there are more, so that the answer can say
/// so. Where the statistics of the index say twice as many, nothing is counted: counting 1,001 patients costs more than
/// reading 50. That is wrong only after more than half of a large clinic's patients have been archived, until the next
/// ANALYZE, which autovacuum runs when a tenth has changed. Without statistics (0 or -1) or index it is counted. SeaORM's
/// limit would be a second parameter, and [`with_kept_plan`] replaces the only one. Citus reads the catalog apart from the
/// table, and refuses a subquery of no columns then.
pub(super) fn number_as_far_as_counted(with_archived: bool) -> Expr {
    let (index, condition) =
        if with_archived { ("patient_pkey", "") } else { ("patient_listed", "archived_at is null and") };
    Expr::cust(format!(
        "coalesce(
            (select 1001 from pg_catalog.pg_class where oid = to_regclass('{index}') and reltuples >= 2002),
            (select count(*) from (select 1 from patient where {condition} merged_into is null limit 1001) counted)
        )"
    ))
}

/// Whether any table that refers to a patient, and is not deleted with one, has a row. The parameters: the patient, and
/// the import whose notes do not count unless somebody has changed them.
const HAS_RECORDS: &str = "select
    exists (select from appointment where patient_id = $1) or exists (select from exam where patient_id = $1)
    or exists (select from treatment where patient_id = $1) or exists (select from consent where patient_id = $1)
    or exists (select from estimate where patient_id = $1) or exists (select from clinical_answer where patient_id = $1)
    or exists (select from loyalty_entry where patient_id = $1)
    or exists (select from waitlist_entry where patient_id = $1)
    or exists (select from health_change where patient_id = $1)
    or exists (select from adverse_event where patient_id = $1)
    or exists (select from emergency_access where patient_id = $1)
    or exists (select from estimate_issue where patient_id = $1)
    or exists (select from estimate_clock where patient_id = $1) or exists (select from charge where patient_id = $1)
    or exists (select from patient_merge where survivor_id = $1 or merged_id = $1)
    or exists (select from patient where merged_into = $1)
    or exists (select from patient_note where patient_id = $1
        and (import_batch_id is distinct from $2 or version <> 1 or removed_at is not null)) as has_records";

/// Whether a patient has records. SeaORM has no query without a table.
pub(super) fn has_records(id: PatientId, batch: ImportBatchId) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, HAS_RECORDS, [id.into(), batch.into()])
}

/// The limits that callers commonly use. Each has a statement of its own, with a plan that is kept.
const COMMON_LIMITS: [u64; 4] = [8, 20, 50, 100];

/// SeaORM writes each limit as a parameter, for which Postgres cannot assume a small number. With a usual limit in the
/// text it keeps the plan; otherwise it plans each first page again, which costs a third as much as reading its rows.
pub(super) fn with_kept_plan(statement: &Statement) -> Option<Statement> {
    match statement.values.as_ref()?.0.as_slice() {
        [Value::BigUnsigned(Some(limit))] if COMMON_LIMITS.contains(limit) => {
            let text = statement.sql.replace("LIMIT $1", &format!("LIMIT {limit}"));
            Some(Statement::from_string(statement.db_backend, text))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::{DbBackend, QueryTrait};

    use super::*;
    use crate::{features::patients::search::wanted, foundation::permission::Access, testing::TestClinic};

    /// A table that is added later must be named in [`HAS_RECORDS`] as well: without it undoing an import would fail
    /// at the foreign key, for the whole import.
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
        for row in rows {
            let text = |column: &str| -> String { row.try_get("", column).unwrap() };
            let (table, column) = (text("held_by"), text("called"));
            let named = HAS_RECORDS
                .split("select from ")
                .any(|part| part.starts_with(&format!("{table} where ")) && part.contains(&format!("{column} = $1")));
            assert!(named, "{table}.{column}");
        }
    }

    #[test]
    fn only_the_usual_first_page_has_a_cached_plan() {
        let kept = |search, limit, after| {
            with_kept_plan(&wanted(search, false, Access::Full, limit, after).build(DbBackend::Postgres))
        };
        let first = kept("", 50, None).unwrap();
        assert!(first.sql.ends_with(" LIMIT 50") && first.values.is_none(), "{first:?}");
        // Other lengths use a parameter: otherwise every connection could keep a thousand plans.
        for other in [kept("", 51, None), kept("", 50, Some(1.into())), kept("smi", 50, None)] {
            assert!(other.is_none(), "{other:?}");
        }
    }
}
