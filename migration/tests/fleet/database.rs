//! A database with clinics that are made step by step, so that they can be as far behind as a test needs.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Mutex,
    time::{Duration, Instant},
};

use migration::{
    clinic,
    fleet::{self, Failure, Plan, Report},
    role_isolation::{self, Gateway},
};
use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{DatabaseConnection, SqlxPostgresConnector, TransactionTrait},
};
use sqlx::{
    AssertSqlSafe, Connection, Executor, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use uuid::Uuid;

/// The number of steps of a clinic that is behind. It has patients, to whom the next step's tables refer.
pub const BEHIND: usize = 4;

/// The number of all steps.
pub const DONE: usize = clinic::STEPS.len();

/// The maximum time that a test waits for an expected result.
pub const DEADLINE: Duration = Duration::from_mins(1);

/// A test's own database.
pub struct Fleet {
    /// The superuser's URL of another database, used to drop this one.
    server_url: String,
    name: String,
    pub owner_url: String,
    pub gateway: Gateway,
    pub pool: PgPool,
    roles: Mutex<Vec<String>>,
    /// The catalog of a schema that was made in one run, by number of steps. Making one takes as long as a clinic's migration.
    examples: tokio::sync::Mutex<BTreeMap<usize, Vec<String>>>,
}

impl Fleet {
    /// With an empty database.
    pub async fn empty() -> Self {
        let server_url = std::env::var("TEST_DATABASE_URL")
            .expect("TEST_DATABASE_URL names a superuser's login to a Postgres; ./scripts/test sets it");
        let id = Uuid::new_v4().simple().to_string();
        let name = format!("celadon_fleet_{id}");
        let mut server = PgConnection::connect(&server_url).await.unwrap();
        server.execute(AssertSqlSafe(format!("create database {name} template template0"))).await.unwrap();
        let owner_url = format!("{}/{name}", server_url.rsplit_once('/').unwrap().0);
        let gateway = Gateway { login: format!("gateway_{id}"), password: Some("it's".to_owned()), shards: 2 };
        let roles = vec![
            gateway.login.clone(),
            role_isolation::shard_login(&gateway.login, 0),
            role_isolation::shard_login(&gateway.login, 1),
        ];
        let pool = PgPoolOptions::new().max_connections(4).connect_with(named(&owner_url)).await.unwrap();
        Self { server_url, name, owner_url, gateway, pool, roles: Mutex::new(roles), examples: <_>::default() }
    }

    /// With the registry and role isolation.
    pub async fn new() -> Self {
        let fleet = Self::empty().await;
        fleet::registry_up(&fleet.owner(), &fleet.gateway).await.unwrap();
        fleet
    }

    pub fn owner(&self) -> DatabaseConnection {
        SqlxPostgresConnector::from_sqlx_postgres_pool(self.pool.clone())
    }

    /// Runs statements as the owner.
    pub async fn run(&self, sql: &str) {
        self.pool.execute(AssertSqlSafe(sql)).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    pub async fn texts(&self, sql: &str) -> Vec<String> {
        sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&self.pool)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    pub async fn is_true(&self, sql: &str) -> bool {
        sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_one(&self.pool)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// A connection of the owner outside of the pool.
    pub async fn session(&self) -> PgConnection {
        PgConnection::connect_with(&named(&self.owner_url)).await.unwrap()
    }

    /// The URL of this database with another login.
    pub fn url_of(&self, login: &str, password: &str) -> String {
        let (scheme, rest) = self.owner_url.split_once("://").unwrap();
        format!("{scheme}://{login}:{password}@{}", rest.rsplit_once('@').unwrap().1)
    }

    /// A connection of one of the gateway's roles.
    pub async fn sign_in(&self, login: &str) -> PgConnection {
        PgConnection::connect(&self.url_of(login, "it%27s")).await.unwrap()
    }

    pub fn shard_login(&self) -> String {
        role_isolation::shard_login(&self.gateway.login, 0)
    }

    /// Marks another role to be dropped at the end.
    pub fn drops(&self, role: &str) {
        self.roles.lock().unwrap().push(role.to_owned());
    }

    /// A role that this test drops at its end.
    pub async fn role(&self, prefix: &str, attributes: &str) -> String {
        let role = format!("{prefix}_{}", &Uuid::new_v4().simple().to_string()[..26]);
        self.roles.lock().unwrap().push(role.clone());
        self.run(&format!("create role {role} {attributes}")).await;
        role
    }

    /// Makes a schema with its role and this many steps, which is not in the registry.
    pub async fn schema(&self, steps: usize) -> String {
        let schema = self.role("clinic", "nologin").await;
        let login = self.shard_login();
        self.run(&format!("create schema {schema}")).await;
        self.run(&format!("grant usage on schema {schema} to {schema}")).await;
        self.run(&format!("grant {schema} to {login}")).await;
        self.steps_up(&schema, steps).await;
        schema
    }

    /// Applies this many more steps.
    pub async fn steps_up(&self, schema: &str, steps: usize) {
        let tx = self.owner().begin().await.unwrap();
        fleet::enter(&tx, schema, DEADLINE).await.unwrap();
        clinic::Migrator::up(&tx, Some(u32::try_from(steps).unwrap())).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Undoes this many steps.
    pub async fn steps_down(&self, schema: &str, steps: usize) {
        let tx = self.owner().begin().await.unwrap();
        fleet::enter(&tx, schema, DEADLINE).await.unwrap();
        clinic::Migrator::down(&tx, Some(u32::try_from(steps).unwrap())).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Makes a clinic with this many steps, younger than earlier ones.
    pub async fn clinic(&self, steps: usize) -> String {
        let schema = self.schema(steps).await;
        let version = if steps == 0 { "" } else { clinic::STEPS[steps - 1].name };
        sqlx::query(
            "insert into registry.clinic
                 (id, subdomain, name, schema_name, placement, shard, status, schema_version, time_zone)
             values ($1, 'c' || right($1::text, 12), 'A clinic', $2, 'main', 0, 'active', $3, 'America/New_York')",
        )
        .bind(Uuid::now_v7())
        .bind(&schema)
        .bind(version)
        .execute(&self.pool)
        .await
        .unwrap();
        schema
    }

    pub async fn clinics(&self, count: usize, steps: usize) -> Vec<String> {
        let mut clinics = Vec::new();
        for _ in 0..count {
            clinics.push(self.clinic(steps).await);
        }
        clinics
    }

    pub async fn up(&self, plan: &Plan) -> Result<Report, Failure> {
        fleet::up(&self.owner_url, &self.gateway, plan).await
    }

    /// Starts the runner in the background.
    pub fn start(&self, plan: &Plan) -> tokio::task::JoinHandle<Result<Report, Failure>> {
        let (url, gateway, plan) = (self.owner_url.clone(), self.gateway.clone(), plan.clone());
        tokio::spawn(async move { fleet::up(&url, &gateway, &plan).await })
    }

    /// The clinic's number of steps according to the registry.
    pub async fn steps_of(&self, schema: &str) -> usize {
        let version =
            self.texts(&format!("select schema_version from registry.clinic where schema_name = '{schema}'")).await;
        clinic::STEPS.iter().position(|step| step.name == version[0]).map_or(0, |at| at + 1)
    }

    /// Checks that the version, the tables and the privileges agree with this many steps.
    pub async fn assert_whole(&self, schema: &str, steps: usize) {
        assert_eq!(self.steps_of(schema).await, steps, "the version of {schema}");
        let mut examples = self.examples.lock().await;
        if let Entry::Vacant(example) = examples.entry(steps) {
            let schema = self.schema(steps).await;
            example.insert(self.catalog(&schema).await);
        }
        assert_eq!(self.catalog(schema).await, examples[&steps], "{schema}");
    }

    /// Repeats the query until it returns true.
    pub async fn until(&self, condition: &str) {
        let begun = Instant::now();
        while !self.is_true(condition).await {
            assert!(begun.elapsed() < DEADLINE, "it never became true: {condition}");
        }
    }
}

/// Adds a name that distinguishes the connection from the runner's connections.
fn named(url: &str) -> PgConnectOptions {
    url.parse::<PgConnectOptions>().unwrap().application_name("test")
}

/// The process id of a session's backend.
pub async fn backend(session: &mut PgConnection) -> i32 {
    sqlx::query_scalar("select pg_backend_pid()").fetch_one(session).await.unwrap()
}

impl Drop for Fleet {
    /// Also runs when the test fails, so it must not panic a second time.
    fn drop(&mut self) {
        let (url, name) = (self.server_url.clone(), self.name.clone());
        let roles = std::mem::take(&mut *self.roles.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        let cleaner = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                let mut server = PgConnection::connect(&url).await.unwrap();
                server.execute(AssertSqlSafe(format!("drop database {name} with (force)"))).await.unwrap();
                for role in roles {
                    server.execute(AssertSqlSafe(format!("drop role if exists {role}"))).await.unwrap();
                }
            });
        });
        if cleaner.join().is_err() {
            eprintln!("the database {} could not be dropped", self.name);
        }
    }
}
