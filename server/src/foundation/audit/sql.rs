//! The statement of sealing that SeaORM cannot say.

use entity::clinic::audit;
use sea_orm::{DbBackend, IdenStatic, Iterable, Statement};

use super::{ids::Open, seal::BATCH};

/// A walk down the primary key for each span, and nothing besides: the limit and the order stand inside,
/// where no plan can take them apart, and nothing is asked that another index could answer. SeaORM has no
/// lateral join with what `unnest` makes of arrays.
pub(super) fn wanted(open: &Open) -> Statement {
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
        [from.into(), to.into(), i64::try_from(BATCH).unwrap_or(0).into()],
    )
}
