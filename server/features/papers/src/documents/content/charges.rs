//! The charges of a patient, with voids, the first bill of each visit, and disputes.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, charge, charge_bill, charge_dispute, charge_void, patient},
    ids::{AppointmentId, PatientId},
};
use rust_decimal::Decimal;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use super::{at, day};
use base::error::Result;
use money::dollars::in_dollars;
use tenancy::ClinicTx;

/// The start of each of a patient's visits.
type Visits = BTreeMap<AppointmentId, DateTime<Utc>>;

/// The charges, the oldest first. A voided charge stays in the list but does not count in the total.
pub(super) async fn value(tx: &ClinicTx, id: PatientId) -> Result<Value> {
    let visits: Vec<(AppointmentId, DateTime<Utc>)> = appointment::Entity::find()
        .select_only()
        .columns([appointment::Column::Id, appointment::Column::StartsAt])
        .filter(appointment::Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .into_tuple()
        .all(tx)
        .await?;
    let visits = Visits::from_iter(visits);
    let theirs = charge::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = charge::Entity::find().filter(theirs).order_by_asc(charge::Column::Id).all(tx).await?;
    let voids = charge_void::Entity::find()
        .filter(charge_void::Column::ChargeId.is_in(rows.iter().map(|row| row.id)))
        .all(tx)
        .await?;
    let void_of = |row: &charge::Model| voids.iter().find(|void| void.charge_id == row.id);
    let total: Decimal = rows.iter().filter(|row| void_of(row).is_none()).map(|row| row.total).sum();
    let charges: Vec<_> = rows.iter().map(|row| of_charge(row, &visits, void_of(row))).collect();
    Ok(json!({
        "charges": charges,
        "total": in_dollars(total),
        "bills": bills(tx, &visits).await?,
        "disputes": disputes(tx, &visits).await?,
    }))
}

fn of_charge(row: &charge::Model, visits: &Visits, void: Option<&charge_void::Model>) -> Value {
    json!({
        "at": at(row.recorded_at),
        "by": row.recorded_by_name,
        "visit": row.appointment_id.and_then(|visit| visit_at(visits, visit)),
        "service": row.service,
        "provider": row.provider_name,
        "quantity": row.quantity.normalize().to_string(),
        "unit_price": in_dollars(row.unit_price),
        "discount": (!row.discount.is_zero()).then(|| in_dollars(row.discount)),
        "total": in_dollars(row.total),
        "void": void.map(|void| json!({ "at": at(void.voided_at), "by": void.voided_by_name, "reason": void.reason })),
    })
}

/// When each visit was billed first.
async fn bills(tx: &ClinicTx, visits: &Visits) -> Result<Vec<Value>> {
    use charge_bill::{Column, Entity, Model};
    let theirs = Column::AppointmentId.is_in(visits.keys().copied());
    let rows = Entity::find().filter(theirs).order_by_asc(Column::AppointmentId).all(tx).await?;
    let value = |row: Model| json!({ "visit": visit_at(visits, row.appointment_id), "billed": day(row.billed_on), "at": at(row.noted_at), "by": row.noted_by_name });
    Ok(rows.into_iter().map(value).collect())
}

async fn disputes(tx: &ClinicTx, visits: &Visits) -> Result<Vec<Value>> {
    use charge_dispute::{Column, Entity, Model};
    let theirs = Column::AppointmentId.is_in(visits.keys().copied());
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "visit": visit_at(visits, row.appointment_id),
            "disputed": day(row.disputed_on),
            "note": row.note,
            "at": at(row.opened_at),
            "by": row.opened_by_name,
            "closed": row.closed_at.map(at),
            "closed_by": row.closed_by_name,
            "closing_note": row.closing_note,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

fn visit_at(visits: &Visits, id: AppointmentId) -> Option<Value> {
    visits.get(&id).copied().map(at)
}
