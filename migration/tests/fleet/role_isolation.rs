//! Role isolation, tested with the gateway's own logins: only what is granted works.

use std::collections::{BTreeMap, BTreeSet};

use migration::{clinic, sql::Step};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use crate::database::{DONE, Fleet};

/// `None` if the statement is allowed, otherwise the error code.
async fn refusal(session: &mut PgConnection, clinic: Option<&str>, sql: &str) -> Option<String> {
    let mut tx = session.begin().await.unwrap();
    if let Some(clinic) = clinic {
        let enter = format!("set local role {clinic}; set local search_path to {clinic}");
        tx.execute(AssertSqlSafe(enter)).await.unwrap();
    }
    let result = tx.execute(AssertSqlSafe(sql)).await;
    tx.rollback().await.unwrap();
    result.err().map(|error| match error.as_database_error() {
        Some(error) => format!("{} {}", error.code().unwrap_or_default(), error.message()),
        None => error.to_string(),
    })
}

async fn assert_denied(session: &mut PgConnection, clinic: Option<&str>, sql: &str) {
    let refusal = refusal(session, clinic, sql).await;
    let denied = refusal.as_ref().is_some_and(|refusal| refusal.starts_with("42501 "));
    assert!(denied, "{sql} as {clinic:?}: {refusal:?}");
}

/// The rights of a clinic's role according to the steps: table, column or none, privilege. A step's grant is complete
/// from that step on.
fn declared() -> BTreeSet<(String, Option<String>, String)> {
    let last: BTreeMap<_, _> = clinic::STEPS.iter().flat_map(Step::grants).collect();
    let mut declared = BTreeSet::new();
    for (table, privileges) in &last {
        // In `update (a, b), select`, `select` after the list of columns is not a column.
        for part in privileges.split_inclusive([')', ',']).fold(Vec::<String>::new(), |mut parts, piece| {
            match parts.last_mut() {
                Some(open) if open.contains('(') && !open.contains(')') => open.push_str(piece),
                _ => parts.push(piece.to_owned()),
            }
            parts
        }) {
            let (privilege, columns) = part.split_once('(').unwrap_or((&part, ""));
            let privilege = privilege.trim().trim_end_matches(',').to_uppercase();
            if privilege.is_empty() {
                continue;
            }
            let columns: Vec<_> = columns.split([',', ')']).map(str::trim).filter(|name| !name.is_empty()).collect();
            if columns.is_empty() {
                declared.insert(((*table).to_owned(), None, privilege));
            } else {
                for column in columns {
                    declared.insert(((*table).to_owned(), Some(column.to_owned()), privilege.clone()));
                }
            }
        }
    }
    declared
}

#[tokio::test]
async fn a_clinics_role_holds_what_the_steps_grant_and_no_more() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    let rows = sqlx::query(
        "select c.relname::text, null::text, g.privilege_type, g.is_grantable
         from pg_class c, aclexplode(c.relacl) g where g.grantee = $1::regrole
         union all
         select c.relname::text, a.attname::text, g.privilege_type, g.is_grantable
         from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
         where g.grantee = $1::regrole",
    )
    .bind(&schema)
    .fetch_all(&fleet.pool)
    .await
    .unwrap();
    assert!(rows.iter().all(|row| !row.get::<bool, _>(3)), "something can be handed on");
    let held: BTreeSet<_> = rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
    assert_eq!(held, declared());
    let everybody = format!(
        "select relname || ' ' || privilege_type from pg_class c, aclexplode(c.relacl) g
         where relnamespace = '{schema}'::regnamespace and g.grantee not in ('{schema}'::regrole, c.relowner)"
    );
    assert_eq!(fleet.texts(&everybody).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_table_allows_exactly_what_is_granted() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    let mut gateway = fleet.sign_in(&fleet.shard_login()).await;
    let declared = declared();
    let tables: BTreeSet<_> = declared.iter().map(|(table, _, _)| table.as_str()).collect();
    assert!(tables.len() >= 14, "{tables:?}");
    let may = |table: &str, privilege: &str| declared.contains(&(table.to_owned(), None, privilege.to_owned()));
    for table in tables {
        // The first column represents all columns. None of them may be updated on its own.
        let column = &fleet
            .texts(&format!(
                "select attname::text from pg_attribute where attrelid = '{schema}.{table}'::regclass and attnum = 1"
            ))
            .await[0];
        for (privilege, sql) in [
            ("SELECT", format!("select {column} from {table}")),
            ("INSERT", format!("insert into {table} ({column}) select null where false")),
            ("UPDATE", format!("update {table} set {column} = {column} where false")),
            ("DELETE", format!("delete from {table} where false")),
            ("TRUNCATE", format!("truncate {table} cascade")),
            (
                "TRIGGER",
                format!(
                    "create trigger t after insert on {table} execute function suppress_redundant_updates_trigger()"
                ),
            ),
            ("the owner's", format!("alter table {table} add column planted text")),
            ("the owner's", format!("drop table {table} cascade")),
        ] {
            if may(table, privilege) {
                assert_eq!(refusal(&mut gateway, Some(&schema), &sql).await, None, "{sql}");
            } else {
                assert_denied(&mut gateway, Some(&schema), &sql).await;
            }
        }
    }
    // A consent can only be revoked, and a signature never changes.
    for column in ["body", "body_sha256", "patient_id", "template_name", "token_hash", "expires_at"] {
        let update = format!("update consent set {column} = {column}");
        assert_denied(&mut gateway, Some(&schema), &update).await;
    }
    assert_eq!(refusal(&mut gateway, Some(&schema), "update consent set revoked_at = now()").await, None);
    for table in [
        "audit",
        "exam",
        "exam_signature",
        "exam_clearance",
        "health_change",
        "adverse_event",
        "adverse_event_entry",
        "charge",
        "charge_void",
        "charge_bill",
        "protocol_version",
        "protocol_retirement",
        "protocol_signature",
        "protocol_override",
        "treatment",
        "treatment_approval",
        "treatment_return",
        "treatment_return_answer",
        "addendum",
        "record_void",
        "consent_signature",
    ] {
        assert!(may(table, "INSERT") && !may(table, "UPDATE") && !may(table, "DELETE"), "{table} is evidence");
    }
    assert_denied(&mut gateway, Some(&schema), "select version from seaql_migrations").await;
    assert_denied(&mut gateway, Some(&schema), "create table planted (id bigint)").await;
}

#[tokio::test]
async fn another_clinics_tables_and_the_registry_are_refused() {
    let fleet = Fleet::new().await;
    let (own, other) = (fleet.clinic(DONE).await, fleet.clinic(DONE).await);
    let mut gateway = fleet.sign_in(&fleet.shard_login()).await;
    assert_eq!(refusal(&mut gateway, Some(&own), "select id from patient").await, None);
    for sql in [
        format!("select id from {other}.patient"),
        format!("insert into {other}.job (kind) values ('mail')"),
        format!("update {other}.patient set email = null"),
        "select id from registry.clinic".to_owned(),
        "select name from registry.placement".to_owned(),
        "update registry.clinic set status = 'suspended'".to_owned(),
        "update registry.clinic set name = 'Theirs'".to_owned(),
        format!("drop schema {other} cascade"),
        "create schema planted".to_owned(),
        "create role planted".to_owned(),
    ] {
        assert_denied(&mut gateway, Some(&own), &sql).await;
    }
}

#[tokio::test]
async fn a_login_without_a_clinics_role_can_read_nothing() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(DONE).await;
    let mut shard = fleet.sign_in(&fleet.shard_login()).await;
    let mut main = fleet.sign_in(&fleet.gateway.login).await;
    for session in [&mut shard, &mut main] {
        assert_denied(session, None, &format!("select id from {clinic}.patient")).await;
        // There is no search path, so a query outside of a clinic finds no table rather than a wrong one.
        let lost = refusal(session, None, "select id from patient").await.unwrap();
        assert!(lost.starts_with("42P01 "), "{lost}");
        for sql in ["create table public.planted (id bigint)", "create temporary table planted (id bigint)"] {
            assert_denied(session, None, sql).await;
        }
        assert_denied(session, None, "update registry.clinic set status = 'suspended'").await;
        assert_denied(session, None, "delete from registry.placement").await;
        for column in ["subdomain", "schema_name", "placement", "shard", "schema_version", "id"] {
            assert_denied(session, None, &format!("update registry.clinic set {column} = {column}")).await;
        }
    }
    // The gateway may change only a clinic's name and time zone there, and only outside of a clinic.
    let rename = "update registry.clinic set name = name, time_zone = time_zone";
    assert_eq!(refusal(&mut main, None, rename).await, None);
    assert_denied(&mut shard, None, rename).await;
    assert_denied(&mut shard, None, "select id from registry.clinic").await;
    assert_eq!(refusal(&mut main, None, "select id from registry.clinic").await, None);
    assert_eq!(refusal(&mut main, None, "select name from registry.placement").await, None);
    let granted = "select c.relname || ' ' || g.privilege_type || ' '
             || case g.grantee when 0 then 'public' else g.grantee::regrole::text end
         from pg_class c, aclexplode(c.relacl) g
         where c.relnamespace = 'registry'::regnamespace and g.grantee <> c.relowner order by 1";
    let login = &fleet.gateway.login;
    let may = |table: &str, privilege: &str| format!("{table} {privilege} {login}");
    assert_eq!(
        fleet.texts(granted).await,
        [
            may("billing_account", "INSERT"),
            may("billing_account", "SELECT"),
            may("checkout_attempt", "INSERT"),
            may("checkout_attempt", "SELECT"),
            may("clinic", "SELECT"),
            may("find_request", "DELETE"),
            may("find_request", "INSERT"),
            may("find_request", "SELECT"),
            may("find_request", "UPDATE"),
            may("held_subdomain", "SELECT"),
            may("mail_count", "DELETE"),
            may("mail_count", "INSERT"),
            may("mail_count", "SELECT"),
            may("mail_count", "UPDATE"),
            may("placement", "SELECT"),
            may("sign_up_limit", "DELETE"),
            may("sign_up_limit", "INSERT"),
            may("sign_up_limit", "SELECT"),
            may("sign_up_limit", "UPDATE"),
            may("stripe_event", "DELETE"),
            may("stripe_event", "INSERT"),
            may("stripe_event", "SELECT"),
        ]
    );
    // An account, an event and a checkout never change their clinic or content.
    for sql in [
        "update registry.billing_account set clinic_id = clinic_id",
        "update registry.billing_account set livemode = true",
        "delete from registry.billing_account",
        "update registry.stripe_event set type = 'x'",
        "update registry.checkout_attempt set plan = 'pro'",
        "delete from registry.checkout_attempt",
    ] {
        assert_denied(&mut main, None, sql).await;
        assert_denied(&mut shard, None, sql).await;
    }
    assert_eq!(refusal(&mut main, None, "update registry.billing_account set dirty_seq = dirty_seq + 1").await, None);
    assert_denied(&mut shard, None, "select clinic_id from registry.billing_account").await;
    // Only unclaimed clinics can be changed, and only by claiming them.
    assert_denied(&mut shard, None, "select registry.spoil_spare(gen_random_uuid())").await;
    let claim = "select registry.claim_spare('linden', 'Linden', 'UTC', now(), '', 'z')";
    assert_denied(&mut shard, None, claim).await;
    let id = format!("(select id from registry.clinic where schema_name = '{clinic}')");
    assert_eq!(refusal(&mut main, None, &format!("select registry.spoil_spare({id})")).await, None);
    assert_eq!(refusal(&mut main, None, claim).await, None);
    assert_eq!(fleet.texts("select status from registry.clinic").await, ["active"]);
    // The registry's login is not a member of any clinic's role. The second shard's login is not a member of the role
    // of the first shard's clinic.
    assert_denied(&mut main, None, &format!("set local role {clinic}")).await;
    let mut second = fleet.sign_in(&migration::role_isolation::shard_login(&fleet.gateway.login, 1)).await;
    assert_denied(&mut second, None, &format!("set local role {clinic}")).await;
}

#[tokio::test]
async fn no_query_can_change_the_role_or_run_a_text() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(DONE).await;
    let mut shard = fleet.sign_in(&fleet.shard_login()).await;
    let mut main = fleet.sign_in(&fleet.gateway.login).await;
    for sql in [
        "select set_config('role', 'none', false)",
        "select set_config('search_path', 'registry', true)",
        "update pg_settings set setting = 'none' where name = 'role'",
        "select query_to_xml('select 1', true, true, '')",
        "select query_to_xmlschema('select 1', true, true, '')",
        "select query_to_xml_and_xmlschema('select 1', true, true, '')",
        "select cursor_to_xml('c', 1, true, true, '')",
        "select table_to_xml('pg_class', true, true, '')",
        "select schema_to_xml('pg_catalog', true, true, '')",
        "select database_to_xml(true, true, '')",
        "select word from ts_stat('select ''a''::tsvector')",
        "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
        "create temporary table planted (id bigint)",
        "create function pg_temp.f() returns int language sql as 'select 1'",
        "create table public.planted (id bigint)",
    ] {
        assert_denied(&mut shard, Some(&clinic), sql).await;
        assert_denied(&mut shard, None, sql).await;
        assert_denied(&mut main, None, sql).await;
    }
    // Functions with these names that a manual list would miss, in any version of Postgres.
    let open = "select p.oid::regprocedure || ' by ' || r.rolname from pg_proc p, pg_roles r
         where p.pronamespace = 'pg_catalog'::regnamespace and (p.proname = 'set_config' or p.proname ~ '_to_xml')
           and (r.rolname ~ '^(gateway|clinic)_' and r.rolname in (select rolname from pg_roles where ROLES))
           and has_function_privilege(r.oid, p.oid, 'execute')";
    let roles = format!("rolname ~ '^{}' or rolname = '{clinic}'", fleet.gateway.login);
    assert_eq!(fleet.texts(&open.replace("ROLES", &roles)).await, Vec::<String>::new());
    // The owner keeps these rights, because dumps and replication use `set_config`.
    assert_eq!(fleet.texts("select set_config('application_name', 'kept', false)").await, ["kept"]);
}

/// What one SELECT could leave behind outside of clinics, or read about another clinic.
#[tokio::test]
async fn a_clinics_role_leaves_nothing_outside_of_its_tables_and_measures_no_others() {
    let fleet = Fleet::new().await;
    let (own, other) = (fleet.clinic(DONE).await, fleet.clinic(DONE).await);
    let mut shard = fleet.sign_in(&fleet.shard_login()).await;
    let mut main = fleet.sign_in(&fleet.gateway.login).await;
    let theirs = format!("'{other}.patient'::regclass");
    for sql in [
        "select lo_create(0)".to_owned(),
        "select lo_creat(-1)".to_owned(),
        "select lo_from_bytea(0, 'x')".to_owned(),
        "select lo_get(1)".to_owned(),
        "select lo_open(1, 131072)".to_owned(),
        "select pg_notify('celadon_clinic', 'demo')".to_owned(),
        "select pg_logical_emit_message(true, 'x', 'x')".to_owned(),
        "select pg_logical_emit_message(true, 'x', 'x'::bytea)".to_owned(),
        "select sum(n_live_tup) from pg_stat_all_tables".to_owned(),
        "select sum(seq_scan) from pg_stat_user_tables".to_owned(),
        "select sum(idx_scan) from pg_stat_user_indexes".to_owned(),
        "select sum(heap_blks_read) from pg_statio_user_tables".to_owned(),
        format!("select pg_stat_get_live_tuples({theirs})"),
        format!("select pg_stat_get_tuples_inserted({theirs})"),
        format!("select pg_relation_size({theirs})"),
        format!("select pg_table_size({theirs})"),
        format!("select pg_total_relation_size({theirs})"),
        format!("select pg_indexes_size({theirs})"),
    ] {
        assert_denied(&mut shard, Some(&own), &sql).await;
        assert_denied(&mut shard, None, &sql).await;
    }
    let sampled =
        "select count(*) from pg_stats where schemaname <> 'pg_catalog' and schemaname <> 'information_schema'";
    assert_eq!(refusal(&mut shard, Some(&own), sampled).await, None, "of its own tables");
    // A function that does nothing else wakes a worker. The gateway's own login announces changes of the registry.
    let announce = "select extensions.announce_job(gen_random_uuid())";
    assert_eq!(refusal(&mut shard, Some(&own), announce).await, None);
    assert_eq!(refusal(&mut main, None, "select pg_notify('celadon_clinic', 'demo')").await, None);
    // Monitoring uses Postgres' role for that purpose.
    let monitored = "select has_function_privilege('pg_monitor', 'pg_stat_get_live_tuples(oid)', 'execute')::text";
    assert_eq!(fleet.texts(monitored).await, ["true"]);
}

#[tokio::test]
async fn the_logins_have_no_special_attributes() {
    let fleet = Fleet::new().await;
    let plain = format!(
        "select rolname::text from pg_roles where rolname ~ '^{}' and rolcanlogin and not (rolinherit or rolsuper
             or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) order by 1",
        fleet.gateway.login
    );
    let login = &fleet.gateway.login;
    assert_eq!(fleet.texts(&plain).await, [login.clone(), format!("{login}_s00"), format!("{login}_s01")]);
    let settings = format!("select array_to_string(rolconfig, ' ') from pg_roles where rolname = '{login}_s01'");
    assert_eq!(
        fleet.texts(&settings).await,
        [
            "search_path=\"\" statement_timeout=10s lock_timeout=3s idle_in_transaction_session_timeout=15s client_min_messages=error"
        ]
    );
    let owned = format!(
        "select classid::regclass::text from pg_shdepend where deptype = 'o'
           and refobjid in (select oid from pg_roles where rolname ~ '^{login}')"
    );
    assert_eq!(fleet.texts(&owned).await, Vec::<String>::new());
}
