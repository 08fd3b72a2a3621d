// The input of the checks: the files of k8s/ and infra/, and each overlay as kustomize renders it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as yaml from 'yaml';
import { Failure, root } from '../process.mjs';

export const KUSTOMIZATIONS = ['dev', 'staging', 'production', 'production-east'].flatMap((overlay) => [overlay, `${overlay}/migrate`]).concat(['production', 'production-east'].flatMap((overlay) => [`${overlay}/clinic-export`, `${overlay}/clinic-import`]));

export function filesBelow(folder) {
  // Packages that other checks have fetched are not ours to check.
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  return entries.flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });
}

function render(kubectl, name) {
  const result = spawnSync(kubectl, ['kustomize', `k8s/overlays/${name}`], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (result.status !== 0) throw new Failure(`k8s/overlays/${name} cannot be rendered: ${result.stderr.trim()}`);
  return yaml.parseAllDocuments(result.stdout).map((document) => document.toJS());
}

/** `rendered`: the objects of each overlay; `files`: the text of each file and of the pages they refer to, by its path; `sources`: the server's. */
export function read(kubectl) {
  const text = (file) => [path.relative(root, file), fs.readFileSync(file, 'utf8')];
  const below = (...folders) => Object.fromEntries(folders.flatMap((folder) => filesBelow(path.join(root, folder))).map(text));
  return {
    rendered: Object.fromEntries(KUSTOMIZATIONS.map((name) => [name, render(kubectl, name)])),
    files: { ...below('k8s', 'infra', 'server/docs'), ...Object.fromEntries(['scripts/deploy', '.dockerignore', 'Cargo.toml', 'web/tsconfig.json', 'README.md', 'server/README.md', 'server/documents/README.md', 'web/README.md', 'migration/README.md'].map((name) => text(path.join(root, name)))) },
    sources: Object.fromEntries(Object.entries(below('server/src', 'server/documents/src')).filter(([file]) => file.endsWith('.rs'))),
  };
}

export const parsed = (world, file) => yaml.parse(world.files[file] ?? '');

/** An object's name as complaints give it. */
export const called = (object) => `${object.kind}/${object.metadata?.name}`;

/** The pod of whatever makes pods, and the labels it gets. */
export function template(object) {
  if (['Deployment', 'StatefulSet', 'DaemonSet', 'Job'].includes(object.kind)) return object.spec?.template;
  if (object.kind === 'CronJob') return object.spec?.jobTemplate?.spec?.template;
  return undefined;
}

export const carries = (labels = {}, selector = {}) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
  (selector.matchExpressions ?? []).every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key]));

/** What a check says of every overlay, with the overlay's name in front. */
export const everywhere = (check) => (world) =>
  Object.entries(world.rendered).flatMap(([name, objects]) => check(objects, name, world).map((complaint) => `${name}: ${complaint}`));
