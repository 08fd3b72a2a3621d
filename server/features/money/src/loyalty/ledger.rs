//! The ledger of points: entries are added, never changed; a balance is their sum.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        loyalty_entry::{self, ActiveModel, Column, Entity, Model},
        loyalty_rule,
        patient::{self, Records},
        treatment,
    },
    ids::PatientId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::NotSet,
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Func, InsertStatement, Query, SelectStatement},
};

use base::error::{Error, Result};
use people::patients;
use tenancy::{ClinicTx, InsertedRows};

/// Adds an entry.
pub(super) async fn add(tx: &ClinicTx, entry: Model) -> Result<Model> {
    let row = ActiveModel { id: NotSet, ..entry.into_active_model() };
    Ok(row.insert(tx).await?)
}

/// All of a patient's entries, in order.
pub(super) async fn entries(tx: &ClinicTx, patient_id: PatientId) -> Result<Vec<Model>> {
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id));
    Ok(Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?)
}

/// The sum of these entries.
pub(super) fn balance(entries: &[Model]) -> i64 {
    entries.iter().map(|entry| i64::from(entry.points)).sum()
}

/// Selects the sum of a patient's entries, for a part of a statement.
pub fn balance_of(records: Records) -> SelectStatement {
    let sum = Func::coalesce([Column::Points.sum(), Expr::val(0)]);
    let points = Entity::find().select_only().expr(sum);
    points.filter(records.hold(Column::PatientId)).into_query()
}

/// Adds the points of these treatments' services, in the statement that inserts the treatments; nothing without a rule.
pub fn earned(treatments: &InsertedRows<treatment::Entity>) -> Result<InsertStatement> {
    let of = |column| treatments.column(column);
    let rule = |column| (loyalty_rule::Entity, column);
    let earned = Query::select()
        .column(of(treatment::Column::PatientId))
        .columns([rule(loyalty_rule::Column::Points), rule(loyalty_rule::Column::Service)])
        .columns([of(treatment::Column::Id), of(treatment::Column::CreatedAt), of(treatment::Column::ProviderId)])
        .from(treatments.table())
        .inner_join(
            loyalty_rule::Entity,
            Expr::col(rule(loyalty_rule::Column::Service)).equals(of(treatment::Column::TreatmentType)),
        )
        .and_where(Expr::col(rule(loyalty_rule::Column::Points)).gt(0))
        .take();
    let columns =
        [Column::PatientId, Column::Points, Column::Service, Column::TreatmentId, Column::CreatedAt, Column::MemberId];
    let mut entry = Query::insert();
    entry.into_table(loyalty_entry::Entity).columns(columns);
    entry.select_from(earned).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(entry)
}

/// A patient's points.
#[derive(Debug, FromQueryResult)]
pub struct Balance {
    pub patient_id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub archived_at: Option<DateTime<Utc>>,
    pub points: i64,
}

/// One page of the patients with points, by name, with their balances. Only entries of patients on the page are added up.
pub async fn balances(tx: &ClinicTx, limit: u64, after: Option<PatientId>) -> Result<Vec<Balance>> {
    // No joins, because Postgres orders them by the last row counts. If it counted no rows, as in a clinic whose sample patients
    // were deleted before its own were imported, it would read the ledger once for each patient.
    let one = |column| Expr::col(("one", column));
    let id = || Expr::col((patient::Entity, patient::Column::Id));
    let is_theirs = one(patient::Column::Id).eq(id()).or(one(patient::Column::MergedInto).eq(id()));
    let of_one = Query::select()
        .expr(Expr::col((loyalty_entry::Entity, Column::Points)).sum())
        .from(loyalty_entry::Entity)
        .and_where(Expr::col((loyalty_entry::Entity, Column::PatientId)).eq(one(patient::Column::Id)))
        .take();
    // A sum of sums is a numeric.
    let of_all = Expr::from(of_one).sum().cast_as("bigint");
    let points = Query::select().expr(of_all).from_as(patient::Entity, "one").and_where(is_theirs).take();
    let has_entries = Expr::from(points.clone()).is_not_null();
    let with_points = patient::Entity::find()
        .select_only()
        .column_as(patient::Column::Id, "patient_id")
        .columns([patient::Column::FirstName, patient::Column::LastName, patient::Column::ArchivedAt])
        .expr_as(Expr::from(points), "points")
        .filter(patient::Column::MergedInto.is_null())
        .filter(has_entries);
    Ok(patients::by_name(with_points, after).limit(limit).into_model().all(tx).await?)
}
