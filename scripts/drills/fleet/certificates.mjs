// Authorities and certificates for tests, made by openssl in a folder of their own.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, atEnd } from '../../lib/process.mjs';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Why there can be none here, if so. */
export const noCertificates = spawnSync('openssl', ['version']).status !== 0 && !process.env.CI && 'openssl is not installed';

export class Certificates {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-tls-'));
    atEnd(() => fs.rmSync(this.folder, { recursive: true, force: true }));
  }

  file(name) {
    return path.join(this.folder, name);
  }

  openssl(...args) {
    const { status, stderr } = spawnSync('openssl', args, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Failure(`openssl ${args[0]}: ${stderr}`);
  }

  /** An authority: `{name}.crt` and `{name}.key`. */
  authority(name) {
    this.openssl('req', '-x509', ...KEY, '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  }

  /** A certificate for these names by an authority: `server.crt` and `server.key`, and both as `server.pem`. */
  certificate(authority, names = ['localhost']) {
    fs.writeFileSync(this.file('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\nbasicConstraints=CA:FALSE\n`);
    this.openssl('req', ...KEY, '-subj', `/CN=${names[0]}`, '-keyout', 'server.key', '-out', 'server.csr');
    this.openssl('x509', '-req', '-in', 'server.csr', '-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-days', '2', '-extfile', 'names', '-out', 'server.crt');
    fs.writeFileSync(this.file('server.pem'), ['server.crt', 'server.key'].map((name) => fs.readFileSync(this.file(name), 'utf8')).join(''), { mode: 0o600 });
  }
}
