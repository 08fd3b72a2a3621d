//! The treatments of the demo's patients, with a director's approval.

use entity::{
    clinic::{exam, treatment, treatment_approval},
    ids::PatientId,
    words::{ClearanceStatus, Role, TreatmentType},
};
use rust_decimal::Decimal;
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, ConnectionTrait, DbErr, IntoActiveModel};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    calendar::{Moment, unknown},
    seed::Seed,
    team::{NURSE_SIGNATURE, PRESCRIBER_SIGNATURE, PROVIDER_SIGNATURE, signer},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoTreatment {
    pub(super) kind: TreatmentType,
    pub(super) provider: String,
    pub(super) when: Moment,
    areas: String,
    notes: String,
    /// Botox only.
    pub(super) units: Option<u16>,
    /// Botox only.
    pub(super) lot: Option<String>,
    /// EZ Gel only.
    pub(super) volumes_ml: Option<String>,
    /// `None` while a director has not approved it.
    pub(super) approval: Option<DemoApproval>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoApproval {
    pub(super) director: String,
    pub(super) when: Moment,
}

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Adds the treatment, on the newest of these exams before it.
    pub(super) async fn add_treatment(
        &self,
        patient_id: PatientId,
        exams: &[exam::Model],
        demo: &DemoTreatment,
    ) -> Result<(), DbErr> {
        let created_at = self.calendar.until_now(demo.when);
        let provider = self.member(&demo.provider)?;
        let exam = exams.iter().rev().find(|exam| exam.created_at <= created_at).ok_or_else(|| unknown("an exam"))?;
        let signature = if provider.role == Role::Nurse { NURSE_SIGNATURE } else { PROVIDER_SIGNATURE };
        let clears = self.clears_services_in.is_some();
        let mut row = treatment::Model {
            id: 0.into(),
            patient_id,
            exam_id: exam.id,
            provider_id: provider.id,
            treatment_type: demo.kind.as_str().to_owned(),
            service_id: None,
            areas: Some(demo.areas.clone()),
            notes: Some(demo.notes.clone()),
            units: demo.units.map(Decimal::from),
            lot: demo.lot.clone(),
            volumes_ml: demo.volumes_ml.clone(),
            provider_signature_sha256: Sha256::digest(signature).to_vec(),
            provider_signature: signature.to_vec(),
            created_at,
            signer: Some(signer(provider)),
            content_digest: None,
            changed_since_exam: clears.then_some(false),
            clearance: clears.then_some(ClearanceStatus::Valid),
            protocol_version_id: None,
            protocol_override_id: None,
            protocol_override_reason: None,
        };
        row.content_digest = Some(evidence::treatment(&row).digest());
        let row = treatment::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        match &demo.approval {
            Some(approval) => self.approve(&row, approval).await,
            None => Ok(()),
        }
    }

    async fn approve(&self, treatment: &treatment::Model, demo: &DemoApproval) -> Result<(), DbErr> {
        let director = self.member(&demo.director)?;
        let mut row = treatment_approval::Model {
            treatment_id: treatment.id,
            director_id: director.id,
            director_signature_sha256: Sha256::digest(PRESCRIBER_SIGNATURE).to_vec(),
            director_signature: PRESCRIBER_SIGNATURE.to_vec(),
            approved_at: self.calendar.until_now(demo.when).max(treatment.created_at),
            signer: Some(signer(director)),
            content_digest: None,
        };
        row.content_digest = Some(evidence::approval(&row, treatment).digest());
        row.into_active_model().insert(self.db).await?;
        Ok(())
    }
}
