//! Issued versions of estimates, and what patients and members did with them, in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer, estimate_delivery,
        estimate_issue::{Column, Entity},
        estimate_question, estimate_receipt, estimate_void,
        patient::Records,
    },
    ids::EstimateId,
    words::EstimateGiven,
};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Query, SelectStatement, extension::postgres::PgFunc},
};
use serde::Deserialize;

use base::permission::{EstimateRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, beginning, rows};

/// What issued estimates tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IssueEntry {
    IssuedEstimate {
        given: Option<Vec<EstimateGiven>>,
        by: String,
        is_void: bool,
        is_superseded: bool,
        estimate_id: EstimateId,
        version: i32,
    },
    EstimateReceipt {
        given: Option<Vec<EstimateGiven>>,
        signer: Signer,
        typed_name: Option<String>,
        estimate_id: EstimateId,
        version: i32,
    },
    EstimateQuestion {
        beginning: String,
        is_answered: bool,
        estimate_id: EstimateId,
        version: i32,
    },
    /// The void of an estimate with issued versions.
    IssuesVoid {
        reason: String,
        by: String,
        estimate_id: EstimateId,
    },
}

const fn source(word: &'static str, rows: fn(Records) -> SelectStatement) -> Source {
    Source { word, kind: TimelineKind::IssuedEstimate, permission: EstimateRead::NAME, rows }
}

impl Entry for IssueEntry {
    const SOURCES: &'static [Source] = &[
        source("issued_estimate", issues),
        source("estimate_receipt", receipts),
        source("estimate_question", questions),
        source("issues_void", voids),
    ];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let shown = |state: &'static str, estimate_id: EstimateId, version: Option<i32>| Shown {
            state: Some(state.into()),
            of: Some(TimelineKind::Estimate.of(estimate_id)),
            version,
            ..Shown::default()
        };
        match self {
            Self::IssuedEstimate { given, by, is_void, is_superseded, estimate_id, version } => {
                let state = match (is_void, is_superseded) {
                    (true, _) => "voided",
                    (false, true) => "superseded",
                    (false, false) => "issued",
                };
                Shown { title: in_words(given), by: Some(by), ..shown(state, estimate_id, Some(version)) }
            }
            Self::EstimateReceipt { given, signer, typed_name, estimate_id, version } => {
                let signed_as = match (signer.relation(), typed_name) {
                    (None, Some(typed)) => typed,
                    _ => signer.name_and_relation(),
                };
                Shown { title: in_words(given), by: Some(signed_as), ..shown("received", estimate_id, Some(version)) }
            }
            Self::EstimateQuestion { beginning, is_answered, estimate_id, version } => {
                let state = if is_answered { "answered" } else { "asked" };
                Shown { title: Some(beginning), ..shown(state, estimate_id, Some(version)) }
            }
            Self::IssuesVoid { reason, by, estimate_id } => {
                Shown { title: Some(reason), by: Some(by), ..shown("void", estimate_id, None) }
            }
        }
    }
}

/// How a version was given, separated by commas.
fn in_words(given: Option<Vec<EstimateGiven>>) -> Option<String> {
    let mut words: Vec<_> = given?.into_iter().map(EstimateGiven::as_str).collect();
    words.sort_unstable();
    Some(words.join(","))
}

/// How the issued version was given, each way once.
fn ways_given() -> Expr {
    use estimate_delivery::{Column as Of, Entity as Deliveries};
    let ways = Query::select()
        .expr(PgFunc::array_agg_distinct(Of::How.into_expr()))
        .from(Deliveries)
        .and_where(Of::IssueId.into_expr().equals((Entity, Column::Id)))
        .take();
    Expr::from(ways)
}

fn issues(records: Records) -> SelectStatement {
    let newer = |column| Expr::col(("newer", column));
    let superseding = Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, "newer")
        .and_where(newer(Column::EstimateId).equals((Entity, Column::EstimateId)))
        .and_where(newer(Column::Version).gt(Column::Version.into_expr()))
        .take();
    let void = Entity::belongs_to(estimate_void::Entity).from(Column::EstimateId).to(estimate_void::Column::EstimateId);
    let issued = Entity::find().join(JoinType::LeftJoin, void.into()).filter(records.hold(Column::PatientId));
    rows(issued, Column::Id, Column::IssuedAt)
        .columns([Column::EstimateId, Column::Version])
        .expr_as(ways_given(), "given")
        .expr_as(Signer::name_in(Column::Issuer), "by")
        .expr_as(estimate_void::Column::Id.is_not_null(), "is_void")
        .expr_as(Expr::exists(superseding), "is_superseded")
        .into_query()
}

fn receipts(records: Records) -> SelectStatement {
    use estimate_receipt::Column as Of;
    let receipt = Entity::belongs_to(estimate_receipt::Entity).from(Column::Id).to(Of::IssueId);
    let received = Entity::find().join(JoinType::InnerJoin, receipt.into()).filter(records.hold(Column::PatientId));
    rows(received, Column::Id, Of::SignedAt)
        .columns([Column::EstimateId, Column::Version])
        .columns([Of::Signer, Of::TypedName])
        .expr_as(ways_given(), "given")
        .into_query()
}

fn questions(records: Records) -> SelectStatement {
    use estimate_question::Column as Of;
    let question = Entity::belongs_to(estimate_question::Entity).from(Column::Id).to(Of::IssueId);
    let asked = Entity::find().join(JoinType::InnerJoin, question.into()).filter(records.hold(Column::PatientId));
    rows(asked, Of::Id, Of::AskedAt)
        .columns([Column::EstimateId, Column::Version])
        .expr_as(beginning(Of::Question), "beginning")
        .expr_as(Of::AnsweredAt.is_not_null(), "is_answered")
        .into_query()
}

fn voids(records: Records) -> SelectStatement {
    use estimate_void::{Column as Of, Entity as Voids};
    let issued =
        Query::select().column(Column::EstimateId).from(Entity).and_where(records.hold(Column::PatientId)).take();
    rows(Voids::find().filter(Of::EstimateId.in_subquery(issued)), Of::Id, Of::VoidedAt)
        .columns([Of::Reason, Of::EstimateId])
        .expr_as(Signer::name_in(Of::Signer), "by")
        .into_query()
}
