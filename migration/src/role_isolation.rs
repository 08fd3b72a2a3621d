//! Role isolation: what each role may access, whatever SQL reaches the database.
//!
//! The gateway's login roles own nothing and inherit nothing. A clinic's role has access only to its own schema. The
//! functions that could undo `SET LOCAL ROLE` from inside a query are revoked from PUBLIC.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

/// The gateway's login, and the number of shards of its pool.
#[derive(Debug, Clone)]
pub struct Gateway {
    pub login: String,
    pub password: Option<String>,
    pub shards: u16,
}

/// The login role of one shard of the gateway's pool.
pub fn shard_login(gateway: &str, shard: u16) -> String {
    format!("{gateway}_s{shard:02}")
}

/// Functions that a login may call, and with which one SELECT could change the role or run a query given as text.
/// Includes all functions of Citus except those that the gateway's statements need: PUBLIC may call them, and some run
/// text at other nodes, change Citus' metadata of a schema, or end the server.
const ESCAPES: &str =
    "select p.oid::regprocedure::text as function, pg_catalog.pg_has_role(p.proowner, 'usage') as is_own
    from pg_catalog.pg_proc p
    where pg_catalog.has_function_privilege($1, p.oid, 'execute')
      and ((p.pronamespace = 'pg_catalog'::regnamespace
              and (p.proname in ('set_config', 'ts_stat')
                   or p.proname ~ '^(query|cursor|table|schema|database)_to_xml'
                   or p.oid = 'pg_catalog.ts_rewrite(tsquery, text)'::regprocedure))
          or (p.proname not in ('assign_distributed_transaction_id', 'read_intermediate_result',
                  'relation_is_a_known_shard', 'citus_table_is_visible')
              and exists (select from pg_catalog.pg_depend d join pg_catalog.pg_extension e on e.oid = d.refobjid
                          where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
                            and d.refclassid = 'pg_catalog.pg_extension'::regclass and e.extname = 'citus')))
    order by 1";

/// Functions of Postgres that PUBLIC may call and no clinic's role needs. With them, one SELECT leaves something behind outside of clinics (a large
/// object, a notification, a message in the WAL), or reads the size and the changes of another clinic's tables.
const OF_NO_CLINIC: &str = "select p.oid::regprocedure::text as function, pg_catalog.pg_has_role(p.proowner, 'usage') as is_own,
        case when p.proname = 'pg_notify' then 'gateway' when p.proname ~ '^pg_' and p.proname <> 'pg_logical_emit_message' then 'monitor'
            else 'owner' end as kept_by
    from pg_catalog.pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^lo_' or p.proname in ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_relation_size', 'pg_table_size',
               'pg_indexes_size', 'pg_total_relation_size')
          or (p.proname ~ '^pg_stat_get_' and p.pronargs = 1 and p.proargtypes[0] = 'oid'::regtype))
      and exists (select from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) g
                  where g.grantee = 0 and g.privilege_type = 'EXECUTE')
    order by 1";

/// The rights of the gateway's own login, which is not a clinic's role, on the billing tables: an account never changes
/// its clinic, an event never changes its content, a checkout never changes its purpose.
const BILLING: &[(&str, &str)] = &[
    (
        "billing_account",
        "select, insert, update (stripe_customer_id, stripe_subscription_id, stripe_status, status, plan, billing,
            current_period_end, cancel_at, past_due_since, trial_used_at, dirty_seq, synced_seq, synced_at,
            lease_token, lease_until, attempts, next_attempt_at, last_error)",
    ),
    ("stripe_event", "select, insert, delete, update (clinic_id, state, deliveries)"),
    (
        "checkout_attempt",
        "select, insert, update (subscription_row_id, stripe_session_id, state, expires_at, closed_at)",
    ),
];

/// Creates the gateway's login roles and revokes PUBLIC's default rights. Can be run again.
///
/// Fails when the owner lacks the rights, when a role intended for the gateway has rights of its own, and when a REVOKE
/// had no effect: a REVOKE by a role that does not own the object only warns.
pub async fn apply(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<(), DbErr> {
    roles(owner, gateway).await?;
    let login = quoted(&gateway.login);
    for statement in [
        format!("grant usage on schema registry to {login}"),
        format!("grant select on registry.clinic, registry.placement, registry.held_subdomain to {login}"),
        // A clinic's profile. Only the owner can change where its data is and whether it is served.
        format!("grant update (name, time_zone) on registry.clinic to {login}"),
        format!(
            "grant select, insert, update, delete on registry.find_request, registry.sign_up_limit, registry.mail_count to {login}"
        ),
        format!("grant execute on function {CLAIM_SIGNATURE}, {SPOIL_SIGNATURE} to {login}"),
    ] {
        owner.execute_unprepared(&statement).await?;
    }
    for (table, privileges) in BILLING {
        owner.execute_unprepared(&format!("grant {privileges} on registry.{table} to {login}")).await?;
    }
    revoke_defaults(owner, gateway).await
}

/// Like [`apply`], in a placement without a registry.
///
/// # Errors
/// As [`apply`].
pub(crate) async fn apply_to_placement(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<(), DbErr> {
    roles(owner, gateway).await?;
    revoke_defaults(owner, gateway).await
}

async fn roles(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<(), DbErr> {
    login_role(owner, &gateway.login, gateway.password.as_deref()).await?;
    for shard in 0..gateway.shards {
        login_role(owner, &shard_login(&gateway.login, shard), gateway.password.as_deref()).await?;
    }
    Ok(())
}

/// Revokes PUBLIC's default rights in this database only.
///
/// Fails when the owner lacks the rights. The error names everything that is left to revoke.
pub(crate) async fn revoke_defaults(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<(), DbErr> {
    let database = text(owner, "select quote_ident(current_database()) as text").await?;
    let own = text(owner, "select quote_ident(current_user) as text").await?;
    let public = DefaultGrant {
        held: "select pg_catalog.has_schema_privilege($1, 'public', 'usage, create') as held",
        revoke: "revoke all on schema public from public".to_owned(),
    };
    let temporary = DefaultGrant {
        held: "select pg_catalog.has_database_privilege($1, current_database(), 'temporary') as held",
        revoke: format!("revoke temporary on database {database} from public"),
    };
    let mut left = Vec::new();
    for grant in [public, temporary] {
        if !grant.revoke(owner, gateway).await? {
            left.push(grant.revoke);
        }
    }
    // Routines, because some of Citus' are procedures.
    let revoke = |function: &str| format!("revoke execute on routine {function} from public");
    // A revoke on another owner's routine only warns, or is refused.
    for Escape { function, .. } in escapes(owner, gateway).await?.into_iter().filter(|escape| escape.is_own) {
        // A dump calls `set_config`, and the owner of a Citus cluster makes tables with its functions.
        owner.execute_unprepared(&format!("grant execute on routine {function} to {own}")).await?;
        owner.execute_unprepared(&revoke(&function)).await?;
    }
    for Escape { function, .. } in escapes(owner, gateway).await? {
        left.push(format!("grant execute on routine {function} to {own}; {}", revoke(&function)));
    }
    let login = quoted(&gateway.login);
    let keep = |one: &OfNoClinic| match one.kept_by.as_str() {
        // The gateway's own login announces changes of the registry. A clinic announces its jobs with a function of ours.
        "gateway" => format!("grant execute on routine {} to {own}, {login}", one.function),
        "monitor" => format!("grant execute on routine {} to {own}, pg_monitor", one.function),
        _ => format!("grant execute on routine {} to {own}", one.function),
    };
    for one in of_no_clinic(owner).await?.into_iter().filter(|one| one.is_own) {
        owner.execute_unprepared(&keep(&one)).await?;
        owner.execute_unprepared(&revoke(&one.function)).await?;
    }
    left.extend(of_no_clinic(owner).await?.iter().map(|one| format!("{}; {}", keep(one), revoke(&one.function))));
    // If the revokes were done for another gateway's login, the code above does not grant the right to this login.
    let announce = announcement(owner, gateway).await?;
    if !announce.held {
        let grant = format!("grant execute on routine pg_catalog.pg_notify(text, text) to {login}");
        if announce.may_be_granted {
            owner.execute_unprepared(&grant).await?;
        } else if left.is_empty() {
            left.push(grant);
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(DbErr::Migration(format!("this had no effect, let a superuser do it: {}", left.join("; "))))
}

/// A function of [`ESCAPES`].
struct Escape {
    function: String,
    /// Whether the owner's login may revoke the function, as a superuser or as the function's owner.
    is_own: bool,
}

/// A function of [`OF_NO_CLINIC`] that PUBLIC may still call.
struct OfNoClinic {
    function: String,
    is_own: bool,
    /// The kind of role that keeps the right.
    kept_by: String,
}

async fn of_no_clinic(owner: &impl ConnectionTrait) -> Result<Vec<OfNoClinic>, DbErr> {
    let rows = owner.query_all_raw(Statement::from_string(DbBackend::Postgres, OF_NO_CLINIC)).await?;
    rows.iter()
        .map(|row| {
            Ok(OfNoClinic {
                function: row.try_get("", "function")?,
                is_own: row.try_get("", "is_own")?,
                kept_by: row.try_get("", "kept_by")?,
            })
        })
        .collect()
}

/// Whether the gateway's login may announce changes of the registry.
struct Announcement {
    held: bool,
    /// Whether the owner's login may grant the right.
    may_be_granted: bool,
}

async fn announcement(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<Announcement, DbErr> {
    let notify = "select pg_catalog.has_function_privilege($1, p.oid, 'execute') as held,
            pg_catalog.has_function_privilege(p.oid, 'execute with grant option') as may_be_granted
        from pg_catalog.pg_proc p where p.oid = 'pg_catalog.pg_notify(text, text)'::regprocedure";
    let notify = Statement::from_sql_and_values(DbBackend::Postgres, notify, [gateway.login.as_str().into()]);
    let row = owner.query_one_raw(notify).await?.ok_or(DbErr::RecordNotFound("pg_notify".to_owned()))?;
    Ok(Announcement { held: row.try_get("", "held")?, may_be_granted: row.try_get("", "may_be_granted")? })
}

/// The functions that the gateway may still call.
async fn escapes(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<Vec<Escape>, DbErr> {
    let open = Statement::from_sql_and_values(DbBackend::Postgres, ESCAPES, [gateway.login.as_str().into()]);
    let rows = owner.query_all_raw(open).await?;
    rows.iter()
        .map(|row| Ok(Escape { function: row.try_get("", "function")?, is_own: row.try_get("", "is_own")? }))
        .collect()
}

const CLAIM_SIGNATURE: &str = "registry.claim_spare(text, text, text, timestamptz, text, text)";
const SPOIL_SIGNATURE: &str = "registry.spoil_spare(uuid)";

/// Turns an unclaimed clinic into a claimed one. The gateway can make no other change to the list of clinics.
///
/// It is a function with the owner's rights, because no other means is as narrow. A grant on columns has no condition,
/// so the gateway could rename or suspend every clinic. A row policy has a condition, but makes dumps by other roles
/// than the owner fail. It is created here and not by a step, because it is about rights. The function locks the name.
/// A release of a name takes the same lock, so nobody gets a name between its release and its reservation.
const CLAIM_SPARE: &str = "create or replace function registry.claim_spare(
        wanted_subdomain text, wanted_name text, wanted_zone text, at timestamptz, oldest text, newest text)
    returns uuid language sql volatile security definer set search_path = ''
    as $$
        select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(wanted_subdomain, 0));
        update registry.clinic
        set subdomain = wanted_subdomain, name = wanted_name, time_zone = wanted_zone, status = 'active',
            created_at = at
        where id = (
            select id from registry.clinic
            where status = 'spare' and schema_version between oldest and newest
                and not exists (
                    select 1 from registry.held_subdomain h
                    where h.subdomain = wanted_subdomain and (h.free_at is null or h.free_at > at))
            order by created_at, id limit 1 for update skip locked
        )
        returning id
    $$";

/// Marks an unclaimed clinic so that it cannot be claimed.
const SPOIL_SPARE: &str = "create or replace function registry.spoil_spare(spare uuid)
    returns void language sql volatile security definer set search_path = ''
    as $$ update registry.clinic set status = 'spoilt' where id = spare and status = 'spare' $$";

/// Creates the functions again in each run, so that only granted roles may call them.
///
/// Fails when the owner lacks the rights.
pub(crate) async fn make_functions(owner: &impl ConnectionTrait) -> Result<(), DbErr> {
    for statement in [
        CLAIM_SPARE.to_owned(),
        SPOIL_SPARE.to_owned(),
        format!("revoke execute on function {CLAIM_SIGNATURE}, {SPOIL_SIGNATURE} from public"),
    ] {
        owner.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// Announces that a job is due in a clinic. It is the only notification that a clinic's role can send. It wakes a
/// worker, which reads the clinic's own outbox.
const ANNOUNCE_JOB: &str = "create or replace function extensions.announce_job(clinic uuid)
    returns void language sql volatile security definer set search_path = ''
    as $$ select pg_catalog.pg_notify('celadon_job', clinic::text) $$";

/// Creates the function that every clinic's role may call, in each placement.
///
/// Fails when the owner lacks the rights.
pub(crate) async fn make_announcement(owner: &impl ConnectionTrait) -> Result<(), DbErr> {
    owner.execute_unprepared(ANNOUNCE_JOB).await?;
    owner.execute_unprepared("grant execute on function extensions.announce_job(uuid) to public").await?;
    Ok(())
}

/// A right that Postgres grants to everybody by default.
struct DefaultGrant {
    /// A query whether the gateway has the right.
    held: &'static str,
    revoke: String,
}

impl DefaultGrant {
    /// Revokes the right, and returns whether it is revoked. Does nothing if it already was, because a role with more
    /// rights than the owner may have revoked it.
    async fn revoke(&self, owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<bool, DbErr> {
        if !self.is_granted(owner, gateway).await? {
            return Ok(true);
        }
        owner.execute_unprepared(&self.revoke).await?;
        Ok(!self.is_granted(owner, gateway).await?)
    }

    /// Whether the right is granted. If in doubt, it is.
    async fn is_granted(&self, owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<bool, DbErr> {
        let check = Statement::from_sql_and_values(DbBackend::Postgres, self.held, [gateway.login.as_str().into()]);
        Ok(owner.query_one_raw(check).await?.is_none_or(|row| row.try_get("", "held").unwrap_or(true)))
    }
}

/// Creates a login role that owns nothing, inherits nothing and sees nothing until it becomes a clinic's role.
///
/// An existing role with rights is refused and keeps its rights: it belongs to somebody else, most likely to the owner,
/// whom both settings then name.
async fn login_role(owner: &impl ConnectionTrait, name: &str, password: Option<&str>) -> Result<(), DbErr> {
    let role = quoted(name);
    let known = owner
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select rolname in (current_user, session_user) or rolsuper or rolcreaterole or rolcreatedb
                 or rolreplication or rolbypassrls as powerful
             from pg_catalog.pg_roles where rolname = $1",
            [name.into()],
        ))
        .await?;
    let verb = match known {
        None => "create",
        Some(row) if !row.try_get::<bool>("", "powerful")? => "alter",
        Some(_) => {
            return Err(DbErr::Migration(format!(
                "the role {name} has rights that a gateway may not have: give the gateway a role of its own"
            )));
        }
    };
    let password = password.map_or(String::new(), |word| format!(" password '{}'", word.replace('\'', "''")));
    // ALTER ROLE requires a superuser even for attributes that keep their default.
    owner.execute_unprepared(&format!("{verb} role {role} login noinherit{password}")).await?;
    for (setting, value) in [
        ("search_path", "''"),
        ("statement_timeout", "'10s'"),
        ("lock_timeout", "'3s'"),
        ("idle_in_transaction_session_timeout", "'15s'"),
        // When a connection returns to the pool, it rolls back what a cancelled request may have begun. Usually there
        // is nothing to roll back, and Postgres warns. PgBouncer would not pass this setting on at sign-in.
        ("client_min_messages", "error"),
    ] {
        owner.execute_unprepared(&format!("alter role {role} set {setting} = {value}")).await?;
    }
    Ok(())
}

async fn text(db: &impl ConnectionTrait, sql: &str) -> Result<String, DbErr> {
    db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql))
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(sql.to_owned()))?
        .try_get("", "text")
}

/// A role name as an SQL identifier.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
