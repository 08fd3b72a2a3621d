//! Grants a clinic a plan without a payment at Stripe: `celadon clinic plan`.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::clinic::plan_grant::{ActiveModel, Column, Entity};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    sea_query::Expr,
};

use super::{ClinicOpsError, find, note, operator};
use base::local_time::start_of;
use practice::billing::PlanId;
use tenancy::OwnerDb;

/// A plan to grant.
#[derive(Debug, Clone)]
pub struct Grant {
    pub plan: PlanId,
    /// The operator who grants it.
    pub by: String,
    /// The last valid day, in the clinic's time zone. `None` if the plan is granted until somebody ends it.
    pub last_day: Option<NaiveDate>,
}

/// Grants a clinic a plan in place of an earlier grant, and returns the end of the grant. The clinic's activity log
/// shows it.
///
/// Fails without a change when there is no such clinic, or the name or the day is invalid.
pub async fn grant(
    owner: &OwnerDb,
    subdomain: &str,
    wanted: &Grant,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, ClinicOpsError> {
    let by = operator(&wanted.by)?;
    let clinic = find(owner, subdomain).await?;
    let zone: Tz = clinic
        .time_zone
        .parse()
        .map_err(|_| ClinicOpsError::Refused("the clinic's time zone is unknown".to_owned()))?;
    let ends_at = wanted.last_day.map(|day| start_of(day.succ_opt().unwrap_or(day), zone));
    if ends_at.is_some_and(|ends_at| ends_at <= now) {
        return Err(ClinicOpsError::Refused("that day is over".to_owned()));
    }
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    end_all(&tx, now).await?;
    let row = ActiveModel {
        plan: Set(wanted.plan),
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

/// Ends the grants. Returns how many were in force.
///
/// # Errors
/// As [`grant`].
pub async fn end_grants(owner: &OwnerDb, subdomain: &str, by: &str, now: DateTime<Utc>) -> Result<u64, ClinicOpsError> {
    let by = operator(by)?;
    let clinic = find(owner, subdomain).await?;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
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
