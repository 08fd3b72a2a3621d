//! The state after undoing a merge: the survivor's fields as they would be without it, and each record's points.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{loyalty_entry, patient, patient_merge},
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::super::fields::{set, value};
use base::error::Result;
use tenancy::ClinicTx;

/// The survivor with each field as it would be without the merge. A field keeps its value if a member has changed it since, or if
/// a later merge that is still in force has set it.
pub async fn restored(
    tx: &ClinicTx,
    merge: &patient_merge::Model,
    survivor: &patient::Model,
    other: &patient::Model,
) -> Result<patient::Model> {
    use patient_merge::{Column, Entity};
    let of_survivor = Entity::find().filter(Column::SurvivorId.eq(survivor.id)).order_by_desc(Column::Id);
    let merges = of_survivor.all(tx).await?;
    let mut row = survivor.clone();
    for (field, before) in &merge.fields.0 {
        let gives = |later: &&patient_merge::Model| later.undone_at.is_none() && later.fields.0.contains_key(field);
        let later = merges.iter().filter(|one| one.id > merge.id).find(gives);
        if later.is_none() && value(survivor, field) == value(other, field) {
            set(&mut row, field, without_undone(&merges, merge, field, before.as_ref()));
        }
    }
    Ok(row)
}

/// The value before the merge. If an earlier merge had set it and was undone since, the value before that merge.
fn without_undone(
    newest_first: &[patient_merge::Model],
    merge: &patient_merge::Model,
    field: &str,
    before: Option<&String>,
) -> Option<String> {
    let mut value = before;
    let counted_then = |one: &&patient_merge::Model| one.undone_at.is_some_and(|undone| undone >= merge.merged_at);
    for earlier in newest_first.iter().filter(|one| one.id < merge.id).filter(counted_then) {
        if earlier.taken.0.get(field).is_some_and(|taken| taken.as_ref() == value) {
            value = earlier.fields.0.get(field).map_or(value, Option::as_ref);
        }
    }
    value.cloned()
}

/// The points of two records after the merge is undone.
#[derive(Debug)]
pub struct SplitPoints {
    pub survivor: i64,
    pub other: i64,
    /// Why the merge cannot be undone: a balance would be below zero, because points of both records were used together.
    pub refusal: Option<String>,
}

pub async fn points_apart(
    tx: &ClinicTx,
    merge: &patient_merge::Model,
    going: &[PatientId],
    survivor: &patient::Model,
    other: &patient::Model,
) -> Result<SplitPoints> {
    use loyalty_entry::{Column, Entity};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(survivor.id));
    let entries = Entity::find().select_only().columns([Column::PatientId, Column::Points, Column::CreatedAt]);
    let entries: Vec<(PatientId, i32, DateTime<Utc>)> = entries.filter(theirs).into_tuple().all(tx).await?;
    let sum = |goes: bool, until: Option<DateTime<Utc>>| -> i64 {
        let of_side = entries.iter().filter(|(patient, ..)| going.contains(patient) == goes);
        let counted = of_side.filter(|(.., at)| until.is_none_or(|until| *at <= until));
        counted.map(|(_, points, _)| i64::from(*points)).sum()
    };
    let refusal = [(survivor, false), (other, true)].into_iter().find_map(|(patient, goes)| {
        let now = sum(goes, None);
        // A balance that was below zero before the merge may be so again.
        let is_short = now < 0 && now < sum(goes, Some(merge.merged_at));
        let (name, id, short) = (patient.full_name(), patient.id, -now);
        is_short.then(|| {
            format!("Points of both records were used together: apart, {name}, number {id}, would be {short} points short. Adjust the points first.")
        })
    });
    Ok(SplitPoints { survivor: sum(false, None), other: sum(true, None), refusal })
}
