// Continuous archiving and recovery with barman-cloud, whose options are those that CloudNativePG's plugin takes from
// k8s/components/postgres-cnpg/store/store.yaml.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';
import { BUCKET } from './store.mjs';

const WAL = ['--zstd', '--encryption', 'AES256'];
const DATA = ['--gzip', '--encryption', 'AES256', '--jobs', '2', '--immediate-checkpoint'];
const TARGET = `s3://${BUCKET}/`;

/** Words as a shell reads them again. */
const shell = (words) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

export class Archive {
  /** The archive of one cluster (`server`, the plugin's serverName) in a store; commands for Postgres go into a folder it can reach. */
  constructor(store, folder, server) {
    Object.assign(this, { store, folder, server });
  }

  /** The prefixes of the base backups and of the write-ahead log. */
  get prefixes() {
    return [`${this.server}/base/`, `${this.server}/wals/`];
  }

  common() {
    return ['--cloud-provider', 'aws-s3', '--endpoint-url', this.store.url];
  }

  /** A program that Postgres starts, with the store's credentials; answers its path. */
  program(name, words, parameters) {
    const file = path.join(this.folder, `${name}-${this.server}`);
    const settings = Object.entries({ ...this.store.env, HOME: '/tmp' }).map(([key, value]) => `export ${key}=${value}\n`).join('');
    fs.writeFileSync(file, `#!/bin/sh\n${settings}${shell([path.join(this.store.bin, `barman-cloud-${name}`), ...words, TARGET, this.server])} ${parameters}\n`, { mode: 0o755 });
    return file;
  }

  /** `archive_command`: succeeds when the store has the segment. */
  archiveCommand() {
    return `${this.program('wal-archive', [...WAL, ...this.common()], '"$1"')} %p`;
  }

  /**
   * `restore_command`. Exit code 1 says that the archive has no such segment, and Postgres takes every code up to 125 for that: it would
   * end the recovery early and serve an older state where the store is only out of reach. 255 stops it instead.
   */
  restoreCommand() {
    return `${this.program('wal-restore', this.common(), '"$1" "$2" || { test $? = 1 && exit 1; exit 255; }')} %f %p`;
  }

  /** Runs one of the programs as an operator would; answers its exit code and what it wrote. */
  run(program, args, env = {}) {
    const child = spawn(path.join(this.store.bin, `barman-cloud-${program}`), args, { env: { ...process.env, ...this.store.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }

  async must(program, args, env) {
    const { code, output } = await this.run(program, args, env);
    if (code !== 0) throw new Failure(`barman-cloud-${program}: ${output.slice(-600)}`);
    return output;
  }

  /** Refused when this archive has anything: a restored cluster must not write into the one that it came from. */
  isEmpty() {
    return this.run('check-wal-archive', [...this.common(), TARGET, this.server]).then(({ code }) => code === 0);
  }

  /** A base backup of a running Postgres, beside which it goes on. */
  async backup(owner, name) {
    const { hostname, port, username, password } = new URL(owner);
    const place = ['-h', hostname, '-p', port, '-U', username, '-d', 'postgres', '-n', name];
    await this.must('backup', [...place, ...DATA, ...this.common(), TARGET, this.server], { PGPASSWORD: password });
  }

  /** Puts a base backup into a folder of this user's; started there, Postgres recovers up to a moment, or as far as the archive goes. */
  async restore(name, folder, { user, moment, archives }) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    await this.must('restore', [...this.common(), TARGET, this.server, name, folder]);
    const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
    const settings = [
      `restore_command = ${quoted(this.restoreCommand())}`,
      ...(moment ? [`recovery_target_time = ${quoted(moment)}`, 'recovery_target_action = promote'] : []),
      ...(archives ? ['archive_mode = on', `archive_command = ${quoted(archives.archiveCommand())}`] : []),
    ];
    fs.appendFileSync(path.join(folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    fs.writeFileSync(path.join(folder, 'recovery.signal'), '');
    if (spawnSync('chown', ['-R', user, folder]).status !== 0) throw new Failure(`${folder} could not be given to Postgres.`);
  }
}
