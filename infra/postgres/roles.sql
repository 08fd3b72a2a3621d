-- What a superuser does once in Celadon's database, so that Celadon itself never needs one.
-- It can be run again. Afterwards set the owner's password: alter role celadon_owner password '...';

-- The owner of the tables: migrations, provisioning and the clinic commands sign in as this role.
-- It makes the gateway's login roles and a role for each clinic, hence createrole. It is no superuser.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'celadon_owner') then
    create role celadon_owner login;
  end if;
  alter role celadon_owner createrole;
  -- Schemas are made by the database's owner, and the extension btree_gist may be installed by it.
  execute format('alter database %I owner to celadon_owner', current_database());
end
$$;

-- A clinic's tables are in its own schema and the search path holds nothing else. What lies in
-- public would be a place that all clinics share.
revoke all on schema public from public;

-- A temporary table is found before any schema: it could shadow a clinic's own.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- Functions with which one SELECT could change role or run a query given as text: they would undo SET LOCAL ROLE from
-- inside a query. Of Citus', where it is there, all but those that a statement of the servers needs: some run a text at other nodes,
-- change what Citus knows of a schema, or end the server. The owner keeps them, because a dump calls set_config and Citus makes tables
-- by its functions; superusers keep them in any case. `celadon migrate` checks this and stops where it is not so.
do $$
declare
  escape text;
begin
  for escape in
    select p.oid::regprocedure::text
    from pg_catalog.pg_proc p
    where (p.pronamespace = 'pg_catalog'::regnamespace
           and (p.proname in ('set_config', 'ts_stat')
                or p.proname ~ '^(query|cursor|table|schema|database)_to_xml'
                or p.oid = 'pg_catalog.ts_rewrite(tsquery, text)'::regprocedure))
       or (p.proname not in ('assign_distributed_transaction_id', 'read_intermediate_result', 'relation_is_a_known_shard',
                             'citus_table_is_visible')
           and exists (select from pg_catalog.pg_depend d
                       join pg_catalog.pg_extension e on e.oid = d.refobjid
                       where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
                         and d.refclassid = 'pg_catalog.pg_extension'::regclass and e.extname = 'citus'))
  loop
    -- Routines: some of Citus' are procedures.
    execute format('grant execute on routine %s to celadon_owner', escape);
    execute format('revoke execute on routine %s from public', escape);
  end loop;
end
$$;

-- Functions with which one SELECT leaves something behind that belongs to no clinic (a large object, a notification, a message in the WAL),
-- or reads how many rows another clinic's tables hold. Monitoring keeps the sizes and counts. The owner passes pg_notify on to the servers'
-- login: they announce changes of the registry.
do $$
declare
  function text;
  name text;
begin
  for function, name in
    select p.oid::regprocedure::text, p.proname
    from pg_catalog.pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^lo_' or p.proname in ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_relation_size',
               'pg_table_size', 'pg_indexes_size', 'pg_total_relation_size')
           or (p.proname ~ '^pg_stat_get_' and p.pronargs = 1 and p.proargtypes[0] = 'oid'::regtype))
  loop
    execute format('grant execute on routine %s to celadon_owner%s', function, case when name = 'pg_notify' then ' with grant option' end);
    if name ~ '^pg_' and name not in ('pg_notify', 'pg_logical_emit_message') then
      execute format('grant execute on routine %s to pg_monitor', function);
    end if;
    execute format('revoke execute on routine %s from public', function);
  end loop;
end
$$;
