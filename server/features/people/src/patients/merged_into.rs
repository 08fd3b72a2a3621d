//! The record in which a merged patient's goes on, joined into lists of what belongs to patients.

use entity::clinic::patient::{Column, Entity};
use sea_orm::{
    EntityTrait, JoinType, QuerySelect, Select,
    sea_query::{DynIden, Expr, ExprTrait, Func, IntoIden},
};

/// The name of the surviving records in a query.
const SURVIVOR: &str = "survivor";

/// Adds who the patient of each row is now, as `person_id`, `first_name` and `last_name`: the record that was kept, if this one was
/// merged. The rows must be joined with their patients before.
#[must_use]
pub fn with_person<E: EntityTrait>(rows: Select<E>) -> Select<E> {
    let survivor = Entity::belongs_to(Entity).from(Column::MergedInto).to(Column::Id);
    rows.join_as(JoinType::LeftJoin, survivor.into(), SURVIVOR)
        .expr_as(of_person(Column::Id), "person_id")
        .expr_as(of_person(Column::FirstName), "first_name")
        .expr_as(of_person(Column::LastName), "last_name")
}

/// A column of the record that was kept, in rows of [`with_person`].
#[must_use]
pub fn of_person(column: Column) -> Expr {
    Expr::from(Func::coalesce([Expr::col((SURVIVOR, column)), Expr::col((Entity, column))]))
}

/// When the record that was kept was archived, in rows of [`with_person`]. Not the first of the two that is not null: the merged record
/// may be archived while the surviving one is not.
#[must_use]
pub fn archived_at() -> Expr {
    let of = |table: DynIden| Expr::col((table, Column::ArchivedAt));
    let is_merged = Expr::col((Entity, Column::MergedInto)).is_not_null();
    Expr::case(is_merged, of(SURVIVOR.into_iden())).finally(of(Entity.into_iden())).into()
}
