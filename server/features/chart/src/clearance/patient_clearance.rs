//! All facts about one patient's clearance.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{Signer, exam, exam_clearance, exam_signature, health_change, member, patient},
    ids::{ExamId, PatientId},
    words::{ClearanceStatus, Credential},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};

use super::status::{ClearanceFacts, Decided};
use base::error::Result;
use people::corrections;
use practice::services::ChosenService;
use tenancy::ClinicTx;

/// A decision with its signature.
#[derive(Debug, FromQueryResult)]
pub struct Decision {
    #[sea_orm(nested)]
    pub row: exam_clearance::Model,
    pub examined_at: DateTime<Utc>,
    pub signed_at: DateTime<Utc>,
    pub signer: Signer,
    pub credential: Credential,
}

/// The newest exam that was not voided.
#[derive(Debug, FromQueryResult)]
pub struct NewestExam {
    pub id: ExamId,
    pub created_at: DateTime<Utc>,
    signer: Option<Signer>,
    first_name: String,
    last_name: String,
    signed_at: Option<DateTime<Utc>>,
}

impl NewestExam {
    pub fn examiner(&self) -> String {
        let name = self.signer.as_ref().map(|signer| signer.name.clone());
        name.unwrap_or_else(|| format!("{} {}", self.first_name, self.last_name))
    }

    pub fn is_unsigned(&self) -> bool {
        self.signed_at.is_none()
    }
}

/// The facts about one patient's clearance.
#[derive(Debug)]
pub struct Person {
    /// The newest first.
    decisions: Vec<Decision>,
    pub changed: Option<health_change::Model>,
    pub newest: Option<NewestExam>,
}

impl Person {
    /// Reads the facts about the patient's clearance.
    pub async fn load(tx: &ClinicTx, patient: PatientId) -> Result<Self> {
        Ok(Self {
            decisions: decisions(tx, patient).await?,
            changed: newest_change(tx, patient).await?,
            newest: newest_exam(tx, patient).await?,
        })
    }

    /// The newest decision about a service. A service in the catalog is found by its id. A service in the fixed list, or from before
    /// there was a catalog, is found by its name.
    pub fn decision(&self, service: &ChosenService) -> Option<&Decision> {
        self.decisions.iter().find(|decision| match (decision.row.service_id, service.id) {
            (Some(known), Some(id)) => known == id,
            _ => decision.row.service == service.name,
        })
    }

    pub fn status(&self, service: &ChosenService, day: NaiveDate) -> ClearanceStatus {
        let decided = self.decision(service).map(|decision| Decided {
            decision: decision.row.decision,
            valid_until: decision.row.valid_until,
            examined_at: decision.examined_at,
        });
        let unsigned = self.newest.as_ref().filter(|exam| exam.is_unsigned());
        let known = ClearanceFacts {
            decided,
            changed_at: self.changed.as_ref().map(|change| change.reported_at),
            unsigned_at: unsigned.map(|exam| exam.created_at),
        };
        known.status(day)
    }

    /// Whether the patient has reported a change, and no later exam is signed.
    pub fn is_reopened(&self) -> bool {
        let signed = self.decisions.iter().map(|decision| decision.examined_at).max();
        self.changed.as_ref().is_some_and(|change| signed.is_none_or(|exam| exam <= change.reported_at))
    }
}

async fn decisions(tx: &ClinicTx, patient: PatientId) -> Result<Vec<Decision>> {
    let signature = exam_clearance::Entity::belongs_to(exam_signature::Entity)
        .from(exam_clearance::Column::ExamId)
        .to(exam_signature::Column::ExamId);
    let its_exam =
        exam_clearance::Entity::belongs_to(exam::Entity).from(exam_clearance::Column::ExamId).to(exam::Column::Id);
    let rows = exam_clearance::Entity::find()
        .join(JoinType::InnerJoin, signature.into())
        .join(JoinType::InnerJoin, its_exam.into())
        .column_as(exam::Column::CreatedAt, "examined_at")
        .column_as(exam_signature::Column::SignedAt, "signed_at")
        .column_as(exam_signature::Column::Signer, "signer")
        .column_as(exam_signature::Column::Credential, "credential")
        .filter(exam::Column::PatientId.in_subquery(patient::Entity::ids_of(patient)))
        .filter(Expr::not_exists(corrections::void_of_exam()))
        .order_by_desc(exam_clearance::Column::Id);
    Ok(rows.into_model().all(tx).await?)
}

async fn newest_change(tx: &ClinicTx, patient: PatientId) -> Result<Option<health_change::Model>> {
    use health_change::{Column, Entity};
    let newest = Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient)))
        .order_by_desc(Column::ReportedAt)
        .order_by_desc(Column::Id);
    Ok(newest.one(tx).await?)
}

async fn newest_exam(tx: &ClinicTx, patient: PatientId) -> Result<Option<NewestExam>> {
    let examiner = exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id);
    let signature =
        exam::Entity::belongs_to(exam_signature::Entity).from(exam::Column::Id).to(exam_signature::Column::ExamId);
    let newest = exam::Entity::of_patient(patient)
        .filter(Expr::not_exists(corrections::void_of_exam()))
        .join(JoinType::InnerJoin, examiner.into())
        .join(JoinType::LeftJoin, signature.into())
        .select_only()
        .columns([exam::Column::Id, exam::Column::CreatedAt, exam::Column::Signer])
        .column_as(member::Column::FirstName, "first_name")
        .column_as(member::Column::LastName, "last_name")
        .column_as(exam_signature::Column::SignedAt, "signed_at");
    Ok(newest.into_model().one(tx).await?)
}
