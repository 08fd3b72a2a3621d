// Checks the settings and commands that the manifests name against those of the server.
import { called, everywhere, template } from './world.mjs';
import { provided } from './references.mjs';

// Read by libraries, so our source does not name them.
const OF_LIBRARIES = /^OTEL_[A-Z_]+$/;
// A further placement's settings, by its name.
const OF_PLACEMENT = /^(OWNER_)?DATABASE_URL_([A-Z0-9_]+)$/;
// Used in the manifests to build other settings.
const OWN = new Set(['POD_NAME', 'SUBDOMAIN']);

/** What was found in each world's sources: they are six million characters, and every container of every overlay asks. */
const readOnce = new WeakMap();

/** Every setting that the server's source reads, and those it cannot do without. */
export function known({ sources }) {
  if (!readOnce.has(sources)) readOnce.set(sources, readFrom(sources));
  return readOnce.get(sources);
}

function readFrom(sources) {
  const read = new Set();
  const required = new Set();
  for (const text of Object.values(sources)) {
    for (const [, how, name] of text.matchAll(/\b(optional|required|needed|number|address|addresses|networks|setting|flag|choice|secret|secrets|list)\(\s*"([A-Z][A-Z_]+)"/g)) {
      read.add(name);
      if (how === 'required') required.add(name);
    }
  }
  return { read, required };
}

const plain = (name) => name.replace(/_FILE$/, '');
const NEEDS = {
  serve: (required) => [...required, 'BASE_URL', 'LISTEN_ADDR', 'OPS_ADDR', 'WEB_DIR', 'MAIL_FROM', 'TRUSTED_PROXIES'],
  work: (required) => [...required, 'BASE_URL', 'OPS_ADDR', 'MAIL_FROM'],
  provision: () => ['OWNER_DATABASE_URL', 'DATABASE_URL', 'DATABASE_SHARDS', 'OPS_ADDR'],
  migrate: () => ['OWNER_DATABASE_URL', 'DATABASE_URL', 'DATABASE_SHARDS'],
  'audit verify': () => ['OWNER_DATABASE_URL', 'DATABASE_URL'],
  'clinic export $(SUBDOMAIN)': () => ['OWNER_DATABASE_URL', 'DATABASE_URL'],
  'clinic import': () => ['OWNER_DATABASE_URL', 'DATABASE_URL'],
};

/** The environment of a container as name and value; what comes from a ConfigMap is looked up. */
export function environment(container, objects) {
  const maps = new Map(objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data }) => [metadata.name, data ?? {}]));
  const found = {};
  for (const { configMapRef } of container.envFrom ?? []) Object.assign(found, maps.get(configMapRef?.name));
  for (const { name, value, valueFrom } of container.env ?? []) {
    const from = valueFrom?.configMapKeyRef;
    found[name] = value ?? (from ? maps.get(from.name)?.[from.key] : '');
    if (found[name] === undefined) delete found[name];
  }
  return found;
}

const LOOKS_SECRET = /(URL|KEY|SECRET|PASSWORD|TOKEN)$/;

/** What is wrong with the environment of one `celadon` command; used for compose too. */
export function* wrongWith(command, values, world) {
  const { read, required } = known(world);
  for (const name of Object.keys(values)) {
    if (OWN.has(name) || OF_LIBRARIES.test(name) || OF_PLACEMENT.test(plain(name))) continue;
    if (!read.has(plain(name)) && !read.has(name)) yield `${name} is a setting that the server does not know`;
  }
  const needs = NEEDS[command];
  if (!needs) yield `\`celadon ${command}\` is no command that is known to keep running`;
  for (const name of needs?.(required) ?? []) if (!(name in values) && !(`${name}_FILE` in values)) yield `${name} is not set`;
  for (const name of ['LISTEN_ADDR', 'OPS_ADDR']) {
    if (values[name] && ['serve', 'work', 'provision'].includes(command) && !values[name].startsWith('0.0.0.0:')) yield `${name} ${values[name]} cannot be reached from outside its pod`;
  }
}

/** The placements besides the main one that an environment names; `as` is OWNER_DATABASE_URL or DATABASE_URL. */
const placements = (values, as) => Object.keys(values).flatMap((name) => {
  const [, owner, placement] = OF_PLACEMENT.exec(plain(name)) ?? [];
  return placement && Boolean(owner) === (as === 'OWNER_DATABASE_URL') ? [placement] : [];
});

/** A program without a placement answers 503 for its clinics, or leaves them out. */
function* forgotten(values, every) {
  for (const as of ['OWNER_DATABASE_URL', 'DATABASE_URL']) {
    if (!Object.keys(values).some((name) => plain(name) === as)) continue;
    for (const placement of every) if (!placements(values, as).includes(placement)) yield `${as}_${placement} is not set`;
  }
}

function commandOf({ args = [] }) {
  const words = args.filter((word) => !word.startsWith('--'));
  return { command: words.join(' '), flags: args.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')[0]) };
}

export const settings = everywhere((objects, overlay, world) => {
  const secrets = provided(objects).Secret;
  const commands = Object.entries(world.sources).filter(([file]) => file.startsWith('server/src/cli/')).map(([, text]) => text).join();
  const ours = objects.filter((object) => template(object)?.metadata?.labels?.['app.kubernetes.io/name'] === 'celadon');
  const environments = new Map(ours.map((object) => [object, environment(template(object).spec.containers[0], objects)]));
  // A Job's own rendering stands beside its overlay's.
  const all = [...environments.values(), ...world.rendered[overlay.split('/')[0]].filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data ?? {})];
  const every = new Set(all.flatMap((values) => placements(values, 'DATABASE_URL')));
  return ours.flatMap((object) => {
    const { spec } = template(object);
    const [container] = spec.containers;
    const { command, flags } = commandOf(container);
    const values = environments.get(object);
    const found = [...wrongWith(command, values, world), ...forgotten(values, every)];
    for (const flag of flags) if (!new RegExp(`\\b${flag.replaceAll('-', '_')}:`).test(commands)) found.push(`\`celadon ${command}\` has no --${flag}`);
    for (const [name, value] of Object.entries(values)) {
      if (LOOKS_SECRET.test(name) && /:\/\/[^/]*:[^/]*@|^sk_|^whsec_/.test(value)) found.push(`${name} holds a secret that everybody can read`);
      if (!name.endsWith('_FILE')) continue;
      const mount = container.volumeMounts?.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
      const volume = spec.volumes?.find((one) => one.name === mount?.name);
      const keys = volume?.secret && secrets[volume.secret.secretName];
      if (!volume) found.push(`${name}: nothing is mounted at ${value}`);
      else if (keys && !keys.includes(value.slice(mount.mountPath.length + 1))) found.push(`${name}: Secret ${volume.secret.secretName} has no key for ${value}`);
    }
    if (values.BASE_URL && !values.BASE_URL.startsWith('https://') && overlay !== 'dev') found.push('BASE_URL is not https');
    const vouches = values.DATABASE_NETWORK === 'private';
    if (vouches && !overlay.startsWith('dev')) found.push('DATABASE_NETWORK is private');
    if (!vouches && !container.volumeMounts?.some(({ mountPath }) => mountPath === '/run/secrets/database-ca')) found.push('it cannot check the database\'s certificate');
    return found.map((text) => `${called(object)}: ${text}`);
  });
});

/** The page for operators names every setting, and no other. */
export function settingsPage(world) {
  const page = world.files['infra/docs/settings.md'] ?? '';
  const listed = new Set([...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name));
  const { read } = known(world);
  return [
    ...[...read].filter((name) => !listed.has(name) && !name.startsWith('TEST_')).map((name) => `infra/docs/settings.md does not name ${name}`),
    ...[...listed].filter((name) => !read.has(name) && !OF_LIBRARIES.test(name)).map((name) => `infra/docs/settings.md names ${name}, which nothing reads`),
  ];
}
