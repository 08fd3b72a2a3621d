//! Versions of estimates in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::clinic::{
    Signer,
    estimate::{Column, Entity},
    estimate_void, member,
    patient::Records,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Func, Query, SelectStatement},
};
use serde::Deserialize;

use base::permission::{EstimateRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What versions of estimates tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EstimateEntry {
    Estimate {
        version: i32,
        by: String,
        is_void: bool,
        /// Whether the patient has signed it.
        is_signed: bool,
    },
}

impl Entry for EstimateEntry {
    const SOURCES: &'static [Source] =
        &[Source { word: "estimate", kind: TimelineKind::Estimate, permission: EstimateRead::NAME, rows: versions }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::Estimate { version, by, is_void, is_signed } = self;
        let state = if is_void { Some("voided") } else { is_signed.then_some("signed") };
        Shown {
            title: Some(format!("Version {version}")),
            by: Some(by),
            state: state.map(Into::into),
            version: Some(version),
            ..Shown::default()
        }
    }
}

fn versions(records: Records) -> SelectStatement {
    let of_estimate = estimate_void::Column::EstimateId.into_expr().eq(Entity::root());
    let void = Query::select().expr(Expr::val(1)).from(estimate_void::Entity).and_where(of_estimate).take();
    let by = Func::coalesce([Signer::name_in(Column::Writer), member::Entity::name_of(Column::CreatedBy)]);
    rows(Entity::find().filter(records.hold(Column::PatientId)), Entity::root(), Column::UpdatedAt)
        .column(Column::Version)
        .expr_as(by, "by")
        .expr_as(Expr::exists(void), "is_void")
        .expr_as(Column::PtSignedAt.is_not_null(), "is_signed")
        .into_query()
}
