//! A row of settings, of which a table holds one for each key and none until something is changed.

use sea_orm::{
    ActiveModelTrait, EntityTrait, IntoActiveModel, Iterable, PrimaryKeyToColumn, PrimaryKeyTrait, QuerySelect,
    sea_query::{FromValueTuple, OnConflict},
};

use super::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// The row with the key of `defaults` under a lock. The first change stores `defaults`: of two at the same moment one waits for the other.
///
/// # Errors
/// When the database is out of reach.
pub async fn locked<E>(tx: &ClinicTx, defaults: E::Model) -> Result<E::Model>
where
    E: EntityTrait,
    E::Model: IntoActiveModel<E::ActiveModel>,
{
    let missing = || Error::Internal("settings that were just stored have no row".into());
    let first = defaults.into_active_model().reset_all();
    let key = first.get_primary_key_value().ok_or_else(missing)?;
    let stored =
        OnConflict::columns(E::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column)).do_nothing().to_owned();
    E::insert(first).on_conflict(stored).exec_without_returning(tx).await?;
    let key = <E::PrimaryKey as PrimaryKeyTrait>::ValueType::from_value_tuple(key);
    E::find_by_id(key).lock_exclusive().one(tx).await?.ok_or_else(missing)
}
