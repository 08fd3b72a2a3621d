// Injects faults into the server, Postgres and the network under load, and checks the invariants after each.
// Called by scripts/drills/faults.
import { bold, main, say } from '../../lib/process.mjs';
import { Load, enterAll } from './client.mjs';
import { faults as databaseFaults } from './database-faults.mjs';
import { invariants } from './invariants.mjs';
import { faults as networkFaults } from './network-faults.mjs';
import { planted } from './planted-violations.mjs';
import { faults as raceFaults } from './race-faults.mjs';
import { faults as resourceFaults } from './resource-faults.mjs';
import { faults as restoreFaults } from './restore-faults.mjs';
import { faults as serverFaults } from './server-faults.mjs';
import { World } from './world.mjs';

const FAULTS = [...serverFaults.slice(0, 2), ...networkFaults, ...resourceFaults, ...restoreFaults, ...databaseFaults, ...raceFaults, ...serverFaults.slice(2)];
const HEAD = ['Fault', 'What was done', 'Sent', 'Acknowledged', 'Lost', 'Doubled', '500', '503', 'Recovery', ''];

async function runFault(world, load, [row, what, work, { short, ...options }], isShort) {
  const from = load.history.length;
  const before = { ...load.statuses };
  let note;
  const violations = [];
  try {
    note = await work(world, load, { ...options, ...(isShort && short && { rounds: short }) });
  } catch (error) {
    violations.push(error.message);
  }
  if (note?.skipped) return { row, what, skipped: note.skipped };
  if (world.isDown) await world.serve().catch((error) => violations.push(error.message));
  const seconds = await load.recovery();
  if (seconds > 10) violations.push(`service was not normal within 10 s (${seconds} s)`);
  const found = await invariants(world, load);
  const sent = load.history.slice(from);
  const more = (match) => Object.keys(load.statuses).filter(match).reduce((sum, status) => sum + load.statuses[status] - (before[status] ?? 0), 0);
  return {
    row, what, note, sent: sent.length, seconds,
    acknowledged: sent.filter((write) => write.outcome === 'acknowledged').length,
    ...found.figures,
    broken: more((status) => status >= 500 && status !== '503'),
    busy: more((status) => status === '503'),
    violations: [...violations, ...found.violations],
  };
}

const line = (cells) => say(`| ${cells.map((cell, index) => String(cell).padEnd([7, 42, 6, 12, 4, 7, 3, 5, 8, 0][index])).join(' | ')} |`);

function show(result) {
  if (result.skipped) return line([result.row, result.what, '', '', '', '', '', '', '', `not tried: ${result.skipped}`]);
  const { row, what, sent, acknowledged, lost, doubled, broken, busy, seconds, note, violations } = result;
  line([row, what, sent, acknowledged, lost, doubled, broken, busy, `${seconds.toFixed(1)} s`, violations.length ? 'VIOLATED' : note]);
  violations.forEach((text) => say(`    ${text}`));
}

await main(async () => {
  const args = process.argv.slice(2);
  const [isShort, isPlanted] = ['--short', '--planted'].map((flag) => args.includes(flag));
  const only = args.filter((word) => !word.startsWith('--'));
  const began = Date.now();
  say('Postgres with all its safeties, two clinics, the built server ...');
  const world = await World.make();
  await world.serve();
  const load = new Load(await enterAll(world));
  if (isPlanted) {
    say(bold('Planted violations'));
    return (await planted(world, load)) ? 1 : 0;
  }
  line(HEAD);
  const results = [];
  for (const fault of FAULTS.filter(([row, what]) => only.length === 0 || only.some((word) => row === word || what.includes(word)))) {
    const result = await runFault(world, load, fault, isShort);
    results.push(result);
    show(result);
  }
  // What is lost or doubled is counted over all faults so far.
  const last = results.findLast((result) => !result.skipped);
  const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0);
  line(['', bold('together'), sum('sent'), sum('acknowledged'), last?.lost ?? '', last?.doubled ?? '', sum('broken'), sum('busy'), '', `${Math.round((Date.now() - began) / 1000)} s`]);
  const violated = results.filter((result) => result.violations?.length).length;
  say(violated ? `${violated} faults violated an invariant.` : `No invariant was violated; ${results.filter((result) => result.skipped).length} faults were not tried.`);
  return violated ? 1 : 0;
});
