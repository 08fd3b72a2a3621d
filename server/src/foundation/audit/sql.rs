//! The statement of sealing that SeaORM cannot express.

use entity::clinic::audit;
use sea_orm::{DbBackend, IdenStatic, Iterable, Statement};

use super::ids::UnsealedIds;

/// Walks the primary key once for each span. Limit and order are inside a subquery, so that the planner cannot
/// separate them, and no condition is added that another index could serve. SeaORM cannot name the columns of
/// `unnest`.
pub(super) fn wanted(open: &UnsealedIds, most: usize) -> Statement {
    let columns = audit::Column::iter().map(|column| column.as_str().to_owned()).collect::<Vec<_>>().join(", ");
    let (from, to): (Vec<_>, Vec<_>) = open.spans().iter().map(|span| (span.from, span.to)).unzip();
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        format!(
            "select found.* from unnest($1::bigint[], $2::bigint[]) as open (from_id, to_id)
             cross join lateral (
                select {columns} from audit where id between open.from_id and open.to_id order by id limit $3
             ) found
             order by found.id limit $3"
        ),
        [from.into(), to.into(), i64::try_from(most).unwrap_or(0).into()],
    )
}
