// The databases and each overlay as a whole keep their rules, at each step of a restore too, and planted mistakes are found.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { databases } from './databases.mjs';
import { edit, finds, one, without } from './plant.mjs';
import * as tools from './tools.mjs';
import { wholeOverlay } from './whole-overlay.mjs';
import { read } from './world.mjs';

let world;
before(() => {
  const kubectl = tools.kubectl();
  assert.ok(kubectl, 'there is no kubectl with kustomize 5, and none could be fetched');
  world = read(kubectl);
});

describe('Each overlay', () => {
  test('backs its databases up, and lets programs find them', () => assert.deepEqual(databases(world), []));
  test('has priorities, images that can be pulled, and its name on everything', () => assert.deepEqual(wholeOverlay(world), []));
});

const RESTORED = 'production+serve';
describe('A restore', () => {
  const serving = (overlay) => one('Service', 'database', overlay)(world).spec.selector['cnpg.io/cluster'];
  const cluster = (name, overlay) => world.rendered[overlay].find(({ kind, metadata }) => kind === 'Cluster' && metadata.name === name);

  test('makes a cluster that nobody uses yet, from the first one\'s archive and with all of its settings', () => {
    const overlay = 'production+postgres-restore';
    assert.equal(serving(overlay), 'pg');
    assert.equal(cluster('pg', overlay).metadata.annotations, undefined);
    const [first, restored] = ['pg', 'pg-restored'].map((name) => cluster(name, overlay).spec);
    assert.deepEqual(restored.bootstrap.recovery.recoveryTarget, { targetTime: 'MOMENT' });
    assert.deepEqual(restored.externalClusters[0].plugin.parameters, { barmanObjectName: 'pg-backups', serverName: 'pg' });
    assert.equal(restored.plugins[0].parameters.serverName, 'pg-restored');
    const same = ({ bootstrap, externalClusters, plugins, ...rest }) => rest;
    assert.deepEqual(same(restored), same(first));
  });

  test('brings people to it by the same addresses, and stops the first one', () => {
    assert.equal(serving(RESTORED), 'pg-restored');
    assert.equal(one('Service', 'database-pooler', RESTORED)(world).spec.selector['cnpg.io/poolerName'], 'pg-pooler-restored');
    assert.equal(cluster('pg', RESTORED).metadata.annotations['cnpg.io/hibernation'], 'on');
    assert.equal(cluster('pg-restored', RESTORED).metadata.annotations, undefined);
  });

  test('leaves the first one out once it is gone', () => {
    const names = world.rendered['production+alone'].filter(({ metadata }) => metadata.labels?.['celadon-cluster']).map(({ metadata }) => metadata.name);
    assert.deepEqual(names.sort(), ['pg-nightly-restored', 'pg-pooler-restored', 'pg-pooler-restored', 'pg-restored']);
  });
});

const EAST = 'production-east';
const pg = one('Cluster', 'pg');
const pooler = one('Pooler', 'pg-pooler');
const dbs = () => databases;
const whole = () => wholeOverlay;
const planted = [
  ['a Postgres that is too old', dbs, /not Postgres 17 or newer/, edit(pg, (it) => (it.spec.imageName = it.spec.imageName.replace(':18.4', ':15.13')))],
  ['a Postgres by a tag', dbs, /not pinned/, edit(pg, (it) => (it.spec.imageName = it.spec.imageName.split('@')[0]))],
  ['a log that is archived nowhere', dbs, /pg: its write-ahead log is archived nowhere/, without('ObjectStore', 'pg-backups')],
  ['a placement without its bucket', dbs, /pg-east: its write-ahead log is archived nowhere/, without('ObjectStore', 'pg-backups-east', EAST)],
  ['a placement without a backup', dbs, /pg-east: no backup of it is made/, without('ScheduledBackup', 'pg-nightly-east', EAST)],
  ['a backup that is suspended', dbs, /suspended while it runs/, edit(one('ScheduledBackup', 'pg-nightly'), (it) => (it.spec.suspend = true))],
  ['an account that may not write backups', dbs, /no role that may write/, edit(pg, (it) => delete it.spec.serviceAccountTemplate)],
  ['two clusters with one archive', dbs, /pg-restored: it archives where pg does/, edit(one('Cluster', 'pg-restored', RESTORED), (it) => (it.spec.plugins[0].parameters.serverName = 'pg'))],
  ['a password that is not taken in', dbs, /pg-owner has no label cnpg.io\/reload/, edit(one('ExternalSecret', 'pg-owner'), (it) => delete it.spec.target.template.metadata)],
  ['a certificate that is not taken in', dbs, /database-tls has no label cnpg.io\/reload/, edit(one('Certificate', 'database'), (it) => delete it.spec.secretTemplate)],
  ['a certificate that bears the name of the cluster', dbs, /bears the name of the cluster/, edit(pg, (it) => delete it.spec.certificates)],
  ['a certificate without the Service\'s name', dbs, /does not name the Service database/, edit(one('Certificate', 'database'), (it) => (it.spec.dnsNames = ['pg-rw', 'database-pooler']))],
  ['a certificate without the pooler\'s name', dbs, /does not name the Service database-pooler/, edit(one('Certificate', 'database'), (it) => it.spec.dnsNames.pop())],
  ['a Service that leads to standbys', dbs, /leads to standbys too/, edit(one('Service', 'database'), (it) => delete it.spec.selector['cnpg.io/instanceRole'])],
  ['instances that stand together', dbs, /may stand or go together/, edit(pg, (it) => (it.spec.affinity.podAntiAffinityType = 'preferred'))],
  ['a pooler of a cluster that is not there', dbs, /its cluster pg-west is not there/, edit(pooler, (it) => (it.spec.cluster.name = 'pg-west'))],
  ['a pooler that a drain takes away', dbs, /a drain may take all of it/, without('PodDisruptionBudget', 'pg-pooler')],
  ['a pooler on one node', dbs, /all of it may stand on one node/, edit(pooler, (it) => delete it.spec.template.spec.affinity)],
  ['a placement\'s pooler on one node', dbs, /pg-pooler-east: all of it may stand/, edit(one('Pooler', 'pg-pooler-east', EAST), (it) => (it.spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels['cnpg.io/poolerName'] = 'pg-pooler'))],
  ['a monitor of the operator', dbs, /enablePodMonitor is deprecated/, edit(pooler, (it) => (it.spec.monitoring = { enablePodMonitor: true }))],
  ['a database that nobody watches', dbs, /pg-east: 0 PodMonitors scrape it/, edit(one('PodMonitor', 'postgres', EAST), (it) => (it.spec.selector = { matchLabels: { 'cnpg.io/cluster': 'pg' } }))],
  ['a pooler that is watched twice', dbs, /pg-pooler: 2 PodMonitors/, edit(one('PodMonitor', 'postgres'), (it) => it.spec.selector.matchExpressions.pop())],
  ['a monitor of a port that is not there', dbs, /no port stats to scrape/, edit(one('PodMonitor', 'pooler'), (it) => (it.spec.podMetricsEndpoints[0].port = 'stats'))],
  ['metrics of an unknown cluster', dbs, /do not say which cluster/, edit(one('PodMonitor', 'postgres'), (it) => delete it.spec.podTargetLabels)],
  ['a pod without a priority', whole, /Deployment\/worker: it has no priority/, edit(one('Deployment', 'worker'), (it) => delete it.spec.template.spec.priorityClassName)],
  ['a database without a priority', whole, /Cluster\/pg: it has no priority/, edit(pg, (it) => delete it.spec.priorityClassName)],
  ['a priority that is not there', whole, /no priority celadon-serving/, without('PriorityClass', 'celadon-serving')],
  ['a pod that may not pull', whole, /ServiceAccount\/worker: its pods may not pull/, edit(one('ServiceAccount', 'worker'), (it) => delete it.imagePullSecrets)],
  ['a migration that may not pull', whole, /ServiceAccount\/migrate: its pods may not pull/, edit(one('ServiceAccount', 'migrate', 'production/migrate'), (it) => delete it.imagePullSecrets)],
  ['a database that may not pull', whole, /Cluster\/pg: its pods may not pull/, edit(pg, (it) => delete it.spec.imagePullSecrets)],
  ['a registry without a password', whole, /how the nodes sign in/, without('ExternalSecret', 'registry')],
  ['an object without the overlay\'s name', whole, /NetworkPolicy\/dns: its deploy-overlay is none/, edit(one('NetworkPolicy', 'dns'), (it) => delete it.metadata.labels['deploy-overlay'])],
  ['a migration with the overlay\'s name', whole, /Job\/migrate: its deploy-overlay is production/, edit(one('Job', 'migrate', 'production/migrate'), (it) => (it.metadata.labels['deploy-overlay'] = 'production'))],
];

describe('A mistake in the databases or an overlay is found:', () => finds(planted, () => world));
