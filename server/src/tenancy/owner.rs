//! The owner's way in: making clinics and changing what the registry says of them. Commands and
//! the provisioning worker use it; the gateway never holds these rights.

use migration::{clinic as clinic_migrations, fleet, wall};
use sea_orm::{
    AccessMode, ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectOptions, ConnectionTrait, Database,
    DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, EntityTrait, IsolationLevel, PaginatorTrait,
    QueryFilter, QueryOrder, Statement, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use std::time::Duration;
use uuid::Uuid;

use super::{
    clinic::CHANNEL,
    host::{SPARE, subdomain_fault},
};
use crate::permission::Role;

/// Any number; provisioners agree on it and nothing else may use it.
const SPARES_LOCK: i64 = 0x00CE_1AD1;

/// A connection with the owner's rights.
#[derive(Clone)]
pub struct OwnerDb {
    db: DatabaseConnection,
    /// The gateway's login role, whose shards become members of clinics' roles.
    gateway: String,
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
    #[expect(clippy::disallowed_methods, reason = "this is the module that may connect")]
    pub async fn connect(url: &str, gateway: &str) -> Result<Self, DbErr> {
        let mut options = ConnectOptions::new(url);
        options.max_connections(4).sqlx_logging(false);
        Ok(Self { db: Database::connect(options).await?, gateway: gateway.to_owned() })
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
            let quoted = wall::quoted(&clinic.schema_name);
            tx.execute_unprepared(&format!("drop schema {quoted} cascade")).await?;
            tx.execute_unprepared(&format!("drop role if exists {quoted}")).await?;
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
        let (placement, shard, walled) = self.place(&tx, id).await?;
        let quoted = wall::quoted(&schema);
        tx.execute_unprepared(&format!("create schema {quoted}")).await?;
        if walled {
            let login = wall::quoted(&wall::shard_login(&self.gateway, shard));
            tx.execute_unprepared(&format!("create role {quoted} nologin")).await?;
            tx.execute_unprepared(&format!("grant {quoted} to {login}")).await?;
            tx.execute_unprepared(&format!("grant usage on schema {quoted} to {quoted}")).await?;
        }
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
        fleet::enter(&tx, &schema, Duration::from_secs(5)).await?;
        clinic_migrations::Migrator::up(&tx, None).await?;
        Ok(Newborn { tx, born: Born { id, subdomain: new.subdomain, schema } })
    }

    /// A placement that takes clinics, the shard of its pool, and whether the role wall stands
    /// there.
    async fn place(&self, tx: &DatabaseTransaction, id: Uuid) -> Result<(String, u16, bool), DbErr> {
        let rows = entity::registry::placement::Entity::find()
            .order_by_asc(entity::registry::placement::Column::CreatedAt)
            .all(tx)
            .await?;
        let placement = rows
            .into_iter()
            .find(|placement| placement.accepting)
            .ok_or_else(|| DbErr::Custom("no placement accepts clinics".to_owned()))?;
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
    pub async fn look_into(&self, schema: &str) -> Result<DatabaseTransaction, DbErr> {
        let tx = self.db.begin_with_config(Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)).await?;
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

async fn tell(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
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
