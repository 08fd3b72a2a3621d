// Runs the inner ring several times beside a load that takes every processor, and lists what fell:
// node scripts/checks/beside-load.mjs [TIMES] [PART ...]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { atEnd, bold, main, root, say, start } from '../lib/process.mjs';

/** The names below a heading of the summary, up to its end. */
const below = (lines, heading) => {
  const from = lines.findIndex((line) => line.startsWith(heading));
  return from < 0 ? [] : lines.slice(from + 1).filter((line) => /^ {2}\S/.test(line)).map((line) => line.trim());
};

await main(async () => {
  const [times = '3', ...parts] = process.argv.slice(2);
  const load = os.availableParallelism();
  const workers = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }));
  atEnd(() => Promise.all(workers.map((worker) => worker.terminate())));
  const ends = [];
  let red = 0;
  for (let time = 1; time <= Number(times); time++) {
    const log = path.join(root, '.data', `beside-load-${time}.log`);
    fs.mkdirSync(path.dirname(log), { recursive: true });
    fs.rmSync(log, { force: true });
    say(`Run ${time} of ${times} beside ${load} processes that only compute; the output goes to ${path.relative(process.cwd(), log)}.`);
    const began = Date.now();
    const exit = await start('scripts/test', parts, { log }).ended;
    const lines = fs.readFileSync(log, 'utf8').trimEnd().split('\n');
    if (exit !== 0) red += 1;
    ends.push(`${exit === 0 ? 'green' : 'RED  '}  ${Math.round((Date.now() - began) / 1000)} s  ${lines.at(-1)}`);
    for (const line of lines.filter((line) => /^Failed(?: \(|:)/.test(line))) ends.push(`    ${line}`);
    for (const name of below(lines, 'Passed on the second try (')) ends.push(`    second try: ${name}`);
    say(ends.at(-1));
  }
  say(`\n${bold('Beside a load')}\n${ends.join('\n')}\n${times - red} passed, ${red} failed`);
  return red ? 1 : 0;
});
