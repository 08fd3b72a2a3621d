//! The owner's way in: making clinics and changing what the registry says of them. Commands and
//! the provisioning worker use it; the gateway never holds these rights.

use migration::{clinic as clinic_migrations, fleet, wall};
use sea_orm::{
    AccessMode, ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectOptions, ConnectionTrait, Database,
    DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, EntityTrait, IsolationLevel, PaginatorTrait,
    QueryFilter, QueryOrder, RuntimeErr, Statement, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use sqlx::{
    ConnectOptions as _,
    postgres::{PgConnectOptions, PgConnection},
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use uuid::Uuid;

use super::{
    clinic::CHANNEL,
    host::{SPARE, subdomain_fault},
};
use crate::permission::Role;

/// Any number; provisioners agree on it and nothing else may use it.
const SPARES_LOCK: i64 = 0x00CE_1AD1;

/// Where the registry is, and clinics unless told otherwise.
pub const MAIN: &str = "main";

/// A connection with the owner's rights.
#[derive(Clone)]
pub struct OwnerDb {
    db: DatabaseConnection,
    /// The gateway's login role, whose shards become members of clinics' roles.
    gateway: String,
    /// The owner's login to each placement.
    urls: Arc<BTreeMap<String, String>>,
}

/// Empty tables for a clinic, in no registry yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    pub placement: String,
    pub schema: String,
    pub shard: u16,
}

/// A clinic to be made.
#[derive(Debug, Clone)]
pub struct NewClinic {
    pub subdomain: String,
    pub name: String,
    pub time_zone: chrono_tz::Tz,
}

/// A clinic's first member, who holds every permission.
#[derive(Debug, Clone)]
pub struct NewOwner {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub password_hash: String,
}

/// A clinic that was made.
#[derive(Debug, Clone)]
pub struct Born {
    pub id: Uuid,
    pub subdomain: String,
    pub schema: String,
}

/// A clinic in the making: everything is in this transaction, or nothing is.
pub struct Newborn {
    pub tx: DatabaseTransaction,
    pub born: Born,
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
        let mut urls = further;
        urls.insert(MAIN.to_owned(), url.to_owned());
        Ok(Self { db: pool(url).await?, gateway: gateway.to_owned(), urls: Arc::new(urls) })
    }

    fn url_of(&self, placement: &str) -> Result<&str, DbErr> {
        self.urls.get(placement).map(String::as_str).ok_or_else(|| {
            let variable = placement.to_ascii_uppercase();
            DbErr::Custom(format!("there is no OWNER_DATABASE_URL_{variable} for the placement {placement}"))
        })
    }

    /// The database in which a placement's clinics are.
    async fn at(&self, placement: &str) -> Result<DatabaseConnection, DbErr> {
        if placement == MAIN { Ok(self.db.clone()) } else { pool(self.url_of(placement)?).await }
    }

    /// A connection of one's own to a placement, past any pool: for work that streams.
    ///
    /// # Errors
    /// When nobody said where the placement is, or it is out of reach.
    pub async fn session(&self, placement: &str) -> Result<PgConnection, DbErr> {
        let options: PgConnectOptions = self.url_of(placement)?.parse().map_err(lost)?;
        options.disable_statement_logging().connect().await.map_err(lost)
    }

    /// Chooses where a clinic is to be brought, under a fresh name. Nothing is made there yet.
    ///
    /// # Errors
    /// When there is no such placement, it accepts no clinics, or the registry is out of reach.
    pub async fn choose_room(&self, placement: Option<&str>) -> Result<Room, DbErr> {
        let id = Uuid::new_v4();
        let (placement, shard, _) = self.place(&self.db, id, placement).await?;
        Ok(Room { placement, schema: format!("clinic_{}", base36(id.as_u128())), shard })
    }

    /// The same where a clinic is already, whether or not others are accepted there.
    pub fn room_beside(clinic: &entity::registry::clinic::Model) -> Room {
        Room {
            placement: clinic.placement.clone(),
            schema: format!("clinic_{}", base36(Uuid::new_v4().as_u128())),
            shard: u16::try_from(clinic.shard).unwrap_or(0),
        }
    }

    /// Makes the role, the schema and its tables that were chosen.
    ///
    /// # Errors
    /// When the placement is out of reach; then nothing happened.
    pub async fn make_room(&self, room: &Room) -> Result<(), DbErr> {
        let there = entity::registry::placement::Entity::find_by_id(&room.placement).one(&self.db).await?;
        let walled = there.is_some_and(|placement| placement.kind == "postgres");
        let tx = self.at(&room.placement).await?.begin().await?;
        self.lay_out(&tx, &room.schema, room.shard, walled).await?;
        tx.commit().await
    }

    /// Takes a schema and its role away, if they are there. Never one that a clinic is in.
    ///
    /// # Errors
    /// When a clinic is in it, somebody works there at this moment, or the database is out of reach.
    pub async fn clear_room(&self, placement: &str, schema: &str) -> Result<(), DbErr> {
        let used = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::SchemaName.eq(schema))
            .filter(entity::registry::clinic::Column::Placement.eq(placement))
            .filter(entity::registry::clinic::Column::Status.ne("deleted"))
            .count(&self.db)
            .await?;
        if used > 0 {
            return Err(DbErr::Custom(format!("a clinic is in {schema}")));
        }
        let tx = self.at(placement).await?.begin().await?;
        drop_schema(&tx, schema).await?;
        tx.commit().await
    }

    /// Whether Postgres answers, soon enough for a probe.
    pub async fn is_reachable(&self) -> bool {
        tokio::time::timeout(Duration::from_secs(1), self.db.ping()).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Makes the clinic's role, schema and tables and enters it; nothing is seen of it before
    /// [`Newborn::finish`].
    ///
    /// # Errors
    /// When the subdomain is taken or not allowed, no placement accepts, or the database is out of
    /// reach.
    pub async fn begin_clinic(&self, new: NewClinic) -> Result<Newborn, DbErr> {
        if subdomain_fault(&new.subdomain).is_some() {
            return Err(DbErr::Custom(format!("\"{}\" cannot be a clinic's subdomain", new.subdomain)));
        }
        self.begin(self.db.begin().await?, Uuid::new_v4(), new, "active").await
    }

    /// Makes another spare clinic, unless there are `wanted` already.
    ///
    /// # Errors
    /// When no placement accepts or the database is out of reach.
    pub async fn begin_spare(&self, wanted: u32) -> Result<Option<Newborn>, DbErr> {
        let tx = self.db.begin().await?;
        // Two provisioners would each see one too few.
        tx.execute_unprepared(&format!("select pg_advisory_xact_lock({SPARES_LOCK})")).await?;
        let there = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::Status.eq("spare"))
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
        self.begin(tx, id, placeholder, "spare").await.map(Some)
    }

    /// Takes away the spare clinics in which a claim left something behind. Answers how many.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn discard_spoilt(&self) -> Result<usize, DbErr> {
        let spoilt = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::Status.eq("spoilt"))
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
        status: &'static str,
    ) -> Result<Newborn, DbErr> {
        let schema = format!("clinic_{}", base36(id.as_u128()));
        let (placement, shard, walled) = self.place(&tx, id, Some(MAIN)).await?;
        refuse_held(&tx, &new.subdomain).await?;
        entity::registry::clinic::ActiveModel {
            id: Set(id),
            subdomain: Set(new.subdomain.clone()),
            name: Set(new.name),
            schema_name: Set(schema.clone()),
            placement: Set(placement),
            shard: Set(i32::from(shard)),
            status: Set(status.to_owned()),
            schema_version: Set(clinic_migrations::LATEST.to_owned()),
            oldest_server: Set(clinic_migrations::OLDEST_SERVER.to_owned()),
            time_zone: Set(new.time_zone.name().to_owned()),
            ..Default::default()
        }
        .insert(&tx)
        .await?;
        self.lay_out(&tx, &schema, shard, walled).await?;
        Ok(Newborn { tx, born: Born { id, subdomain: new.subdomain, schema } })
    }

    /// The role, the schema and the tables, and the transaction inside.
    async fn lay_out(&self, tx: &DatabaseTransaction, schema: &str, shard: u16, walled: bool) -> Result<(), DbErr> {
        let quoted = wall::quoted(schema);
        tx.execute_unprepared(&format!("create schema {quoted}")).await?;
        if walled {
            let login = wall::quoted(&wall::shard_login(&self.gateway, shard));
            tx.execute_unprepared(&format!("create role {quoted} nologin")).await?;
            tx.execute_unprepared(&format!("grant {quoted} to {login}")).await?;
            tx.execute_unprepared(&format!("grant usage on schema {quoted} to {quoted}")).await?;
        }
        fleet::enter(tx, schema, Duration::from_secs(5)).await?;
        clinic_migrations::Migrator::up(tx, None).await
    }

    /// This placement, or the oldest, if it takes clinics; the shard of its pool, and whether the role
    /// wall stands there.
    async fn place(
        &self,
        db: &impl ConnectionTrait,
        id: Uuid,
        wanted: Option<&str>,
    ) -> Result<(String, u16, bool), DbErr> {
        let rows = entity::registry::placement::Entity::find()
            .order_by_asc(entity::registry::placement::Column::CreatedAt)
            .all(db)
            .await?;
        let placement = rows
            .into_iter()
            .find(|placement| placement.accepting && wanted.is_none_or(|wanted| placement.name == wanted))
            .ok_or_else(|| DbErr::Custom("no such placement accepts clinics".to_owned()))?;
        let shards = u128::try_from(placement.shards.max(1)).unwrap_or(1);
        let shard = u16::try_from(id.as_u128() % shards).unwrap_or(0);
        Ok((placement.name, shard, placement.kind == "postgres"))
    }

    /// Every clinic that is somebody's, oldest first.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn clinics(&self) -> Result<Vec<entity::registry::clinic::Model>, DbErr> {
        entity::registry::clinic::Entity::taken()
            .order_by_asc(entity::registry::clinic::Column::CreatedAt)
            .all(&self.db)
            .await
    }

    /// A look into a clinic by its schema, at one moment, changing nothing.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn look_into(&self, placement: &str, schema: &str) -> Result<DatabaseTransaction, DbErr> {
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
    pub async fn step_into(&self, placement: &str, schema: &str) -> Result<DatabaseTransaction, DbErr> {
        let tx = self.at(placement).await?.begin().await?;
        fleet::enter(&tx, schema, Duration::from_secs(5)).await?;
        Ok(tx)
    }

    /// Suspends a clinic or opens it again; servers know within a second. False: there is none.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn set_status(&self, subdomain: &str, status: &str) -> Result<bool, DbErr> {
        let tx = self.db.begin().await?;
        let changed = tx
            .execute_raw(Statement::from_sql_and_values(
                DbBackend::Postgres,
                "update registry.clinic set status = $1 where subdomain = $2 and status in ('active', 'suspended')",
                [status.into(), subdomain.into()],
            ))
            .await?
            .rows_affected();
        tell(&tx, subdomain).await?;
        tx.commit().await?;
        Ok(changed > 0)
    }

    /// Owner's rights on everything, for tests that plant or look for what no gateway could.
    #[cfg(test)]
    pub fn raw(&self) -> &DatabaseConnection {
        &self.db
    }
}

impl Newborn {
    /// From now on the clinic exists.
    ///
    /// # Errors
    /// When it cannot be committed; then nothing happened.
    pub async fn finish(self) -> Result<Born, DbErr> {
        tell(&self.tx, &self.born.subdomain).await?;
        self.tx.commit().await?;
        Ok(self.born)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the module that may connect")]
async fn pool(url: &str) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(4).sqlx_logging(false);
    Database::connect(options).await
}

fn lost(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// Waits no longer for whoever works there than a person would.
async fn drop_schema(tx: &DatabaseTransaction, schema: &str) -> Result<(), DbErr> {
    let quoted = wall::quoted(schema);
    for statement in [
        "set local lock_timeout to 5000".to_owned(),
        format!("drop schema if exists {quoted} cascade"),
        format!("drop role if exists {quoted}"),
    ] {
        tx.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// # Errors
/// When the subdomain was a clinic's and is kept from others. Holds the name's lock until the end of
/// the transaction, so that nobody gives it up or takes it meanwhile.
pub(crate) async fn refuse_held(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1, 0))",
        [subdomain.into()],
    ))
    .await?;
    // Asked in a statement of its own: it sees what was committed while the lock was waited for.
    let held = tx
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select 1 as one from registry.held_subdomain
             where subdomain = $1 and (free_at is null or free_at > now())",
            [subdomain.into()],
        ))
        .await?;
    if held.is_some() {
        return Err(DbErr::Custom(format!("\"{subdomain}\" was a clinic's address and is held")));
    }
    Ok(())
}

/// Tells every server that the registry says something new of this subdomain.
pub(crate) async fn tell(tx: &impl ConnectionTrait, subdomain: &str) -> Result<(), DbErr> {
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_catalog.pg_notify($1, $2)",
        [CHANNEL.into(), subdomain.into()],
    ))
    .await?;
    Ok(())
}

fn base36(mut number: u128) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut text = Vec::new();
    loop {
        text.push(DIGITS[usize::try_from(number % 36).unwrap_or(0)]);
        number /= 36;
        if number == 0 {
            break;
        }
    }
    text.iter().rev().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn schema_names_are_plain_and_short(id in any::<u128>()) {
            let name = format!("clinic_{}", base36(id));
            prop_assert!(name.len() <= 33);
            prop_assert!(name[7..].bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()));
            prop_assert_eq!(u128::from_str_radix(&name[7..], 36).unwrap(), id);
        }
    }
}
