//! A Good Faith Exam.

use entity::{
    clinic::{addendum, exam, record_void},
    ids::ExamId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Reader, at, corrections, hex};
use crate::{
    features::{clinical::findings::SYSTEM_LABELS, settings},
    foundation::{
        error::{Error, Result},
        local_time::months_after,
        tenancy::ClinicTx,
    },
};

pub async fn value(tx: &ClinicTx, reader: Reader, id: ExamId) -> Result<Value> {
    let row = exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let voided = record_void::Entity::find().filter(record_void::Column::ExamId.eq(id));
    let addenda = addendum::Entity::find().filter(addendum::Column::ExamId.eq(id));
    let months = settings::current(tx).await?.exam_valid_months;
    let systems = systems(&row);
    let (name, role) = corrections::signer(tx, row.signer, row.examiner_id).await?;
    Ok(json!({
        "id": id,
        "at": at(row.created_at),
        "examiner": name,
        "examiner_role": role,
        "valid_until": at(months_after(row.created_at, months, reader.zone)),
        "vitals": row.vitals,
        "systems": systems,
        "voided": corrections::voided(tx, voided).await?,
        "addenda": corrections::addenda(tx, addenda).await?,
        "digest": hex(row.content_digest.as_deref()),
    }))
}

/// The ten systems in the order of the form: what the patient reported and what was found.
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
