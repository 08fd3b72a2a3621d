//! The SQL that reads the planner's statistics.

use sea_orm::sea_query::Expr;

/// The number of these rows, a query that returns at most `most`; or `most`, if the index has twice as many. SeaORM has no catalog.
/// Citus reads the catalog apart from the table, and then refuses a subquery without columns.
pub(super) fn counted(index: &str, most: u64, rows: &str) -> Expr {
    let sure = 2 * most;
    Expr::cust(format!(
        "coalesce(
            (select {most} from pg_catalog.pg_class where oid = to_regclass('{index}') and reltuples >= {sure}),
            (select count(*) from ({rows}) counted)
        )"
    ))
}
