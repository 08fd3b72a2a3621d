// Rotel, a collector of other people's making, which writes what it has understood into its log.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, freePort, output, root, start, stop, tail } from '../../lib/process.mjs';
import { pythonPrograms } from '../../lib/python.mjs';

/** Takes OTLP over HTTP at `endpoint`; `understood()` is the text of what came so far. */
export async function startCollector() {
  const bin = pythonPrograms('parts', path.join(root, 'scripts/drills/requirements.txt'));
  const program = bin && output(path.join(bin, 'python'), ['-c', 'import rotel, pathlib; print(pathlib.Path(rotel.__file__).parent / "rotel-agent")'])?.trim();
  if (!program) throw new Failure('Rotel could not be fetched from PyPI.');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-collector-'));
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const log = path.join(folder, 'log');
  const [http, grpc] = [await freePort(), await freePort()];
  const understands = ['traces', 'metrics'].flatMap((kind) => ['--debug-log', kind]);
  const listening = ['--otlp-http-endpoint', `127.0.0.1:${http}`, '--otlp-grpc-endpoint', `127.0.0.1:${grpc}`];
  const child = start(program, ['start', ...listening, '--exporter', 'blackhole', '--disable-batching', ...understands, '--debug-log-verbosity', 'detailed'], { log });
  const endpoint = `http://127.0.0.1:${http}`;
  await waitUntil('the collector to listen', 10, () => {
    if (child.exitCode !== null) throw new Failure(`The collector ended:\n${tail(log)}`);
    return fetch(endpoint).then(() => true, () => false);
  });
  return { endpoint, understood: () => fs.readFileSync(log, 'utf8'), close: () => stop(child) };
}

/** The spans in what the collector has understood, each with its name, ids and attributes. */
export function spansIn(text) {
  return text.split(/^Span #\d+$/m).slice(1).map((part) => {
    const field = (name) => new RegExp(`^\\s+${name}\\s*: (.*)$`, 'm').exec(part)?.[1];
    const attributes = Object.fromEntries([...part.matchAll(/^\s+-> ([\w.]+): \w+\((.*)\)$/gm)].map(([, name, value]) => [name, value]));
    return { name: field('Name'), trace: field('Trace ID'), id: field('ID'), parent: field('Parent ID'), kind: field('Kind'), attributes };
  });
}
