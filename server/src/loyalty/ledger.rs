//! The ledger: lines are added, never changed; a balance is their sum.

use entity::clinic::{
    loyalty_entry::{self, Column},
    loyalty_rule, patient, treatment,
};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, InsertStatement, Query},
};

use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// Adds what their services earn for these treatments, in the statement that records them under this name;
/// without a rule, nothing.
///
/// # Errors
/// None, as long as there are as many columns as values.
pub fn earned(treatments: &'static str) -> Result<InsertStatement> {
    let of = |column| (treatments, column);
    let rule = |column| (loyalty_rule::Entity, column);
    let earned = Query::select()
        .column(of(treatment::Column::PatientId))
        .columns([rule(loyalty_rule::Column::Points), rule(loyalty_rule::Column::Service)])
        .columns([of(treatment::Column::Id), of(treatment::Column::CreatedAt)])
        .from(treatments)
        .inner_join(
            loyalty_rule::Entity,
            Expr::col(rule(loyalty_rule::Column::Service)).equals(of(treatment::Column::TreatmentType)),
        )
        .and_where(Expr::col(rule(loyalty_rule::Column::Points)).gt(0))
        .take();
    let columns = [Column::PatientId, Column::Points, Column::Service, Column::TreatmentId, Column::CreatedAt];
    let mut entry = Query::insert();
    entry.into_table(loyalty_entry::Entity).columns(columns);
    entry.select_from(earned).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(entry)
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
