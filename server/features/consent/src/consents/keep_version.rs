//! Stores each version of a consent template as it was saved.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    consent_template::Model,
    consent_template_version::{ActiveModel, Column, Entity},
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, sea_query::OnConflict};

use base::error::Result;
use practice::templates::check_daily_limit;
use tenancy::{ClinicTx, Member};

/// Refuses a further version beyond the daily limit.
///
/// Fails when the clinic has reached the limit of versions within a day.
pub async fn may_save(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let saved =
        Entity::find().filter(Column::SavedBy.is_not_null()).filter(Column::SavedAt.gt(now - TimeDelta::days(1)));
    check_daily_limit(tx, saved, "Consent texts").await
}

/// Stores a version, unless it was stored before.
pub async fn keep_version(tx: &ClinicTx, row: &Model, author: Option<&Member>) -> Result<()> {
    let version = ActiveModel {
        template_id: Set(row.id),
        version: Set(row.version),
        name: Set(row.name.clone()),
        body: Set(row.body.clone()),
        saved_by: Set(author.map(|author| author.id)),
        saved_by_name: Set(author.map(Member::full_name)),
        saved_at: Set(row.updated_at),
    };
    let known = OnConflict::columns([Column::TemplateId, Column::Version]).do_nothing().to_owned();
    Entity::insert(version).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}
