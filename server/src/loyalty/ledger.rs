//! The ledger: lines are added, never changed; a balance is their sum.

use chrono::{DateTime, Utc};
use entity::clinic::{loyalty_entry, loyalty_rule, patient, treatment};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};

use crate::{error::Result, tenancy::ClinicTx};

/// Adds what the treatment's service earns, in the treatment's own transaction; without a rule,
/// nothing.
///
/// # Errors
/// When the database is out of reach, or the treatment has earned already.
pub async fn earn(tx: &ClinicTx, treatment: &treatment::Model, now: DateTime<Utc>) -> Result<()> {
    let rule = loyalty_rule::Entity::find()
        .filter(loyalty_rule::Column::Service.eq(&treatment.treatment_type))
        .one(tx)
        .await?;
    let Some(rule) = rule.filter(|rule| rule.points > 0) else { return Ok(()) };
    let entry = loyalty_entry::ActiveModel {
        patient_id: Set(treatment.patient_id),
        points: Set(rule.points),
        service: Set(rule.service),
        treatment_id: Set(Some(treatment.id)),
        created_at: Set(now),
        ..Default::default()
    };
    loyalty_entry::Entity::insert(entry).exec_without_returning(tx).await?;
    Ok(())
}

/// A patient's points.
#[derive(Debug, FromQueryResult)]
pub struct Balance {
    pub patient_id: i64,
    pub points: i64,
}

/// The patients with points, and how many each has.
///
/// # Errors
/// When the database is out of reach.
pub async fn balances(tx: &ClinicTx) -> Result<Vec<(Balance, patient::Model)>> {
    let sums = loyalty_entry::Entity::find()
        .select_only()
        .column(loyalty_entry::Column::PatientId)
        .column_as(Expr::col(loyalty_entry::Column::Points).sum(), "points")
        .group_by(loyalty_entry::Column::PatientId)
        .order_by_asc(loyalty_entry::Column::PatientId)
        .limit(1_000)
        .into_model::<Balance>()
        .all(tx)
        .await?;
    let patients = patient::Entity::find()
        .filter(patient::Column::Id.is_in(sums.iter().map(|sum| sum.patient_id)))
        .order_by_asc(patient::Column::LastName)
        .order_by_asc(patient::Column::FirstName)
        .all(tx)
        .await?;
    let mut sums: std::collections::HashMap<_, _> = sums.into_iter().map(|sum| (sum.patient_id, sum)).collect();
    Ok(patients.into_iter().filter_map(|patient| sums.remove(&patient.id).map(|sum| (sum, patient))).collect())
}
