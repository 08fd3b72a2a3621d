//! The wall of roles: who may touch what, whatever SQL somebody manages to send.
//!
//! The gateway's login roles own nothing and inherit nothing; a clinic's role sees its own schema
//! and nothing else; the functions that could undo `SET LOCAL ROLE` from inside a query are taken
//! from PUBLIC (design 2.5).

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

/// How the gateway signs in, and how many shards its pool has.
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

/// Functions with which one SELECT could change role or run a query given as text.
const ESCAPES: &str = "select p.oid::regprocedure::text as function
    from pg_catalog.pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname = 'set_config' or p.proname ~ '^(query|cursor|table|schema|database)_to_xml')
    order by 1";

/// Makes the gateway's login roles and closes what PUBLIC may do by default. Can be run again.
///
/// # Errors
/// When the owner lacks the rights for it, and when a REVOKE had no effect: a REVOKE by somebody
/// who does not own the function only warns.
pub async fn raise(owner: &impl ConnectionTrait, gateway: &Gateway) -> Result<(), DbErr> {
    let database = text(owner, "select quote_ident(current_database()) as text").await?;
    login_role(owner, &gateway.login, gateway.password.as_deref()).await?;
    for shard in 0..gateway.shards {
        login_role(owner, &shard_login(&gateway.login, shard), gateway.password.as_deref()).await?;
    }
    let login = quoted(&gateway.login);
    for statement in [
        "revoke all on schema public from public".to_owned(),
        format!("revoke temporary on database {database} from public"),
        format!("grant usage on schema registry to {login}"),
        format!("grant select on registry.clinic, registry.placement to {login}"),
    ] {
        owner.execute_unprepared(&statement).await?;
    }
    close_escapes(owner, &gateway.login).await
}

async fn close_escapes(owner: &impl ConnectionTrait, login: &str) -> Result<(), DbErr> {
    let functions = owner.query_all_raw(Statement::from_string(DbBackend::Postgres, ESCAPES)).await?;
    for row in functions {
        let function: String = row.try_get("", "function")?;
        owner.execute_unprepared(&format!("grant execute on function {function} to current_user")).await?;
        owner.execute_unprepared(&format!("revoke execute on function {function} from public")).await?;
        let held = owner
            .query_one_raw(Statement::from_sql_and_values(
                DbBackend::Postgres,
                "select pg_catalog.has_function_privilege($1, $2, 'execute') as held",
                [login.into(), function.clone().into()],
            ))
            .await?
            .is_none_or(|row| row.try_get("", "held").unwrap_or(true));
        if held {
            return Err(DbErr::Migration(format!(
                "{function} can still be called by {login}: let a superuser revoke it from PUBLIC"
            )));
        }
    }
    Ok(())
}

/// A login role that owns nothing, inherits nothing and sees nothing until it becomes a clinic.
async fn login_role(owner: &impl ConnectionTrait, name: &str, password: Option<&str>) -> Result<(), DbErr> {
    let role = quoted(name);
    let exists = owner
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select 1 as one from pg_catalog.pg_roles where rolname = $1",
            [name.into()],
        ))
        .await?
        .is_some();
    let verb = if exists { "alter" } else { "create" };
    let password = password.map_or(String::new(), |word| format!(" password '{}'", word.replace('\'', "''")));
    owner
        .execute_unprepared(&format!(
            "{verb} role {role} login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls{password}"
        ))
        .await?;
    for (setting, value) in [
        ("search_path", "''"),
        ("statement_timeout", "'10s'"),
        ("lock_timeout", "'3s'"),
        ("idle_in_transaction_session_timeout", "'15s'"),
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
