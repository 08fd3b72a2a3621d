// A hundred prints of a long record at once, which a worker beside the server makes: how long another clinic waits meanwhile.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { sendRequest, enter } from '../fault/client.mjs';
import { signature } from '../fault/png.mjs';
import { pause, waitUntil } from '../fault/world.mjs';
import { freePort, start, stop } from '../../lib/process.mjs';
import { neighbour } from './texts.mjs';

const PRINTS = 100;
const TREATMENTS = 60;
/** Processes without pause that show what being held up is. */
const BUSY = 40;
/**
 * What the other clinic's p95 may be, divided by what it is without the prints. Measured on two processors: 1.4 to 1.5 with a release, which
 * is what counts (CELADON_PROGRAM=target/release/celadon); about 2 with a build for development, whose worker gathers a record slowly.
 */
const MAX_RATIO = 2.5;

const isHeldUp = (alone, beside) => beside > MAX_RATIO * alone;

/** The other clinic's p95 beside processes that compute without pause, more of them than processors. */
async function besidePlanted(world, other) {
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await neighbour(world, other);
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

export async function prints(world, session) {
  const post = (target, body) => sendRequest(world, session.clinic, 'POST', target, { cookie: session.cookie, body });
  const drawn = signature(400, 100);
  for (let number = 0; number < TREATMENTS; number += 1) {
    const answer = await post('/api/treatments', { patient_id: session.patient, treatment_type: 'Botox', areas: 'Glabella', units: 20, lot: `C${number}`, notes: 'Tolerated well. '.repeat(60), provider_signature: drawn });
    if (answer.status !== 201) throw new Error(`a treatment: ${answer.status} ${answer.text}`);
  }
  const other = await enter(world, 'beta');
  await neighbour(world, other);
  const alone = await neighbour(world, other, 1_000);
  const planted = await besidePlanted(world, other);

  const requested = await Promise.all(Array.from({ length: PRINTS }, () => post('/api/documents', { kind: 'patient', id: session.patient })));
  const accepted = requested.filter(({ status }) => status < 300).length;
  const table = `${world.schemas[session.clinic]}.document`;
  const began = Date.now();
  const worker = start(world.binary, ['work'], { log: path.join(world.folder, 'prints.log'), env: { ...world.env, OPS_ADDR: `127.0.0.1:${await freePort()}` } });
  let done = false;
  // Once a second: asking starts a psql, and twenty of them a second held the neighbour up more than the prints do.
  const printed = waitUntil('the prints', 600, async () => {
    await pause(1_000);
    return (await world.count(`select count(*) from ${table} where finished_at is null`)) === 0;
  }).finally(() => (done = true));
  const beside = await neighbour(world, other, 500, () => !done);
  await printed;
  const seconds = (Date.now() - began) / 1000;
  await stop(worker);
  const failed = await world.count(`select count(*) from ${table} where problem is not null`);
  const heldUp = isHeldUp(alone.p95, beside.p95);
  return {
    planted: isHeldUp(alone.p95, planted.p95),
    findings: (heldUp ? 1 : 0) + (failed > 0 ? 1 : 0) + (accepted < PRINTS ? 1 : 0) + (beside.failed > 0 ? 1 : 0),
    note: `${accepted} prints of a record with ${TREATMENTS} treatments in ${seconds.toFixed(0)} s, ${failed} not made; a neighbour's p95 of ${beside.reads} reads is ${beside.p95.toFixed(1)} ms, alone ${alone.p95.toFixed(1)}${heldUp ? ' (held up)' : ''}, beside ${BUSY} busy processes ${planted.p95.toFixed(1)}`,
  };
}
