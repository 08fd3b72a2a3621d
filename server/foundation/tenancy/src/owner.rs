//! Access with the owner's rights, to make clinics and change the registry. Commands and the provisioning worker use
//! it; the gateway never has these rights.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use entity::{
    registry::{clinic, held_subdomain},
    words::ClinicStatus,
};
use migration::fleet;
use sea_orm::{
    AccessMode, ColumnTrait, Condition, ConnectOptions, ConnectionTrait, Database, DatabaseConnection,
    DatabaseTransaction, DbErr, EntityTrait, IsolationLevel, QueryFilter, QueryOrder, RuntimeErr, TransactionTrait,
    sea_query::{Expr, ExprTrait, Func, Query, extension::postgres::PgFunc},
};
use sqlx::{
    ConnectOptions as _,
    postgres::{PgConnectOptions, PgConnection},
};
use tokio::sync::Mutex;

use super::{clinic::CHANNEL, notify};
use base::permission::Role;

/// The placement of the registry. A clinic is here too unless its placement is named.
pub const MAIN: &str = "main";

/// Enough for a command, which does one step after the other.
const CONNECTIONS: u32 = 4;

/// How long a command waits for a connection. A placement that is out of reach must not delay the others for long.
const CONNECTED_WITHIN: Duration = Duration::from_secs(10);

/// How long a placement may take to accept a connection, if another placement could be used.
const REACHED_WITHIN: Duration = Duration::from_secs(3);

/// A connection with the owner's rights.
#[derive(Clone)]
pub struct OwnerDb {
    pub(super) db: DatabaseConnection,
    /// The gateway's login role; its shards become members of the clinics' roles.
    pub(super) gateway: String,
    /// The owner's login to each placement.
    urls: Arc<BTreeMap<String, String>>,
    /// The pools of the further placements that were used before.
    pools: Arc<Mutex<BTreeMap<String, DatabaseConnection>>>,
    /// How many connections each pool has at most.
    connections: u32,
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

impl OwnerDb {
    pub async fn connect(url: &str, gateway: &str) -> Result<Self, DbErr> {
        Self::connect_to(url, gateway, BTreeMap::new()).await
    }

    /// The same, with the owner's logins to further placements.
    ///
    /// Fails when the registry's database is out of reach.
    pub async fn connect_to(url: &str, gateway: &str, further: BTreeMap<String, String>) -> Result<Self, DbErr> {
        Self::connect_for(url, gateway, further, CONNECTIONS).await
    }

    /// The same, for work that needs this many connections to a placement at the same time.
    ///
    /// Fails when the registry's database is out of reach.
    pub async fn connect_for(
        url: &str,
        gateway: &str,
        further: BTreeMap<String, String>,
        connections: u32,
    ) -> Result<Self, DbErr> {
        let mut urls = further;
        urls.insert(MAIN.to_owned(), url.to_owned());
        let db = pool(url, connections).await?;
        Ok(Self { db, gateway: gateway.to_owned(), urls: Arc::new(urls), pools: Arc::default(), connections })
    }

    fn url_of(&self, placement: &str) -> Result<&str, DbErr> {
        self.urls.get(placement).map(String::as_str).ok_or_else(|| {
            let variable = placement.to_ascii_uppercase();
            DbErr::Custom(format!("there is no OWNER_DATABASE_URL_{variable} for the placement {placement}"))
        })
    }

    /// The database of a placement's clinics.
    pub(super) async fn at(&self, placement: &str) -> Result<DatabaseConnection, DbErr> {
        if placement == MAIN {
            return Ok(self.db.clone());
        }
        // Held while connecting, so that there is one pool only.
        let mut pools = self.pools.lock().await;
        if let Some(known) = pools.get(placement) {
            return Ok(known.clone());
        }
        let made = pool(self.url_of(placement)?, self.connections).await?;
        pools.insert(placement.to_owned(), made.clone());
        Ok(made)
    }

    /// A placement's database, with the owner's rights.
    ///
    /// Fails when the placement is not configured, or is out of reach.
    pub async fn placement(&self, name: &str) -> Result<DatabaseConnection, DbErr> {
        self.at(name).await
    }

    /// Whether this program has the owner's login to a placement.
    pub fn has_login(&self, placement: &str) -> bool {
        self.urls.contains_key(placement)
    }

    /// Whether a placement accepts a connection in time.
    pub async fn reaches(&self, placement: &str) -> bool {
        tokio::time::timeout(REACHED_WITHIN, self.session(placement)).await.is_ok_and(|session| session.is_ok())
    }

    /// A dedicated connection to a placement, outside of any pool, for work that streams.
    ///
    /// Fails when the placement is not configured, or is out of reach.
    pub async fn session(&self, placement: &str) -> Result<PgConnection, DbErr> {
        let options: PgConnectOptions = self.url_of(placement)?.parse().map_err(lost)?;
        options.disable_statement_logging().connect().await.map_err(lost)
    }

    /// Whether Postgres answers in time for a probe.
    pub async fn is_reachable(&self) -> bool {
        tokio::time::timeout(Duration::from_secs(1), self.db.ping()).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Every clinic that has an owner, oldest first.
    pub async fn clinics(&self) -> Result<Vec<clinic::Model>, DbErr> {
        clinic::Entity::taken().order_by_asc(clinic::Column::CreatedAt).all(&self.db).await
    }

    /// A read-only transaction on a clinic's schema, with one snapshot for all its statements.
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
    pub async fn enter_schema(&self, placement: &str, schema: &str) -> Result<DatabaseTransaction, DbErr> {
        let tx = self.at(placement).await?.begin().await?;
        fleet::enter(&tx, schema, Duration::from_secs(5)).await?;
        Ok(tx)
    }

    /// Suspends a clinic or opens it again; servers notice within a second. `false` if there is no such clinic.
    pub async fn set_status(&self, subdomain: &str, status: ClinicStatus) -> Result<bool, DbErr> {
        let tx = self.db.begin().await?;
        let changed = clinic::Entity::update_many()
            .col_expr(clinic::Column::Status, Expr::value(status))
            .filter(clinic::Column::Subdomain.eq(subdomain))
            .filter(clinic::Column::Status.is_in([ClinicStatus::Active, ClinicStatus::Suspended]))
            .exec(&tx)
            .await?;
        notify_servers(&tx, subdomain).await?;
        tx.commit().await?;
        Ok(changed.rows_affected > 0)
    }

    /// The owner's connection, for tests that write or read what the gateway could not.
    pub fn raw(&self) -> &DatabaseConnection {
        &self.db
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the module that may connect")]
async fn pool(url: &str, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).acquire_timeout(CONNECTED_WITHIN).sqlx_logging(false);
    Database::connect(options).await
}

fn lost(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// Fails when the subdomain is reserved for the clinic that had it. Holds the name's lock until the end of the
/// transaction, so that no other transaction releases or takes the name.
pub async fn refuse_reserved_subdomain(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
    lock_subdomain(tx, subdomain).await?;
    // A separate statement, so that it sees the rows that were committed while this transaction waited for the lock.
    let is_kept = Condition::any()
        .add(held_subdomain::Column::FreeAt.is_null())
        .add(Expr::col(held_subdomain::Column::FreeAt).gt(Expr::current_timestamp()));
    let held = held_subdomain::Entity::find_by_id(subdomain).filter(is_kept).one(tx).await?;
    if held.is_some() {
        return Err(DbErr::Custom(format!("\"{subdomain}\" was a clinic's address and is held")));
    }
    Ok(())
}

/// Locks the name, so that no other transaction releases or takes it until the end of this one.
pub async fn lock_subdomain(tx: &DatabaseTransaction, subdomain: &str) -> Result<(), DbErr> {
    let key = Func::cust("hashtextextended").arg(subdomain).arg(0_i64);
    tx.execute(Query::select().expr(PgFunc::advisory_xact_lock(key))).await?;
    Ok(())
}

/// Notifies every server that the registry has changed for this subdomain.
pub async fn notify_servers(tx: &impl ConnectionTrait, subdomain: &str) -> Result<(), DbErr> {
    notify(tx, CHANNEL, subdomain).await
}
