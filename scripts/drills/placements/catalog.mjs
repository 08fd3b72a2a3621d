// What a clinic's schema consists of, to compare one in a Citus cluster with one in a Postgres.
import { sqlRows } from './citus.mjs';

/** Its columns, constraints, indexes and rights, one line each, without the schema's name and its reader's. */
export const catalog = (url, schema, reader = schema) =>
  sqlRows(url, `set search_path to ${schema};
    select format('%s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'r'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = '${schema}'::regnamespace
    union all select pg_get_indexdef(oid) from pg_class where relkind = 'i' and relnamespace = '${schema}'::regnamespace
    union all select format('%s %s', c.relname, g.privilege_type) from pg_class c, aclexplode(c.relacl) g where c.relkind = 'r' and c.relnamespace = '${schema}'::regnamespace and g.grantee = '${reader}'::regrole
    union all select format('%s.%s %s', c.relname, a.attname, g.privilege_type)
      from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g where c.relnamespace = '${schema}'::regnamespace and g.grantee = '${reader}'::regrole
    order by 1`).map(([line]) => line.replaceAll(schema, '@'));
