//! The ledger: lines are added, never changed; a balance is their sum.

use chrono::{DateTime, Utc};
use entity::clinic::{
    loyalty_entry::{self, Column},
    loyalty_rule, patient, treatment,
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Query},
};

use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// Adds what the treatment's service earns, in the treatment's own transaction; without a rule,
/// nothing.
///
/// # Errors
/// When the database is out of reach, or the treatment has earned already.
pub async fn earn(tx: &ClinicTx, treatment: &treatment::Model, now: DateTime<Utc>) -> Result<()> {
    let earned = Query::select()
        .expr(Expr::val(treatment.patient_id))
        .columns([loyalty_rule::Column::Points, loyalty_rule::Column::Service])
        .expr(Expr::val(treatment.id))
        .expr(Expr::val(now))
        .from(loyalty_rule::Entity)
        .and_where(loyalty_rule::Column::Service.eq(&treatment.treatment_type))
        .and_where(loyalty_rule::Column::Points.gt(0))
        .take();
    let columns = [Column::PatientId, Column::Points, Column::Service, Column::TreatmentId, Column::CreatedAt];
    let mut entry = Query::insert();
    entry.into_table(loyalty_entry::Entity).columns(columns);
    entry.select_from(earned).map_err(|error| Error::Internal(error.to_string()))?;
    tx.execute(&entry).await?;
    Ok(())
}

/// A patient's points.
#[derive(Debug, FromQueryResult)]
pub struct Balance {
    pub patient_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub points: i64,
}

/// The patients with points by name, and how many each has.
///
/// # Errors
/// When the database is out of reach.
pub async fn balances(tx: &ClinicTx) -> Result<Vec<Balance>> {
    let entry = patient::Entity::belongs_to(loyalty_entry::Entity).from(patient::Column::Id).to(Column::PatientId);
    let balances = patient::Entity::find()
        .select_only()
        .join(JoinType::InnerJoin, entry.into())
        .column_as(patient::Column::Id, "patient_id")
        .columns([patient::Column::FirstName, patient::Column::LastName])
        .column_as(Expr::col(Column::Points).sum(), "points")
        .group_by(patient::Column::Id)
        .order_by_asc(patient::Column::LastName)
        .order_by_asc(patient::Column::FirstName)
        .order_by_asc(patient::Column::Id)
        .limit(1_000)
        .into_model()
        .all(tx)
        .await?;
    Ok(balances)
}
