//! What a demo clinic with the module Exam clearance has beside the others: who may sign exams, what was decided with them, and what
//! patients said has changed since.

use chrono::TimeDelta;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, health_change},
    ids::PatientId,
    words::{ExamMode, UsState},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel,
    QueryFilter, QueryOrder,
};
use sha2::{Digest, Sha256};

use super::{
    calendar::unreadable,
    people::{DemoClearance, DemoDecision, DemoHealthChange, DemoSignedExam},
    seed::{Seed, signer},
    signature::signature_png,
};
use crate::foundation::evidence;

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Signs exams of these patients, and writes down what has changed.
    pub(super) async fn clearance(&self, demo: &DemoClearance, patients: &[PatientId]) -> Result<(), DbErr> {
        let patient = |place: usize| patients.get(place).copied().ok_or_else(|| unreadable("a patient"));
        for signed in demo.signed {
            let exams = exam::Entity::find().filter(exam::Column::PatientId.eq(patient(signed.patient)?));
            let exam = exams.order_by_asc(exam::Column::Id).one(self.db).await?;
            self.sign(&exam.ok_or_else(|| unreadable("an exam"))?, signed, demo.state).await?;
        }
        for change in demo.changed {
            self.change(patient(change.patient)?, change).await?;
        }
        Ok(())
    }

    async fn sign(&self, of: &exam::Model, demo: &DemoSignedExam, state: UsState) -> Result<(), DbErr> {
        let member = self.member(demo.by)?;
        let missing = || unreadable("a license");
        let decisions: Vec<_> = demo.decisions.iter().map(|decision| self.decided(of, decision)).collect();
        let png = signature_png(&member.full_name(), 400, 120);
        let mut row = exam_signature::Model {
            exam_id: of.id,
            signer_id: member.id,
            credential: member.credential.ok_or_else(missing)?,
            license_number: member.license_number.clone().ok_or_else(missing)?,
            license_state: member.license_state.ok_or_else(missing)?,
            license_expires_on: member.license_expires_on.ok_or_else(missing)?,
            mode: if demo.by_video { ExamMode::Video } else { ExamMode::InPerson },
            patient_state: state,
            signature_sha256: Sha256::digest(&png).to_vec(),
            signature: png,
            signed_at: (of.created_at + TimeDelta::minutes(10)).min(self.calendar.now),
            signer: signer(member),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::exam_signature(&row, of, &decisions).digest();
        row.into_active_model().insert(self.db).await?;
        for decision in decisions {
            exam_clearance::ActiveModel { id: NotSet, ..decision.into_active_model() }.insert(self.db).await?;
        }
        Ok(())
    }

    fn decided(&self, of: &exam::Model, demo: &DemoDecision) -> exam_clearance::Model {
        let mut row = exam_clearance::Model {
            id: 0,
            exam_id: of.id,
            service_id: None,
            service: demo.service.as_str().to_owned(),
            decision: demo.decision,
            valid_until: demo.days_left.map(|days| self.calendar.today() + TimeDelta::days(days)),
            reason: demo.reason.map(str::to_owned),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::exam_clearance(&row).digest();
        row
    }

    async fn change(&self, patient_id: PatientId, demo: &DemoHealthChange) -> Result<(), DbErr> {
        let member = self.member(demo.by)?;
        let mut row = health_change::Model {
            id: 0,
            patient_id,
            details: demo.details.to_owned(),
            reported_by: member.id,
            reported_at: self.calendar.at(-i64::from(demo.days_ago), demo.at)?.min(self.calendar.now),
            signer: signer(member),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::health_change(&row).digest();
        health_change::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        Ok(())
    }
}
