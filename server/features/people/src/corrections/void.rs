//! Voiding a record. A void is a separate row, inserted once.

use chrono::{DateTime, Utc};
use entity::{clinic::record_void, ids::MemberId};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect,
};

use super::{record::Record, wire::NewVoid};
use crate::patients;
use base::{
    error::{Error, OnConstraint, Result},
    permission::Access,
};
use tenancy::{ClinicTx, Member};

/// Whether a member with this access may void a record of `signer`. With limited access, only the member's own records.
#[must_use]
pub fn may_void(access: Option<Access>, signer: MemberId, member: MemberId) -> bool {
    match access {
        Some(Access::Full) => true,
        Some(Access::Limited) => signer == member,
        None => false,
    }
}

/// Voids a record permanently.
///
/// Fails when somebody else has signed it and this member is not a Medical Director, or when it was voided already.
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

/// Locks the patient of a record. The clinic's database role may not change the record, so it may not lock it either.
async fn hold(tx: &ClinicTx, record: Record<'_>) -> Result<()> {
    patients::locked_person(tx, record.patient_id()).await.map(drop)
}

fn refusal(record: Record<'_>) -> Error {
    Error::conflict("voided", format!("This {} was voided. It stays in the history as it is.", record.noun()))
}
