//! An appointment.

use entity::{
    clinic::{appointment, member},
    ids::AppointmentId,
};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::at;
use crate::foundation::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

pub async fn value(tx: &ClinicTx, id: AppointmentId) -> Result<Value> {
    let row = appointment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let provider = match row.provider_id {
        Some(provider) => member::Entity::find_by_id(provider).one(tx).await?,
        None => None,
    };
    Ok(json!({
        "id": id,
        "service": row.service,
        "status": row.status.as_str(),
        "starts_at": at(row.starts_at),
        "ends_at": at(row.ends_at),
        "provider": provider.map(|provider| provider.full_name()),
        "notes": row.notes,
    }))
}
