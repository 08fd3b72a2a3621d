//! The clinic's one row of settings, of which each feature has its columns, and rows of a table that has one for each key.

use entity::settings::Settings;
use sea_orm::{
    ActiveModelTrait, EntityTrait, IntoActiveModel, Iterable, ModelTrait, PrimaryKeyToColumn, PrimaryKeyTrait,
    QuerySelect,
    sea_query::{FromValueTuple, OnConflict},
};

use base::error::{Error, Result};
use tenancy::{ClinicTx, Ctx};

type Active<Row> = <<Row as ModelTrait>::Entity as EntityTrait>::ActiveModel;
type Key<Row> = <<Row as ModelTrait>::Entity as EntityTrait>::PrimaryKey;

/// The clinic's settings that are in these columns.
///
/// Fails when the clinic has no settings.
pub async fn read_settings<Row>(tx: &ClinicTx) -> Result<Row>
where
    Row: Settings + ModelTrait<Entity: EntityTrait<Model = Row, PrimaryKey: PrimaryKeyTrait<ValueType = i16>>>,
{
    Row::Entity::find_by_id(1_i16).one(tx).await?.ok_or_else(no_settings)
}

/// Like [`read_settings`], locked. If two changes come at the same moment, one waits for the other.
///
/// Fails when the clinic has no settings.
pub async fn lock_settings<Row>(tx: &ClinicTx) -> Result<Row>
where
    Row: Settings + ModelTrait<Entity: EntityTrait<Model = Row, PrimaryKey: PrimaryKeyTrait<ValueType = i16>>>,
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

/// The row with the key of `defaults`, locked. The first change stores `defaults`. If two changes come at the same
/// moment, one waits for the other.
pub(super) async fn lock_or_add<Row>(tx: &ClinicTx, defaults: Row) -> Result<Row>
where
    Row: ModelTrait<Entity: EntityTrait<Model = Row>> + IntoActiveModel<Active<Row>>,
{
    let missing = || Error::Internal("settings that were just stored have no row".into());
    let first = defaults.into_active_model().reset_all();
    let key = first.get_primary_key_value().ok_or_else(missing)?;
    let stored = OnConflict::columns(Key::<Row>::iter().map(PrimaryKeyToColumn::into_column)).do_nothing().to_owned();
    Row::Entity::insert(first).on_conflict(stored).exec_without_returning(tx).await?;
    let key = <Key<Row> as PrimaryKeyTrait>::ValueType::from_value_tuple(key);
    Row::Entity::find_by_id(key).lock_exclusive().one(tx).await?.ok_or_else(missing)
}
