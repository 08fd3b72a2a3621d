//! The rules of opening and ending an emergency access.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        emergency_access::{ActiveModel, Column, Entity, Model},
        member, patient,
    },
    ids::{MemberId, PatientId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::LockType,
};
use uuid::Uuid;

use super::jobs::EmergencyNotice;
use crate::treatments::Team;
use base::{
    error::{Error, Result},
    permission::{Access, ExamRead, Permission},
};
use tenancy::{ClinicTx, Member};

/// How long an emergency access lasts.
const LASTS: TimeDelta = TimeDelta::minutes(60);

/// The reason stored for an export.
const EXPORTED: &str = "Exported the whole record";

/// How many records a member may open or export within a day. A member with more is browsing, because nobody has so many
/// emergencies.
const MAX_A_DAY: u64 = 10;

/// The member's current emergency access to this patient, if any. An access from before another record was merged into this one
/// does not open the merged record.
pub(super) async fn live(
    tx: &ClinicTx,
    member: MemberId,
    patient: PatientId,
    now: DateTime<Utc>,
) -> Result<Option<Model>> {
    let found = Entity::find()
        .filter(Column::MemberId.eq(member))
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
        .filter(is_live(now))
        .order_by_desc(Column::Id);
    let numbers = numbers_of(tx, patient).await?;
    let opens_all = |row: &Model| {
        let opened = row.patient_ids.as_deref().unwrap_or(std::slice::from_ref(&row.patient_id));
        numbers.iter().all(|number| opened.contains(number))
    };
    Ok(found.all(tx).await?.into_iter().find(opens_all))
}

/// The ids under which the person's records are stored.
async fn numbers_of(tx: &ClinicTx, patient: PatientId) -> Result<Vec<PatientId>> {
    let numbers = patient::Entity::find()
        .select_only()
        .column(patient::Column::Id)
        .filter(patient::Column::Id.in_subquery(patient::Entity::ids_of_person(patient)))
        .order_by_asc(patient::Column::Id);
    Ok(numbers.into_tuple().all(tx).await?)
}

fn is_live(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Column::EndsAt.gt(now)).add(Column::EndedAt.is_null())
}

/// Opens an emergency access. The caller has locked the patient.
///
/// Fails if the member's role opens the record anyway, no Medical Director would be notified, or the member has reached the daily
/// limit.
pub(super) async fn open(
    tx: &ClinicTx,
    team: &Team,
    member: &Member,
    patient: PatientId,
    reason: String,
    now: DateTime<Utc>,
) -> Result<Model> {
    if member.grants().access(ExamRead::NAME) == Some(Access::Full) {
        return Err(Error::conflict("not_needed", "Your role opens this record without emergency access."));
    }
    if !team.has_director_beside(member.id) {
        let sentence =
            "Emergency access needs a Medical Director who is told of it, and this clinic has none who is active.";
        return Err(Error::conflict("no_director", sentence));
    }
    count(tx, member.id, now).await?;
    keep(tx, member, patient, reason, now, Opened::Screen).await
}

/// Refuses more than the daily limit. Of several at once, each counts those before it.
async fn count(tx: &ClinicTx, member: MemberId, now: DateTime<Utc>) -> Result<()> {
    let own = member::Entity::find_by_id(member).select_only().column(member::Column::Id);
    let _: Option<MemberId> = own.lock(LockType::NoKeyUpdate).into_tuple().one(tx).await?;
    let since = now - TimeDelta::hours(24);
    let of_member = Entity::find().filter(Column::MemberId.eq(member)).filter(Column::OpenedAt.gt(since));
    if of_member.count(tx).await? >= MAX_A_DAY {
        let sentence =
            "You have opened ten records by emergency access within 24 hours. Ask somebody who may read them.";
        return Err(Error::conflict("too_many", sentence));
    }
    Ok(())
}

/// How the record was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opened {
    /// On the screen, for an hour.
    Screen,
    /// Exported as files.
    Export,
}

async fn keep(
    tx: &ClinicTx,
    member: &Member,
    patient: PatientId,
    reason: String,
    now: DateTime<Utc>,
    opened: Opened,
) -> Result<Model> {
    let row = ActiveModel {
        id: NotSet,
        patient_id: Set(patient),
        member_id: Set(member.id),
        member_name: Set(member.full_name()),
        member_role: Set(member.signer().role),
        reason: Set(reason),
        opened_at: Set(now),
        ends_at: Set(now + LASTS),
        ended_at: Set((opened == Opened::Export).then_some(now)),
        assessment: Set(None),
        assessment_note: Set(None),
        assessed_by: Set(None),
        assessor_name: Set(None),
        assessed_at: Set(None),
        patient_ids: Set(Some(numbers_of(tx, patient).await?)),
        is_export: Set(opened == Opened::Export),
    };
    Ok(row.insert(tx).await?)
}

/// Counts the export of a whole record by a member whose role does not open clinical records, and notifies the Medical Directors,
/// or the owners if there is none. Otherwise the data of an emergency access, and more, could leave without anybody knowing. Does
/// nothing for a member who may read the record.
///
/// Fails if the member has reached the daily limit.
pub async fn note_export(
    tx: &ClinicTx,
    clinic: Uuid,
    member: &Member,
    patient: PatientId,
    now: DateTime<Utc>,
) -> Result<()> {
    if member.grants().access(ExamRead::NAME) == Some(Access::Full) {
        return Ok(());
    }
    count(tx, member.id, now).await?;
    let row = keep(tx, member, patient, EXPORTED.to_owned(), now, Opened::Export).await?;
    let team = Team::load(tx).await?;
    let mut told: Vec<_> = team.directors().filter(|director| *director != member.id).collect();
    if told.is_empty() {
        let owners = member::Entity::active().filter(member::Column::IsOwner.eq(true));
        let owners = owners.filter(member::Column::Id.ne(member.id)).all(tx).await?;
        told = owners.into_iter().map(|owner| owner.id).collect();
    }
    for director in told {
        outbox::enqueue(tx, clinic, now, &EmergencyNotice { member: director, access: row.id }).await?;
    }
    Ok(())
}
