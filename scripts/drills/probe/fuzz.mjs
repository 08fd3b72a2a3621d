// The unit tests that fuzz (server/fuzz/src/lib.rs) with many more cases than ./scripts/test has time for.
import { root } from '../../lib/process.mjs';
import { printed } from './tool.mjs';

/** The crates that have one each. */
const TARGETS = ['consent', 'practice', 'tenancy', 'http_api'];

export async function fuzz(world, session, canary, seconds) {
  const cases = seconds > 60 ? 50_000 : 5_000;
  const output = await printed('cargo', ['test', '--locked', ...TARGETS.flatMap((crate) => ['--package', crate]), '--lib', '--', 'fuzz', '--nocapture', '--test-threads', '2'], 3_000, { cwd: root, env: { FUZZ_CASES: String(cases) } });
  const found = (output.match(/fuzzing_finds_a_planted_fault\S* \.\.\. ok/g) ?? []).length;
  const held = [...output.matchAll(/^fuzz (\w+): (\d+) cases, (\d+) accepted$/gm)];
  return {
    planted: found === TARGETS.length,
    findings: TARGETS.length - held.length,
    requests: 0,
    note: held.map(([, name, fed, accepted]) => `${name}: ${fed} cases, ${accepted} accepted`).join('; '),
    output,
  };
}
