// Many clinics quickly: copies of one that the product made, statement by statement, by several psql at once.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import { Failure, output } from '../../lib/process.mjs';

const BATCH = 20;
const base36 = (id) => BigInt(`0x${id.replaceAll('-', '')}`).toString(36);

/** The text that makes a copy of this clinic's schema, role, rows and place in the registry. */
async function recipe(world, of) {
  const which = of ? `where c.subdomain = '${of}'` : '';
  const [[template, shards]] = await world.rows(`select c.schema_name, p.shards from registry.clinic c join registry.placement p on p.name = c.placement ${which} order by c.created_at limit 1`);
  const dump = output('pg_dump', [world.owner, '-n', template, '--no-owner', '--inserts', '--rows-per-insert=1000', '--no-comments']);
  if (!dump) throw new Failure('pg_dump did not succeed: it comes with Postgres');
  const body = dump.split('\n').filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config|$)/.test(line)).join('\n');
  return (number) => {
    const id = crypto.randomUUID();
    const schema = `clinic_${base36(id)}`;
    const shard = number % Number(shards);
    const row = `jsonb_build_object('id', '${id}', 'schema_name', '${schema}', 'subdomain', 'c${id.replaceAll('-', '').slice(0, 16)}', 'name', 'Clinic', 'status', 'active', 'shard', ${shard})`;
    return `begin; set local search_path to ''; set local check_function_bodies = false; set local client_min_messages = warning;
create role ${schema} nologin; grant ${schema} to celadon_gateway_s${String(shard).padStart(2, '0')};
${body.replaceAll(template, schema)}
insert into registry.clinic select (jsonb_populate_record(c, ${row})).* from registry.clinic c where c.schema_name = '${template}';
commit;`;
  };
}

/**
 * Adds copies of the first clinic, or of the one that is named, until there are `until` or there is no time left; answers how many it made,
 * and tells `progress` after each batch. The first is read once: a dump of one clinic reads the catalog of all.
 */
export async function fill(world, { from, until, left, of, workers = 3, progress = () => {} }) {
  const copy = await recipe(world, of);
  let next = from;
  let made = 0;
  const batch = (size) => new Promise((resolve, reject) => {
    const child = spawn('psql', [world.owner, '-XAtq', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'ignore', 'pipe'] });
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (error += text));
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Failure(`a copy failed: ${error.slice(0, 400)}`))));
    child.stdin.on('error', () => {});
    child.stdin.end(Array.from({ length: size }, (_, at) => copy(next + at)).join('\n'));
    next += size;
  });
  await Promise.all(Array.from({ length: workers }, async () => {
    while (next < until && left() > 0) {
      const size = Math.min(BATCH, until - next);
      await batch(size);
      made += size;
      progress(made);
    }
  }));
  return made;
}
