//! A patient's latest answers. After a merge the answers of both records count until a member asks again, so that an allergy in
//! only one of them is never hidden.

use entity::{
    clinic::{
        clinical_answer::{Column, Entity, Model},
        patient, patient_merge,
    },
    ids::PatientId,
    words::ClinicalAnswer,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::merge;
use base::error::Result;
use tenancy::ClinicTx;

/// The patient's newest answer to each question that was asked. If others were merged into the patient, the answers are combined.
/// Their version is the sum of all versions, so that it changes with a merge and with its undoing.
pub async fn newest_answers(tx: &ClinicTx, id: PatientId) -> Result<Vec<Model>> {
    let newest = Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .filter(Column::WithdrawnAt.is_null())
        .distinct_on([Column::PatientId, Column::Kind])
        .order_by_asc(Column::PatientId)
        .order_by_asc(Column::Kind)
        .order_by_desc(Column::Version)
        .all(tx)
        .await?;
    if newest.iter().all(|row| row.patient_id == id) {
        return Ok(newest);
    }
    let merges = merge::merges_within(tx, id).await?;
    Ok(united(id, &newest, &merges))
}

/// One answer to each question. The survivor's answer since a merge replaces the other patient's, which already
/// combines those of the patients merged into that one.
fn united(survivor: PatientId, newest: &[Model], merges: &[patient_merge::Model]) -> Vec<Model> {
    let own: Vec<_> = newest.iter().filter(|row| row.patient_id == survivor).cloned().collect();
    let mut lists = own.clone();
    for merge in merges.iter().filter(|merge| merge.survivor_id == survivor) {
        for other in united(merge.merged_id, newest, merges) {
            if own.iter().any(|row| row.kind == other.kind && row.id > merge.last_answer_id) {
                continue;
            }
            match lists.iter_mut().find(|list| list.kind == other.kind) {
                Some(list) => unite(list, other),
                None => lists.push(other),
            }
        }
    }
    lists
}

fn unite(list: &mut Model, other: Model) {
    list.version += other.version;
    if weight(other.answer) > weight(list.answer) {
        list.answer = other.answer;
    }
    for entry in other.entries.0 {
        let is_same = |known: &_| entry == *known;
        if !list.entries.0.iter().any(is_same) {
            list.entries.0.push(entry);
        }
    }
    if other.asked_at > list.asked_at {
        (list.asked_at, list.member_name) = (other.asked_at, other.member_name);
    }
}

/// The weight of an answer. The more cautious of two answers has the higher weight.
fn weight(answer: ClinicalAnswer) -> u8 {
    match answer {
        ClinicalAnswer::NoneKnown | ClinicalAnswer::Neither => 0,
        ClinicalAnswer::Breastfeeding => 1,
        ClinicalAnswer::Listed | ClinicalAnswer::Pregnant => 2,
    }
}
