// The input of the checks: the files of k8s/ and infra/, and each overlay as kustomize renders it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as yaml from 'yaml';
import { Failure, root } from '../../lib/process.mjs';

export const KUSTOMIZATIONS = ['dev', 'staging', 'production', 'production-east'].flatMap((overlay) => [overlay, `${overlay}/migrate`])
  .concat(['production', 'production-east'].flatMap((overlay) => [`${overlay}/clinic-export`, `${overlay}/clinic-import`]), 'production-argocd');

/** Production at each step of infra/docs/restore.md: the restored cluster beside the first, in its place, and without the first. */
const RESTORE = ['postgres-restore', 'postgres-restore/serve', 'postgres-restore/alone'].map((_, index, all) => all.slice(0, index + 1));

export function filesBelow(folder) {
  // Packages that other checks have fetched are not ours to check.
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  return entries.flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });
}

function render(kubectl, folder) {
  const result = spawnSync(kubectl, ['kustomize', folder], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (result.status !== 0) throw new Failure(`${folder} cannot be rendered: ${result.stderr.trim()}`);
  return yaml.parseAllDocuments(result.stdout).map((document) => document.toJS());
}

/** An overlay with further components, as an operator edits it. */
function renderWith(kubectl, overlay, components) {
  fs.mkdirSync(path.join(root, '.data'), { recursive: true });
  const folder = fs.mkdtempSync(path.join(root, '.data/manifests-'));
  try {
    const own = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', labels: [{ pairs: { 'deploy-overlay': overlay } }], namespace: 'celadon' };
    const text = yaml.stringify({ ...own, resources: [`../../k8s/overlays/${overlay}`], components: components.map((name) => `../../k8s/${name}`) });
    fs.writeFileSync(path.join(folder, 'kustomization.yaml'), text);
    return render(kubectl, folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function renderings(kubectl) {
  const again = ['overlays/production/postgres', 'components/image-pull'];
  const stages = RESTORE.map((components) => [`production+${path.basename(components.at(-1))}`, renderWith(kubectl, 'production', [...components.map((name) => `components/${name}`), ...again])]);
  return Object.fromEntries([...KUSTOMIZATIONS.map((name) => [name, render(kubectl, `k8s/overlays/${name}`)]), ...stages]);
}

/** `rendered`: the objects of each overlay; `beside`: of what is applied once beside them; `files`: the text of each file and of the pages they refer to, by its path; `sources`: the server's. */
export function read(kubectl) {
  const text = (file) => [path.relative(root, file), fs.readFileSync(file, 'utf8')];
  const below = (...folders) => Object.fromEntries(folders.flatMap((folder) => filesBelow(path.join(root, folder))).map(text));
  const server = Object.entries(below(...['src', 'foundation', 'features', 'operations', 'documents/src', 'http-tests'].map((folder) => `server/${folder}`)));
  const ending = (suffix) => Object.fromEntries(server.filter(([file]) => file.endsWith(suffix)));
  return {
    rendered: renderings(kubectl),
    beside: Object.fromEntries(['argocd', 'platform/logs'].map((name) => [name, render(kubectl, `k8s/${name}`)])),
    files: { ...below('k8s', 'infra', 'server/docs'), ...ending('.md'), ...Object.fromEntries(['scripts/delivery/deploy', '.dockerignore', 'Cargo.toml', 'web/tsconfig.json', 'README.md', 'scripts/README.md', 'server/README.md', 'server/documents/README.md', 'web/README.md', 'migration/README.md'].map((name) => text(path.join(root, name)))) },
    // A setting that only a test names is none.
    sources: Object.fromEntries(Object.entries(ending('.rs')).filter(([file]) => !file.startsWith('server/http-tests/'))),
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

const EXPRESSIONS = {
  In: (labels, key, values) => values.includes(labels[key]),
  Exists: (labels, key) => key in labels,
  DoesNotExist: (labels, key) => !(key in labels),
};

export const carries = (labels = {}, selector = {}) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
  (selector.matchExpressions ?? []).every(({ key, operator, values }) => EXPRESSIONS[operator]?.(labels, key, values));

/** Each object once, with the first overlay that has it: the overlays share most of theirs. */
export function distinct(rendered) {
  const seen = new Set();
  const fresh = (object) => !seen.has(JSON.stringify(object)) && seen.add(JSON.stringify(object));
  // An object's overlay changes nothing about its schema.
  const bare = ({ metadata: { labels: { 'deploy-overlay': _, ...labels } = {}, ...metadata } = {}, ...rest }) => ({ ...rest, metadata: { ...metadata, labels } });
  return Object.fromEntries(Object.entries(rendered).map(([overlay, objects]) => [overlay, objects.map(bare).filter(fresh)]));
}

/** What a check says of every overlay, with the overlay's name in front. */
export const everywhere = (check) => (world) =>
  Object.entries(world.rendered).flatMap(([name, objects]) => check(objects, name, world).map((complaint) => `${name}: ${complaint}`));
