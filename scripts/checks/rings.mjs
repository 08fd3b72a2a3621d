// The parts of the outer ring: what each guards, and when it runs in the inner one by itself.
import fs from 'node:fs';
import path from 'node:path';
import { output, root } from '../lib/process.mjs';
import { kept } from './cache.mjs';

/**
 * Each part with the beginnings of the paths that it guards. A part runs in the inner ring when one of them has changed since the last
 * commit where the part was green.
 */
export const OUTER = {
  pooler: ['server/foundation/tenancy/', 'infra/postgres/pgbouncer', 'scripts/drills/pooler/'],
  fleet: ['server/src/cli/', 'server/foundation/telemetry/', 'server/foundation/config/', 'server/operations/src/fleet/', 'migration/src/fleet/', 'infra/observability/otel', 'scripts/drills/fleet/'],
  fhir: ['server/features/papers/src/fhir/', 'scripts/drills/fhir/'],
  restore: ['server/operations/src/clinic_ops/', 'server/operations/src/restored/', 'infra/postgres/', 'scripts/drills/restore/'],
  smtp: ['server/foundation/mail/', 'scripts/drills/smtp/'],
  edge: ['server/foundation/connections/', 'infra/edge/', 'scripts/drills/edge/'],
  observability: ['server/foundation/telemetry/', 'infra/observability/', 'scripts/delivery/observability/'],
  placements: ['server/operations/src/placements/', 'server/operations/src/clinic_ops/', 'server/foundation/tenancy/', 'scripts/drills/placements/'],
  citus: ['infra/citus/', 'migration/src/role_isolation', 'scripts/drills/placements/citus'],
  compose: ['infra/compose/', 'infra/image/', 'scripts/delivery/compose/'],
  forms: ['web/e2e/offline', 'web/src/components/Form', 'web/src/components/useSaveForm', 'web/src/components/useUnsavedGuard', 'web/src/lib/unsavedWork', 'web/src/lib/recordForm'],
  screens: ['web/e2e/', 'web/playwright.config.ts', 'web/src/theme/'],
};

/** By part, the commit at which it was last green: what the repository says, for where nothing else is known, as in a fresh clone. */
const record = path.join(import.meta.dirname, 'green.json');
/** The same on this machine. */
const local = path.join(kept, 'green.json');

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
const isCommit = (name) => name && output('git', ['cat-file', '-e', `${name}^{commit}`], { stdio: 'ignore' }) !== undefined;

/** The files that differ from a commit, those that are not in the repository yet among them. */
const changedSince = (commit) => `${output('git', ['diff', '--name-only', commit])}${output('git', ['ls-files', '--others', '--exclude-standard'])}`.split('\n').filter(Boolean);

/** The parts whose files have changed since they were last green, each with the reason in words. */
export function changedParts() {
  const [here, everywhere] = [read(local), read(record)];
  const files = new Map();
  return Object.entries(OUTER).flatMap(([part, guarded]) => {
    const commit = [here[part], everywhere[part]].find(isCommit);
    if (!commit) return [{ part, why: 'no commit is known at which it was green' }];
    if (!files.has(commit)) files.set(commit, changedSince(commit));
    const changed = files.get(commit).find((file) => guarded.some((start) => file.startsWith(start)));
    return changed ? [{ part, why: `${changed} has changed since ${commit.slice(0, 8)}` }] : [];
  });
}

/**
 * Keeps that these parts are green at this commit: on this machine and, where it is asked for, in the repository. Answers false, and keeps
 * nothing, where the checkout differs from its commit.
 */
export function recordGreen(parts, { inRepository = false } = {}) {
  if (output('git', ['status', '--porcelain']) !== '') return false;
  const head = output('git', ['rev-parse', 'HEAD']).trim();
  const green = Object.fromEntries(parts.map((part) => [part, head]));
  fs.mkdirSync(kept, { recursive: true });
  for (const file of [local, ...(inRepository ? [record] : [])]) fs.writeFileSync(file, `${JSON.stringify({ ...read(file), ...green }, null, 2)}\n`);
  return true;
}
