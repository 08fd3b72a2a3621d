// What a login of the gateway may call at no node of a Citus cluster: functions that run a text, or change who asks.

/** Statements, each of which must be refused. */
export const attacks = [
  "select set_config('search_path', 'registry', true)",
  "select query_to_xml('select 1', true, true, '')",
  "select table_to_xml('pg_class', true, true, '')",
  "select word from ts_stat('select ''a''::tsvector')",
  "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
  'create temporary table planted (id bigint)',
  'create table public.planted (id bigint)',
  "select run_command_on_workers('select 1')",
  "select run_command_on_all_nodes('select 1')",
  "select run_command_on_coordinator('select 1')",
  "select run_command_on_placements('patient', 'select 1')",
  "select run_command_on_shards('patient', 'select 1')",
  "select run_command_on_colocated_placements('patient', 'member', 'select 1')",
  "select master_run_on_worker(array['127.0.0.1'], array[1], array['select 1'], true)",
  "select citus_run_local_command('select 1')",
  "select worker_apply_shard_ddl_command(1, 'drop table patient')",
  "select worker_apply_inter_shard_ddl_command(1, 'a', 2, 'b', 'drop table patient')",
  "select worker_apply_sequence_command('create sequence planted', 'bigint'::regtype)",
  "select worker_create_or_alter_role('planted', 'create role planted', 'alter role planted')",
  "select worker_create_or_replace_object('create schema planted')",
  "select alter_role_if_exists('celadon_gateway_s01', 'alter role celadon_gateway_s01 nologin')",
  "select worker_partition_query_result('a', 'select 1', 0, 'hash', array['0'], array['1'], false)",
  "select worker_save_query_explain_analyze('select 1', '{}')",
  "select create_intermediate_result('a', 'select 1')",
  "select broadcast_intermediate_result('a', 'select 1')",
  "select fetch_intermediate_results(array['a'], '127.0.0.1', 1)",
  "select citus_check_connection_to_node('127.0.0.1', 1)",
  "select citus_internal.database_command('create database planted')",
  "select citus_internal_delete_tenant_schema(1)",
  'select citus_unmark_object_distributed(1259, 1, 0, false)',
  'select lock_shard_resources(7, array[1])',
  "select worker_split_copy(1, 'id', array[]::split_copy_info[])",
  "select master_get_table_ddl_events('patient')",
  'select citus_internal.start_replication_origin_tracking()',
];

/** Functions of Citus that a statement of the gateway needs, and that do nothing for whoever calls them by hand. */
export const needed = ['assign_distributed_transaction_id', 'read_intermediate_result', 'relation_is_a_known_shard', 'citus_table_is_visible'];

/** The query for the names of those that a login may call: Citus' own, whatever its version, and what changes who asks. */
export const openFunctions = (login) => `select distinct p.proname from pg_proc p
  where (p.proname in ('set_config', 'ts_stat') or p.proname ~ '_to_xml'
      or exists (select from pg_depend d join pg_extension e on e.oid = d.refobjid where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e' and e.extname = 'citus'))
    and has_function_privilege('${login}', p.oid, 'execute') order by 1`;
