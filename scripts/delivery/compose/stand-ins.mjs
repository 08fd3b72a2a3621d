// Makes the images that compose.yaml names, without a registry.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { debian } from '../image/roots.mjs';
import { Failure, root } from '../../lib/process.mjs';

/** The first of Debian's releases with a Postgres as new as compose.yaml's. */
const SUITE = 'trixie';
const PACKAGES = ['postgresql-17', 'pgbouncer'];
export const RELEASES = ['localhost/celadon:1', 'localhost/celadon:2'];
export const PGBOUNCER = 'localhost/pgbouncer:1';
export const POSTGRES = 'localhost/postgres:1';
export const COLLECTOR = 'localhost/collector:1';

/** `env`: the engine's; `programs`: the folder of the built programs. */
export async function makeImages(env, folder, programs) {
  const context = path.join(folder, 'images');
  fs.mkdirSync(context);
  const archive = path.join(folder, 'root.tar');
  await debian(archive, 'minbase', PACKAGES, SUITE);
  for (const name of ['Dockerfile', 'postgres.sh']) fs.copyFileSync(path.join(root, 'scripts/delivery/compose', name), path.join(context, name));
  fs.writeFileSync(path.join(context, 'passwd'), 'root:x:0:0:root:/root:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\n');
  fs.writeFileSync(path.join(context, 'group'), 'root:x:0:\npostgres:x:999:\n');
  const must = (program, ...args) => {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
    if (status !== 0) throw new Failure(`${program} ${args[0]} did not succeed: ${stderr.slice(-1000)}`);
  };
  for (const name of ['celadon', 'celadon-documents']) must('strip', '-o', path.join(context, name), path.join(programs, name));
  fs.cpSync(path.join(root, 'web/dist'), path.join(context, 'web'), { recursive: true });
  must('docker', 'import', archive, 'celadon-root');
  const wanted = { postgres: [POSTGRES], collector: [COLLECTOR], pgbouncer: [PGBOUNCER], celadon: RELEASES };
  for (const [target, names] of Object.entries(wanted)) {
    must('docker', 'build', '--quiet', `--target=${target}`, ...names.flatMap((name) => ['--tag', name]), context);
  }
}
