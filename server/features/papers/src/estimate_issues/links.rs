//! The link that opens an issued version without sign-in. Only its hash is stored, and a new link replaces the former one. It
//! opens nothing once the version is superseded or void.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::estimate_link::{self, ActiveModel, Column, Entity},
    ids::EstimateIssueId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::Expr,
};

use base::error::Result;
use crypto::token;
use http_api::state::App;
use practice::settings;
use tenancy::ClinicTx;

/// Makes this token's link the only one of the version, valid for as long as a consent's.
pub async fn renew(tx: &ClinicTx, issue: EstimateIssueId, token: &str, now: DateTime<Utc>) -> Result<()> {
    revoke(tx, issue, now).await?;
    let days = settings::current(tx).await?.consent_link_days;
    let link = ActiveModel {
        id: NotSet,
        issue_id: Set(issue),
        token_hash: Set(token::hash(token).to_vec()),
        made_at: Set(now),
        expires_at: Set(now + TimeDelta::days(days.into())),
        revoked_at: Set(None),
        opened_at: Set(None),
    };
    link.insert(tx).await?;
    Ok(())
}

/// Makes the links of a version invalid.
async fn revoke(tx: &ClinicTx, issue: EstimateIssueId, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(now))
        .filter(Column::IssueId.eq(issue))
        .filter(Column::RevokedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// The link with this token. `None` if another link has replaced it or it has expired.
pub async fn valid_link(
    tx: &ClinicTx,
    issue: EstimateIssueId,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<estimate_link::Model>> {
    let link = Entity::find()
        .filter(Column::IssueId.eq(issue))
        .filter(Column::TokenHash.eq(token::hash(token).to_vec()))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(link.one(tx).await?)
}

/// The page that a link's token opens. The host comes from the registry, never from the Host header, so that the link cannot lead
/// to an attacker's host.
pub fn portal_url(app: &App, subdomain: &str, token: &str) -> String {
    format!("{}/portal/estimate/{token}", app.base_url.origin_of(subdomain))
}
