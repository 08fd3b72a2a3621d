//! Access with the owner's rights: making clinics and changing the registry. Commands and the provisioning
//! worker use it; the gateway never has these rights.

use entity::{registry::held_subdomain, words::ClinicStatus};
use migration::{clinic as clinic_migrations, fleet};
use sea_orm::{
    AccessMode, ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr,
    EntityTrait, IsolationLevel, PaginatorTrait, QueryFilter, QueryOrder, RuntimeErr, TransactionTrait,
    sea_query::{Expr, ExprTrait, Func, Query, extension::postgres::PgFunc},
};
use sqlx::{
    ConnectOptions as _,
    postgres::{PgConnectOptions, PgConnection},
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use uuid::Uuid;

use super::{
    clinic::{CHANNEL, NewClinic},
    host::{SPARE, subdomain_error},
    notify,
    schema::{drop_schema, schema_name},
};
use crate::foundation::permission::Role;

/// The advisory lock of provisioners. The number is arbitrary; nothing else may use it.
const WARM_POOL_LOCK: i64 = 0x00CE_1AD1;

/// Enough for a command, which does one thing after the other.
const CONNECTIONS: u32 = 4;

/// The placement of the registry, and of clinics unless another is named.
pub const MAIN: &str = "main";

/// A connection with the owner's rights.
#[derive(Clone)]
pub struct OwnerDb {
    pub(super) db: DatabaseConnection,
    /// The gateway's login role; its shards become members of the clinics' roles.
    pub(super) gateway: String,
    /// The owner's login to each placement.
    urls: Arc<BTreeMap<String, String>>,
}

/// A clinic's first member, who runs it. Whether they also treat patients depends on the role.
#[derive(Debug, Clone)]
pub struct NewOwner {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub license_number: Option<String>,
    pub password_hash: String,
}

/// A clinic that was made.
#[derive(Debug, Clone)]
pub struct Provisioned {
    pub id: Uuid,
    pub subdomain: String,
    pub schema: String,
}

/// A clinic in the making. Everything is in this transaction, so that the clinic exists completely or not at
/// all.
pub struct NewClinicSeed {
    pub tx: DatabaseTransaction,
    pub provisioned: Provisioned,
}

impl OwnerDb {
    /// # Errors
    /// When the database is out of reach.
    pub async fn connect(url: &str, gateway: &str) -> Result<Self, DbErr> {
        Self::connect_to(url, gateway, BTreeMap::new()).await
    }

    /// The same, with the owner's logins to further placements.
    ///
    /// # Errors
    /// When the registry's database is out of reach.
    pub async fn connect_to(url: &str, gateway: &str, further: BTreeMap<String, String>) -> Result<Self, DbErr> {
        Self::connect_for(url, gateway, further, CONNECTIONS).await
    }

    /// The same, for work that needs this many connections to the registry's database at the same time.
    ///
    /// # Errors
    /// When the registry's database is out of reach.
    pub async fn connect_for(
        url: &str,
        gateway: &str,
        further: BTreeMap<String, String>,
        connections: u32,
    ) -> Result<Self, DbErr> {
        let mut urls = further;
        urls.insert(MAIN.to_owned(), url.to_owned());
        Ok(Self { db: pool(url, connections).await?, gateway: gateway.to_owned(), urls: Arc::new(urls) })
    }

    fn url_of(&self, placement: &str) -> Result<&str, DbErr> {
        self.urls.get(placement).map(String::as_str).ok_or_else(|| {
            let variable = placement.to_ascii_uppercase();
            DbErr::Custom(format!("there is no OWNER_DATABASE_URL_{variable} for the placement {placement}"))
        })
    }

    /// The database of a placement's clinics.
    pub(super) async fn at(&self, placement: &str) -> Result<DatabaseConnection, DbErr> {
        if placement == MAIN { Ok(self.db.clone()) } else { pool(self.url_of(placement)?, CONNECTIONS).await }
    }

    /// A dedicated connection to a placement, outside of any pool, for work that streams.
    ///
    /// # Errors
    /// When the placement is not configured, or is out of reach.
    pub async fn session(&self, placement: &str) -> Result<PgConnection, DbErr> {
        let options: PgConnectOptions = self.url_of(placement)?.parse().map_err(lost)?;
        options.disable_statement_logging().connect().await.map_err(lost)
    }

    /// Whether Postgres answers soon enough for a probe.
    pub async fn is_reachable(&self) -> bool {
        tokio::time::timeout(Duration::from_secs(1), self.db.ping()).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Makes the clinic's role, schema and tables and enters it. Nobody sees the clinic before
    /// [`NewClinicSeed::finish`].
    ///
    /// # Errors
    /// When the subdomain is taken or not allowed, no placement accepts, or the database is out of
    /// reach.
    pub async fn begin_clinic(&self, new: NewClinic) -> Result<NewClinicSeed, DbErr> {
        if subdomain_error(&new.subdomain).is_some() {
            return Err(DbErr::Custom(format!("\"{}\" cannot be a clinic's subdomain", new.subdomain)));
        }
        self.begin(self.db.begin().await?, Uuid::new_v4(), new, ClinicStatus::Active).await
    }

    /// Makes another unclaimed clinic for the warm pool, unless it has `wanted` already.
    ///
    /// # Errors
    /// When no placement accepts or the database is out of reach.
    pub async fn begin_spare(&self, wanted: u32) -> Result<Option<NewClinicSeed>, DbErr> {
        let tx = self.db.begin().await?;
        // The lock: two provisioners would each count one too few.
        tx.execute(Query::select().expr(PgFunc::advisory_xact_lock(WARM_POOL_LOCK))).await?;
        let there = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::Status.eq(ClinicStatus::Spare))
            .count(&tx)
            .await?;
        if there >= u64::from(wanted) {
            return Ok(None);
        }
        let id = Uuid::new_v4();
        let placeholder = NewClinic {
            subdomain: format!("{SPARE}{}", id.simple()),
            name: "Spare".to_owned(),
            time_zone: chrono_tz::UTC,
        };
        self.begin(tx, id, placeholder, ClinicStatus::Spare).await.map(Some)
    }

    /// Removes unclaimed clinics in which a failed claim has left data. Returns how many.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn discard_spoilt(&self) -> Result<usize, DbErr> {
        let spoilt = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::Status.eq(ClinicStatus::Spoilt))
            .all(&self.db)
            .await?;
        for clinic in &spoilt {
            let tx = self.db.begin().await?;
            drop_schema(&tx, &clinic.schema_name).await?;
            entity::registry::clinic::Entity::delete_by_id(clinic.id).exec(&tx).await?;
            tx.commit().await?;
        }
        Ok(spoilt.len())
    }

    async fn begin(
        &self,
        tx: DatabaseTransaction,
        id: Uuid,
        new: NewClinic,
        status: ClinicStatus,
    ) -> Result<NewClinicSeed, DbErr> {
        let schema = schema_name(id);
        let (placement, shard, isolated) = self.choose_placement(&tx, id, Some(MAIN)).await?;
        refuse_reserved_subdomain(&tx, &new.subdomain).await?;
        entity::registry::clinic::ActiveModel {
            id: Set(id),
            subdomain: Set(new.subdomain.clone()),
            name: Set(new.name),
            schema_name: Set(schema.clone()),
            placement: Set(placement),
            shard: Set(i32::from(shard)),
            status: Set(status),
            schema_version: Set(clinic_migrations::LATEST.to_owned()),
            oldest_server: Set(clinic_migrations::OLDEST_SERVER.to_owned()),
            time_zone: Set(new.time_zone.name().to_owned()),
            ..Default::default()
        }
        .insert(&tx)
        .await?;
        self.lay_out(&tx, &schema, shard, isolated).await?;
        Ok(NewClinicSeed { tx, provisioned: Provisioned { id, subdomain: new.subdomain, schema } })
    }

    /// Every clinic that has an owner, oldest first.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn clinics(&self) -> Result<Vec<entity::registry::clinic::Model>, DbErr> {
        entity::registry::clinic::Entity::taken()
            .order_by_asc(entity::registry::clinic::Column::CreatedAt)
            .all(&self.db)
            .await
    }

    /// A read-only transaction on a clinic's schema that sees one moment.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn inspect(&self, placement: &str, schema: &str) -> Result<DatabaseTransaction, DbErr> {
        let db = self.at(placement).await?;
        let tx = db.begin_with_config(Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)).await?;
        fleet::enter(&tx, schema, Duration::from_secs(5)).await?;
        Ok(tx)
    }

    /// The registry, with the owner's rights.
    pub fn registry(&self) -> &DatabaseConnection {
        &self.db
    }

    /// A transaction inside a clinic, with the owner's rights.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn enter_schema(&self, placement: &str, schema: &str) -> Result<DatabaseTransaction, DbErr> {
        let tx = self.at(placement).await?.begin().await?;
        fleet::enter(&tx, schema, Duration::from_secs(5)).await?;
        Ok(tx)
    }

    /// Suspends a clinic or opens it again; servers notice within a second. False when there is no such clinic.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn set_status(&self, subdomain: &str, status: ClinicStatus) -> Result<bool, DbErr> {
        let tx = self.db.begin().await?;
        let changed = entity::registry::clinic::Entity::update_many()
            .col_expr(entity::registry::clinic::Column::Status, Expr::value(status))
            .filter(entity::registry::clinic::Column::Subdomain.eq(subdomain))
            .filter(entity::registry::clinic::Column::Status.is_in([ClinicStatus::Active, ClinicStatus::Suspended]))
            .exec(&tx)
            .await?;
        notify_servers(&tx, subdomain).await?;
        tx.commit().await?;
        Ok(changed.rows_affected > 0)
    }

    /// The owner's connection, for tests that write or read what the gateway could not.
    #[cfg(test)]
    pub fn raw(&self) -> &DatabaseConnection {
        &self.db
    }
}

impl NewClinicSeed {
    /// Commits; from now on the clinic exists.
    ///
    /// # Errors
    /// When it cannot be committed; then nothing happened.
    pub async fn finish(self) -> Result<Provisioned, DbErr> {
        notify_servers(&self.tx, &self.provisioned.subdomain).await?;
        self.tx.commit().await?;
        Ok(self.provisioned)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the module that may connect")]
async fn pool(url: &str, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).sqlx_logging(false);
    Database::connect(options).await
}

fn lost(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// # Errors
/// When the subdomain is reserved for the clinic that had it. Holds the name's lock until the end of the
/// transaction, so that nobody releases or takes it meanwhile.
pub(crate) async fn refuse_reserved_subdomain(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
    lock_subdomain(tx, subdomain).await?;
    // A statement of its own, so that it sees what was committed while it waited for the lock.
    let is_kept = Condition::any()
        .add(held_subdomain::Column::FreeAt.is_null())
        .add(Expr::col(held_subdomain::Column::FreeAt).gt(Expr::current_timestamp()));
    let held = held_subdomain::Entity::find_by_id(subdomain).filter(is_kept).one(tx).await?;
    if held.is_some() {
        return Err(DbErr::Custom(format!("\"{subdomain}\" was a clinic's address and is held")));
    }
    Ok(())
}

/// Nobody else gives the name up or takes it until the end of the transaction.
pub(crate) async fn lock_subdomain(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
    let key = Func::cust("hashtextextended").arg(subdomain).arg(0_i64);
    tx.execute(Query::select().expr(PgFunc::advisory_xact_lock(key))).await?;
    Ok(())
}

/// Notifies every server that the registry has changed for this subdomain.
pub(crate) async fn notify_servers(tx: &impl ConnectionTrait, subdomain: &str) -> Result<(), DbErr> {
    notify(tx, CHANNEL, subdomain).await
}
