//! Entries with the names shown beside them.

use entity::{
    clinic::{
        member, patient,
        waitlist_entry::{self, Column, Entity},
    },
    ids::{PatientId, WaitlistEntryId},
    words::WaitlistStatus,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, extension::postgres::PgExpr},
};

use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// An entry with the names shown beside it.
#[derive(FromQueryResult)]
pub(super) struct EntryWithNames {
    #[sea_orm(nested)]
    pub(super) entry: waitlist_entry::Model,
    /// The present patient: the surviving record if this one was merged.
    pub(super) person_id: PatientId,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) provider_name: Option<String>,
}

/// The open entries, the newest last.
pub(super) fn waiting() -> Select<Entity> {
    named(Entity::find().filter(Column::Status.eq(WaitlistStatus::Waiting))).order_by_asc(Column::Id)
}

/// One entry with its names.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such entry.
pub(super) async fn one(tx: &ClinicTx, id: WaitlistEntryId) -> Result<EntryWithNames> {
    named(Entity::find_by_id(id)).into_model().one(tx).await?.ok_or(Error::NotFound)
}

fn named(entries: Select<Entity>) -> Select<Entity> {
    let patient = Entity::belongs_to(patient::Entity).from(Column::PatientId).to(patient::Column::Id);
    let provider = Entity::belongs_to(member::Entity).from(Column::ProviderId).to(member::Column::Id);
    // Like `member::Model::full_name`; null without a provider.
    let name = Expr::col((member::Entity, member::Column::FirstName))
        .concat(" ")
        .concat(Expr::col((member::Entity, member::Column::LastName)));
    patients::with_person(entries.join(JoinType::InnerJoin, patient.into()))
        .join(JoinType::LeftJoin, provider.into())
        .expr_as(name, "provider_name")
}
