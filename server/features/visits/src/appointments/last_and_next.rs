//! A patient's visits before and after the present, as parts of a statement. Cancelled and missed ones are left out.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        patient::Records,
    },
    words::AppointmentStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Select, sea_query::SelectStatement};

/// Selects the start of the last visit that has begun.
pub fn last_visit(records: Records, now: DateTime<Utc>) -> SelectStatement {
    visits(records).expr(Column::StartsAt.max()).filter(Column::StartsAt.lte(now)).into_query()
}

/// Selects the start of the next visit.
pub fn next_visit(records: Records, now: DateTime<Utc>) -> SelectStatement {
    visits(records).expr(Column::StartsAt.min()).filter(Column::StartsAt.gt(now)).into_query()
}

fn visits(records: Records) -> Select<Entity> {
    let took_no_place = [AppointmentStatus::NoShow, AppointmentStatus::Cancelled];
    Entity::find().select_only().filter(records.hold(Column::PatientId)).filter(Column::Status.is_not_in(took_no_place))
}
