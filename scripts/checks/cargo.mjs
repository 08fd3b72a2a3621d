// Runs tests of crates, and reads what libtest prints.
import { start } from '../lib/process.mjs';

/** Reads the output line by line: `sum` counts, `failures` are the names with what each printed, `isCut` tells of a program that crashed. */
function reader() {
  const sum = { passed: 0, failed: 0, ignored: 0 };
  const failures = [];
  let printing;
  let open = 0;
  const onLine = (line) => {
    if (/^running \d+ tests?$/.test(line)) open += 1;
    const [, failed] = /^test (.+) \.\.\. FAILED$/.exec(line) ?? [];
    if (failed) failures.push({ name: failed, printed: '' });
    // Below its heading stands what a failed test printed, up to the next heading or the list of all that failed.
    const [, heading] = /^---- (.+) stdout ----$/.exec(line) ?? [];
    if (heading) printing = failures.find(({ name, printed }) => name === heading && !printed);
    else if (line === 'failures:') printing = undefined;
    else if (printing) printing.printed += `${line}\n`;
    const result = /^test result:.* (\d+) passed; (\d+) failed; (\d+) ignored/.exec(line);
    if (result) open -= 1;
    ['passed', 'failed', 'ignored'].forEach((key, index) => (sum[key] += Number(result?.[index + 1] ?? 0)));
  };
  return { sum, failures, onLine, isCut: () => open !== 0 };
}

async function test(args, env, own = []) {
  const { sum, failures, onLine, isCut } = reader();
  const exit = await start('cargo', ['test', '--locked', ...args, ...(own.length ? ['--', ...own] : [])], { onLine, env }).ended;
  return { exit, ...sum, left: sum.ignored, failures, isCut: isCut() };
}

/** The tests of these packages. A program that crashed has tests that never ran: then nothing is tried again. */
export async function cargoTest(args, env = {}) {
  const outcome = await test([...args, '--no-fail-fast'], env);
  const failures = outcome.failures.map((failure) => ({ ...failure, again: outcome.isCut ? undefined : () => alone(args, env, failure.name) }));
  return { ...outcome, failures };
}

async function alone(args, env, name) {
  const { exit, passed, failures } = await test(args, env, ['--exact', name, '--test-threads=1']);
  return { passed: exit === 0 && passed > 0, printed: failures[0]?.printed };
}
