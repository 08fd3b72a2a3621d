//! The SQL statements of charges. Each charge is read with its visit and its void.

use entity::ids::{AppointmentId, ChargeId, PatientId};
use sea_orm::{DbBackend, Statement};

/// Charges with their patients and voids. In SeaORM, a join of a table with itself would be longer.
const CHARGES: &str = "select c.id, coalesce(own.merged_into, own.id) as patient_id, c.appointment_id, a.starts_at, c.provider_id,
        c.provider_name, c.service, c.quantity, c.unit_price, c.discount, c.total, c.recorded_at, c.recorded_by_name as recorded_by,
        v.voided_at, v.voided_by_name as voided_by, v.reason as void_reason
    from charge c
        join patient own on own.id = c.patient_id
        left join appointment a on a.id = c.appointment_id
        left join charge_void v on v.charge_id = c.id";

/// A person's charges with ids below `before`, the latest first. In SeaORM, a join of a table with itself would be longer.
pub(super) fn of_person(person: PatientId, before: i64, limit: u64) -> Statement {
    let text = format!(
        "{CHARGES} where (own.id = $1 and own.merged_into is null or own.merged_into = $1) and c.id < $2 order by c.id desc limit $3"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.into(), before.into(), limit.into()])
}

/// The charges of a visit, the oldest first.
pub(super) fn of_visit(visit: AppointmentId) -> Statement {
    let text = format!("{CHARGES} where c.appointment_id = $1 order by c.id");
    Statement::from_sql_and_values(DbBackend::Postgres, text, [visit.into()])
}

/// The charges of a person without a visit, the oldest first.
pub(super) fn of_no_visit(person: PatientId) -> Statement {
    let text = format!(
        "{CHARGES} where (own.id = $1 and own.merged_into is null or own.merged_into = $1) and c.appointment_id is null order by c.id"
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.into()])
}

/// One charge.
pub(super) fn one(id: ChargeId) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, format!("{CHARGES} where c.id = $1"), [id.into()])
}
