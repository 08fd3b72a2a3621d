//! Rows that a statement inserts, and other rows that the same statement inserts because of them.

use sea_orm::{
    ActiveModelTrait, EntityTrait, Insert, Iterable, PrimaryKeyToColumn, QueryTrait,
    sea_query::{
        ColumnRef, CommonTableExpression, InsertStatement, IntoColumnRef, IntoTableRef, Query, TableRef, WithQuery,
    },
};

/// The name of the inserted rows within the statement.
const INSERTED: &str = "inserted";

/// Rows of one table, which another crate's INSERT may read in the same statement. That saves a round trip to Postgres, which each
/// of two statements would take.
pub struct InsertedRows<E: EntityTrait> {
    insert: InsertStatement,
    columns: Vec<E::Column>,
}

impl<E: EntityTrait> InsertedRows<E> {
    /// `columns` are those that the other INSERT may read.
    pub fn new<A: ActiveModelTrait<Entity = E>>(
        insert: Insert<A>,
        columns: impl IntoIterator<Item = E::Column>,
    ) -> Self {
        Self { insert: insert.into_query(), columns: columns.into_iter().collect() }
    }

    /// The inserted rows, to select from.
    pub fn table(&self) -> TableRef {
        INSERTED.into_table_ref()
    }

    /// A column of the inserted rows.
    pub fn column(&self, column: E::Column) -> ColumnRef {
        (INSERTED, column).into_column_ref()
    }

    /// The statement that inserts these rows and the others. It returns the primary keys of these.
    pub fn and(mut self, others: InsertStatement) -> WithQuery {
        let keys = E::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column);
        self.insert.returning(Query::returning().columns(self.columns));
        let named = |name, insert: InsertStatement| {
            let mut table = CommonTableExpression::new();
            table.query(insert).table_name(name);
            table
        };
        let mut both = WithQuery::new();
        both.cte(named(INSERTED, self.insert)).cte(named("others", others));
        both.query(Query::select().columns(keys).from(INSERTED).take());
        both
    }
}

#[cfg(test)]
mod tests {
    use entity::clinic::{
        loyalty_entry,
        treatment::{ActiveModel, Column, Entity},
    };
    use sea_orm::{ActiveValue::Set, sea_query::PostgresQueryBuilder};

    use super::*;

    #[test]
    fn both_inserts_are_one_statement_and_the_second_reads_the_first() {
        let treatment = ActiveModel { patient_id: Set(7.into()), ..Default::default() };
        let treatments = InsertedRows::new(Entity::insert(treatment), [Column::Id, Column::PatientId]);
        let source = Query::select().column(treatments.column(Column::PatientId)).from(treatments.table()).take();
        let mut entry = Query::insert();
        entry.into_table(loyalty_entry::Entity).columns([loyalty_entry::Column::PatientId]);
        entry.select_from(source).unwrap();
        assert_eq!(
            treatments.and(entry).to_string(PostgresQueryBuilder),
            concat!(
                r#"WITH "inserted" AS (INSERT INTO "treatment" ("patient_id") VALUES (7) RETURNING "id", "patient_id") , "#,
                r#""others" AS (INSERT INTO "loyalty_entry" ("patient_id") SELECT "inserted"."patient_id" FROM "inserted") "#,
                r#"SELECT "id" FROM "inserted""#
            )
        );
    }
}
