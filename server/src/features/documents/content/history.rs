//! How a patient's record came to be, in an export for other programs: every answer before treatments, and who changed which
//! field.

use entity::{
    clinic::{clinical_answer, health_change, patient, patient_change},
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::at;
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Every answer about allergies, medications, conditions and pregnancy, the oldest first, also those that were withdrawn.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn clinical(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use clinical_answer::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "about": row.kind,
            "answer": row.answer,
            "entries": row.entries,
            "asked": at(row.asked_at),
            "asked_by": row.member_name,
            "withdrawn": row.withdrawn_at.map(at),
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// Every change of a field, the oldest first.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn changes(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use patient_change::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "field": row.field,
            "from": row.from_value,
            "to": row.to_value,
            "at": at(row.changed_at),
            "by": row.member_name,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// Everything that the patient said has changed since an exam, the oldest first.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn health_changes(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use health_change::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| json!({ "details": row.details, "at": at(row.reported_at), "by": row.signer.name });
    Ok(rows.into_iter().map(value).collect())
}
