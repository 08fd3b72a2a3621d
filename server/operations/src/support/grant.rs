//! Support grants: the operator's command makes one, a link opens it once, and it ends by expiry or when anybody ends it.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        member,
        support_access::{ActiveModel, Column, Entity},
    },
    words::{ClinicStatus, Department, MemberStatus, Role},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{Set, Unchanged},
    ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    clinic_ops::{ClinicOpsError, find, note},
    support::jobs::SupportGranted,
};
use auth::SUPPORT_ADDRESS;
use base::error::Result;
use crypto::token;
use tenancy::{ClinicTx, OwnerDb, Support};

/// How long the link can be opened.
const OPENS: TimeDelta = TimeDelta::minutes(15);

/// The operator's options.
#[derive(Debug, Clone)]
pub struct AccessRequest {
    /// The support person.
    pub operator: String,
    pub reason: String,
    pub minutes: u16,
}

/// A new grant. The token is stored nowhere else.
#[derive(Debug)]
pub struct Grant {
    pub token: String,
    pub ends_at: DateTime<Utc>,
}

/// Grants read access to a clinic. The clinic's audit records the grant, and its owners get a mail.
///
/// Fails without a change when there is no such open clinic, the reason is empty, or the duration is too long.
pub async fn grant(
    owner: &OwnerDb,
    subdomain: &str,
    request: &AccessRequest,
    now: DateTime<Utc>,
) -> Result<Grant, ClinicOpsError> {
    let (operator, reason) = (request.operator.trim(), request.reason.trim());
    let fault = if !(1..=200).contains(&operator.chars().count()) {
        Some("say who looks, in 1 to 200 characters")
    } else if !(10..=500).contains(&reason.chars().count()) {
        Some("say why, in 10 to 500 characters: the clinic reads it")
    } else if !(5..=240).contains(&request.minutes) {
        Some("leave lasts 5 to 240 minutes")
    } else if reason.chars().chain(operator.chars()).any(char::is_control) {
        Some("the reason and the name are one line each")
    } else {
        None
    };
    if let Some(fault) = fault {
        return Err(ClinicOpsError::Refused(fault.to_owned()));
    }
    let clinic = find(owner, subdomain).await?;
    if clinic.status != ClinicStatus::Active {
        return Err(ClinicOpsError::Refused(format!("{subdomain} is suspended: it cannot be read")));
    }
    let token = token::random();
    let ends_at = now + TimeDelta::minutes(request.minutes.into());
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    ensure_support_member(&tx, now).await?;
    let row = ActiveModel {
        operator: Set(operator.to_owned()),
        reason: Set(reason.to_owned()),
        token_hash: Set(token::hash(&token).to_vec()),
        granted_at: Set(now),
        open_until: Set(now + OPENS.min(ends_at - now)),
        ends_at: Set(ends_at),
        ..Default::default()
    };
    let access = row.insert(&tx).await?;
    note::write(&tx, "support.grant", operator, vec![access.id], now).await?;
    outbox::enqueue(&tx, clinic.id, now, &SupportGranted { access: access.id, member: None })
        .await
        .map_err(|error| ClinicOpsError::Refused(error.to_string()))?;
    tx.commit().await?;
    Ok(Grant { token, ends_at })
}

/// Ensures that the member for support sessions exists.
async fn ensure_support_member(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = member::ActiveModel {
        first_name: Set("Celadon".to_owned()),
        last_name: Set("Support".to_owned()),
        email: Set(SUPPORT_ADDRESS.to_owned()),
        role: Set(Role::PracticeManager),
        department: Set(Department::Support),
        status: Set(MemberStatus::Inactive),
        hire_date: Set(now.date_naive()),
        notes: Set(Some("Sessions of the service's own people are of this member.".to_owned())),
        updated_at: Set(now),
        removed_at: Set(Some(now)),
        is_owner: Set(false),
        ..Default::default()
    };
    match support_member().one(tx).await? {
        // The row gets these values, whoever created it.
        Some(ensure_support_member) => {
            member::ActiveModel { id: Unchanged(ensure_support_member.id), ..row }.update(tx).await?
        }
        None => member::ActiveModel { created_at: Set(now), ..row }.insert(tx).await?,
    };
    Ok(())
}

fn support_member() -> sea_orm::Select<member::Entity> {
    member::Entity::find()
        .filter(member::Column::Email.eq(SUPPORT_ADDRESS))
        .filter(member::Column::RemovedAt.is_not_null())
        .filter(member::Column::PasswordHash.is_null())
        .order_by_asc(member::Column::Id)
}

/// Redeems a token once for this session. Returns the session's member, the operator and the end of access. `None` for
/// an invalid token.
pub async fn redeem(
    tx: &ClinicTx,
    token: &str,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<(member::Model, Support)>> {
    let row = Entity::find()
        .filter(Column::TokenHash.eq(token::hash(token).to_vec()))
        .filter(Column::OpenedAt.is_null())
        .filter(Column::EndedAt.is_null())
        .filter(Column::OpenUntil.gt(now))
        .lock_exclusive()
        .one(tx)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let support = Support { operator: row.operator.clone(), ends_at: row.ends_at };
    let mut row = row.into_active_model();
    row.opened_at = Set(Some(now));
    row.session_id = Set(Some(session));
    row.update(tx).await?;
    Ok(support_member().one(tx).await?.map(|member| (member, support)))
}

/// Ends all open grants of a clinic and returns their number.
///
/// Fails when there is no such clinic.
pub async fn end(owner: &OwnerDb, subdomain: &str, now: DateTime<Utc>) -> Result<u64, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    let open: Vec<i64> = Entity::find()
        .filter(Column::EndedAt.is_null())
        .filter(Column::EndsAt.gt(now))
        .all(&tx)
        .await?
        .into_iter()
        .map(|access| access.id)
        .collect();
    let ended = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(now))
        .filter(Column::Id.is_in(open.clone()))
        .exec(&tx)
        .await?
        .rows_affected;
    if ended > 0 {
        note::write(&tx, "support.end", "celadon clinic support", open, now).await?;
    }
    tx.commit().await?;
    Ok(ended)
}
