//! The rules of opening and ending an emergency access.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        emergency_access::{ActiveModel, Column, Entity, Model},
        patient,
    },
    ids::{MemberId, PatientId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
};

use crate::{
    features::treatments::Team,
    foundation::{
        error::{Error, Result},
        permission::{Access, ExamRead, Permission},
        tenancy::{ClinicTx, Member},
    },
};

/// How long it lasts.
const LASTS: TimeDelta = TimeDelta::minutes(60);

/// How many a member opens within a day. Nobody has more emergencies than that; whoever looks through records does.
const MAX_A_DAY: u64 = 10;

/// The member's emergency access to this patient that has not ended, if there is one.
///
/// # Errors
/// When the database is out of reach.
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
    Ok(found.one(tx).await?)
}

fn is_live(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Column::EndsAt.gt(now)).add(Column::EndedAt.is_null())
}

/// Opens it. The caller has locked the patient.
///
/// # Errors
/// When the member's role opens the record anyway, when no Medical Director would be told, or when the member has opened many.
pub(super) async fn open(
    tx: &ClinicTx,
    team: &Team,
    member: &Member,
    (patient, reason): (PatientId, String),
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
    let since = now - TimeDelta::hours(24);
    let of_member = Entity::find().filter(Column::MemberId.eq(member.id)).filter(Column::OpenedAt.gt(since));
    if of_member.count(tx).await? >= MAX_A_DAY {
        let sentence =
            "You have opened ten records by emergency access within 24 hours. Ask somebody who may read them.";
        return Err(Error::conflict("too_many", sentence));
    }
    let row = ActiveModel {
        id: NotSet,
        patient_id: Set(patient),
        member_id: Set(member.id),
        member_name: Set(member.full_name()),
        member_role: Set(member.signer().role),
        reason: Set(reason),
        opened_at: Set(now),
        ends_at: Set(now + LASTS),
        ended_at: Set(None),
        assessment: Set(None),
        assessment_note: Set(None),
        assessed_by: Set(None),
        assessor_name: Set(None),
        assessed_at: Set(None),
    };
    Ok(row.insert(tx).await?)
}
