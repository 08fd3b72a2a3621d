//! Clinics of tests that have ended, emptied for the next test: to make a clinic creates eighty tables, which costs Postgres more
//! than most tests do.
//!
//! A clinic is taken again only when its tables, its rights and its line of the registry are as they were made, and Postgres has not
//! counted its rows since. It becomes free when its test's thread ends, because clients may outlive the [`super::TestClinic`] that
//! they came from.

use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use uuid::Uuid;

use super::{Database, Tables};
use crate::foundation::tenancy::{MAIN, OwnerDb, Provisioned};

/// As many free clinics are left alone, so that a connection of a test that has just ended has ended too.
const RESTING: usize = 8;

/// A clinic as it was made.
pub(super) struct Made {
    pub database: &'static Database,
    pub provisioned: Provisioned,
    /// Whether it has the next release's tables.
    pub ahead: bool,
    /// Of its tables, rights and line of the registry.
    pub shape: String,
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

/// A free clinic without any data but what the migrations leave, in a transaction inside it. None when there is none that is as
/// it was made.
pub(super) async fn emptied(
    owner_db: &OwnerDb,
    database: &Database,
    ahead: bool,
    tables: &Tables,
) -> Option<(DatabaseTransaction, Made)> {
    while let Some(mut made) = take(database, ahead) {
        // One that another test's worker still holds, or whose schema is gone, is left alone for good.
        if let Ok(Some((tx, id))) = empty(owner_db, &made, tables).await {
            made.provisioned.id = id;
            return Some((tx, made));
        }
    }
    None
}

/// With the clinic's new id: mails are counted by it.
async fn empty(owner_db: &OwnerDb, made: &Made, tables: &Tables) -> Result<Option<(DatabaseTransaction, Uuid)>, DbErr> {
    let tx = owner_db.enter_schema(MAIN, &made.provisioned.schema).await?;
    if shape(&tx).await? != made.shape {
        return Ok(None);
    }
    let named = tables.names.join(", ");
    let deletes = tables.names.iter().map(|table| format!("delete from {table}")).collect::<Vec<_>>().join(";");
    // The lock waits for writers. As a replica, deleting a row does not look for rows that refer to it.
    let empty = format!(
        "lock table {named} in access exclusive mode;
         set local session_replication_role = replica; {deletes}; set local session_replication_role = origin"
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

/// A hash of the schema's tables, constraints, indexes and rights, its list of migrations, and the clinic's lines in the registry.
/// How many rows Postgres has counted in each table is part of it: that decides how the next test's statements are planned.
/// What Postgres keeps of a column, a default, a constraint or an index is compared by `xmin`, the transaction that last changed it:
/// to read their definitions takes as long as many a test. The catalog has no index by schema but that of its dependencies.
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
