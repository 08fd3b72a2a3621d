//! The statements of charges: each is read with its visit and with what voided it.

use entity::ids::{AppointmentId, ChargeId, PatientId};
use sea_orm::{DbBackend, Statement};

/// Charges with whose they are and what voided them. SeaORM does not join a table to itself in words that stay short.
const CHARGES: &str = "select c.id, coalesce(own.merged_into, own.id) as patient_id, c.appointment_id, a.starts_at, c.provider_id,
        c.provider_name, c.service, c.quantity, c.unit_price, c.discount, c.total, c.recorded_at, c.recorded_by_name as recorded_by,
        v.voided_at, v.voided_by_name as voided_by, v.reason as void_reason
    from charge c
        join patient own on own.id = c.patient_id
        left join appointment a on a.id = c.appointment_id
        left join charge_void v on v.charge_id = c.id";

/// A person's charges before one of an id, the latest first. SeaORM does not join a table to itself in words that stay short.
pub(super) fn of_person(person: PatientId, before: i64, limit: u64) -> Statement {
    let text = format!(
        "{CHARGES} where (own.id = $1 and own.merged_into is null or own.merged_into = $1) and c.id < $2 order by c.id desc limit $3"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.into(), before.into(), limit.into()])
}

/// The charges of a visit, the first one first.
pub(super) fn of_visit(visit: AppointmentId) -> Statement {
    let text = format!("{CHARGES} where c.appointment_id = $1 order by c.id");
    Statement::from_sql_and_values(DbBackend::Postgres, text, [visit.into()])
}

/// One charge.
pub(super) fn one(id: ChargeId) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, format!("{CHARGES} where c.id = $1"), [id.into()])
}
