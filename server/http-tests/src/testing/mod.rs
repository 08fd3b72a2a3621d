//! Gives each test a separate clinic in one database. The tests are isolated by the isolation under test. A clinic is
//! reused when its test has ended. Requests go through the real router; nothing is mocked.

pub mod about_patients;
/// Clinics of a future release.
pub mod ahead;
mod client;
mod databases;
pub mod documents;
pub mod estimates;
pub mod factories;
pub mod log;
pub mod pdf;
mod reuse;
pub mod tamper;
pub mod world;

pub use client::{Answer, Client};
pub use databases::{CLEAN_DATABASE, DATABASE, Database, PLACED, RESHARDED, SECOND};

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use argon2::{Algorithm, Argon2, Params, Version, password_hash::PasswordHasher};
use axum::Router;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, QueryResult, Statement};
use tokio::sync::OnceCell;
use uuid::Uuid;

use base::{clock::Clock, permission::Role};
use config::{BaseUrl, Config, MasterKey, stripe_keys::Enforcement, texts::Texts};
use http_api::state::App;
use mail::Mailer;
use papers::documents::Program;
use server::app;
use tenancy::{Db, NewClinic, NewOwner, OwnerDb, Provisioned};

pub const PASSWORD: &str = "correct horse battery";

/// argon2id of [`PASSWORD`], at a small part of the usual cost, because every test signs in, most of them several times.
pub static PASSWORD_HASH: LazyLock<String> = LazyLock::new(|| {
    let cheap = Params::new(64, 1, 1, None).unwrap();
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, cheap);
    argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
});

pub fn base_url() -> BaseUrl {
    BaseUrl::parse("http://localhost:8080").unwrap()
}

/// The program that typesets documents. cargo puts it above the folder of the tests. If it is not built, a program
/// that typesets nothing, so that only the tests of documents need it.
fn documents_program() -> PathBuf {
    let built = std::env::current_exe().unwrap().parent().unwrap().with_file_name("celadon-documents");
    if built.is_file() { built } else { "/bin/false".into() }
}

/// The settings of a server under test.
pub fn config() -> Config {
    Config {
        database_url: DATABASE.gateway_url.clone(),
        database_direct_url: DATABASE.gateway_url.clone(),
        placements: BTreeMap::new(),
        connections_per_shard: 4,
        web_dir: PathBuf::from("nowhere"),
        documents_program: documents_program(),
        listen_addr: ([127, 0, 0, 1], 0).into(),
        ops_addr: ([127, 0, 0, 1], 0).into(),
        base_url: base_url(),
        secret: MasterKey::parse("a secret for tests alone, 32 bytes and more").unwrap(),
        mail_server: None,
        mail_dir: std::env::temp_dir().join(format!("celadon-mail-{}", Uuid::new_v4())),
        mail_from: "Celadon <no-reply@localhost>".to_owned(),
        mail_reports: Vec::new(),
        texts: Texts { keys: None, folder: std::env::temp_dir().join(format!("celadon-texts-{}", Uuid::new_v4())) },
        trusted_proxies: Vec::new(),
        trusted_hops: 1,
        rate_limit_factor: 1_000,
        stripe: None,
        enforcement: Enforcement::Warn,
    }
}

/// A server under test.
#[derive(Clone)]
pub struct Server {
    pub app: App,
    pub router: Router,
    pub config: Arc<Config>,
    /// The database in which the server's clinics are made.
    pub database: &'static Database,
}

impl Server {
    pub fn new() -> Self {
        Self::with_connections(4)
    }

    /// A server on [`CLEAN_DATABASE`].
    pub fn on_clean_database() -> Self {
        let mut config = config();
        config.database_url.clone_from(&CLEAN_DATABASE.gateway_url);
        config.database_direct_url.clone_from(&CLEAN_DATABASE.gateway_url);
        let db = Db::new(&config.database_url, 4).unwrap();
        Self { database: &CLEAN_DATABASE, ..Self::with_db(config, db) }
    }

    pub fn with_connections(connections: u32) -> Self {
        let config = config();
        let db = Db::with_patience(&config.database_url, connections).unwrap();
        Self::with_db(config, db)
    }

    /// A server with this program to typeset documents.
    pub fn with_documents(program: &str) -> Self {
        let mut config = config();
        config.documents_program = program.into();
        let db = Db::new(&config.database_url, 4).unwrap();
        Self::with_db(config, db)
    }

    pub fn with_db(config: Config, db: Db) -> Self {
        let app = app::with_parts(&config, App::with_db(&config, db));
        let documents = app.part::<Program>().clone().without_pauses();
        let app = app.with_part(documents);
        let router = app::router(&app, None);
        Self { app, router, config: Arc::new(config), database: &DATABASE }
    }

    /// A client of the platform's own host.
    pub fn platform(&self) -> Client {
        Client::new(self.router.clone(), "localhost:8080".to_owned())
    }

    pub fn mailer(&self) -> Mailer {
        Mailer::new(&self.config.mail_from, None, self.config.mail_dir.clone()).unwrap()
    }

    /// A clinic in this server's database. It has only its owner, and its ids are in a separate range.
    pub async fn clinic(&self) -> TestClinic {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed) + 1;
        let owner_db = OwnerDb::connect(&self.database.owner_url, &self.database.gateway.login).await.unwrap();
        let ahead = ahead::is_for_this_test();
        // If two clinics had equal ids, a row of the other clinic would look right.
        let first_id = i64::from(number) * 1_000_000;
        let reused = match TABLES.get() {
            // Citus takes longer to empty a clinic than to make one.
            Some(_) if databases::CITUS_WORKERS.is_some() => None,
            Some(tables) => reuse::emptied(&owner_db, self.database, ahead, tables).await,
            None => None,
        };
        let made = if let Some((tx, made)) = reused {
            self.furnish(&tx, first_id).await;
            tx.commit().await.unwrap();
            made
        } else {
            let new = NewClinic {
                subdomain: format!("clinic{number}"),
                name: format!("Clinic {number}"),
                time_zone: chrono_tz::America::New_York,
            };
            let unfinished = owner_db.begin_clinic(new).await.unwrap();
            let tables = TABLES.get_or_init(|| Tables::read(&unfinished.tx)).await;
            if ahead {
                ahead::apply(&unfinished.tx, &tables.names).await;
            }
            let shape = reuse::shape(&unfinished.tx).await.unwrap();
            let line = reuse::registry_line(&unfinished.tx).await.unwrap();
            self.furnish(&unfinished.tx, first_id).await;
            let provisioned = unfinished.finish().await.unwrap();
            reuse::Made { database: self.database, provisioned, ahead, shape, line }
        };
        let provisioned = made.provisioned.clone();
        reuse::free_after_this_test(made);
        TestClinic { server: self.clone(), provisioned, owner_db, first_id }
    }

    /// Adds the owner to the transaction's clinic, whose ids start at `first`.
    async fn furnish(&self, tx: &DatabaseTransaction, first: i64) {
        let owner = NewOwner {
            first_name: "Olive".to_owned(),
            last_name: "Owner".to_owned(),
            email: "owner@clinic.example".to_owned(),
            // An owner who also treats patients, so that one person may make every call.
            role: Role::MedicalDirector,
            license_number: Some("NY-MD-TEST-1".to_owned()),
            password_hash: PASSWORD_HASH.clone(),
        };
        // Not "restart with", because that writes a new file for each sequence.
        let start = |table: &String| format!("setval(pg_get_serial_sequence('{table}', 'id'), {first}, false)");
        let starts = TABLES.get().unwrap().with_ids.iter().map(start).collect::<Vec<_>>().join(", ");
        tx.execute_unprepared(&format!("select {starts}")).await.unwrap();
        operations::provisioning::with_owner(tx, &owner, self.app.clock.now()).await.unwrap();
        // A test sets the point rules that it needs. The tests of provisioning cover the rules of a new clinic.
        tx.execute_unprepared("delete from loyalty_rule").await.unwrap();
    }
}

/// The tables that every clinic of this release has. Read once, because in a database of a thousand clinics the
/// catalog has a million rows, and finding a schema's tables in it takes longer than most tests.
struct Tables {
    /// All tables except the list of migrations, in order.
    names: Vec<String>,
    /// The tables with generated ids.
    with_ids: Vec<String>,
    /// The rows that the migrations insert, as JSON, for each table that has any.
    rows: Vec<(String, String)>,
}

static TABLES: OnceCell<Tables> = OnceCell::const_new();

impl Tables {
    /// Reads the tables of the transaction's schema.
    async fn read(tx: &impl ConnectionTrait) -> Self {
        let query = "select c.relname::text as name, exists (
                select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
            ) as counted
            from pg_catalog.pg_class c
            where c.relnamespace = pg_catalog.current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                and c.relname <> 'seaql_migrations' order by 1";
        let rows = tx.query_all_raw(Statement::from_string(DbBackend::Postgres, query)).await.unwrap();
        let name = |row: &QueryResult| row.try_get("", "name").unwrap();
        let counted = rows.iter().filter(|row| row.try_get("", "counted").unwrap());
        let with_ids = counted.map(name).collect();
        let names: Vec<String> = rows.iter().map(name).collect();
        let mut left = Vec::new();
        for table in &names {
            let sql = format!("select json_agg(t)::text as rows from {table} t");
            let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
            if let Some(rows) = row.try_get("", "rows").unwrap() {
                left.push((table.clone(), rows));
            }
        }
        Self { with_ids, names, rows: left }
    }
}

/// A clinic's tables, in order. Leaves out tables without an entity: the list of migrations, and the table of the
/// next release if the suite runs on its tables. Requires that a clinic was made before.
pub fn tables() -> Vec<String> {
    TABLES.get().unwrap().names.clone()
}

/// The tables that not every request writes to.
pub fn tables_of_records() -> Vec<String> {
    // Opening a consent by its link writes an event, just as it writes an audit row.
    const OF_EVERY_REQUEST: [&str; 6] =
        ["audit", "audit_seal", "consent_event", "kept_answer", "session", "sign_in_limit"];
    let mut tables = tables();
    tables.retain(|table| !OF_EVERY_REQUEST.contains(&table.as_str()));
    tables
}

/// A clinic under test, with access to its tables and clients for its calls.
pub struct TestClinic {
    pub server: Server,
    pub provisioned: Provisioned,
    pub owner_db: OwnerDb,
    /// The first of the clinic's ids. The next clinic's ids start a million later.
    pub first_id: i64,
}

impl TestClinic {
    /// A clinic with a separate server.
    pub async fn new() -> Self {
        Server::new().clinic().await
    }

    pub fn clock(&self) -> &Clock {
        &self.server.app.clock
    }

    pub fn host(&self) -> String {
        format!("{}.localhost:8080", self.provisioned.subdomain)
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    /// A client that is not signed in.
    pub fn anonymous(&self) -> Client {
        Client::new(self.server.router.clone(), self.host())
    }

    /// A client that is signed in as the owner.
    pub async fn owner(&self) -> Client {
        self.anonymous().sign_in("owner@clinic.example").await
    }

    /// A client that is signed in as a new member of this role.
    pub async fn signed_in_as(&self, role: Role) -> Client {
        let email = factories::member(self, role).await;
        self.anonymous().sign_in(&email).await
    }

    /// Reads the clinic's tables as the database's owner, not through the server.
    pub async fn rows(&self, sql: &str) -> Vec<QueryResult> {
        let sql = sql.replace("{}", &self.provisioned.schema);
        self.owner_db.raw().query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap()
    }

    /// Changes the clinic's tables as the database's owner. `{}` stands for the schema.
    pub async fn plant(&self, sql: &str) {
        let mut sql = sql.replace("{}", &self.provisioned.schema);
        if databases::CITUS_WORKERS.is_some() {
            sql = databases::selected_first(&sql);
        }
        self.owner_db.raw().execute_unprepared(&sql).await.unwrap();
    }

    /// A count of rows. `{}` stands for the schema.
    pub async fn count(&self, from: &str) -> i64 {
        self.rows(&format!("select count(*) as n from {from}")).await[0].try_get("", "n").unwrap()
    }

    /// Sends the request, commits the other transaction once the request waits for a lock on the table, and returns the answer.
    pub async fn answer_after(
        &self,
        other: DatabaseTransaction,
        table: &str,
        request: impl Future<Output = Answer> + Send + 'static,
    ) -> Answer {
        let request = tokio::spawn(request);
        // Only statements that wait in this clinic, because other tests wait in the same database.
        let waiting = format!(
            "pg_catalog.pg_stat_activity where wait_event_type = 'Lock' and query like '%{table}%'
             and pid in (select pid from pg_catalog.pg_locks where relation = '{{}}.{table}'::regclass)"
        );
        while !request.is_finished() && self.count(&waiting).await == 0 {
            tokio::task::yield_now().await;
        }
        other.commit().await.unwrap();
        request.await.unwrap()
    }

    /// A hash of all data of the clinic that a refused request must not change.
    pub async fn fingerprint(&self) -> String {
        let tables = tables_of_records();
        self.fingerprint_of(&tables.iter().map(String::as_str).collect::<Vec<_>>()).await
    }

    /// A hash of these tables only.
    pub async fn fingerprint_of(&self, tables: &[&str]) -> String {
        let parts: Vec<_> = tables
            .iter()
            .map(|table| {
                format!("(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from {{}}.{table} t)")
            })
            .collect();
        let rows = self.rows(&format!("select {} as print", parts.join(" || "))).await;
        rows[0].try_get("", "print").unwrap()
    }
}
