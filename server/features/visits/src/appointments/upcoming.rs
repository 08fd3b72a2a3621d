//! Counts upcoming appointments by provider. They need attention before a provider leaves or the clinic's time zone
//! changes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        member,
    },
    ids::MemberId,
    words::AppointmentStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::providers::providers;
use base::{error::Result, permission::AppointmentList};
use http_api::{Json, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_appointments_ahead))
}

/// A provider's upcoming appointments, without canceled ones.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderAhead {
    /// Null for appointments that any provider may take.
    pub provider_id: Option<MemberId>,
    pub provider_name: Option<String>,
    /// Whether the provider can still be booked. Also true if any provider may take the appointments.
    pub is_bookable: bool,
    pub appointments: i64,
    pub first_starts_at: DateTime<Utc>,
}

/// Counts upcoming appointments by provider. The provider with the earliest appointment comes first.
#[utoipa::path(get, path = "/api/appointments/ahead", tag = "appointments", responses((status = OK, body = Vec<ProviderAhead>)))]
async fn list_appointments_ahead(ctx: Ctx<AppointmentList>) -> Result<Done<Json<Vec<ProviderAhead>>>> {
    let providers = upcoming_by_provider(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(providers)).await
}

/// The upcoming appointments of each provider.
pub async fn upcoming_by_provider(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Vec<ProviderAhead>> {
    let counted: Vec<(Option<MemberId>, i64, DateTime<Utc>)> = Entity::find()
        .select_only()
        .column(Column::ProviderId)
        .column_as(Column::Id.count(), "appointments")
        .column_as(Column::StartsAt.min(), "first_starts_at")
        .filter(Column::StartsAt.gt(now))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]))
        .group_by(Column::ProviderId)
        .into_tuple()
        .all(tx)
        .await?;
    let ids: Vec<_> = counted.iter().filter_map(|(provider, ..)| *provider).collect();
    let rows = member::Entity::find().filter(member::Column::Id.is_in(ids)).all(tx).await?;
    let names: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row.full_name())).collect();
    let bookable = providers(tx).await?;
    let mut providers: Vec<_> = counted
        .into_iter()
        .map(|(provider_id, appointments, first_starts_at)| ProviderAhead {
            provider_id,
            provider_name: provider_id.and_then(|id| names.get(&id).cloned()),
            is_bookable: provider_id.is_none_or(|id| bookable.iter().any(|choice| choice.id == id)),
            appointments,
            first_starts_at,
        })
        .collect();
    providers.sort_unstable_by_key(|provider| provider.first_starts_at);
    Ok(providers)
}
