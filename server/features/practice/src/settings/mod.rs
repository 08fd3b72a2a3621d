//! A clinic's own settings, its modules, and the sample data of a new clinic.

mod api;
mod findings;
mod jobs;
mod modules;
mod row;
mod sample;
mod sql;
mod wire;

pub use findings::{Findings, NormalFindings};
pub use jobs::jobs;
pub use modules::{module_on, require_module};
pub use row::{lock_settings, read_settings, save_settings};
pub use sample::add_sample;
pub use sample::keep;
pub use sql::{ADULT_AGE, JOIN_SETTINGS, REACH, is_on_in_text};
pub use wire::{ClockTime, IntegerBetween};

use chrono::{DateTime, Utc};
use entity::clinic::clinic_setting::{self, Column, Entity};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, sea_query::Expr};
use utoipa_axum::router::OpenApiRouter;

use base::error::Result;
use http_api::state::App;
use tenancy::ClinicTx;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(modules::routes()).merge(sample::routes())
}

/// The clinic's settings: the table's one row.
pub async fn current(tx: &ClinicTx) -> Result<clinic_setting::Model> {
    read_settings(tx).await
}

/// Closes the list of first steps. A second call keeps the time of the first.
pub async fn close_first_steps(tx: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<()> {
    let close = Entity::update_many()
        .col_expr(Column::FirstStepsClosedAt, Expr::value(now))
        .filter(Column::FirstStepsClosedAt.is_null());
    close.exec(tx).await?;
    Ok(())
}
