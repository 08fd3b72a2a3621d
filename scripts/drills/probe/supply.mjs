// The dependencies: cargo-deny with deny.toml, first on a crate that must be refused.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../lib/process.mjs';
import { cache, exists, printed } from './tool.mjs';

/** cargo-deny, built from its crate where it is not there: that takes minutes. */
function program() {
  if (exists('cargo-deny')) return 'cargo-deny';
  const own = path.join(cache, 'bin/cargo-deny');
  if (fs.existsSync(own)) return own;
  const made = spawnSync('cargo', ['install', '--quiet', '--locked', '--root', cache, 'cargo-deny'], { stdio: 'inherit', timeout: 3_000_000 });
  return made.status === 0 ? own : undefined;
}

/** A crate with a license that is not allowed and a dependency that is forbidden. */
function plant(folder) {
  const crates = { planted: 'license = "GPL-3.0-only"\n[dependencies]\nopenssl = { path = "../openssl", version = "0.1" }', openssl: 'license = "MIT"' };
  for (const [name, more] of Object.entries(crates)) {
    fs.mkdirSync(path.join(folder, name, 'src'), { recursive: true });
    fs.writeFileSync(path.join(folder, name, 'Cargo.toml'), `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2024"\n${more}\n`);
    fs.writeFileSync(path.join(folder, name, 'src/lib.rs'), '');
  }
  return path.join(folder, 'planted/Cargo.toml');
}

/** The result of each of the four checks that ran. */
const verdicts = (text) => Object.fromEntries([...text.matchAll(/\b(advisories|bans|licenses|sources) (ok|FAILED)/g)].map(([, check, verdict]) => [check, verdict]));

export async function cargoDeny(world) {
  const deny = program();
  if (!deny) return { skipped: 'cargo-deny cannot be installed (cargo install cargo-deny)' };
  const config = path.join(root, 'deny.toml');
  const manifest = plant(path.join(world.folder, 'supply'));
  const planted = verdicts(await printed(deny, ['--manifest-path', manifest, '--config', config, 'check', 'bans', 'licenses'], 120));
  const output = await printed(deny, ['--manifest-path', path.join(root, 'Cargo.toml'), '--locked', '--config', config, 'check', 'bans', 'licenses', 'sources'], 300);
  const seen = verdicts(output);
  const advisories = await printed(deny, ['--manifest-path', path.join(root, 'Cargo.toml'), '--locked', '--config', config, 'check', 'advisories'], 300);
  const advisory = verdicts(advisories).advisories;
  const crates = fs.readFileSync(path.join(root, 'Cargo.lock'), 'utf8').split('[[package]]').length - 1;
  const failed = Object.values({ ...seen, ...(advisory && { advisory }) }).filter((verdict) => verdict !== 'ok').length;
  const checked = Object.keys(seen).length;
  return {
    planted: planted.licenses === 'FAILED' && planted.bans === 'FAILED',
    // A check without output did not run.
    findings: failed + (3 - checked),
    requests: 0,
    output: `${output}${advisory === 'FAILED' ? advisories : ''}`,
    note: `${crates} crates: licenses, bans and sources; ${advisory ? `advisories ${advisory}` : 'advisories not checked: their list cannot be reached'}`,
  };
}
