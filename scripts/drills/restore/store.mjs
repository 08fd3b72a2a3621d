// A real S3 server of our own for backups: SeaweedFS, with signed requests and objects encrypted at rest.
import crypto from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { waitUntil } from '../fault/world.mjs';
import { Failure, freePort, start, tail } from '../../lib/process.mjs';

export const BUCKET = 'pg-backups';
const KEY = 'backups';

/** Sums the bytes and counts the objects below each prefix that is asked for, once an argument. */
const SUMS = `
import sys, boto3
client = boto3.client('s3', endpoint_url=sys.argv[1])
for prefix in sys.argv[3:]:
    pages = client.get_paginator('list_objects_v2').paginate(Bucket=sys.argv[2], Prefix=prefix)
    found = [entry['Size'] for page in pages for entry in page.get('Contents', [])]
    print(sum(found), len(found))
`;

export class Store {
  /** Starts it in a folder; `bin` is where its program is. */
  static async start(bin, folder) {
    const store = new Store();
    store.bin = bin;
    const secret = crypto.randomBytes(24).toString('hex');
    const [master, volume, filer, s3] = await ports(4);
    const config = path.join(folder, 's3.json');
    fs.mkdirSync(path.join(folder, 'data'), { recursive: true });
    fs.writeFileSync(config, JSON.stringify({ identities: [{ name: KEY, credentials: [{ accessKey: KEY, secretKey: secret }], actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] }] }));
    fs.writeFileSync(path.join(folder, 'security.toml'), `[s3.sse]\nkek = "${crypto.randomBytes(32).toString('hex')}"\n[jwt.filer_signing]\nkey = "${crypto.randomBytes(32).toString('hex')}"\n`);
    store.log = path.join(folder, 'store.log');
    store.url = `http://127.0.0.1:${s3}`;
    store.env = { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: secret, AWS_DEFAULT_REGION: 'us-east-1' };
    const own = [`-dir=${path.join(folder, 'data')}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-master.port=${master}`, `-volume.port=${volume}`, `-filer.port=${filer}`];
    const volumes = ['-master.volumeSizeLimitMB=256', '-master.telemetry=false', '-volume.max=0', '-volume.minFreeSpace=1GiB'];
    const gateway = ['-s3', `-s3.port=${s3}`, `-s3.config=${config}`, '-s3.port.iceberg=0', '-s3.port.lance=0'];
    // It reads security.toml where it is started, and keeps its sockets in TMPDIR.
    store.process = start(path.join(bin, 'weed'), ['-logtostderr=true', 'server', ...own, ...volumes, ...gateway], { log: store.log, cwd: folder, env: { TMPDIR: folder } });
    await waitUntil('the object store to answer', 30, () => fetch(store.url).then(() => true, () => false));
    return store;
  }

  /** Its shutdown takes ten seconds, and nothing of it is kept. */
  async end() {
    process.kill(-this.process.pid, 'SIGKILL');
    await this.process.ended;
  }

  /** Bytes and number of the objects below each prefix. */
  sizes(...prefixes) {
    const { status, stdout, stderr } = spawnSync(path.join(this.bin, 'python'), ['-c', SUMS, this.url, BUCKET, ...prefixes], { encoding: 'utf8', env: { ...process.env, ...this.env } });
    if (status !== 0) throw new Failure(`The object store: ${stderr.slice(-300)}\n${tail(this.log, 5)}`);
    return stdout.trim().split('\n').map((line) => {
      const [bytes, objects] = line.split(' ').map(Number);
      return { bytes, objects };
    });
  }
}

/** It takes the port 10,000 higher for gRPC as well. */
async function ports(count) {
  const found = [];
  while (found.length < count) {
    const port = await freePort();
    if (!found.includes(port) && (await freePort(port + 10_000))) found.push(port);
  }
  return found;
}
