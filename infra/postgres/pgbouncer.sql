-- Lets PgBouncer ask for the password of one role, and of the gateway's roles only: the owner and
-- superusers never come through the pooler. A superuser runs it once in Celadon's database, after
-- the first `celadon migrate`. Set the password: alter role pgbouncer password '...';
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'pgbouncer') then
    create role pgbouncer login;
  end if;
end
$$;

create schema if not exists pgbouncer authorization current_user;
revoke all on schema pgbouncer from public;
grant usage on schema pgbouncer to pgbouncer;

create or replace function pgbouncer.credentials(asked name)
  returns table (rolname name, rolpassword text)
  language sql stable security definer
  set search_path = pg_catalog
  as $$
    select a.rolname, a.rolpassword
    from pg_catalog.pg_authid a
    where a.rolname = asked
      and a.rolcanlogin
      and (a.rolname = 'celadon_gateway' or a.rolname like 'celadon\_gateway\_s%')
      and not (a.rolsuper or a.rolcreaterole or a.rolreplication or a.rolbypassrls)
  $$;
revoke all on function pgbouncer.credentials(name) from public;
grant execute on function pgbouncer.credentials(name) to pgbouncer;
