//! The ledger of points: entries are added, never changed; a balance is their sum.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        loyalty_entry::{self, Column},
        loyalty_rule, patient, treatment,
    },
    ids::PatientId,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, InsertStatement, Query},
};

use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// Adds what these treatments' services earn, in the statement that records the treatments under this name;
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
        .columns([of(treatment::Column::Id), of(treatment::Column::CreatedAt), of(treatment::Column::ProviderId)])
        .from(treatments)
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

/// One page of the patients with points, by name, with each one's balance. Only entries of patients on the page
/// are added up.
///
/// # Errors
/// When the database is out of reach.
pub async fn balances(tx: &ClinicTx, limit: u64, after: Option<PatientId>) -> Result<Vec<Balance>> {
    // The index `loyalty_entry_patient` holds one patient's entries together.
    let id = Expr::col((patient::Entity, patient::Column::Id));
    let own = Expr::col((loyalty_entry::Entity, Column::PatientId)).in_subquery(patient::Entity::ids_of_survivor(id));
    let lines = Query::select().from(loyalty_entry::Entity).and_where(own).take();
    let points = lines.clone().expr(Column::Points.sum()).take();
    let has_earned = Expr::exists(lines.clone().column(Column::Id).take());
    let with_points = patient::Entity::find()
        .select_only()
        .column_as(patient::Column::Id, "patient_id")
        .columns([patient::Column::FirstName, patient::Column::LastName, patient::Column::ArchivedAt])
        .expr_as(points, "points")
        .filter(patient::Column::MergedInto.is_null())
        .filter(has_earned);
    Ok(patients::by_name(with_points, after).limit(limit).into_model().all(tx).await?)
}
