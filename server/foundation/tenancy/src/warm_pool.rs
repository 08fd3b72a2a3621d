//! Claims an unclaimed clinic of the warm pool for a person who signs up.
//!
//! The registry and the clinic are two connections with different rights, so the claim is two transactions. The
//! registry's transaction holds the name from the start and commits last. If anything fails before that, the clinic
//! stays unclaimed. Only if the registry's own commit is lost does a person's data stay in the unclaimed clinic; the
//! next claim notices it and has the clinic removed.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::registry::{clinic, held_subdomain};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, TransactionTrait};
use uuid::Uuid;

use super::{Clinic, ClinicTx, Db, Directory, NewClinic, clinic::CHANNEL, notify, owner::MAIN, sql};
use base::error::{Error, OnConstraint, Refusal, Result};

/// The answer when no unclaimed clinic is left.
pub const NO_SPARE: Refusal = Refusal::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "no_spare",
    "A place for your clinic is just being prepared. Please try again in half a minute.",
)
.retried_after(30)
.because("no spare clinic is left");

/// The channel on which the provisioner learns that the warm pool needs another clinic.
pub const WARM_POOL_CHANNEL: &str = "celadon_spare";

/// How many unusable clinics one claim skips before it gives up: clinics with data of a failed claim, or out of reach.
const TRIES: usize = 4;

/// An unclaimed clinic that is being claimed.
pub struct Claim {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
    registry: DatabaseTransaction,
}

/// Claims a clinic of the warm pool under its new name. It is not served before [`Claim::finish`].
///
/// # Errors
/// `NO_SPARE` when no clinic is left, and `taken` when another clinic has the subdomain.
pub async fn claim(db: &Db, new: &NewClinic, now: DateTime<Utc>, taken: impl Fn() -> Error) -> Result<Claim> {
    for _ in 0..TRIES {
        let registry = db.registry().begin().await?;
        let id = claimed(&registry, new, now).await.on_constraint("clinic_subdomain_key", &taken)?;
        let Some(id) = id else {
            registry.rollback().await?;
            notify(&db.registry(), WARM_POOL_CHANNEL, "").await?;
            return Err(NO_SPARE.into());
        };
        // From here on no other transaction can take the address or reserve it.
        if held_subdomain::Entity::holds(&new.subdomain, now).one(&registry).await?.is_some() {
            registry.rollback().await?;
            return Err(taken());
        }
        let found = clinic::Entity::with_placement(clinic::Entity::find_by_id(id));
        let row = found.one(&registry).await?;
        let clinic = Arc::new(Clinic::try_from(row.ok_or(NO_SPARE)?)?);
        let tx = match db.enter(&clinic, false).await {
            Ok(tx) => tx,
            Err(error) if clinic.placement == MAIN => return Err(error.into()),
            Err(error) => {
                registry.rollback().await?;
                tracing::warn!(clinic.id = %id, placement = clinic.placement, reason = %error, "an unclaimed clinic is out of reach");
                spoil(db, id).await?;
                continue;
            }
        };
        if is_empty(&tx).await? {
            return Ok(Claim { clinic, tx, registry });
        }
        tx.rollback().await?;
        registry.rollback().await?;
        tracing::warn!(clinic.id = %id, "an unclaimed clinic is not empty and is removed");
        spoil(db, id).await?;
    }
    Err(NO_SPARE.into())
}

/// Marks an unclaimed clinic as unusable; the provisioner removes it and makes another.
async fn spoil(db: &Db, id: Uuid) -> Result<()> {
    db.registry().execute_raw(sql::spoil_spare(id)).await?;
    notify(&db.registry(), WARM_POOL_CHANNEL, "").await?;
    Ok(())
}

impl Claim {
    /// The transaction that opens the clinic. A notification in this transaction arrives when the clinic is visible.
    /// A notification in [`Claim::tx`] arrives earlier, when a worker still finds the clinic closed.
    pub fn registry(&self) -> &DatabaseTransaction {
        &self.registry
    }

    /// Commits: from now on the clinic has an owner. Servers notice within a second, and the provisioner makes another unclaimed clinic.
    pub async fn finish(self, directory: &Directory) -> Result<Arc<Clinic>> {
        notify(&self.registry, CHANNEL, &self.clinic.subdomain).await?;
        notify(&self.registry, WARM_POOL_CHANNEL, "").await?;
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
