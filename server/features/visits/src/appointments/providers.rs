//! The members who can be booked.

use entity::ids::{MemberId, ServiceId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::AppointmentCreate,
};
use http_api::{Json, state::App};
use practice::{services, team};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_providers))
}

/// A member who can be booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProviderChoice {
    pub id: MemberId,
    pub name: String,
}

/// Lists the members who can be booked.
#[utoipa::path(get, path = "/api/appointments/providers", tag = "appointments", responses((status = OK, body = Vec<ProviderChoice>)))]
async fn list_providers(ctx: Ctx<AppointmentCreate>) -> Result<Done<Json<Vec<ProviderChoice>>>> {
    let choices = providers(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(choices)).await
}

/// Active members who take appointments.
pub async fn providers(tx: &ClinicTx) -> Result<Vec<ProviderChoice>> {
    let rows = team::everybody_bookable(tx).await?;
    Ok(rows.into_iter().map(|row| ProviderChoice { id: row.id, name: row.full_name() }).collect())
}

/// The provider that a form has chosen.
///
/// Fails when this member cannot be booked.
pub(super) async fn chosen(tx: &ClinicTx, id: MemberId) -> Result<ProviderChoice> {
    let chosen = providers(tx).await?.into_iter().find(|choice| choice.id == id);
    chosen.ok_or_else(|| Error::field("provider_id", "must be one of the clinic's providers"))
}

/// Refuses a provider who cannot be booked for the service.
///
/// Fails when this member cannot be booked, or does not perform the service.
pub async fn check_bookable(tx: &ClinicTx, provider: MemberId, service: Option<ServiceId>, name: &str) -> Result<()> {
    chosen(tx, provider).await?;
    check_performs(tx, provider, service, name).await
}

/// Refuses a provider who does not perform the service.
///
/// Fails when this member does not perform the service.
pub(super) async fn check_performs(
    tx: &ClinicTx,
    provider: MemberId,
    service: Option<ServiceId>,
    name: &str,
) -> Result<()> {
    if services::is_performed_by(tx, service, provider).await? {
        return Ok(());
    }
    Err(Error::field("provider_id", format!("does not perform {name}")))
}
