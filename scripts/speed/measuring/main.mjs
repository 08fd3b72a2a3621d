// Measures today's commit and an older one in turn, each in a clean clone with nothing cached. Called by scripts/measure.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, atEnd, bold, main, output, root, run, say } from '../../lib/process.mjs';
import { countCrates, costliestCrates, measureRelease, measureStart, measureTest } from './parts.mjs';

const PARTS = { crates: countCrates, start: measureStart, test: measureTest, release: measureRelease };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string', default: 'e9aa75b6' }, rounds: { type: 'string', default: '1' }, list: { type: 'string', default: '20' } },
});

/** A clone of the commit, with caches of its own for what is downloaded: all of it is empty. */
async function clone(commit, name, temp) {
  const folder = path.join(temp, name);
  fs.rmSync(folder, { recursive: true, force: true });
  await run('git', ['clone', '--quiet', root, folder]);
  await run('git', ['checkout', '--quiet', commit], { cwd: folder });
  const caches = path.join(temp, `${name}-caches`);
  fs.rmSync(caches, { recursive: true, force: true });
  const env = { CARGO_HOME: path.join(caches, 'cargo'), npm_config_cache: path.join(caches, 'npm'), PIP_CACHE_DIR: path.join(caches, 'pip'), CELADON_CACHE: '', RUSTC_WORKSPACE_WRAPPER: undefined };
  fs.mkdirSync(env.CARGO_HOME, { recursive: true });
  return { folder, env };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The table of all figures: the older commit, today's, and the one divided by the other. */
function table(figures, commits) {
  const names = [...new Set(figures.map(({ name }) => name))];
  const of = (commit, name) => median(figures.filter((one) => one.commit === commit && one.name === name).map(({ value }) => value));
  const cell = (value) => (value === undefined ? '-' : String(Math.round(value * 10) / 10));
  const lines = names.map((name) => {
    const [before, now] = commits.map((commit) => of(commit, name));
    return [name, cell(before), cell(now), before && now !== undefined ? (now / before).toFixed(2) : '-'];
  });
  return [['', commits[0], commits[1], 'part'], ...lines].map(([name, ...rest]) => name.padEnd(52) + rest.map((text) => text.padStart(12)).join('')).join('\n');
}

await main(async () => {
  const unknown = positionals.find((name) => !PARTS[name]);
  if (unknown) throw new Failure(`There is no part '${unknown}'. Parts: ${Object.keys(PARTS).join(', ')}.`);
  if (output('git', ['status', '--porcelain', '--untracked-files=no'])) throw new Failure('A commit is measured: commit first.');
  const short = (name) => output('git', ['rev-parse', '--short=8', name])?.trim();
  const commits = [short(values.against), short('HEAD')];
  if (!commits[0]) throw new Failure(`There is no commit ${values.against} here.`);
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-measure-'));
  atEnd(() => fs.rmSync(temp, { recursive: true, force: true }));
  const figures = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const part of positionals.length ? positionals : Object.keys(PARTS)) {
      // The one that goes first changes with each round.
      for (const commit of round % 2 ? commits.toReversed() : commits) {
        const load = os.loadavg()[0].toFixed(1);
        say(bold(`\n${part}, commit ${commit}, load before it ${load}`));
        const found = await PARTS[part](await clone(commit, 'clone', temp), say);
        for (const [name, value] of Object.entries(found)) {
          figures.push({ commit, name, value });
          say(`  ${name}: ${Math.round(value * 10) / 10}`);
        }
      }
    }
  }
  say(`\n${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0].model.trim()}, ${os.availableParallelism()} cores, ${values.rounds} rounds, load at the end ${os.loadavg()[0].toFixed(1)}\n`);
  say(table(figures, commits));
  if (!positionals.length || positionals.includes('crates')) {
    say(`\nThe costliest crates of a first build at ${commits[1]} (seconds, of which their front end)\n`);
    say((await costliestCrates(await clone(commits[1], 'clone', temp), Number(values.list))).map(({ name, seconds, frontEnd }) => `${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} ${frontEnd.toFixed(1).padStart(7)}`).join('\n'));
  }
  return 0;
});
