//! What Postgres' planner needs for a list that is read often. A feature says what it lists; how the statement is written, so
//! that it is planned seldom and counted cheaply, is here. What each saves is measured: `server/docs/speed.md`.

mod sql;

use sea_orm::{
    DbBackend, EntityTrait, QuerySelect, QueryTrait, Select, Statement, Value,
    sea_query::{Expr, PostgresQueryBuilder, SelectStatement},
};

use crate::ClinicTx;

/// The limits that callers commonly use. Each has its own statement, with a plan that is kept.
const COMMON_LIMITS: [u64; 4] = [8, 20, 50, 100];

/// A list whose usual first page keeps its plan on a connection, one for each clinic.
///
/// SeaORM writes each limit as a parameter, for which Postgres cannot assume a small number. Then it plans each first page anew,
/// which costs a third as much as reading the rows. So a common limit is written as a number, if the list has no other value.
pub struct PlannedList(SelectStatement);

impl PlannedList {
    pub fn new(list: impl QueryTrait<QueryStatement = SelectStatement>) -> Self {
        Self(list.into_query())
    }

    /// The statement whose plan is kept. `None` if the list has another value than a common limit: every connection could keep a
    /// thousand plans of it.
    pub fn kept(&self) -> Option<Statement> {
        self.with_number_for_limit(&DbBackend::Postgres.build(&self.0))
    }

    /// The statement that reads the list in this clinic.
    pub fn statement(self, tx: &ClinicTx) -> Statement {
        let built = DbBackend::Postgres.build(&self.0);
        self.with_number_for_limit(&built).map_or(built, |kept| tx.planned_for_clinic(kept))
    }

    fn with_number_for_limit(&self, built: &Statement) -> Option<Statement> {
        match built.values.as_ref()?.0.as_slice() {
            [Value::BigUnsigned(Some(limit))] if COMMON_LIMITS.contains(limit) => {
                let sql = self.0.to_string(PostgresQueryBuilder);
                Some(Statement { sql, values: None, db_backend: built.db_backend })
            }
            _ => None,
        }
    }
}

/// The number of rows of a list, counted up to `most` and one more, which means "more": to count ten thousand rows costs more than
/// to read a page of them.
///
/// If the statistics of the index say twice as many, nothing is counted, because counting that many costs more than reading 50. That
/// is wrong only after more than half of the rows have left the list, until autovacuum runs ANALYZE when a tenth has changed.
/// Without statistics (0 or -1) or index, the rows are counted.
pub struct CountUpTo {
    pub most: u64,
    /// The name of an index over exactly the rows of the list.
    pub index: &'static str,
}

impl CountUpTo {
    /// The number as a column of one statement with a page of the list. The list has no limit, and no value of a request.
    pub fn of<E: EntityTrait>(&self, list: Select<E>) -> Expr {
        // A limit as a parameter would be a second value, and a statement with two keeps no plan.
        let rows = list.select_only().expr(Expr::val(1)).limit(self.most + 1).into_query();
        sql::counted(self.index, self.most + 1, &rows.to_string(PostgresQueryBuilder))
    }
}

#[cfg(test)]
mod tests {
    use entity::clinic::patient::{Column, Entity};
    use sea_orm::{ColumnTrait, QueryFilter};

    use super::*;

    #[test]
    fn a_common_limit_is_a_number_if_it_is_the_only_value() {
        let list = || Entity::find().filter(Column::ArchivedAt.is_null());
        let kept = PlannedList::new(list().limit(50)).kept().unwrap();
        assert!(kept.sql.ends_with(" IS NULL LIMIT 50") && kept.values.is_none(), "{kept:?}");
        assert!(PlannedList::new(list().limit(51)).kept().is_none());
        assert!(PlannedList::new(list().filter(Column::Version.eq(1)).limit(50)).kept().is_none());
    }

    #[test]
    fn a_count_adds_no_value_to_the_list() {
        let count = CountUpTo { most: 1_000, index: "patient_listed" };
        let list = Entity::find().filter(Column::MergedInto.is_null());
        let page = list.clone().select_only().expr_as(count.of(list), "total").limit(50);
        let kept = PlannedList::new(page).kept().unwrap().sql;
        for part in
            ["reltuples >= 2002", r#"(SELECT 1 FROM "patient" WHERE "patient"."merged_into" IS NULL LIMIT 1001)"#]
        {
            assert!(kept.contains(part), "{kept}");
        }
    }
}
