//! Joins the surviving record of a merged patient into lists of what belongs to patients.

use entity::clinic::patient::{Column, Entity};
use sea_orm::{
    EntityTrait, JoinType, QuerySelect, Select,
    sea_query::{DynIden, Expr, ExprTrait, Func, IntoIden},
};

/// The alias of the surviving records in a query.
const SURVIVOR: &str = "survivor";

/// Adds the present patient of each row as `person_id`, `first_name` and `last_name`: the surviving record if this one was
/// merged. The rows must already be joined with their patients.
#[must_use]
pub fn with_person<E: EntityTrait>(rows: Select<E>) -> Select<E> {
    let survivor = Entity::belongs_to(Entity).from(Column::MergedInto).to(Column::Id);
    rows.join_as(JoinType::LeftJoin, survivor.into(), SURVIVOR)
        .expr_as(of_person(Column::Id), "person_id")
        .expr_as(of_person(Column::FirstName), "first_name")
        .expr_as(of_person(Column::LastName), "last_name")
}

/// A column of the surviving record, in rows of [`with_person`].
#[must_use]
pub fn of_person(column: Column) -> Expr {
    Expr::from(Func::coalesce([Expr::col((SURVIVOR, column)), Expr::col((Entity, column))]))
}

/// When the surviving record was archived, in rows of [`with_person`]. Does not take the first non-null value of both records,
/// because the merged one may be archived while the surviving one is not.
#[must_use]
pub fn archived_at() -> Expr {
    let of = |table: DynIden| Expr::col((table, Column::ArchivedAt));
    let is_merged = Expr::col((Entity, Column::MergedInto)).is_not_null();
    Expr::case(is_merged, of(SURVIVOR.into_iden())).finally(of(Entity.into_iden())).into()
}
