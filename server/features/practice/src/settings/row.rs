//! The clinic's one row of settings. Each feature has its columns of it, as an entity of its own.

use entity::settings::Settings;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, ModelTrait, PrimaryKeyTrait, QuerySelect};

use base::error::{Error, Result};
use tenancy::{ClinicTx, Ctx};

type Active<Row> = <<Row as ModelTrait>::Entity as EntityTrait>::ActiveModel;

/// The clinic's settings that are in these columns.
///
/// Fails when the clinic has no settings.
pub async fn read_settings<Row>(tx: &ClinicTx) -> Result<Row>
where
    Row: ModelTrait<Entity: EntityTrait<Model = Row, PrimaryKey: PrimaryKeyTrait<ValueType = i16>>>,
{
    Row::Entity::find_by_id(1_i16).one(tx).await?.ok_or_else(no_settings)
}

/// Like [`read_settings`], locked. If two changes come at the same moment, one waits for the other.
///
/// Fails when the clinic has no settings.
pub async fn lock_settings<Row>(tx: &ClinicTx) -> Result<Row>
where
    Row: ModelTrait<Entity: EntityTrait<Model = Row, PrimaryKey: PrimaryKeyTrait<ValueType = i16>>>,
{
    Row::Entity::find_by_id(1_i16).lock_exclusive().one(tx).await?.ok_or_else(no_settings)
}

fn no_settings() -> Error {
    Error::Internal("a clinic has no settings".into())
}

/// Stores settings that the member of this request has changed, as their next version.
pub async fn save_settings<Row, P>(ctx: &Ctx<P>, mut row: Row) -> Result<Row>
where
    Row: Settings + ModelTrait<Entity: EntityTrait<Model = Row, ActiveModel: Send>> + IntoActiveModel<Active<Row>>,
{
    row.count_change(ctx.now, ctx.member.id, ctx.member.full_name());
    Ok(row.into_active_model().reset_all().update(&ctx.tx).await?)
}
