//! The SQL that enters, makes and drops a clinic. SeaORM has no roles, schemas, session settings or statements that are
//! prepared by name.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use migration::role_isolation::quoted;
use sea_orm::{DbBackend, Statement, Value};
use sqlx::{Postgres, query::QueryScalar};
use uuid::Uuid;

use super::{
    clinic::{CHANNEL, Entry, NewClinic},
    literals::Literals,
};

fn statement(text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// Cleans a connection in any state. SeaORM has no session settings.
///
/// A request that is cancelled while BEGIN is in flight leaves its connection inside the transaction, in that clinic.
/// The next request on the connection would read that clinic's rows (measured on sqlx 0.9). The sweep in `http-tests/src/tenancy/sweep.rs`
/// fails without this. Not DISCARD ALL, because that drops the prepared statements that sqlx relies on.
pub(super) const CLEAN: &str = "ROLLBACK; RESET ROLE; RESET ALL";

/// SeaORM ends only transactions on its own connections; these are a shard's.
pub(super) const COMMIT: &str = "COMMIT";
/// As [`COMMIT`].
pub(super) const ROLLBACK: &str = "ROLLBACK";

/// SeaORM pings only its own connections, not one that listens.
pub(super) const PING: &str = "select 1";

/// Begins a transaction in a clinic in one round trip. SeaORM would need one round trip for each statement. The text
/// holds the clinic's generated schema name and no other value.
pub(super) fn beginning(schema: &str, entry: Entry, reads_only: bool) -> String {
    let durability = if reads_only { "; SET LOCAL synchronous_commit TO off" } else { "" };
    match entry {
        Entry::OwnRole => format!("BEGIN; SET LOCAL ROLE {schema}; SET LOCAL search_path TO {schema}{durability}"),
        Entry::ShardLogin => format!("BEGIN; SET LOCAL search_path TO {schema}{durability}"),
    }
}

/// SeaORM cannot prepare a statement under a chosen name. `definition` follows the name: ` (types) AS ...`.
pub(super) fn prepare(name: &str, definition: &str) -> String {
    format!("PREPARE {name}{definition}")
}

/// As [`prepare`].
pub(super) fn execute(name: &str, values: &Literals) -> String {
    format!("EXECUTE {name}{values}")
}

/// As [`prepare`], with COMMIT in the same round trip.
pub(super) fn execute_and_commit(name: &str, values: &Literals) -> String {
    format!("EXECUTE {name}{values}; COMMIT")
}

/// As [`prepare`].
pub(super) fn deallocate(name: &str) -> String {
    format!("DEALLOCATE {name}; ")
}

/// Ends a failed transaction in the message that begins the next one. SeaORM would need another round trip.
pub(super) fn rollback_then(next: impl Display) -> String {
    format!("ROLLBACK; {next}")
}

/// Reads nothing. A visitor's transaction begins with this query, so that the audit row is prepared as well. Prepared by name: see [`prepare`].
pub(super) const NOTHING: &str = " AS select";

/// Reads the session with its member and the modules that are on. Rows that seldom exist are read by subqueries, not
/// joins, because that halves the time and memory of planning. Prepared by name: see [`prepare`].
pub(super) const SESSION: &str =
    " (uuid, bigint) AS select s.created_at, s.last_seen_at, s.proved_at, s.kiosk_session_id, c.idle_minutes,
            c.second_factor = 'required' as second_factor_required,
            exists (select 1 from second_factor f
                    where f.member_id = $2 and f.confirmed_at is not null) as has_second_factor,
            m.status = 'active' and m.removed_at is null as is_active,
            m.id, m.first_name, m.last_name, m.email, m.role, m.is_owner, m.license_number,
            m.director_confirmed_at is not null as is_confirmed,
            (select a.operator from support_access a where a.session_id = $1 and a.ended_at is null) as operator,
            (select a.ends_at from support_access a where a.session_id = $1 and a.ended_at is null) as leave_ends_at,
            array(select d.module from clinic_module d where d.is_on) as modules
         from session s, member m, clinic_setting c
         where s.id = $1 and s.member_id = $2 and s.ended_at is null and m.id = $2";

/// Reads a token that is not revoked, with the present role of its maker. Prepared by name, in the message that
/// enters the clinic: see [`prepare`].
pub(super) const API_TOKEN: &str = " (text) AS select t.id, t.name, t.scopes, t.expires_at, t.last_used_at,
            m.role, m.is_owner, m.director_confirmed_at is not null as is_confirmed
         from api_token t, member m
         where t.token_hash = decode($1, 'hex') and t.revoked_at is null and m.id = t.created_by
            and m.status = 'active' and m.removed_at is null";

/// Inserts the audit row. Text is sent as the hexadecimal digits of its bytes. For a member who is signed in, name,
/// role and license are sent with the row. For a member whom a visitor's attempt concerns, the statement reads them
/// from `member`, in the form of [`super::Member::signer`]. Prepared by name: see [`prepare`].
pub(super) const AUDIT: &str =
    " (bigint, uuid, bigint, text, text, text, text, bigint[], bigint[], text, text, text, text, text) AS insert into audit
        (at, request_id, member_id, actor, role, action, outcome, patient_ids, object_ids, ip, user_agent,
         actor_name, actor_licence, detail)
     select timestamptz 'epoch' + $1 * interval '1 microsecond', $2, $3,
        convert_from(decode($4, 'hex'), 'UTF8'),
        coalesce(convert_from(decode($5, 'hex'), 'UTF8'), about.role || case when about.is_owner then ', owner' else '' end),
        convert_from(decode($6, 'hex'), 'UTF8'), convert_from(decode($7, 'hex'), 'UTF8'), $8, $9,
        convert_from(decode($10, 'hex'), 'UTF8'), convert_from(decode($11, 'hex'), 'UTF8'),
        coalesce(convert_from(decode($12, 'hex'), 'UTF8'), about.first_name || ' ' || about.last_name),
        coalesce(convert_from(decode($13, 'hex'), 'UTF8'), about.license_number),
        convert_from(decode($14, 'hex'), 'UTF8')
     from (values (1)) one left join member about on about.id = $3 and $12 is null";

/// Changes name and time zone and notifies, in one statement, so that the notification never arrives before the change
/// is visible. SeaORM's UPDATE has no CTE.
pub(super) fn rename(clinic: Uuid, name: &str, time_zone: &str) -> Statement {
    statement(
        "with changed as (
            update registry.clinic set name = $2, time_zone = $3
            where id = $1 and (name, time_zone) is distinct from ($2, $3) returning subdomain
        )
        select pg_catalog.pg_notify($4, subdomain) from changed",
        [clinic.into(), name.into(), time_zone.into(), CHANNEL.into()],
    )
}

/// Calls a function that may notify. SeaORM calls no function of another schema.
pub(super) fn announce_job(clinic: Uuid) -> Statement {
    statement("select extensions.announce_job($1)", [clinic.into()])
}

/// Calls a function of the registry that has the rights to claim. SeaORM calls no function of another schema.
pub(super) fn claim_spare(new: &NewClinic, now: DateTime<Utc>) -> Statement {
    statement(
        "select registry.claim_spare($1, $2, $3, $4, $5, $6) as id",
        [
            new.subdomain.as_str().into(),
            new.name.as_str().into(),
            new.time_zone.name().into(),
            now.into(),
            migration::clinic::OLDEST_SERVED.into(),
            migration::clinic::LATEST.into(),
        ],
    )
}

/// Marks an unclaimed clinic that turned out to be unusable. SeaORM calls no function of another schema.
pub(super) fn spoil_spare(clinic: Uuid) -> Statement {
    statement("select registry.spoil_spare($1)", [clinic.into()])
}

/// Counts the registry's clinics. SeaORM's aggregates have no FILTER. Versions are compared byte by byte, as the server does.
pub(super) fn fleet() -> Statement {
    statement(
        r#"select status, count(*) as clinics,
            count(*) filter (where status = 'active'
                and (schema_version collate "C" < $1 or oldest_server collate "C" > $2)) as out_of_range,
            count(*) filter (where status <> 'deleted' and schema_version collate "C" < $2) as parked
        from registry.clinic group by status order by status"#,
        [migration::clinic::OLDEST_SERVED.into(), migration::clinic::LATEST.into()],
    )
}

/// The schemas that the database has for clinics, whether or not the registry names them. The catalog's tables are not
/// entities.
pub fn clinic_schemas() -> QueryScalar<'static, Postgres, String, sqlx::postgres::PgArguments> {
    sqlx::query_scalar(
        "select nspname::text from pg_catalog.pg_namespace where nspname ~ '^clinic_[0-9a-z]+$' order by 1",
    )
}

/// Whether the login has more rights than a gateway should. The catalog's tables are not entities.
///
/// The owners of all tables are few, and are read first. With one join, Postgres reads all tables once for each
/// clinic until it has analyzed them: 5 s with 250 new clinics, instead of 27 ms.
pub fn is_over_powered() -> QueryScalar<'static, Postgres, bool, sqlx::postgres::PgArguments> {
    sqlx::query_scalar(
        "with owner as materialized (select distinct relowner from pg_catalog.pg_class)
         select bool_or(r.rolsuper or r.rolcreaterole or r.rolbypassrls)
             or exists (select 1 from owner
                        where case when pg_catalog.pg_has_role(owner.relowner, 'member')
                            then exists (select 1 from pg_catalog.pg_class c
                                         join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                                         where n.nspname ~ '^clinic_' and c.relowner = owner.relowner)
                            else false end)
         from pg_catalog.pg_roles r
         where r.rolname = current_user or r.rolname ~ ('^' || current_user || '_s[0-9]{2,}$')",
    )
}

/// SeaORM builds tables, not schemas.
pub(super) fn create_schema(schema: &str) -> String {
    format!("create schema {}", quoted(schema))
}

/// Makes the clinic's role, which may use the schema. The shard's login may become the role. SeaORM has no roles.
pub(super) fn create_role(schema: &str, login: &str) -> [String; 3] {
    let [member, usage] = open_role(schema, login);
    [format!("create role {} nologin", quoted(schema)), member, usage]
}

/// Lets the shard's login become the clinic's role, and the role use the schema. SeaORM has no roles.
pub(super) fn open_role(schema: &str, login: &str) -> [String; 2] {
    let (role, login) = (quoted(schema), quoted(login));
    [format!("grant {role} to {login}"), format!("grant usage on schema {role} to {role}")]
}

/// Lets the shard's login use a schema whose clinic has no role. SeaORM has no roles.
pub(super) fn grant_usage(schema: &str, login: &str) -> String {
    format!("grant usage on schema {} to {}", quoted(schema), quoted(login))
}

/// Distributes the schema's tables, with their rows and rights, to one Citus worker. Later sessions in the schema
/// find them there. SeaORM calls no function of the catalog.
pub(super) fn distribute(schema: &str) -> Statement {
    statement("select pg_catalog.citus_schema_distribute(pg_catalog.to_regnamespace($1))", [quoted(schema).into()])
}

/// Returns a row if the schema is on a worker with all of its tables. The catalog's tables are not entities.
pub(super) fn is_distributed(schema: &str) -> Statement {
    statement(
        "select 1 as one from pg_catalog.pg_dist_schema s
         where s.schemaid = pg_catalog.to_regnamespace($1) and not exists (
            select from pg_catalog.pg_depend d join pg_catalog.pg_class c on c.oid = d.objid and c.relkind in ('r', 'p')
            where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.refobjid = s.schemaid
                and d.classid = 'pg_catalog.pg_class'::regclass and not exists (select from pg_catalog.pg_dist_partition p
                    where p.logicalrelid = c.oid and p.colocationid = s.colocationid))",
        [quoted(schema).into()],
    )
}

/// Drops a schema and its role, and waits at most five seconds for locks. SeaORM has no schemas, roles or session settings.
pub(super) fn drop_schema_and_role(schema: &str) -> [String; 3] {
    let quoted = quoted(schema);
    [
        "set local lock_timeout to 5000".to_owned(),
        format!("drop schema if exists {quoted} cascade"),
        format!("drop role if exists {quoted}"),
    ]
}
