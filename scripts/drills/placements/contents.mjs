// What a clinic holds, for the tests that move one: they compare it row by row.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

// Tables that change while a test reads: each request and each export is audited.
const GOES_ON = ['audit', 'audit_head', 'audit_seal', 'session', 'sign_in_limit', 'signed_copy', 'job'];

/** A clinic's rows by table but for those that go on, and its audit apart from that: the rows of before are in every later one. */
export function contents(here, subdomain, alsoGoingOn = []) {
  const folder = path.join(here.temp, `export-${Math.random().toString(36).slice(2)}`);
  here.celadon('clinic', 'export', subdomain, '--to', folder);
  const { tables } = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const rows = ({ table }) => fs.readFileSync(path.join(folder, `${table}.tsv`), 'utf8').split('\n').slice(1, -1);
  const held = Object.fromEntries(tables.map((part) => [part.table, { next: part.next, rows: rows(part) }]));
  fs.rmSync(folder, { recursive: true });
  const rest = Object.entries(held).filter(([table]) => ![...GOES_ON, ...alsoGoingOn].includes(table));
  assert.ok(rest.length > 20, String(rest.length));
  return { audit: held.audit.rows, rest: Object.fromEntries(rest) };
}

/** The same clinic, and in its audit all earlier rows, and perhaps newer ones. */
export function isAsBefore(now, before) {
  assert.deepEqual(now.rest, before.rest);
  assert.deepEqual(now.audit.slice(0, before.audit.length), before.audit);
}
