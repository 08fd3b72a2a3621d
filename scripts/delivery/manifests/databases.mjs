// The rules for each Postgres cluster and pooler: backups with a right of their own, certificates and passwords that are taken in when
// they change, Services that lead to one of them, monitors, and what stays in a drain.
import { podsOf } from './references.mjs';
import { called, carries, everywhere } from './world.mjs';

const RELOAD = 'cnpg.io/reload';
const OLDEST = 17;

const of = (objects, kind) => objects.filter((object) => object.kind === kind);
const named = (objects, kind, name) => of(objects, kind).find(({ metadata }) => metadata.name === name);

/** The labels that a Secret gets from whatever fills it. */
function secretLabels(objects, secret) {
  const from = objects.find(({ kind, spec }) => (kind === 'ExternalSecret' && spec.target.name === secret) || (kind === 'Certificate' && spec.secretName === secret));
  return from && ((from.kind === 'Certificate' ? from.spec.secretTemplate?.labels : from.spec.target.template?.metadata?.labels) ?? {});
}

function* version({ spec }, overlay) {
  const [, major] = /:(\d+)[.\w-]*(@|$)/.exec(spec.imageName ?? '') ?? [];
  if (!(Number(major) >= OLDEST)) yield `its image ${spec.imageName} is not Postgres ${OLDEST} or newer`;
  if (overlay.startsWith('production') && !/@sha256:[0-9a-f]{64}$/.test(spec.imageName)) yield `its image ${spec.imageName} is not pinned`;
}

function* backups(cluster, objects) {
  const { name } = cluster.metadata;
  const archiver = cluster.spec.plugins?.find(({ isWALArchiver }) => isWALArchiver);
  const store = archiver && named(objects, 'ObjectStore', archiver.parameters.barmanObjectName);
  if (!store) yield 'its write-ahead log is archived nowhere';
  const nightly = of(objects, 'ScheduledBackup').filter(({ spec }) => spec.cluster.name === name);
  if (!nightly.length) yield 'no backup of it is made';
  const stopped = cluster.metadata.annotations?.['cnpg.io/hibernation'] === 'on';
  if (!stopped && nightly.some(({ spec }) => spec.suspend)) yield 'its backups are suspended while it runs';
  if (store?.spec.configuration.s3Credentials?.inheritFromIAMRole && !cluster.spec.serviceAccountTemplate?.metadata.annotations?.['eks.amazonaws.com/role-arn']) {
    yield 'its account has no role that may write into the bucket';
  }
  // Two clusters that write under one name destroy each other's archive.
  const archive = (other) => `${other.spec.plugins?.[0]?.parameters.barmanObjectName}/${other.spec.plugins?.[0]?.parameters.serverName ?? other.metadata.name}`;
  for (const other of of(objects, 'Cluster')) if (other !== cluster && archive(other) === archive(cluster)) yield `it archives where ${other.metadata.name} does`;
  for (const { plugin } of cluster.spec.externalClusters ?? []) {
    if (plugin && !named(objects, 'ObjectStore', plugin.parameters.barmanObjectName)) yield `it is restored from ${plugin.parameters.barmanObjectName}, which is not there`;
  }
}

function* secrets({ spec }, objects) {
  const used = [spec.certificates?.serverCASecret, spec.certificates?.serverTLSSecret, spec.bootstrap.initdb?.secret?.name, spec.bootstrap.recovery?.secret?.name, ...(spec.managed?.roles ?? []).map(({ passwordSecret }) => passwordSecret?.name)];
  if (!spec.certificates?.serverTLSSecret) yield 'its certificate bears the name of the cluster';
  for (const secret of new Set(used.filter(Boolean))) {
    const labels = secretLabels(objects, secret);
    if (!labels) yield `Secret ${secret} is not provided`;
    else if (!(RELOAD in labels)) yield `Secret ${secret} has no label ${RELOAD}: a change takes effect at the next restart only`;
  }
}

function* cluster(object, objects, overlay) {
  const { spec, metadata } = object;
  yield* version(object, overlay);
  yield* backups(object, objects);
  yield* secrets(object, objects);
  if (spec.monitoring?.enablePodMonitor) yield 'enablePodMonitor is deprecated';
  if (spec.instances > 1 && (spec.affinity?.podAntiAffinityType !== 'required' || !spec.enablePDB)) yield 'its instances may stand or go together';
  const bearer = of(objects, 'Service').filter((service) => service.spec.selector['cnpg.io/cluster'] === metadata.name);
  for (const { metadata: { name }, spec: { selector } } of bearer) {
    if (selector['cnpg.io/instanceRole'] !== 'primary') yield `the Service ${name} leads to standbys too`;
    yield* certificateFor(spec, name, objects);
  }
}

function* certificateFor(spec, name, objects) {
  const certificate = of(objects, 'Certificate').find((one) => one.spec.secretName === spec.certificates?.serverTLSSecret);
  if (certificate && !certificate.spec.dnsNames.includes(name)) yield `its certificate does not name the Service ${name}`;
}

function* pooler({ metadata: { name }, spec }, objects) {
  const own = { 'cnpg.io/poolerName': name };
  const server = named(objects, 'Cluster', spec.cluster.name);
  if (!server) return yield `its cluster ${spec.cluster.name} is not there`;
  if (spec.monitoring?.enablePodMonitor) yield 'enablePodMonitor is deprecated';
  if (!of(objects, 'PodDisruptionBudget').some((budget) => carries(own, budget.spec.selector))) yield 'a drain may take all of it at once';
  const apart = spec.template?.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  if (!apart.some(({ labelSelector, topologyKey }) => topologyKey === 'kubernetes.io/hostname' && carries(own, labelSelector))) yield 'all of it may stand on one node';
  for (const service of of(objects, 'Service')) {
    if (service.spec.selector['cnpg.io/poolerName'] === name) yield* certificateFor(server.spec, service.metadata.name, objects);
  }
}

/** Every pod of an operator is scraped by exactly one PodMonitor. */
function* monitors(objects) {
  if (!of(objects, 'PrometheusRule').length) return;
  for (const { labels, spec } of podsOf(objects)) {
    if (!('cnpg.io/podRole' in labels)) continue;
    const who = labels['cnpg.io/poolerName'] ?? labels['cnpg.io/cluster'];
    const watching = of(objects, 'PodMonitor').filter((monitor) => carries(labels, monitor.spec.selector));
    if (watching.length !== 1) yield `${who}: ${watching.length} PodMonitors scrape it`;
    for (const { port } of watching.flatMap((monitor) => monitor.spec.podMetricsEndpoints)) {
      if (!spec.containers[0].ports.some((its) => its.name === port)) yield `${who}: it has no port ${port} to scrape`;
    }
    for (const monitor of watching) if (!monitor.spec.podTargetLabels?.includes('cnpg.io/cluster')) yield `${who}: its metrics do not say which cluster they are of`;
  }
}

export const databases = everywhere((objects, overlay) => [
  ...of(objects, 'Cluster').flatMap((one) => [...cluster(one, objects, overlay)].map((text) => `${called(one)}: ${text}`)),
  ...of(objects, 'Pooler').flatMap((one) => [...pooler(one, objects)].map((text) => `${called(one)}: ${text}`)),
  ...monitors(objects),
]);
