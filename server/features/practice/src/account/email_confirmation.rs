//! The owner of a clinic that signed itself up confirms the e-mail address. Until then the clinic sends no other
//! mail, not even to the owner, because anybody can sign a clinic up with any address.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{clinic_setting, member},
    ids::MemberId,
    words::MemberStatus,
};
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use crate::{account::jobs::ConfirmationEmail, settings};
use auth::account_link::{self, LinkKind};
use base::{
    error::{Error, Result},
    permission::ClinicSettingsWrite,
};
use http_api::{Json, fields::Token, state::App};
use tenancy::{ClinicTx, Ctx, Done, LINK_INVALID, Subject, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_email)).routes(routes!(send_confirmation_again))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EmailConfirmation {
    token: Token,
}

/// Mails a link to the owner of a clinic that has just signed up. All other mails wait until the link is used.
pub async fn request_confirmation(tx: &ClinicTx, clinic: Uuid, owner: MemberId, now: DateTime<Utc>) -> Result<()> {
    note(tx, Some(now)).await?;
    outbox::enqueue(tx, clinic, now, &ConfirmationEmail { member: owner, link: None }).await
}

/// Mails another confirmation link to an owner who has forgotten the password, if the last one has expired. Otherwise the
/// owner is locked out: the password link is not sent before the address is confirmed, and only a signed-in owner can
/// request another confirmation link.
pub async fn confirm_again_when_locked_out(
    tx: &ClinicTx,
    clinic: Uuid,
    member: &member::Model,
    now: DateTime<Utc>,
) -> Result<()> {
    if !member.is_owner || settings::current(tx).await?.owner_unconfirmed_since.is_none() {
        return Ok(());
    }
    let (kind, ever) = (LinkKind::EmailConfirmation, DateTime::UNIX_EPOCH);
    if account_link::is_another_usable(tx, kind, member.id, ever, now).await? {
        return Ok(());
    }
    outbox::enqueue(tx, clinic, now, &ConfirmationEmail { member: member.id, link: None }).await
}

/// Confirms an owner's address with the link from the mail. Then the waiting mails are sent.
#[utoipa::path(post, path = "/api/auth/confirm-email", tag = "auth", responses((status = NO_CONTENT)))]
async fn confirm_email(visitor: Visitor, Json(given): Json<EmailConfirmation>) -> Result<Done<StatusCode>> {
    let tx = visitor.enter().await?;
    let id = account_link::redeem(&tx, LinkKind::EmailConfirmation, &given.token.0, visitor.now).await?;
    let owner = owners().filter(member::Column::Id.eq(id)).one(&tx).await?.ok_or(LINK_INVALID)?;
    note(&tx, None).await?;
    outbox::release_unconfirmed(&tx, visitor.clinic.id, visitor.now).await?;
    visitor.done(tx, Some(owner.id), StatusCode::NO_CONTENT).await
}

/// Mails the owner the link again. Within ten minutes of the last mail no new one is sent.
#[utoipa::path(post, path = "/api/clinic/owner-confirmation", tag = "clinic", responses((status = NO_CONTENT)))]
async fn send_confirmation_again(ctx: Ctx<ClinicSettingsWrite>) -> Result<Done<StatusCode>> {
    if settings::current(&ctx.tx).await?.owner_unconfirmed_since.is_none() {
        return Err(Error::conflict("confirmed", "The address is confirmed already."));
    }
    let owner = owners().order_by_asc(member::Column::Id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ConfirmationEmail { member: owner.id, link: None }).await?;
    ctx.done(Subject::object(owner.id), StatusCode::NO_CONTENT).await
}

fn owners() -> sea_orm::Select<member::Entity> {
    member::Entity::find()
        .filter(member::Column::IsOwner.eq(true))
        .filter(member::Column::Status.eq(MemberStatus::Active))
        .filter(member::Column::RemovedAt.is_null())
}

async fn note(tx: &ClinicTx, unconfirmed_since: Option<DateTime<Utc>>) -> Result<()> {
    let row = clinic_setting::ActiveModel {
        id: Unchanged(1),
        owner_unconfirmed_since: Set(unconfirmed_since),
        ..Default::default()
    };
    clinic_setting::Entity::update(row).exec(tx).await?;
    Ok(())
}
