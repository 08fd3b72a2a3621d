// What only tests may call is refused elsewhere by clippy.toml: the places that may, and the list of crates that their log is read of.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';
import { crates } from './sql.mjs';
import { sources } from './sources.mjs';

/** How often a file goes round `disallowed-methods`, and why it may. */
const MAY = {
  'migration/src/fleet/mod.rs': [1, 'it connects as the owner'],
  'server/foundation/base/src/clock.rs': [1, 'it is the clock'],
  'server/foundation/crypto/src/jwt.rs': [2, 'it signs and verifies'],
  'server/foundation/tenancy/src/db.rs': [1, 'it opens the connections and hands them out'],
  'server/foundation/tenancy/src/directory.rs': [1, 'it listens'],
  'server/foundation/tenancy/src/owner.rs': [1, 'it connects as the owner'],
  'server/foundation/tenancy/src/shard.rs': [1, 'its connections are its own'],
  'server/foundation/tenancy/src/tx.rs': [1, 'it is the way into a clinic'],
  'server/http-tests/src/lib.rs': [1, 'tests look behind what they test'],
};

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const ways = (source) => source.match(/expect\([^)]*clippy::disallowed_methods/g)?.length ?? 0;

test('only these places go round what clippy.toml disallows', () => {
  const found = sources().map(({ file, source }) => [file, ways(source)]).filter(([, times]) => times);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(Object.entries(MAY).map(([file, [times]]) => [file, times])));
});

test('a place that is planted is found', () => {
  assert.equal(ways('#[expect(clippy::missing_panics_doc, clippy::disallowed_methods, reason = "x")]'), 1);
});

test('the tests read the log of every crate of the server', () => {
  const members = crates.filter((crate) => /^server\/(?:(?:foundation|features)\/|operations$)/.test(crate)).map((crate) => path.basename(crate));
  const [, traced] = /const TRACED: \[&str; \d+\] = \[([^\]]*)\]/.exec(read('server/http-tests/src/testing/log.rs'));
  const named = [...traced.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(members.filter((name) => !named.includes(name)), []);
  assert.ok(members.length > 20, members.join());
});
