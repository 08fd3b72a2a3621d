//! Clinics of tests that have ended, emptied for the next test. Making a clinic creates eighty tables, which takes
//! Postgres longer than most tests do.
//!
//! A clinic is reused only if its tables and rights are unchanged, and Postgres has not counted its rows since. Its
//! row in the registry, and the registry's other rows about it, are restored. A clinic becomes free when its test's
//! thread ends, because clients may outlive the [`super::TestClinic`] that they came from.

use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use uuid::Uuid;

use super::{Database, Tables};
use tenancy::{MAIN, OwnerDb, Provisioned};

/// The newest free clinics, this many, are not reused yet, so that the connections of a test that has just ended are closed.
const RESTING: usize = 8;

/// A clinic in its original state.
pub(super) struct Made {
    pub database: &'static Database,
    pub provisioned: Provisioned,
    /// Whether it has the next release's tables.
    pub ahead: bool,
    /// The hash of its tables, rights and registry row.
    pub shape: String,
    /// Its registry row as JSON, without the id.
    pub line: String,
}

/// Oldest first.
static FREE: Mutex<VecDeque<Made>> = Mutex::new(VecDeque::new());

struct OfThisTest(Vec<Made>);

impl Drop for OfThisTest {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).extend(self.0.drain(..));
    }
}

thread_local! {
    static OF_THIS_TEST: RefCell<OfThisTest> = const { RefCell::new(OfThisTest(Vec::new())) };
}

/// Frees the clinic when this test's thread ends.
pub(super) fn free_after_this_test(made: Made) {
    OF_THIS_TEST.with_borrow_mut(|of_this_test| of_this_test.0.push(made));
}

fn take(database: &Database, ahead: bool) -> Option<Made> {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let rested = free.len().saturating_sub(RESTING);
    let place = free
        .iter()
        .take(rested)
        .position(|made| made.ahead == ahead && made.database.owner_url == database.owner_url)?;
    free.remove(place)
}

/// A free clinic with only the rows of the migrations, in a transaction inside it. `None` if no free clinic is in its original state.
pub(super) async fn emptied(
    owner_db: &OwnerDb,
    database: &Database,
    ahead: bool,
    tables: &Tables,
) -> Option<(DatabaseTransaction, Made)> {
    while let Some(mut made) = take(database, ahead) {
        // A clinic that another test's worker still holds, or whose schema is gone, is never reused.
        if let Ok(Some((tx, id))) = empty(owner_db, &made, tables).await {
            made.provisioned.id = id;
            return Some((tx, made));
        }
    }
    None
}

/// Empties the clinic. Returns its new id, because mails are counted by the id.
async fn empty(owner_db: &OwnerDb, made: &Made, tables: &Tables) -> Result<Option<(DatabaseTransaction, Uuid)>, DbErr> {
    let tx = owner_db.enter_schema(MAIN, &made.provisioned.schema).await?;
    restore_registry(&tx, &made.line).await?;
    if shape(&tx).await? != made.shape {
        return Ok(None);
    }
    // The lock waits for other writers.
    let named = tables.names.join(", ");
    tx.execute_unprepared(&format!("lock table {named} in access exclusive mode")).await?;
    let deletes = written(&tx, tables).await?.iter().map(|table| format!("delete from {table}")).collect::<Vec<_>>();
    // In the role of a replica, deleting a row does not search for rows that refer to it.
    let empty = format!(
        "set local session_replication_role = replica; {}; set local session_replication_role = origin",
        deletes.join(";")
    );
    tx.execute_unprepared(&empty).await?;
    for (table, rows) in &tables.rows {
        let sql = format!("insert into {table} select * from json_populate_recordset(null::{table}, $1::json)");
        tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [rows.as_str().into()])).await?;
    }
    let id = Uuid::new_v4();
    let renamed = format!("update registry.clinic set id = '{id}' where schema_name = current_schema()");
    tx.execute_unprepared(&renamed).await?;
    Ok(Some((tx, id)))
}

/// Selects the schema's row in the registry.
const LINE: &str = "registry.clinic where schema_name = current_schema()";

/// The registry row of this transaction's clinic, as JSON without the id.
pub(super) async fn registry_line(tx: &impl ConnectionTrait) -> Result<String, DbErr> {
    let query = format!("select (to_jsonb(clinic) - 'id')::text as line from {LINE}");
    let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, query)).await?;
    row.ok_or_else(|| DbErr::Custom("no line".to_owned()))?.try_get("", "line")
}

/// Restores the clinic's registry row, and deletes the registry's other rows that its test has left. A moved clinic
/// keeps the rows about its move, so that it is recognized as changed.
async fn restore_registry(tx: &impl ConnectionTrait, line: &str) -> Result<(), DbErr> {
    let changed = format!("select to_jsonb(clinic) - 'id' <> $1::jsonb as changed from {LINE}");
    let row = tx.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, changed, [line.into()])).await?;
    if row.ok_or_else(|| DbErr::Custom("no line".to_owned()))?.try_get("", "changed")? {
        let fields: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(line).map_err(|error| DbErr::Custom(error.to_string()))?;
        let columns = fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let update = format!(
            "update registry.clinic set ({columns}) = (select {columns} from jsonb_populate_record(null::registry.clinic, $1::jsonb))
             where schema_name = current_schema()"
        );
        tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, update, [line.into()])).await?;
    }
    let beside = ["billing_account", "stripe_event", "checkout_attempt", "held_subdomain"]
        .map(|table| format!("delete from registry.{table} where clinic_id = (select id from {LINE})"));
    tx.execute_unprepared(&beside.join(";")).await?;
    Ok(())
}

/// The tables whose files are not empty. Deleting from a table that never held a row takes as long as from any other,
/// and most tables never held one.
async fn written(tx: &impl ConnectionTrait, tables: &Tables) -> Result<Vec<String>, DbErr> {
    let query = format!(
        "select name from unnest('{{{}}}'::text[]) name join pg_class c on c.oid = name::regclass
         where c.relkind = 'p' or (pg_stat_file(pg_relation_filepath(c.oid))).size > 0",
        tables.names.join(",")
    );
    let rows = tx.query_all_raw(Statement::from_string(DbBackend::Postgres, query)).await?;
    rows.iter().map(|row| row.try_get("", "name")).collect()
}

/// A hash of the schema's tables, constraints, indexes and rights, its list of migrations, and the clinic's rows in the registry. It
/// includes how many rows Postgres has counted in each table, because that decides how the next test's statements are planned.
/// Columns, defaults, constraints and indexes are compared by `xmin`, the transaction that last changed them, because reading their
/// definitions takes as long as many tests. The catalog's only index by schema is that of its dependencies.
pub(super) async fn shape(tx: &impl ConnectionTrait) -> Result<String, DbErr> {
    let query = "with own as (select oid, nspacl, nspowner from pg_namespace where nspname = current_schema()),
            relation as (select c.* from pg_depend d join own on own.oid = d.refobjid join pg_class c on c.oid = d.objid
                where d.refclassid = 'pg_namespace'::regclass and d.classid = 'pg_class'::regclass),
            listed as (select c.id, to_jsonb(c) - 'id' as line from registry.clinic c where c.schema_name = current_schema())
        select md5(concat_ws('/',
            (select concat_ws(' ', nspacl, nspowner) from own),
            (select string_agg(concat_ws(' ', relname, relkind, relowner, relacl, reloptions, reltuples), '|' order by relname) from relation),
            (select string_agg(a.xmin::text, '' order by a.attrelid, a.attnum)
             from pg_attribute a join relation r on r.oid = a.attrelid where a.attnum > 0 and r.relkind in ('r', 'p')),
            (select string_agg(d.xmin::text, '' order by d.adrelid, d.adnum) from pg_attrdef d join relation r on r.oid = d.adrelid),
            (select string_agg(n.xmin::text, '' order by n.oid) from pg_constraint n join relation r on r.oid = n.conrelid),
            (select string_agg(i.xmin::text, '' order by i.indexrelid) from pg_index i join relation r on r.oid = i.indrelid),
            (select count(*) from pg_trigger g join relation r on r.oid = g.tgrelid where not g.tgisinternal),
            (select count(*) from pg_proc p, own where p.pronamespace = own.oid),
            (select string_agg(concat_ws(' ', o.rolname, o.rolcanlogin, o.rolconfig, m.member), '|' order by m.member)
             from pg_roles o left join pg_auth_members m on m.roleid = o.oid where o.rolname = current_schema()),
            (select string_agg(version, '|' order by version) from seaql_migrations),
            (select line from listed),
            (select count(*) from registry.billing_account b join listed on listed.id = b.clinic_id),
            (select count(*) from registry.stripe_event e join listed on listed.id = e.clinic_id),
            (select count(*) from registry.checkout_attempt a join listed on listed.id = a.clinic_id),
            (select count(*) from registry.held_subdomain h join listed on listed.id = h.clinic_id),
            (select count(*) from registry.clinic_move v join listed on listed.id = v.clinic_id),
            (select count(*) from registry.former_schema f join listed on listed.id = f.clinic_id)
        )) as shape";
    let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, query)).await?;
    row.ok_or_else(|| DbErr::Custom("no shape".to_owned()))?.try_get("", "shape")
}
