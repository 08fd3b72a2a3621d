// Checks of everything beside the manifests: collector, compose, Postgres and PgBouncer, the image, the pages for operators.
import path from 'node:path';
import * as yaml from 'yaml';
import { wrongWith } from './settings.mjs';
import { parsed } from './world.mjs';

/** The collector that receives, and the one on each node that reads the pods' logs. */
export const collector = (world) => [...collects(world, 'infra/observability/otel-collector.yaml'), ...collects(world, 'k8s/platform/logs/log-agent.yaml')];

function collects(world, file) {
  const config = parsed(world, file);
  const complaints = [];
  const used = { receivers: new Set(), processors: new Set(), exporters: new Set() };
  for (const [name, pipeline] of Object.entries(config.service.pipelines)) {
    for (const [kind, seen] of Object.entries(used)) {
      for (const part of pipeline[kind] ?? []) {
        seen.add(part);
        if (!config[kind]?.[part]) complaints.push(`pipeline ${name} names ${part}, which is not among the ${kind}`);
      }
    }
    if (pipeline.processors?.[0] !== 'memory_limiter') complaints.push(`pipeline ${name} does not begin with memory_limiter`);
    if (pipeline.processors?.at(-1) !== 'batch') complaints.push(`pipeline ${name} does not end with batch`);
    if (/^(traces|logs)/.test(name) && !pipeline.processors?.includes('redaction')) complaints.push(`pipeline ${name} lets every attribute pass`);
  }
  for (const [kind, seen] of Object.entries(used)) for (const part of Object.keys(config[kind] ?? {})) if (!seen.has(part)) complaints.push(`${part} is in no pipeline`);
  for (const part of config.service.extensions ?? []) if (!config.extensions?.[part]) complaints.push(`the extension ${part} is not described`);
  const redaction = config.processors?.redaction ?? {};
  if (redaction.allow_all_keys !== false && Object.keys(config.service.pipelines).some((name) => name.startsWith('traces'))) complaints.push('redaction lets every attribute pass');
  if ((redaction.blocked_values ?? []).length < 3) complaints.push('redaction blocks no addresses, links or numbers');
  for (const key of redaction.allowed_keys ?? []) if (/^(url\.(path|full|query)|db\.(query|statement)|http\.target|enduser|user\.|client\.address)/.test(key)) complaints.push(`the attribute ${key} can hold what a person typed`);
  return complaints.map((text) => `${file}: ${text}`);
}

/** The compose file by itself, and with each file that is used beside it. */
export function compose(world) {
  const file = 'infra/compose/compose.yaml';
  const read = (from) => yaml.parse(world.files[from], { merge: true });
  const beside = Object.keys(world.files).filter((name) => /^infra\/compose\/[^./][^/]*\.yaml$/.test(name) && name !== file);
  const own = composed(world, file, read(file));
  return own.concat(...beside.map((name) => composed(world, name, joined(read(file), read(name)))));
}

/** As Docker joins a second file to the first: settings by name, lists one after the other. */
function joined(base, more) {
  for (const [name, { environment, secrets, ...rest }] of Object.entries(more.services)) {
    const service = { ...base.services[name], ...rest };
    base.services[name] = { ...service, environment: { ...service.environment, ...environment }, secrets: [...(service.secrets ?? []), ...(secrets ?? [])] };
  }
  return { ...base, secrets: { ...base.secrets, ...more.secrets } };
}

function composed(world, file, { services, secrets, configs, networks, volumes }) {
  const complaints = [];
  for (const [name, service] of Object.entries(services)) {
    const say = (text) => complaints.push(`${file}: ${name}: ${text}`);
    const given = (list = []) => list.map((entry) => (typeof entry === 'string' ? entry : entry.source));
    for (const secret of given(service.secrets)) if (!secrets[secret]) say(`there is no secret ${secret}`);
    for (const config of given(service.configs)) if (!configs[config]) say(`there is no config ${config}`);
    for (const network of service.networks ?? []) if (!(network in networks)) say(`there is no network ${network}`);
    for (const other of Object.keys(service.depends_on ?? {})) if (!services[other]) say(`it waits for ${other}, which is not there`);
    for (const volume of service.volumes ?? []) {
      const [from] = volume.split(':');
      if (from.startsWith('.') ? !world.files[path.join('infra/compose', from)] : !(from in volumes)) say(`${from} is not there`);
    }
    // By digest, which the operator puts in where it cannot be known here: a tag can be moved.
    if (!/@sha256:[0-9a-f]{64}$|^\$\{\w+_IMAGE:\?[^}]*by digest\}$/.test(service.image)) say(`image ${service.image} is not pinned by digest`);
    if (name !== 'postgres' && (!service.read_only || service.cap_drop?.[0] !== 'ALL')) say('it may write its root file system or has capabilities');
    for (const port of service.ports ?? []) if (!port.startsWith('127.0.0.1:')) say(`port ${port} is open to everybody`);
    const pod = world.rendered.production.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
    const memory = pod?.spec.template.spec.containers[0].resources.limits.memory;
    if (memory && `${service.mem_limit}` !== memory.replace('Mi', 'm')) say(`mem_limit is ${service.mem_limit}, and the pod has ${memory}`);
    if (!service.image.includes('CELADON_IMAGE')) continue;
    const words = service.command.filter((word) => !word.startsWith('--')).join(' ');
    const values = service.environment;
    for (const text of wrongWith(words, { MAIL_FROM: '', ...values }, world)) say(text);
    for (const [variable, value] of Object.entries(values)) {
      if (variable.endsWith('_FILE') && !given(service.secrets).includes(path.basename(value))) say(`${variable}: it is not given the secret ${path.basename(value)}`);
    }
  }
  for (const { file: from } of Object.values(configs)) if (!world.files[path.join('infra/compose', from)]) complaints.push(`${file}: ${from} is not there`);
  return complaints;
}

function ini(text) {
  return Object.fromEntries(text.split('\n').map((line) => /^(\w+)\s*=\s*(.*?)\s*$/.exec(line)).filter(Boolean).map(([, key, value]) => [key, value.replace(/^'(.*)'$/, '$1')]));
}

/** Postgres and PgBouncer are set alike for those with and without an operator, and have connections for all servers. */
export function database(world) {
  const own = ini(world.files['infra/postgres/postgresql.conf']);
  const pooler = ini(world.files['infra/postgres/pgbouncer.ini']);
  const complaints = [];
  if (Number(own.max_locks_per_transaction) < 512) complaints.push('max_locks_per_transaction is too low for a dump of a thousand clinics');
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) if (own[name] !== 'on') complaints.push(`${name} is not on`);
  if (own.log_statement !== 'none' || own.log_min_error_statement !== 'panic' || own.log_parameter_max_length_on_error !== '0') complaints.push('statements of patients get into the log');
  if (pooler.pool_mode !== 'transaction') complaints.push('PgBouncer does not pool by transaction');
  const objects = world.rendered.production;
  const find = (kind) => objects.find((object) => object.kind === kind);
  const cluster = find('Cluster').spec.postgresql.parameters;
  const pgbouncer = find('Pooler').spec.pgbouncer;
  for (const [name, value] of Object.entries(own)) {
    if (name in cluster && cluster[name] !== value) complaints.push(`${name} is ${value} in postgresql.conf and ${cluster[name]} in the Cluster`);
  }
  for (const [name, value] of Object.entries(pgbouncer.parameters)) {
    if (pooler[name] !== value) complaints.push(`${name} is ${pooler[name]} in pgbouncer.ini and ${value} in the Pooler`);
  }
  for (const settings of [pooler, pgbouncer.parameters]) if (settings.track_extra_parameters?.includes('search_path')) complaints.push('PgBouncer tracks search_path');
  if (pgbouncer.poolMode !== 'transaction') complaints.push('the Pooler does not pool by transaction');
  const { DATABASE_SHARDS: shards, DATABASE_CONNECTIONS: each } = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('celadon-settings')).data;
  const workers = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'worker').spec.replicas;
  const clients = (find('HorizontalPodAutoscaler').spec.maxReplicas + 1 + workers) * (Number(shards) + 1) * Number(each);
  if (clients > Number(pooler.max_client_conn)) complaints.push(`${clients} connections of servers do not fit into max_client_conn`);
  if (Number(pooler.max_db_connections) + 30 > Number(own.max_connections)) complaints.push('PgBouncer may take the last connections of Postgres');
  if (world.rendered['production/migrate'].find(({ kind }) => kind === 'Job').spec.template.spec.containers[0].env.find(({ name }) => name === 'DATABASE_SHARDS').value !== shards) {
    complaints.push('the migration makes other shards than the servers use');
  }
  return complaints;
}

/** The image is built from every crate there is, and holds no shell. */
export function image(world) {
  const file = world.files['infra/image/Dockerfile'];
  const ignore = world.files['.dockerignore'].split('\n');
  const members = [.../members = \[([^\]]*)\]/.exec(world.files['Cargo.toml'])[1].matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  const complaints = [];
  for (const member of members) {
    // Only the manifest of a crate in infra/ goes to the builder.
    const beside = member.startsWith('infra/');
    const folder = member.split('/')[0];
    if (!file.includes(`COPY ${folder} ${folder}`)) complaints.push(`the Dockerfile does not know the crate ${member}`);
    const admitted = beside ? ignore.includes('!infra/*/Cargo.toml') : ignore.some((line) => line.startsWith('!') && `${member}/`.startsWith(`${line.slice(1)}/`));
    if (!admitted) complaints.push(`.dockerignore leaves out the crate ${member}`);
  }
  // The web app's build checks the types of everything that its tsconfig names.
  for (const name of JSON.parse(world.files['web/tsconfig.json']).include) {
    if (ignore.includes(`web/${name}`)) complaints.push(`.dockerignore leaves out web/${name}, which the web app's build reads`);
  }
  if (!/objcopy --strip-all --add-gnu-debuglink=/.test(file)) complaints.push('the program goes into the image with its debug information');
  if (file.match(/^ARG REVISION/gm)?.length !== 2) complaints.push('the image does not know which revision it is');
  const last = file.slice(file.lastIndexOf('\nFROM '));
  const bases = Object.fromEntries([...file.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name, base]) => [name, base]));
  if (!/^\nFROM \$\{RUNTIME_IMAGE\}/.test(last) || !/distroless\/cc.*:nonroot/.test(bases.RUNTIME_IMAGE)) complaints.push('the last stage is not distroless/cc:nonroot');
  if (!/^USER 65532/m.test(last)) complaints.push('the image runs as root');
  for (const [, from] of file.matchAll(/^FROM (\S+)/gm)) if (from !== 'scratch' && !/^\$\{\w+_IMAGE\}$/.test(from)) complaints.push(`${from} is no base that scripts/delivery/release checks`);
  for (const [name, base] of Object.entries(bases)) if (!/:[^:/]+@sha256:[0-9a-f]{64}$/.test(base) || base.includes(':latest@')) complaints.push(`${name} is ${base}, which is not pinned`);
  const rust = /rust-version = "([\d.]+)"/.exec(world.files['Cargo.toml'])[1].split('.').map(Number);
  const built = /rust:([\d.]+)/.exec(bases.RUST_IMAGE)[1].split('.').map(Number);
  if (built[0] === rust[0] && built[1] < rust[1]) complaints.push(`the image's Rust ${built.join('.')} is older than ${rust.join('.')}`);
  for (const [command] of file.matchAll(/npm ci[^\n]*/g)) if (!command.includes('--ignore-scripts')) complaints.push(`${command} runs the scripts of every package`);
  if (!file.includes('--locked')) complaints.push('the image is built from other versions than the lock names');
  return complaints;
}

const PAGES = ['first-deployment', 'release', 'rollback', 'failover', 'restore', 'restore-one-clinic', 'secret-rotation', 'incident', 'alerts', 'settings', 'telemetry'];
const COMMANDS = new Set(['serve', 'migrate', 'work', 'provision', 'restored', 'openapi', 'demo', 'stripe-setup', 'clinic create', 'clinic list', 'clinic suspend', 'clinic resume', 'clinic export', 'clinic import', 'clinic delete', 'clinic move', 'clinic rename', 'clinic restore', 'clinic drop-former', 'clinic support', 'clinic plan', 'clinic owner-role', 'clinic confirm-director', 'jobs list', 'jobs retry', 'audit verify', 'placement list', 'placement add', 'placement open', 'placement close', 'placement drain', 'placement balance', 'clinic', 'jobs', 'audit', 'placement']);

/** The pages are there, their links lead somewhere, and the commands they name exist. */
export function pages(world) {
  const complaints = PAGES.filter((name) => !world.files[`infra/docs/${name}.md`]).map((name) => `infra/docs/${name}.md is missing`);
  for (const [file, text] of Object.entries(world.files).filter(([name]) => name.endsWith('.md'))) {
    for (const [, to] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!/^https?:/.test(to) && !(path.join(path.dirname(file), to) in world.files)) complaints.push(`${file}: ${to} leads nowhere`);
    }
    // Where a command stands alone, as code or on a line of a code block.
    for (const [, line] of text.matchAll(/(?:`|^(?:kubectl .* -- )?)celadon ([a-z][^`\n]*)/gm)) {
      const [first, second] = line.split(/\s+/);
      const words = ['clinic', 'audit', 'placement'].includes(first) && /^[a-z]+(-[a-z]+)*$/.test(second ?? '') ? `${first} ${second}` : first;
      if (!COMMANDS.has(words)) complaints.push(`${file}: there is no command \`celadon ${words}\``);
    }
  }
  return complaints;
}
