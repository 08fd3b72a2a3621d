//! Treatments in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::clinic::{
    Signer, member,
    patient::Records,
    treatment::{Column, Entity},
    treatment_approval,
};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, Func, SelectStatement},
};
use serde::Deserialize;

use base::permission::{Permission, TreatmentList};
use people::{
    corrections,
    timeline::{Entry, Shown, Source, TimelineKind, rows},
};

/// What treatments tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TreatmentEntry {
    Treatment { treatment_type: String, by: String, is_void: bool, is_approved: bool },
}

impl Entry for TreatmentEntry {
    const SOURCES: &'static [Source] = &[Source {
        word: "treatment",
        kind: TimelineKind::Treatment,
        permission: TreatmentList::NAME,
        rows: treatments,
    }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::Treatment { treatment_type, by, is_void, is_approved } = self;
        let state = match (is_void, is_approved) {
            (true, _) => "voided",
            (false, true) => "approved",
            (false, false) => "pending",
        };
        Shown { title: Some(treatment_type), by: Some(by), state: Some(state.into()), ..Shown::default() }
    }
}

fn treatments(records: Records) -> SelectStatement {
    let approval =
        Entity::belongs_to(treatment_approval::Entity).from(Column::Id).to(treatment_approval::Column::TreatmentId);
    let treatments = Entity::find().join(JoinType::LeftJoin, approval.into()).filter(records.hold(Column::PatientId));
    let by = Func::coalesce([Signer::name_in(Column::Signer), member::Entity::name_of(Column::ProviderId)]);
    rows(treatments, Column::Id, Column::CreatedAt)
        .column(Column::TreatmentType)
        .expr_as(by, "by")
        .expr_as(Expr::exists(corrections::void_of_treatment()), "is_void")
        .expr_as(treatment_approval::Column::TreatmentId.is_not_null(), "is_approved")
        .into_query()
}
