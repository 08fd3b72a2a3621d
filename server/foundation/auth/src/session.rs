//! Sessions: started at sign-in, and ended at once if they must not continue.

use axum::http::{HeaderMap, header::SET_COOKIE};
use chrono::{DateTime, Utc};
use entity::{
    clinic::session::{ActiveModel, Column, Entity},
    ids::MemberId,
    words::Module,
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::Expr};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use base::{
    error::Result,
    permission::{Access, Grants, Role},
};
use tenancy::{Clinic, ClinicTx, Origin, SessionKeys, SessionRef, Support};

/// Who is signed in, where, and with which rights.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    pub member: SignedInMember,
    pub clinic: SignedInClinic,
    /// Permissions that are held in full.
    pub permissions: Vec<&'static str>,
    /// Permissions that are held in part.
    pub limited_permissions: Vec<&'static str>,
    /// How long the session lasts without a request.
    pub idle_minutes: i32,
    /// When it ends, however active the member is.
    pub expires_at: DateTime<Utc>,
    /// Until when the last proof of identity is fresh.
    pub proved_until: Option<DateTime<Utc>>,
    pub second_factor: SecondFactorState,
    /// Recovery codes that are left; 0 without a second factor.
    pub recovery_codes_left: u64,
    /// Support has read access to the clinic, without changing anything.
    pub support: Option<SupportLook>,
    /// The modules that the clinic has switched on.
    pub modules: Vec<Module>,
}

/// A support grant.
#[derive(Debug, Serialize, ToSchema)]
pub struct SupportLook {
    pub operator: String,
    pub ends_at: DateTime<Utc>,
}

impl SupportLook {
    pub fn new(support: &Support) -> Self {
        Self { operator: support.operator.clone(), ends_at: support.ends_at }
    }
}

/// Whether the member signs in with a code of an authenticator app as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorState {
    Off,
    On,
    /// The clinic asks for it: until it is set up, nothing else is allowed.
    MustEnrol,
}

impl SecondFactorState {
    pub fn new(has_one: bool, required: bool) -> Self {
        match (has_one, required) {
            (true, _) => Self::On,
            (false, true) => Self::MustEnrol,
            (false, false) => Self::Off,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SignedInMember {
    pub id: MemberId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub is_owner: bool,
    /// A Medical Director whose role is not in force until the account is confirmed.
    pub awaits_confirmation: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SignedInClinic {
    pub name: String,
    pub subdomain: String,
    pub time_zone: String,
}

impl SignedInClinic {
    pub fn new(clinic: &Clinic) -> Self {
        Self {
            name: clinic.name.clone(),
            subdomain: clinic.subdomain.clone(),
            time_zone: clinic.time_zone.name().to_owned(),
        }
    }
}

/// Permissions held in full and permissions held in part, as two lists.
pub fn permissions(grants: Grants) -> (Vec<&'static str>, Vec<&'static str>) {
    let (full, limited): (Vec<_>, Vec<_>) =
        grants.permissions().into_iter().partition(|(_, access)| *access == Access::Full);
    let names = |held: Vec<(&'static str, Access)>| held.into_iter().map(|(name, _)| name).collect();
    (names(full), names(limited))
}

/// Starts a session on a device; returns the header that sets its cookie.
pub async fn begin(
    tx: &ClinicTx,
    keys: &SessionKeys,
    clinic: Uuid,
    session_ref: SessionRef,
    device: &[u8],
    origin: &Origin,
) -> Result<HeaderMap> {
    let now = origin.now;
    let row = ActiveModel {
        id: Set(session_ref.session),
        member_id: Set(session_ref.member),
        created_at: Set(now),
        last_seen_at: Set(now),
        proved_at: Set(now),
        ended_at: Set(None),
        ip: Set(origin.ip.clone()),
        user_agent: Set(origin.user_agent.clone()),
        device_hash: Set(Some(device.to_vec())),
        kiosk_session_id: Set(None),
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    let cookie = keys.cookie(clinic, session_ref, now)?;
    Ok(HeaderMap::from_iter([(SET_COOKIE, cookie)]))
}

/// Whether the member has signed in before, but never on this device.
pub async fn is_new_device(tx: &ClinicTx, member: MemberId, device: &[u8]) -> Result<bool> {
    let before = Entity::find().filter(Column::MemberId.eq(member));
    let here = before.clone().filter(Column::DeviceHash.eq(device)).limit(1).one(tx).await?;
    Ok(here.is_none() && before.limit(1).one(tx).await?.is_some())
}

/// Ends a member's sessions, except one.
pub async fn end_all_of(tx: &ClinicTx, member: MemberId, but: Option<Uuid>, now: DateTime<Utc>) -> Result<()> {
    let mut ending = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(now))
        .filter(Column::MemberId.eq(member))
        .filter(Column::EndedAt.is_null());
    if let Some(kept) = but {
        ending = ending.filter(Column::Id.ne(kept));
    }
    ending.exec(tx).await?;
    Ok(())
}

/// Ends one session.
pub async fn end(tx: &ClinicTx, session: Uuid, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many().col_expr(Column::EndedAt, Expr::value(now)).filter(Column::Id.eq(session)).exec(tx).await?;
    Ok(())
}

/// Records that the session's member has just given a proof of identity.
pub async fn proved(tx: &ClinicTx, session: Uuid, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many().col_expr(Column::ProvedAt, Expr::value(now)).filter(Column::Id.eq(session)).exec(tx).await?;
    Ok(())
}
