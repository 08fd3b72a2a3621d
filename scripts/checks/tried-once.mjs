// Tests that look for a race or a hole: such a fault shows itself only now and then, so one failure is a failure.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../lib/process.mjs';

/** Crates of which each test counts. Its own unit tests are called by their file alone. */
const CRATES = ['tenancy', 'audit', 'evidence', 'crypto', 'auth'];
const unitTests = CRATES.flatMap((crate) => fs.readdirSync(path.join(root, 'server/foundation', crate, 'src'))).map((file) => path.basename(file, '.rs'));

/** By the folder, file or module that a test stands in. */
const PLACES = {
  'Rust tests': [
    /(?:^|::)(?:races|sweep|cut|tamper|locked|locks|concurrency|idempotency|isolation|role_isolation|matrix|canaries|raising|fuzz)::/,
    new RegExp(`^(?:permission|${CRATES.join('|')})::`),
    new RegExp(`^(?:${unitTests.join('|')})::tests::`),
    /^telemetry::traces::/,
  ],
  'Operations tests': [/pooler\//],
  'Placement tests': [/./],
  'Citus tests': [/./],
  'Browser tests': [/^(?:security|injection|late-answers)\.spec/],
};

/** By what the test says of itself. */
const WORDS = [
  /concurren|simultaneous|parallel|race[sd]?\b|at[ _]once|at[ _]the[ _]same|same[ _]moment|cancel(?:led|ed)?[ _](?:request|sign)|(?:^|::)of_(?:two|ten|twenty|thirty|fifty|many)_/i,
  /isolat|canar|leak|foreign|forged|(?:an)?other[ _]clinic|(?:clinics?|own)_role|role[ _]may|no_sql|\bsql[ _]/i,
];

/** Whether a test that failed fails the run without a second try. `what` is the kind of test, as it is counted. */
export const isTriedOnce = (what, name) => [...(PLACES[what] ?? []), ...WORDS].some((pattern) => pattern.test(name));
