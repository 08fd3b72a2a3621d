//! Finds signatures without a copy. The features that sign do not request copies themselves, so no copy is forgotten if another
//! place signs. A copy is made later if its job was given up.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{estimate, exam, exam_signature, signed_copy, treatment, treatment_approval},
    words::SignedKind,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use super::signed::MakeSignedCopy;
use base::error::Result;
use http_api::state::App;
use tenancy::{ClinicTx, enter_for_job};

/// For how long after signing a copy is made. Older signatures, and those from before there were copies, have none.
const WITHIN: TimeDelta = TimeDelta::days(31);

/// The most copies of a kind that one round queues. Typesetting one takes about a third of a second, and a clinic's mails wait
/// meanwhile.
const A_ROUND: u64 = 10;

/// Queues jobs for the missing copies of a clinic.
pub async fn queue_missing_copies(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    for copy in missing(&entered.tx, now - WITHIN).await? {
        outbox::enqueue(&entered.tx, clinic, now, &copy).await?;
    }
    entered.commit().await
}

async fn missing(tx: &ClinicTx, since: DateTime<Utc>) -> Result<Vec<MakeSignedCopy>> {
    let without = |kind: SignedKind, column: signed_copy::Column, record: SimpleExpr| {
        let copies = signed_copy::Entity::find()
            .select_only()
            .expr(Expr::value(1))
            .filter(signed_copy::Column::Kind.eq(kind))
            .filter(Expr::col((signed_copy::Entity, column)).eq(record));
        Expr::not_exists(copies.into_query())
    };
    let by_treatment = signed_copy::Column::TreatmentId;
    let treatments = treatment::Entity::find()
        .select_only()
        .column(treatment::Column::Id)
        .filter(treatment::Column::CreatedAt.gt(since))
        .filter(treatment::Column::Signer.is_not_null())
        .filter(without(SignedKind::Treatment, by_treatment, Expr::col((treatment::Entity, treatment::Column::Id))))
        .order_by_asc(treatment::Column::Id);
    let approvals = treatment_approval::Entity::find()
        .select_only()
        .column(treatment_approval::Column::TreatmentId)
        .filter(treatment_approval::Column::ApprovedAt.gt(since))
        .filter(treatment_approval::Column::Signer.is_not_null())
        .filter(without(
            SignedKind::Approval,
            by_treatment,
            Expr::col((treatment_approval::Entity, treatment_approval::Column::TreatmentId)),
        ))
        .order_by_asc(treatment_approval::Column::TreatmentId);
    let exams = exam_signature::Entity::find()
        .select_only()
        .column(exam_signature::Column::ExamId)
        .filter(exam_signature::Column::SignedAt.gt(since))
        .filter(without(
            SignedKind::Exam,
            signed_copy::Column::ExamId,
            Expr::col((exam_signature::Entity, exam_signature::Column::ExamId)),
        ))
        .order_by_asc(exam_signature::Column::ExamId);
    let saved = exam::Entity::find()
        .select_only()
        .column(exam::Column::Id)
        .filter(exam::Column::CreatedAt.gt(since))
        .filter(exam::Column::Signer.is_not_null())
        .filter(without(SignedKind::Examiner, signed_copy::Column::ExamId, Expr::col((exam::Entity, exam::Column::Id))))
        .order_by_asc(exam::Column::Id);
    let estimates = estimate::Entity::find()
        .select_only()
        .column(estimate::Column::Id)
        .filter(estimate::Column::UpdatedAt.gt(since))
        .filter(signed_when_saved())
        .filter(without(
            SignedKind::Estimate,
            signed_copy::Column::EstimateId,
            Expr::col((estimate::Entity, estimate::Column::Id)),
        ))
        .order_by_asc(estimate::Column::Id);
    let mut found = ids(tx, treatments, SignedKind::Treatment).await?;
    found.extend(ids(tx, approvals, SignedKind::Approval).await?);
    found.extend(ids(tx, exams, SignedKind::Exam).await?);
    found.extend(ids(tx, saved, SignedKind::Examiner).await?);
    found.extend(ids(tx, estimates, SignedKind::Estimate).await?);
    Ok(found)
}

/// Whether somebody signed a version when it was saved. A version with only signatures kept from an earlier version has no copy.
fn signed_when_saved() -> Expr {
    let saved = || Expr::col((estimate::Entity, estimate::Column::UpdatedAt));
    let when = |column| Expr::col((estimate::Entity, column)).eq(saved());
    when(estimate::Column::PtSignedAt).or(when(estimate::Column::ProvSignedAt))
}

async fn ids<E: EntityTrait>(tx: &ClinicTx, signed: Select<E>, of: SignedKind) -> Result<Vec<MakeSignedCopy>> {
    let ids: Vec<i64> = signed.limit(A_ROUND).into_tuple().all(tx).await?;
    Ok(ids.into_iter().map(|record| MakeSignedCopy { of, record }).collect())
}
