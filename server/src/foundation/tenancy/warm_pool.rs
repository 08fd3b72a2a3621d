//! Claiming a spare clinic for somebody who signs up (design 2.8).
//!
//! The registry and the clinic are two connections with rights of their own, so the claim is two
//! transactions: the registry's holds the name from the start and commits last. Whatever fails before
//! that leaves the spare a spare. Only when the registry's own commit is lost does something of a
//! person stay behind in one; the next who comes by sees it and has it taken away.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::registry::held_subdomain;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, TransactionTrait};
use uuid::Uuid;

use super::{Clinic, ClinicTx, Db, Directory, NewClinic, clinic::CHANNEL, notify, sql};
use crate::foundation::error::{Error, OnConstraint, Result};

/// The channel on which the provisioner hears that spare clinics are used up.
pub const SPARES: &str = "celadon_spare";

/// Spares that are found spoilt in one claim before it gives up.
const TRIES: usize = 4;

/// A spare clinic that is about to become somebody's.
pub struct Claim {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
    registry: DatabaseTransaction,
}

/// Claims a spare clinic under its new name; nobody sees it before [`Claim::finish`].
///
/// # Errors
/// [`Error::NoSpare`] when there is none, and `taken` when another clinic has the subdomain.
pub async fn claim(db: &Db, new: &NewClinic, now: DateTime<Utc>, taken: impl Fn() -> Error) -> Result<Claim> {
    for _ in 0..TRIES {
        let registry = db.registry().begin().await?;
        let id = claimed(&registry, new, now).await.on_constraint("clinic_subdomain_key", &taken)?;
        let Some(id) = id else {
            registry.rollback().await?;
            notify(&db.registry(), SPARES, "").await?;
            return Err(Error::NoSpare);
        };
        // From here on nobody else can have the address, or leave it to be held.
        if held_subdomain::Entity::holds(&new.subdomain, now).one(&registry).await?.is_some() {
            registry.rollback().await?;
            return Err(taken());
        }
        let row = entity::registry::clinic::Entity::find_by_id(id).one(&registry).await?;
        let clinic = Arc::new(Clinic::try_from(row.ok_or(Error::NoSpare)?)?);
        let tx = db.enter(&clinic, false).await?;
        if is_empty(&tx).await? {
            return Ok(Claim { clinic, tx, registry });
        }
        tx.rollback().await?;
        registry.rollback().await?;
        tracing::warn!(clinic.id = %id, "a spare clinic is not empty and is taken away");
        db.registry().execute_raw(sql::spoil_spare(id)).await?;
        notify(&db.registry(), SPARES, "").await?;
    }
    Err(Error::NoSpare)
}

impl Claim {
    /// From now on the clinic is somebody's. Servers know within a second, and the provisioner makes
    /// another spare.
    ///
    /// # Errors
    /// When it cannot be committed; then the clinic is nobody's.
    pub async fn finish(self, directory: &Directory) -> Result<Arc<Clinic>> {
        notify(&self.registry, CHANNEL, &self.clinic.subdomain).await?;
        notify(&self.registry, SPARES, "").await?;
        self.tx.commit().await?;
        self.registry.commit().await?;
        directory.forget();
        Ok(self.clinic)
    }
}

async fn claimed(registry: &DatabaseTransaction, new: &NewClinic, now: DateTime<Utc>) -> Result<Option<Uuid>, DbErr> {
    let row = registry.query_one_raw(sql::claim_spare(new, now)).await?;
    row.map_or(Ok(None), |row| row.try_get("", "id"))
}

async fn is_empty(tx: &ClinicTx) -> Result<bool> {
    Ok(entity::clinic::member::Entity::find().one(tx).await?.is_none())
}
