//! Voiding a record: a row of its own, inserted once.

use chrono::{DateTime, Utc};
use entity::{clinic::record_void, ids::MemberId};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect,
};

use super::{record::Record, wire::NewVoid};
use crate::{
    features::patients,
    foundation::{
        error::{Error, OnConstraint, Result},
        evidence,
        permission::Access,
        tenancy::{ClinicTx, Member},
    },
};

/// Whether a member with this much of the permission may void what `signer` has signed: in part means one's own.
#[must_use]
pub fn may_void(access: Option<Access>, signer: MemberId, member: MemberId) -> bool {
    match access {
        Some(Access::Full) => true,
        Some(Access::Limited) => signer == member,
        None => false,
    }
}

/// Voids a record, for good.
///
/// # Errors
/// When somebody else has signed it and this member is no Medical Director, or it was voided already.
pub async fn void(
    tx: &ClinicTx,
    access: Access,
    member: &Member,
    now: DateTime<Utc>,
    record: Record<'_>,
    new: NewVoid,
) -> Result<record_void::Model> {
    if !may_void(Some(access), record.signed_by(), member.id) {
        return Err(Error::Refused {
            code: "not_the_signer",
            sentence: "Only the person who signed this, or a Medical Director, may void it.",
        });
    }
    hold(tx, record).await?;
    let mut row = record_void::Model {
        // Assigned by the database.
        id: 0,
        exam_id: record.exam_id(),
        treatment_id: record.treatment_id(),
        voided_by: member.id,
        reason: new.reason.0,
        voided_at: now,
        signer: member.signer(),
        signature: Some(new.signature.into_png()),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::record_void(&row, &record.content()).digest();
    let once = match record {
        Record::Exam(_) => "record_void_exam_key",
        Record::Treatment(_) => "record_void_treatment_key",
    };
    let inserted = record_void::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(tx).await;
    inserted.on_constraint(once, || refusal(record))
}

/// Refuses a voided record. Until the transaction ends, nobody else voids it.
///
/// # Errors
/// When it was voided.
pub async fn refuse_voided(tx: &ClinicTx, record: Record<'_>) -> Result<()> {
    hold(tx, record).await?;
    let exam = record.exam_id().map(|id| record_void::Column::ExamId.eq(id));
    let treatment = record.treatment_id().map(|id| record_void::Column::TreatmentId.eq(id));
    let voids = record_void::Entity::find()
        .select_only()
        .column(record_void::Column::Id)
        .filter(Condition::all().add_option(exam).add_option(treatment));
    if voids.into_tuple::<i64>().one(tx).await?.is_some() { Err(refusal(record)) } else { Ok(()) }
}

/// Locks the patient of a record: the clinic's role may not lock the record itself, which it may not change either.
async fn hold(tx: &ClinicTx, record: Record<'_>) -> Result<()> {
    patients::locked_person(tx, record.patient_id()).await.map(drop)
}

fn refusal(record: Record<'_>) -> Error {
    Error::conflict("voided", format!("This {} was voided. It stays in the history as it is.", record.noun()))
}
