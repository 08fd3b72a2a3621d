// The built server and a real Postgres that shows a certificate of a made authority: node --test scripts/drills/fleet/tls.test.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { World, waitUntil } from '../fault/world.mjs';
import { tidy } from '../../lib/process.mjs';
import { Certificates, noCertificates } from './certificates.mjs';

let world;
let made;

/** Into Postgres' own folder, as whoever runs it: written over a file that it has made, so that it owns what it reads. */
async function give(name) {
  const there = path.join(world.postgres.data, name);
  await world.rows(`copy (select '') to '${there}'`);
  fs.writeFileSync(there, fs.readFileSync(made.file(name)));
  fs.chmodSync(there, 0o600);
}

const reload = () => world.rows('select pg_reload_conf()');

async function tls(on) {
  await world.rows(`alter system set ssl = ${on ? 'on' : 'off'}`);
  await reload();
  await waitUntil('Postgres to change its mind', 10, async () => (await world.rows('show ssl'))[0][0] === (on ? 'on' : 'off'));
}

/** A database URL with this host and these TLS parameters. */
function address(url, host, tlsOptions) {
  const found = new URL(url);
  found.hostname = host;
  found.search = new URLSearchParams(tlsOptions).toString();
  return found.href;
}
const checked = (ca) => ({ sslmode: 'verify-full', sslrootcert: made.file(`${ca}.crt`) });

/** Runs both programs with these database URLs: the migration as the owner, the server as the gateway. */
function tryConnection(host, tlsOptions, env = {}) {
  const OWNER_DATABASE_URL = address(world.owner, host, tlsOptions);
  const DATABASE_URL = address(world.gateway(new URL(world.owner).port), host, tlsOptions);
  const run = (command) => spawnSync(world.binary, command, { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...world.env, ...env, OWNER_DATABASE_URL, DATABASE_URL } });
  return { migrate: run(['migrate']), serve: run(['serve', '--no-jobs']) };
}

function refused({ migrate, serve }, reason) {
  for (const [program, { status, stderr }] of Object.entries({ migrate, serve })) {
    assert.ok(status === 1 || status === 2, `${program} left with ${status}: ${stderr}`);
    assert.match(stderr, reason, program);
    assert.doesNotMatch(stderr, /gateway-of-a-throw-away/, `${program} printed the password`);
  }
}

describe('TLS to Postgres', { skip: noCertificates }, () => {
  before(async () => {
    world = await World.make({ clinics: ['alpha'], safe: false });
    made = new Certificates();
    for (const name of ['ours', 'other']) made.authority(name);
    // For `localhost` alone, so that 127.0.0.1 is the same server under a name that is not its own.
    made.certificate('ours');
    for (const name of ['server.key', 'server.crt']) await give(name);
    await tls(true);
    // From here on Postgres refuses connections without TLS.
    fs.writeFileSync(path.join(world.postgres.data, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\nhostnossl all all all reject\n');
    await reload();
  });
  after(() => tidy());

  test('serves and migrates over connections that have checked the certificate, all of them encrypted', async (t) => {
    const port = new URL(world.owner).port;
    const migrated = tryConnection('localhost', checked('ours'), { LISTEN_ADDR: 'nowhere' }).migrate;
    assert.equal(migrated.status, 0, migrated.stderr);
    await world.serve({ DATABASE_URL: address(world.gateway(port), 'localhost', checked('ours')) });
    const listening = "select count(*) from pg_stat_activity where usename like 'celadon_gateway%' and query ~* '^listen'";
    await waitUntil('the server to listen', 10, async () => (await world.count(listening)) > 0);
    const [[all, plain]] = await world.rows("select count(*), count(*) filter (where not ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename like 'celadon_gateway%'");
    t.diagnostic(`${all} connections of the server, ${plain} of them plain`);
    assert.ok(Number(all) > 1, `${all} connections`);
    assert.equal(plain, '0');
    assert.equal(await world.end(), 0);
  });

  test('refuses a certificate of another authority', () => {
    refused(tryConnection('localhost', checked('other')), /UnknownIssuer|certificate/i);
  });

  test('refuses a certificate for another name', () => {
    refused(tryConnection('127.0.0.1', checked('ours')), /NotValidForName|not valid for name/i);
  });

  test('does not fall back to plain when Postgres speaks no TLS', async () => {
    fs.writeFileSync(path.join(world.postgres.data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
    await tls(false);
    refused(tryConnection('localhost', checked('ours')), /server does not support TLS|TLS/i);
    await tls(true);
  });

  test('is required before anything is sent to another machine', () => {
    for (const tlsOptions of [{}, { sslmode: 'require' }]) {
      const { migrate, serve } = tryConnection('db.invalid', tlsOptions);
      assert.match(migrate.stderr, /OWNER_DATABASE_URL leads to another machine/);
      assert.match(serve.stderr, /DATABASE_URL leads to another machine/);
      assert.deepEqual([migrate.status, serve.status], [2, 2]);
    }
    const vouched = tryConnection('db.invalid', {}, { DATABASE_NETWORK: 'private' });
    for (const { stderr } of Object.values(vouched)) assert.doesNotMatch(stderr, /leads to another machine/);
  });
});
