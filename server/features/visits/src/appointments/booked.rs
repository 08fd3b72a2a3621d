//! Appointments as the API returns them: with the names shown beside them, and with their badges.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, member, patient, resource},
    ids::{AppointmentId, PatientId},
};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query as Subquery, extension::postgres::PgExpr},
};

use super::badges::{BadgeColumns, with_badges};
use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// An appointment with the names shown beside it.
#[derive(FromQueryResult)]
pub(super) struct Booked {
    #[sea_orm(nested)]
    pub(super) appointment: appointment::Model,
    /// The patient's present record: the survivor, if the record was merged.
    pub(super) person_id: PatientId,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) archived_at: Option<DateTime<Utc>>,
    pub(super) provider_name: Option<String>,
    pub(super) resource_name: Option<String>,
}

/// An appointment with names and badges.
#[derive(FromQueryResult)]
pub(super) struct BookedWithBadges {
    #[sea_orm(nested)]
    pub(super) booked: Booked,
    #[sea_orm(nested)]
    pub(super) badges: BadgeColumns,
}

/// The order of a list.
pub(super) const BY_START: [appointment::Column; 2] = [appointment::Column::StartsAt, appointment::Column::Id];

/// The appointments after the appointment `after` in [`BY_START`], with names.
pub(super) fn following(wanted: Select<appointment::Entity>, after: Option<i64>) -> Select<appointment::Entity> {
    with_names(match after {
        Some(last) => wanted.filter(follows(last.into())),
        None => wanted,
    })
}

/// These appointments with names by their start, after the appointment `after`.
pub(super) fn by_start(wanted: Select<appointment::Entity>, after: Option<i64>) -> Select<appointment::Entity> {
    BY_START.into_iter().fold(following(wanted, after), QueryOrder::order_by_asc)
}

/// One appointment with names and badges.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such appointment.
pub(super) async fn one(tx: &ClinicTx, id: AppointmentId, now: DateTime<Utc>) -> Result<BookedWithBadges> {
    let one = with_badges(with_names(appointment::Entity::find_by_id(id)), now);
    one.into_model().one(tx).await?.ok_or(Error::NotFound)
}

/// The condition for rows after an appointment in the list's order.
fn follows(last: AppointmentId) -> Expr {
    use appointment::{Column, Entity};
    let place = Subquery::select()
        .columns([Column::StartsAt, Column::Id])
        .from_as(Entity, "last")
        .and_where(Expr::col(("last", Column::Id)).eq(last))
        .take();
    Expr::tuple([Expr::col((Entity, Column::StartsAt)), Expr::col((Entity, Column::Id))]).gt(place)
}

fn with_names(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let patient =
        appointment::Entity::belongs_to(patient::Entity).from(appointment::Column::PatientId).to(patient::Column::Id);
    let provider =
        appointment::Entity::belongs_to(member::Entity).from(appointment::Column::ProviderId).to(member::Column::Id);
    // Like `member::Model::full_name`. Null without a provider.
    let name = Expr::col((member::Entity, member::Column::FirstName))
        .concat(" ")
        .concat(Expr::col((member::Entity, member::Column::LastName)));
    let resource = appointment::Entity::belongs_to(resource::Entity)
        .from(appointment::Column::ResourceId)
        .to(resource::Column::Id);
    patients::with_person(appointments.join(JoinType::InnerJoin, patient.into()))
        .join(JoinType::LeftJoin, provider.into())
        .join(JoinType::LeftJoin, resource.into())
        .expr_as(patients::archived_at(), "archived_at")
        .expr_as(name, "provider_name")
        .expr_as(Expr::col((resource::Entity, resource::Column::Name)), "resource_name")
}
