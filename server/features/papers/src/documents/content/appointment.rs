//! An appointment, and in an export for other programs what happened to it.

use entity::{
    clinic::{appointment, appointment_event, chart_not_needed, member},
    ids::AppointmentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::at;
use base::error::{Error, Result};
use tenancy::ClinicTx;

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

/// What happened to an appointment, the oldest first.
pub(super) async fn events(tx: &ClinicTx, id: AppointmentId) -> Result<Vec<Value>> {
    use appointment_event::{Column, Entity, Model};
    let rows = Entity::find().filter(Column::AppointmentId.eq(id)).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "event": row.kind,
            "at": at(row.at),
            "by": row.actor_name,
            "reason": row.reason,
            "status": { "from": row.from_status, "to": row.to_status },
            "starts_at": { "from": row.former_starts_at.map(at), "to": row.starts_at.map(at) },
            "provider": { "from": row.former_provider_name, "to": row.provider_name },
            "room": { "from": row.former_resource_name, "to": row.resource_name },
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// Why a completed visit needs no chart, and who says so. Null if it needs one.
pub(super) async fn chart_not_needed(tx: &ClinicTx, id: AppointmentId) -> Result<Value> {
    let row = chart_not_needed::Entity::find_by_id(id).one(tx).await?;
    let value =
        |row: chart_not_needed::Model| json!({ "reason": row.reason, "by": row.member_name, "at": at(row.marked_at) });
    Ok(row.map_or(Value::Null, value))
}
