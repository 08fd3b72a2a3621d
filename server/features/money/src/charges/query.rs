//! The queries for charges, each with its person, its visit and its void.

use entity::{
    clinic::{
        appointment,
        charge::{Column, Entity},
        charge_void, patient,
    },
    ids::{AppointmentId, ChargeId, PatientId},
};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, Select, SelectModel, Selector,
};

use super::wire::ChargeRow;

type Charges = Selector<SelectModel<ChargeRow>>;

/// A person's charges with ids below `before`, the latest first.
pub(super) fn of_person(person: PatientId, before: i64, limit: u64) -> Charges {
    let theirs = charges().filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person)));
    theirs.filter(Column::Id.lt(before)).order_by_desc(Column::Id).limit(limit).into_model()
}

/// The charges of a visit, the oldest first.
pub(super) fn of_visit(visit: AppointmentId) -> Charges {
    charges().filter(Column::AppointmentId.eq(visit)).order_by_asc(Column::Id).into_model()
}

/// The charges of a person without a visit, the oldest first.
pub(super) fn of_no_visit(person: PatientId) -> Charges {
    let theirs = charges().filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person)));
    theirs.filter(Column::AppointmentId.is_null()).order_by_asc(Column::Id).into_model()
}

/// One charge.
pub(super) fn one(id: ChargeId) -> Charges {
    charges().filter(Column::Id.eq(id)).into_model()
}

fn charges() -> Select<Entity> {
    use Column::{Discount, Id, ProviderId, ProviderName, Quantity, RecordedAt, Service, Total, UnitPrice};
    let patient = Entity::belongs_to(patient::Entity).from(Column::PatientId).to(patient::Column::Id);
    let visit = Entity::belongs_to(appointment::Entity).from(Column::AppointmentId).to(appointment::Column::Id);
    let void = Entity::belongs_to(charge_void::Entity).from(Id).to(charge_void::Column::ChargeId);
    Entity::find()
        .select_only()
        .columns([Id, ProviderId, ProviderName, Service, Quantity, UnitPrice, Discount, Total, RecordedAt])
        .column(Column::AppointmentId)
        .column_as(Column::RecordedByName, "recorded_by")
        .expr_as(patient::Entity::person(), "patient_id")
        .column(appointment::Column::StartsAt)
        .column(charge_void::Column::VoidedAt)
        .column_as(charge_void::Column::VoidedByName, "voided_by")
        .column_as(charge_void::Column::Reason, "void_reason")
        .join(JoinType::InnerJoin, patient.into())
        .join(JoinType::LeftJoin, visit.into())
        .join(JoinType::LeftJoin, void.into())
}
