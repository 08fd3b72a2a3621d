//! A Good Faith Exam.

use chrono_tz::Tz;
use entity::{
    clinic::{addendum, exam, exam_clearance, exam_signature, record_void},
    ids::ExamId,
    words::{ClearanceDecision, ExamMode, Module},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{at, corrections, day, hex, picture};
use base::{
    error::{Error, Result},
    local_time::months_after,
};
use practice::{clinical::findings::SYSTEM_LABELS, settings};
use tenancy::ClinicTx;

pub async fn value(tx: &ClinicTx, zone: Tz, id: ExamId) -> Result<Value> {
    let row = exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let voided = record_void::Entity::find().filter(record_void::Column::ExamId.eq(id));
    let addenda = addendum::Entity::find().filter(addendum::Column::ExamId.eq(id));
    let months = settings::current(tx).await?.exam_valid_months;
    // If each service is cleared separately, the exam alone clears nothing.
    let by_service = tx.has_module(Module::Clearance).await?;
    let valid_until = (!by_service).then(|| at(months_after(row.created_at, months, zone)));
    let systems = systems(&row);
    let (name, role) = corrections::signer(tx, row.signer, row.examiner_id).await?;
    Ok(json!({
        "id": id,
        "at": at(row.created_at),
        "examiner": name,
        "examiner_role": role,
        "valid_until": valid_until,
        "vitals": row.vitals,
        "systems": systems,
        "signed": signed(tx, id).await?,
        "voided": corrections::voided(tx, voided).await?,
        "addenda": corrections::addenda(tx, addenda).await?,
        "digest": hex(row.content_digest.as_deref()),
    }))
}

/// The prescriber's signature with the decisions. Null if nobody has signed the exam.
async fn signed(tx: &ClinicTx, id: ExamId) -> Result<Value> {
    let Some(row) = exam_signature::Entity::find_by_id(id).one(tx).await? else { return Ok(Value::Null) };
    let decisions = exam_clearance::Entity::of_exam(id).all(tx).await?;
    let decided = |row: exam_clearance::Model| {
        let decision = match row.decision {
            ClearanceDecision::Cleared => "Cleared",
            ClearanceDecision::NotACandidate => "Not a candidate",
            ClearanceDecision::Deferred => "Deferred",
        };
        json!({ "service": row.service, "decision": decision, "until": row.valid_until.map(day), "reason": row.reason })
    };
    let license = format!("license {} of {}", row.license_number, row.license_state.full_name());
    Ok(json!({
        "name": row.signer.name,
        "role": format!("{}, {license}", row.credential.as_str()),
        "license_until": day(row.license_expires_on),
        "at": at(row.signed_at),
        "mode": match row.mode { ExamMode::InPerson => "In person", ExamMode::Video => "By live video" },
        "patient_state": row.patient_state.full_name(),
        "picture": picture(&row.signature),
        "decisions": decisions.into_iter().map(decided).collect::<Vec<_>>(),
        "digest": hex(Some(&row.content_digest)),
    }))
}

/// The ten systems in the order of the form: the patient's report and the findings.
fn systems(row: &exam::Model) -> Vec<Value> {
    let found = [
        (&row.ros_constitutional, &row.pe_constitutional),
        (&row.ros_heent, &row.pe_heent),
        (&row.ros_cardio, &row.pe_cardio),
        (&row.ros_resp, &row.pe_resp),
        (&row.ros_gi, &row.pe_gi),
        (&row.ros_gu, &row.pe_gu),
        (&row.ros_msk, &row.pe_msk),
        (&row.ros_neuro, &row.pe_neuro),
        (&row.ros_skin, &row.pe_skin),
        (&row.ros_psych, &row.pe_psych),
    ];
    let named = SYSTEM_LABELS.iter().zip(found);
    named.map(|(name, (ros, pe))| json!({ "name": name, "ros": ros, "pe": pe })).collect()
}
