-- What a superuser does at each node of a Citus cluster after ../postgres/roles.sql, so that Celadon itself never needs one. It can be run
-- again, and has to be after an update of the extension.

-- Citus' functions that a statement of Celadon's servers does not need: some run a text at other nodes, change what Citus knows of a
-- schema, or end the server, and PUBLIC may call them. `celadon migrate` checks this at every node and stops where it is not so.
do $$
declare
  escape text;
begin
  for escape in
    select p.oid::regprocedure::text
    from pg_catalog.pg_depend d
    join pg_catalog.pg_extension e on e.oid = d.refobjid and e.extname = 'citus'
    join pg_catalog.pg_proc p on p.oid = d.objid
    where d.classid = 'pg_catalog.pg_proc'::regclass and d.refclassid = 'pg_catalog.pg_extension'::regclass and d.deptype = 'e'
      and p.proname not in ('assign_distributed_transaction_id', 'read_intermediate_result', 'relation_is_a_known_shard',
                            'citus_table_is_visible')
  loop
    execute format('grant execute on routine %s to celadon_owner', escape);
    execute format('revoke execute on routine %s from public', escape);
  end loop;
end
$$;
