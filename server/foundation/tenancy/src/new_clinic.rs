//! Makes a clinic completely or not at all: its row in the registry, and its schema, role and tables in its placement.

use entity::{
    registry::clinic,
    words::{ClinicStatus, PlacementKind},
};
use migration::clinic as clinic_migrations;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect,
    TransactionTrait,
    sea_query::{LockBehavior, LockType, Query, extension::postgres::PgFunc},
};
use uuid::Uuid;

use super::{
    choose_placement::shard_of,
    clinic::NewClinic,
    host::SPARE,
    new_subdomain::new_subdomain_error,
    owner::{MAIN, OwnerDb, notify_servers, refuse_reserved_subdomain},
    schema::{drop_schema, schema_name},
};

/// The advisory lock of provisioners. The number is arbitrary; nothing else may use it.
const WARM_POOL_LOCK: i64 = 0x00CE_1AD1;

/// A clinic that was made.
#[derive(Debug, Clone)]
pub struct Provisioned {
    pub id: Uuid,
    pub subdomain: String,
    pub schema: String,
}

/// A clinic that is being made. One transaction holds everything, so that the clinic exists completely or not at all.
pub struct NewClinicSeed {
    pub tx: DatabaseTransaction,
    pub provisioned: Provisioned,
    /// For a clinic in another placement: the registry's transaction, and the row to write in it.
    elsewhere: Option<(DatabaseTransaction, clinic::ActiveModel)>,
}

impl OwnerDb {
    /// Makes the clinic's role, schema and tables and enters it. Nobody sees the clinic before
    /// [`NewClinicSeed::finish`].
    ///
    /// Fails when the subdomain is taken or not allowed, or no placement accepts.
    pub async fn begin_clinic(&self, new: NewClinic) -> Result<NewClinicSeed, DbErr> {
        self.begin_clinic_at(new, None).await
    }

    /// The same in this placement. Without a name: of those that accept clinics, in the one with the fewest.
    ///
    /// # Errors
    /// As [`Self::begin_clinic`].
    pub async fn begin_clinic_at(&self, new: NewClinic, placement: Option<&str>) -> Result<NewClinicSeed, DbErr> {
        if new_subdomain_error(&new.subdomain).is_some() {
            return Err(DbErr::Custom(format!("\"{}\" cannot be a clinic's subdomain", new.subdomain)));
        }
        self.begin(self.db.begin().await?, Uuid::new_v4(), new, ClinicStatus::Active, placement).await
    }

    /// Makes another unclaimed clinic for the warm pool, unless it has `wanted` already.
    ///
    /// Fails when no placement accepts.
    pub async fn begin_spare(&self, wanted: u32) -> Result<Option<NewClinicSeed>, DbErr> {
        let tx = self.db.begin().await?;
        // Without the lock, two provisioners would each count one clinic too few.
        tx.execute(Query::select().expr(PgFunc::advisory_xact_lock(WARM_POOL_LOCK))).await?;
        let there = clinic::Entity::find().filter(clinic::Column::Status.eq(ClinicStatus::Spare)).count(&tx).await?;
        if there >= u64::from(wanted) {
            return Ok(None);
        }
        let id = Uuid::new_v4();
        let placeholder = NewClinic {
            subdomain: format!("{SPARE}{}", id.simple()),
            name: "Spare".to_owned(),
            time_zone: chrono_tz::UTC,
        };
        self.begin(tx, id, placeholder, ClinicStatus::Spare, None).await.map(Some)
    }

    /// Removes unclaimed clinics with data of a failed claim, and clinics that were interrupted while being made.
    /// Returns how many. A clinic whose placement is out of reach stays until a later run.
    pub async fn discard_spoilt(&self) -> Result<usize, DbErr> {
        let spoilt =
            clinic::Entity::find().filter(clinic::Column::Status.eq(ClinicStatus::Spoilt)).all(&self.db).await?;
        let mut discarded = 0;
        for clinic in &spoilt {
            match self.discard(clinic).await {
                Ok(done) => discarded += usize::from(done),
                Err(error) => {
                    tracing::warn!(clinic.id = %clinic.id, reason = %error, "an unusable clinic stays for now");
                }
            }
        }
        Ok(discarded)
    }

    async fn discard(&self, spoilt: &clinic::Model) -> Result<bool, DbErr> {
        let registry = self.db.begin().await?;
        // The transaction that is making the clinic has locked the row.
        let held = clinic::Entity::find_by_id(spoilt.id)
            .filter(clinic::Column::Status.eq(ClinicStatus::Spoilt))
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .one(&registry)
            .await?;
        if held.is_none() {
            return Ok(false);
        }
        if spoilt.placement == MAIN {
            drop_schema(&registry, &spoilt.schema_name).await?;
        } else {
            let there = self.at(&spoilt.placement).await?.begin().await?;
            drop_schema(&there, &spoilt.schema_name).await?;
            there.commit().await?;
        }
        clinic::Entity::delete_by_id(spoilt.id).exec(&registry).await?;
        registry.commit().await?;
        Ok(true)
    }

    async fn begin(
        &self,
        tx: DatabaseTransaction,
        id: Uuid,
        new: NewClinic,
        status: ClinicStatus,
        placement: Option<&str>,
    ) -> Result<NewClinicSeed, DbErr> {
        let schema = schema_name(id);
        let placement = self.choose_placement(&tx, placement).await?;
        let shard = shard_of(&placement, id);
        let isolated = placement.kind == PlacementKind::Postgres;
        refuse_reserved_subdomain(&tx, &new.subdomain).await?;
        let row = clinic::ActiveModel {
            id: Set(id),
            subdomain: Set(new.subdomain.clone()),
            name: Set(new.name),
            schema_name: Set(schema.clone()),
            placement: Set(placement.name.clone()),
            shard: Set(i32::from(shard)),
            status: Set(status),
            schema_version: Set(clinic_migrations::LATEST.to_owned()),
            oldest_server: Set(clinic_migrations::OLDEST_SERVER.to_owned()),
            time_zone: Set(new.time_zone.name().to_owned()),
            ..Default::default()
        };
        let provisioned = Provisioned { id, subdomain: new.subdomain, schema };
        if placement.name == MAIN {
            row.insert(&tx).await?;
            self.lay_out(&tx, &provisioned.schema, shard, isolated).await?;
            return Ok(NewClinicSeed { tx, provisioned, elsewhere: None });
        }
        self.note_unfinished(&tx, &row, id).await?;
        let there = self.at(&placement.name).await?.begin().await?;
        self.lay_out(&there, &provisioned.schema, shard, isolated).await?;
        Ok(NewClinicSeed { tx: there, provisioned, elsewhere: Some((tx, row)) })
    }

    /// Records a clinic that is being made in another placement as one to be removed. The two databases cannot commit
    /// together, and this row lets an interrupted clinic be found. The registry's transaction locks the row until the
    /// clinic is complete.
    async fn note_unfinished(
        &self,
        registry: &DatabaseTransaction,
        row: &clinic::ActiveModel,
        id: Uuid,
    ) -> Result<(), DbErr> {
        let unfinished = clinic::ActiveModel {
            subdomain: Set(format!("{SPARE}{}", id.simple())),
            name: Set("Unfinished".to_owned()),
            status: Set(ClinicStatus::Spoilt),
            ..row.clone()
        };
        unfinished.insert(&self.db).await?;
        let held = clinic::Entity::find_by_id(id).lock_exclusive().one(registry).await?;
        held.map(drop).ok_or_else(|| DbErr::Custom("the unfinished clinic was removed: try again".to_owned()))
    }
}

impl NewClinicSeed {
    /// Commits; from now on the clinic exists.
    pub async fn finish(self) -> Result<Provisioned, DbErr> {
        if let Some((registry, row)) = self.elsewhere {
            row.update(&registry).await?;
            notify_servers(&registry, &self.provisioned.subdomain).await?;
            // The tables are committed first, because the clinic is served as soon as the registry commits.
            self.tx.commit().await?;
            registry.commit().await?;
            return Ok(self.provisioned);
        }
        notify_servers(&self.tx, &self.provisioned.subdomain).await?;
        self.tx.commit().await?;
        Ok(self.provisioned)
    }
}
