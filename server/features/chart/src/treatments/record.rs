//! Recording a treatment: the exam that it needs, and fields that belong to another type.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{clinic::treatment, ids::TreatmentId};
use sea_orm::{
    ActiveValue::NotSet,
    ConnectionTrait, EntityTrait, IntoActiveModel, QueryTrait,
    sea_query::{CommonTableExpression, InsertStatement, Query, WithQuery},
};

use super::{
    kind::{has_units, has_volumes},
    wire::NewTreatment,
};
use crate::{
    features::{clearance, consents, exams, loyalty, patients, protocols, services},
    foundation::{
        error::{Error, Fields, Result},
        evidence,
        http::signature::sha256,
        tenancy::{ClinicTx, Member},
    },
};

/// The specification's words, for the alert and for the refusal (section 8).
pub const EXAM_MISSING: &str = "A Good Faith Estimate exam must be completed before recording any treatment. \
     Please complete the GFE exam first.";

/// In the specification's style; for how long an exam counts is the clinic's setting.
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
/// # Errors
/// When there is no such patient, the patient has no exam or too old a one, a field belongs to another type, or the patient is not
/// cleared for the service or a needed consent is not signed and the clinic's settings refuse that, or a protocol or the
/// provider's license does not allow it.
pub async fn record(
    tx: &ClinicTx,
    provider: &Member,
    now: DateTime<Utc>,
    zone: Tz,
    mut new: NewTreatment,
) -> Result<treatment::Model> {
    let Some(exam) = exams::clearance(tx, new.patient_id).await? else {
        // A patient with an exam exists; for one without we check.
        patients::existing(tx, new.patient_id).await?;
        return Err(Error::conflict("exam_missing", EXAM_MISSING));
    };
    if !exam.by_service && exam.until(zone) <= now {
        return Err(exam_expired(exam.valid_months));
    }
    let named = new.treatment_type.take().map(|line| line.0);
    let service = services::choose_treatment(tx, "treatment_type", named, exam.has_catalogue).await?;
    belongs(&new, &service.name)?;
    let gate = if exam.by_service {
        let asked = (exam.exam_id, new.changed_since_exam);
        Some(clearance::require_cleared(tx, new.patient_id, &service, asked, (now, zone)).await?)
    } else {
        None
    };
    consents::require_signed(tx, new.patient_id, &service, now, zone).await?;
    let protocol = if exam.has_protocols {
        protocols::require_protocol(tx, provider, &service, (now, zone)).await?
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
    const RECORDED: &str = "recorded";
    let mut recorded = treatment::Entity::insert(treatment).into_query();
    recorded.returning(Query::returning().columns([Id, PatientId, ProviderId, TreatmentType, CreatedAt]));
    let named = |name, query: InsertStatement| {
        let mut table = CommonTableExpression::new();
        table.query(query).table_name(name);
        table
    };
    let mut kept = WithQuery::new();
    kept.cte(named(RECORDED, recorded)).cte(named("earned", loyalty::earned(RECORDED)?));
    kept.query(Query::select().column(Id).from(RECORDED).take());
    let row = tx.query_one(&kept).await?.ok_or_else(|| Error::Internal("a treatment left no row".into()))?;
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
