// Gives the files of a fresh clone the times that they had when the kept build was made: cargo builds anew what is newer than its result.
// Called by .ci/run, before anything is built: node scripts/checks/kept-times.mjs FILE, which keeps the times.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../lib/process.mjs';

/** Sets the times of the files of a checkout; `record` is the file that keeps them by content. */
export function keepTimes(checkout, record) {
  const before = fs.existsSync(record) ? JSON.parse(fs.readFileSync(record, 'utf8')) : {};
  // Cargo keeps paths within the checkout; what the sources themselves read of their place (CARGO_MANIFEST_DIR) must not be another one's.
  const known = before.checkout === checkout ? before.files : {};
  const git = (args, input) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8', input, maxBuffer: 64 << 20 });
  const names = git(['ls-files', '-z']).split('\0').filter((name) => name && fs.existsSync(path.join(checkout, name)));
  // The hash of what is in the file, which may not be what was committed.
  const hashes = git(['hash-object', '--no-filters', '--stdin-paths'], names.join('\n')).split('\n');
  const now = Date.now();
  const files = {};
  for (const [index, name] of names.entries()) {
    const hash = hashes[index];
    // A file with other contents is newer than every result: its own time may be older, where the clone was made before the last build ended.
    const time = known[name]?.[0] === hash ? known[name][1] : now;
    files[name] = [hash, time];
    fs.utimesSync(path.join(checkout, name), time / 1000, time / 1000);
  }
  fs.mkdirSync(path.dirname(record), { recursive: true });
  fs.writeFileSync(record, JSON.stringify({ checkout, files }));
}

if (process.argv[1] === import.meta.filename) keepTimes(root, process.argv[2]);
