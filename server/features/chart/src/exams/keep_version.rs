//! Keeps each version of an exam template as saved.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    exam_template::Model,
    exam_template_version::{ActiveModel, Column, Entity},
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, sea_query::OnConflict};

use base::error::Result;
use practice::templates::check_daily_limit;
use tenancy::{ClinicTx, Member};

/// Refuses another version beyond the daily limit.
///
/// Fails if the clinic has saved the most versions allowed within a day.
pub async fn may_save(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let saved =
        Entity::find().filter(Column::SavedBy.is_not_null()).filter(Column::SavedAt.gt(now - TimeDelta::days(1)));
    check_daily_limit(tx, saved, "Exam templates").await
}

/// Keeps a version, unless it is already kept.
pub async fn keep_version(tx: &ClinicTx, row: &Model, author: Option<&Member>) -> Result<()> {
    let version = ActiveModel {
        template_id: Set(row.id),
        version: Set(row.version),
        name: Set(row.name.clone()),
        description: Set(row.description.clone()),
        vitals_template: Set(row.vitals_template.clone()),
        ros_template: Set(row.ros_template.clone()),
        pe_template: Set(row.pe_template.clone()),
        saved_by: Set(author.map(|author| author.id)),
        saved_by_name: Set(author.map(Member::full_name)),
        saved_at: Set(row.updated_at),
    };
    let known = OnConflict::columns([Column::TemplateId, Column::Version]).do_nothing().to_owned();
    Entity::insert(version).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}
