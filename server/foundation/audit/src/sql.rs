//! The statements of sealing and verifying that SeaORM cannot express.

use entity::clinic::audit;
use sea_orm::{DbBackend, IdenStatic, Iterable, Statement};

use super::ids::UnsealedIds;

/// Walks the primary key once for each span. Limit and order are inside a subquery, so that the planner cannot
/// separate them. No condition is added that another index could serve. SeaORM cannot name the columns of `unnest`.
pub fn wanted(open: &UnsealedIds, most: usize) -> Statement {
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

/// As [`wanted`]: the rows in these spans, in an order that needs only the primary key.
pub(super) fn in_spans(spans: &[(i64, i64)], most: usize) -> Statement {
    let (from, to): (Vec<_>, Vec<_>) = spans.iter().copied().unzip();
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select found.* from unnest($1::bigint[], $2::bigint[]) as open (from_id, to_id)
         cross join lateral (
            select id, at from audit where id between open.from_id and open.to_id order by id limit $3
         ) found
         order by found.id limit $3",
        [from.into(), to.into(), i64::try_from(most).unwrap_or(0).into()],
    )
}

/// As [`in_spans`]: the next rows after this one that have details, with these details.
pub(super) fn details_in_spans(spans: &[(i64, i64)], after: i64, most: u64) -> Statement {
    let (from, to): (Vec<_>, Vec<_>) = spans.iter().filter(|(_, to)| *to > after).copied().unzip();
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select found.* from unnest($1::bigint[], $2::bigint[]) as open (from_id, to_id)
         cross join lateral (
            select id, detail from audit
            where id between open.from_id and open.to_id and id > $4 and detail is not null
            order by id limit $3
         ) found
         order by found.id limit $3",
        [from.into(), to.into(), i64::try_from(most).unwrap_or(0).into(), after.into()],
    )
}
