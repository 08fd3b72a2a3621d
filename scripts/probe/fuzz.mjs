// The server's own fuzz tests (server/src/testing/fuzz.rs) with many more cases than ./scripts/test has time for.
import { root } from '../process.mjs';
import { printed } from './tool.mjs';

const TARGETS = 4;

export async function fuzz(world, session, canary, seconds) {
  const cases = seconds > 60 ? 50_000 : 5_000;
  const told = await printed('cargo', ['test', '--locked', '--package', 'server', '--lib', '--', 'fuzz', '--nocapture', '--test-threads', '2'], 3_000, { cwd: root, env: { FUZZ_CASES: String(cases) } });
  const found = (told.match(/fuzzing_finds_a_planted_fault\S* \.\.\. ok/g) ?? []).length;
  const held = [...told.matchAll(/^fuzz (\w+): (\d+) cases, (\d+) let in$/gm)];
  return {
    planted: found === TARGETS,
    findings: TARGETS - held.length,
    requests: 0,
    note: held.map(([, name, fed, accepted]) => `${name}: ${fed} cases, ${accepted} let in`).join('; '),
    told,
  };
}
