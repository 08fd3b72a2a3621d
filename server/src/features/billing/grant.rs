//! Plans that the service grants a clinic without a payment at Stripe, by `celadon clinic plan`. Only
//! the owner of the database can write them.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::clinic::plan_grant::{ActiveModel, Column, Entity};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr,
    EntityTrait, QueryFilter, QueryOrder, sea_query::Expr,
};

use super::catalog::PlanId;
use crate::{
    features::appointments::start_of,
    foundation::{
        error::{Error, Result},
        tenancy::OwnerDb,
    },
    operations::clinic_ops::{Fault, find, note, operator},
};

/// A plan to be granted.
#[derive(Debug, Clone)]
pub struct Grant {
    pub plan: PlanId,
    /// The operator who grants it.
    pub by: String,
    /// The last day on which it holds, where the clinic is; none: until it is ended.
    pub last_day: Option<NaiveDate>,
}

/// The plan that is granted at `now`, if one is.
///
/// # Errors
/// When the database is out of reach or the row holds an unknown plan.
pub async fn in_force(tx: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<Option<PlanId>> {
    let row = Entity::find()
        .filter(Column::EndedAt.is_null())
        .filter(Condition::any().add(Column::EndsAt.is_null()).add(Column::EndsAt.gt(now)))
        .order_by_desc(Column::Id)
        .one(tx)
        .await?;
    let unknown = || Error::Internal("a granted plan is unknown".into());
    row.map(|row| PlanId::named(&row.plan).ok_or_else(unknown)).transpose()
}

/// Grants a clinic a plan in place of one that was granted before, and answers when it ends. The clinic's
/// activity log says so.
///
/// # Errors
/// When there is no such clinic, the name or the day makes no sense, or the database is out of reach;
/// then nothing happened.
pub async fn grant(
    owner: &OwnerDb,
    subdomain: &str,
    wanted: &Grant,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, Fault> {
    let by = operator(&wanted.by)?;
    let clinic = find(owner, subdomain).await?;
    let zone: Tz =
        clinic.time_zone.parse().map_err(|_| Fault::Refused("the clinic's time zone is unknown".to_owned()))?;
    let ends_at = wanted.last_day.map(|day| start_of(day.succ_opt().unwrap_or(day), zone));
    if ends_at.is_some_and(|ends_at| ends_at <= now) {
        return Err(Fault::Refused("that day is over".to_owned()));
    }
    let tx = owner.step_into(&clinic.placement, &clinic.schema_name).await?;
    end_all(&tx, now).await?;
    let row = ActiveModel {
        plan: Set(wanted.plan.terms().code.to_owned()),
        granted_by: Set(by.to_owned()),
        granted_at: Set(now),
        ends_at: Set(ends_at),
        ..Default::default()
    };
    let id = row.insert(&tx).await?.id;
    note::write(&tx, "billing.plan.grant", by, vec![id], now).await?;
    tx.commit().await?;
    Ok(ends_at)
}

/// Ends what was granted. Answers how many grants held.
///
/// # Errors
/// As [`grant`].
pub async fn end_grants(owner: &OwnerDb, subdomain: &str, by: &str, now: DateTime<Utc>) -> Result<u64, Fault> {
    let by = operator(by)?;
    let clinic = find(owner, subdomain).await?;
    let tx = owner.step_into(&clinic.placement, &clinic.schema_name).await?;
    let ended = end_all(&tx, now).await?;
    if ended > 0 {
        note::write(&tx, "billing.plan.end", by, Vec::new(), now).await?;
    }
    tx.commit().await?;
    Ok(ended)
}

async fn end_all(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let open = Entity::update_many().filter(Column::EndedAt.is_null());
    Ok(open.col_expr(Column::EndedAt, Expr::value(now)).exec(tx).await?.rows_affected)
}
