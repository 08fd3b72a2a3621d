//! Recording a treatment: the required exam, and the fields of each type.

use entity::{clinic::treatment, ids::TreatmentId, words::Module};
use sea_orm::{ActiveValue::NotSet, ConnectionTrait, EntityTrait, IntoActiveModel};

use super::{
    kind::{has_units, has_volumes},
    wire::NewTreatment,
};
use crate::{clearance, exams, protocols};
use base::error::{Error, Fields, Result};
use consent::consents;
use http_api::signature::sha256;
use money::loyalty;
use people::patients;
use practice::services;
use tenancy::{ClinicTx, InsertedRows, Member, Work};

/// The specification's text, for the alert and for the refusal (section 8).
pub const EXAM_MISSING: &str = "A Good Faith Estimate exam must be completed before recording any treatment. \
     Please complete the GFE exam first.";

/// In the specification's style; the clinic sets how long an exam is valid.
fn exam_expired(months: i32) -> Error {
    let age = if months == 1 { "a month".to_owned() } else { format!("{months} months") };
    Error::conflict(
        "exam_expired",
        format!(
            "The patient's Good Faith Exam is older than {age}. Please complete a new GFE exam before recording a treatment."
        ),
    )
}

/// Records a treatment that the signed-in provider has given and signed.
///
/// Fails if there is no such patient, the exam is missing or too old, a field belongs to another type, or the protocol or the
/// provider's license does not allow it. Also if the clinic's settings refuse a patient who is not cleared for the service, or a
/// needed consent that is not signed.
pub async fn record(work: Work<'_>, provider: &Member, mut new: NewTreatment) -> Result<treatment::Model> {
    let Work { tx, now, .. } = work;
    // The lock excludes merges of the patient until the treatment is stored, because the treatment depends on the exam found now.
    patients::locked(tx, new.patient_id).await?;
    let exam = exams::clearance(tx, new.patient_id).await?;
    let exam = exam.ok_or_else(|| Error::conflict("exam_missing", EXAM_MISSING))?;
    let is_by_service = work.tx.has_module(Module::Clearance).await?;
    if !is_by_service && exam.until(work.zone()) <= now {
        return Err(exam_expired(exam.valid_months));
    }
    let named = new.treatment_type.take().map(|line| line.0);
    let service = services::choose_treatment(tx, "treatment_type", named).await?;
    belongs(&new, &service.name)?;
    let gate = if is_by_service {
        Some(clearance::require_cleared(work, new.patient_id, &service, exam.exam_id, new.changed_since_exam).await?)
    } else {
        None
    };
    consents::require_signed(work, new.patient_id, &service).await?;
    let protocol = if work.tx.has_module(Module::Protocols).await? {
        protocols::require_protocol(work, provider.id, &service).await?
    } else {
        protocols::Gate::default()
    };
    let signature = new.provider_signature.into_png();
    let mut treatment = treatment::Model {
        // Assigned by the database.
        id: 0.into(),
        patient_id: new.patient_id,
        exam_id: gate.map_or(exam.exam_id, |gate| gate.exam_id),
        provider_id: provider.id,
        treatment_type: service.name,
        service_id: service.id,
        areas: new.areas.map(|areas| areas.0),
        notes: new.notes.map(|notes| notes.0),
        units: new.units.map(|units| units.0),
        lot: new.lot.map(|lot| lot.0),
        volumes_ml: new.volumes_ml.map(|volumes| volumes.0),
        provider_signature_sha256: sha256(&signature),
        provider_signature: signature,
        created_at: now,
        signer: Some(provider.signer()),
        content_digest: None,
        changed_since_exam: gate.map(|gate| gate.changed),
        clearance: gate.map(|gate| gate.status),
        protocol_version_id: protocol.version,
        protocol_override_id: protocol.lifted.as_ref().map(|lifted| lifted.id),
        protocol_override_reason: protocol.lifted.map(|lifted| lifted.reason),
    };
    treatment.content_digest = Some(evidence::treatment(&treatment).digest());
    let id = keep(tx, treatment::ActiveModel { id: NotSet, ..treatment.clone().into_active_model() }).await?;
    Ok(treatment::Model { id, ..treatment })
}

/// Inserts the treatment and its loyalty points in one statement; returns the treatment's id.
async fn keep(tx: &ClinicTx, treatment: treatment::ActiveModel) -> Result<TreatmentId> {
    use treatment::Column::{CreatedAt, Id, PatientId, ProviderId, TreatmentType};
    let insert = treatment::Entity::insert(treatment);
    let recorded = InsertedRows::new(insert, [Id, PatientId, ProviderId, TreatmentType, CreatedAt]);
    let earned = loyalty::earned(&recorded)?;
    let row = tx.query_one(&recorded.and(earned)).await?;
    let row = row.ok_or_else(|| Error::Internal("a treatment left no row".into()))?;
    Ok(row.try_get("", "id")?)
}

fn belongs(new: &NewTreatment, kind: &str) -> Result<()> {
    let mut fields = Fields::new();
    if !has_units(kind) {
        for (name, given) in [("units", new.units.is_some()), ("lot", new.lot.is_some())] {
            if given {
                fields.insert(name.to_owned(), "is for Botox only".to_owned());
            }
        }
    }
    if !has_volumes(kind) && new.volumes_ml.is_some() {
        fields.insert("volumes_ml".to_owned(), "is for EZ Gel only".to_owned());
    }
    if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
}
