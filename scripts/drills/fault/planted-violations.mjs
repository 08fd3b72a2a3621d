// Violations planted on purpose. Each must be found, which shows that the invariants can fail.
import { spawn } from 'node:child_process';
import { Failure, say } from '../../lib/process.mjs';
import { invariants } from './invariants.mjs';
import { pause } from './world.mjs';

const acknowledged = (load, kind) => load.history.findLast((write) => write.kind === kind && write.outcome === 'acknowledged' && write.clinic === 'alpha');

const PLANTED = [
  ['an acknowledged write is deleted', /acknowledged writes are lost/, (world, load) => `delete from ${world.schemas.alpha}.appointment where notes = '${acknowledged(load, 'appointment').marker}'`],
  ['a write is there twice', /done twice/, (world, load) => `insert into ${world.schemas.alpha}.patient (first_name, last_name, created_at) select first_name, last_name, created_at from ${world.schemas.alpha}.patient where last_name = '${acknowledged(load, 'patient').marker}'`],
  ['a refused write is there', /refused is there/, (world, load) => `insert into ${world.schemas.alpha}.patient (first_name, last_name, created_at) values ('${load.history.find((write) => write.kind === 'refused' && write.clinic === 'alpha').marker}', 'x', now())`],
  ["another clinic's row", /another clinic's/, (world) => `insert into ${world.schemas.alpha}.patient (first_name, last_name, created_at) values ('Ann', 'CANARY-beta-0-00000000', now())`],
  ['a row without its audit', /of the audit/, (world) => `insert into ${world.schemas.alpha}.patient (first_name, last_name, created_at) values ('Ann', 'Berg', now())`],
  ['a sealed row of the audit is changed', /audit verify/, (world) => `update ${world.schemas.alpha}.audit set ip = '192.0.2.1' where id = (select min(id) from ${world.schemas.alpha}.audit)`],
  ['a reference that leads nowhere', /lead nowhere/, (world) => `set session_replication_role = replica; update ${world.schemas.alpha}.appointment set patient_id = 999999 where id = (select max(id) from ${world.schemas.alpha}.appointment)`],
];

/** Plants one after the other and checks that the invariants name each. */
export async function planted(world, load) {
  await load.during(() => pause(2500));
  const before = await invariants(world, load);
  if (before.violations.length) throw new Failure(`Before anything was planted: ${before.violations.join('; ')}`);
  let missed = 0;
  const tell = (what, found) => {
    say(`  ${found ? 'found ' : 'MISSED'}  ${what}`);
    missed += found ? 0 : 1;
  };
  for (const [what, sign, sql] of PLANTED) {
    await world.rows(sql(world, load));
    await load.during(() => pause(300));
    const { violations } = await invariants(world, load);
    tell(what, violations.some((text) => sign.test(text)));
  }
  const idle = spawn('psql', [world.owner, '-Xq'], { stdio: ['pipe', 'ignore', 'ignore'] });
  idle.stdin.write('begin; select 1;\n');
  await pause(500);
  await load.during(() => pause(300));
  tell('a session left in a transaction', (await invariants(world, load)).violations.some((text) => /left in a transaction/.test(text)));
  idle.kill('SIGKILL');
  return missed;
}
