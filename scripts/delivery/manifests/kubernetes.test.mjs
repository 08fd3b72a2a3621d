// The manifests hold, and each kind of mistake in them is found: planted one by one in what was rendered.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { edit, finds, one } from './plant.mjs';
import { pods } from './pod-rules.mjs';
import { references } from './references.mjs';
import { settings, settingsPage } from './settings.mjs';
import * as tools from './tools.mjs';
import { read, template } from './world.mjs';

let world;
let core;
let custom;
before(async () => {
  const kubectl = tools.kubectl();
  assert.ok(kubectl, 'there is no kubectl with kustomize 5, and none could be fetched');
  assert.ok(tools.npmPackages(), 'the schemas of custom resources could not be fetched');
  const python = tools.pythonTools();
  assert.ok(python, 'kubernetes-validate could not be fetched (Debian: apt install python3-venv)');
  const schema = await import('./validate-schemas.mjs');
  core = (some) => schema.core(some, python);
  custom = schema.custom;
  world = read(kubectl);
});

const none = async (complaints) => assert.deepEqual(await complaints, []);
describe('The manifests', () => {
  test('fit the schemas of Kubernetes', () => none(core(world)));
  test('fit the schemas of the operators', () => none(custom(world)));
  test('let every pod do only what it must', () => none(pods(world)));
  test('name nothing that is not there', () => none(references(world)));
  test('set what the server reads', () => none(settings(world)));
  test('are explained by the page of settings', () => none(settingsPage(world)));
});

const server = one('Deployment', 'server');
const migrate = one('Job', 'migrate', 'production/migrate');
const pod = (object) => template(object).spec;
const first = (object) => pod(object).containers[0];

const planted = [
  // Schemas.
  ['a misspelt field', () => core, /maxUnavailabel/, edit(server, (it) => (it.spec.strategy.rollingUpdate.maxUnavailabel = 1))],
  ['a number where a text belongs', () => core, /not of type|not valid/, edit(one('ConfigMap', 'celadon-settings'), (it) => (it.data.DATABASE_SHARDS = 4))],
  ['a kind that is gone', () => core, /no such kind/, edit(one('CronJob', 'audit-verify'), (it) => (it.apiVersion = 'batch/v1beta1'))],
  ['a listener with a mode that is none', () => custom, /allowed values/, edit(one('Gateway', 'edge'), (it) => (it.spec.listeners[1].tls.mode = 'Stop'))],
  ['an unknown field of an operator', () => custom, /instancez is unknown/, edit(one('Cluster', 'pg'), (it) => (it.spec.instancez = 3))],
  ['an unknown field far down', () => custom, /poolmode is unknown/, edit(one('Pooler', 'pg-pooler'), (it) => (it.spec.pgbouncer.poolmode = 'session'))],
  ['a backup that is kept nowhere', () => custom, /bucket is unknown/, edit(one('ObjectStore', 'pg-backups'), (it) => (it.spec.configuration.bucket = 'x'))],
  // Pods.
  ['root', () => pods, /runAsNonRoot/, edit(server, (it) => delete pod(it).securityContext.runAsNonRoot)],
  ['a root file system that can be written', () => pods, /root file system/, edit(server, (it) => (first(it).securityContext.readOnlyRootFilesystem = false))],
  ['a capability', () => pods, /capabilities/, edit(one('Deployment', 'worker'), (it) => (first(it).securityContext.capabilities.add = ['NET_ADMIN']))],
  ['a token of the API', () => pods, /token of the Kubernetes API/, edit(one('Deployment', 'provision'), (it) => delete pod(it).automountServiceAccountToken)],
  ['no memory limit', () => pods, /no memory limit/, edit(one('CronJob', 'audit-verify'), (it) => delete first(it).resources.limits)],
  ['a worker that is killed while it sets a document', () => pods, /worker: its memory limit is not 896Mi/, edit(one('Deployment', 'worker'), (it) => (first(it).resources.limits.memory = '384Mi'))],
  ['a processor limit', () => pods, /processor/, edit(server, (it) => (first(it).resources.limits.cpu = '1'))],
  ['a tag in production', () => pods, /not pinned/, edit(server, (it) => (first(it).image = 'registry.example.com/celadon:0.1.0'))],
  ['an image that is always another', () => pods, /not pinned/, edit(one('Deployment', 'server', 'staging'), (it) => (first(it).image = 'registry.example.com/celadon:latest'))],
  ['no readiness', () => pods, /no readinessProbe/, edit(server, (it) => delete first(it).readinessProbe)],
  ['a worker without readiness', () => pods, /worker: it has no readinessProbe/, edit(one('Deployment', 'worker'), (it) => delete first(it).readinessProbe)],
  ['a provisioner without a liveness probe', () => pods, /provision: it has no livenessProbe/, edit(one('Deployment', 'provision'), (it) => delete first(it).livenessProbe)],
  ['a provisioner that is asked at another port', () => pods, /provision: its readinessProbe asks the port http/, edit(one('Deployment', 'provision'), (it) => (first(it).readinessProbe.httpGet.port = 'http'))],
  ['a provisioner without its port', () => settings, /provision: OPS_ADDR is not set/, edit(one('Deployment', 'provision'), (it) => (first(it).env = first(it).env.filter(({ name }) => name !== 'OPS_ADDR')))],
  ['a probe that nobody answers', () => pods, /nobody answers/, edit(server, (it) => (first(it).startupProbe.httpGet.path = '/healthz'))],
  ['a liveness probe that needs the database', () => pods, /while the database is away/, edit(server, (it) => (first(it).livenessProbe.httpGet.path = '/health/ready'))],
  ['no time to end', () => pods, /killed before/, edit(server, (it) => (pod(it).terminationGracePeriodSeconds = 20))],
  ['a broken migration that is tried again', () => pods, /exit code 2/, edit(migrate, (it) => (it.spec.podFailurePolicy.rules[0].onExitCodes.values = [3]))],
  ['a locked clinic that ends the migration', () => pods, /exit code 1/, edit(migrate, (it) => it.spec.podFailurePolicy.rules[0].onExitCodes.values.push(1))],
  // References.
  ['a Service that selects nothing', () => references, /matches no pod/, edit(one('Service', 'server'), (it) => (it.spec.selector['app.kubernetes.io/component'] = 'web'))],
  ['a port that no pod has', () => references, /on no pod/, edit(one('Service', 'server'), (it) => (it.spec.ports[0].targetPort = 'web'))],
  ['the operator\'s port in a Service', () => references, /operator's port/, edit(one('Service', 'server'), (it) => it.spec.ports.push({ name: 'ops', port: 9090, targetPort: 'ops' }))],
  ['a secret from nowhere', () => references, /celadon-sever is not provided/, edit(server, (it) => (pod(it).volumes[0].secret.secretName = 'celadon-sever'))],
  ['replicas beside an autoscaler', () => references, /autoscaler/, edit(server, (it) => (it.spec.replicas = 3))],
  ['an autoscaler of nothing', () => references, /target is not there/, edit(one('HorizontalPodAutoscaler', 'server'), (it) => (it.spec.scaleTargetRef.name = 'web'))],
  ['a route to a Service that is not there', () => references, /has no port/, edit(one('HTTPRoute', 'celadon'), (it) => (it.spec.rules[0].backendRefs[0].name = 'web'))],
  ['a certificate of another domain', () => references, /not of BASE_URL/, edit(one('Certificate', 'clinics'), (it) => (it.spec.dnsNames[1] = '*.clinic.example.com'))],
  ['a certificate without the wildcard', () => references, /\*\.clinics\.example\.com is missing/, edit(one('Certificate', 'clinics'), (it) => it.spec.dnsNames.pop())],
  ['no default denial', () => references, /nothing denies/, (at) => (at.rendered.production = at.rendered.production.filter(({ metadata }) => metadata.name !== 'default-deny'))],
  ['a way to the owner\'s rights', () => references, /reach provision/, edit(one('NetworkPolicy', 'server-in'), (it) => (it.spec.podSelector = { matchLabels: { 'app.kubernetes.io/name': 'celadon' } }))],
  ['no way to the database', () => references, /worker cannot reach the database/, edit(one('NetworkPolicy', 'celadon-to-postgres'), (it, at) => {
    it.spec.podSelector.matchExpressions = [{ key: 'app.kubernetes.io/component', operator: 'In', values: ['server', 'provision', 'migrate', 'audit-verify'] }];
    one('NetworkPolicy', 'celadon-to-pooler')(at).spec.podSelector.matchExpressions[0].values = ['server'];
  })],
  ['an open metadata address', () => references, /metadata address/, edit(one('NetworkPolicy', 'celadon-out'), (it) => it.spec.egress[0].to[0].ipBlock.except.splice(2, 1))],
  ['another namespace', () => references, /its namespace is default/, edit(one('Service', 'server'), (it) => (it.metadata.namespace = 'default'))],
  ['a secret that is written down', () => references, /written down/, (at) => at.rendered.production.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x', namespace: 'celadon' } })],
  // Settings.
  ['a setting that nobody reads', () => settings, /DATABASE_URI is a setting/, edit(server, (it) => first(it).env.push({ name: 'DATABASE_URI', value: 'x' }))],
  ['a required setting left out', () => settings, /SECRET_KEY is not set/, edit(one('ConfigMap', 'celadon-settings'), (it) => delete it.data.SECRET_KEY_FILE)],
  ['a server that does not know a placement', () => settings, /server: DATABASE_URL_EAST is not set/, edit(one('ConfigMap', 'celadon-settings', 'production-east'), (it) => delete it.data.DATABASE_URL_EAST_FILE)],
  ['a migration that leaves a placement out', () => settings, /migrate: OWNER_DATABASE_URL_EAST is not set/, edit(one('Job', 'migrate', 'production-east/migrate'), (it) => (first(it).env = first(it).env.filter(({ name }) => name !== 'OWNER_DATABASE_URL_EAST_FILE')))],
  ['a file that the secret has not', () => settings, /has no key/, edit(one('ExternalSecret', 'celadon-server'), (it) => it.spec.data.splice(0, 1))],
  ['a password in the environment', () => settings, /everybody can read/, edit(server, (it) => first(it).env.push({ name: 'SMTP_URL', value: 'smtps://me:word@mail.example.com' }))],
  ['a listener on the loopback', () => settings, /cannot be reached/, edit(one('ConfigMap', 'celadon-settings'), (it) => (it.data.OPS_ADDR = '127.0.0.1:9090'))],
  ['a command that is none', () => settings, /is no command/, edit(one('Deployment', 'worker'), (it) => (first(it).args = ['works']))],
  ['a flag that is none', () => settings, /has no --canary/, edit(migrate, (it) => first(it).args.push('--canary=5'))],
  ['plain http in production', () => settings, /not https/, edit(one('ConfigMap', 'celadon-settings'), (it) => (it.data.BASE_URL = 'http://clinics.example.com'))],
  ['a way to the database on which anybody may listen', () => settings, /DATABASE_NETWORK is private/, edit(one('ConfigMap', 'celadon-settings'), (it) => (it.data.DATABASE_NETWORK = 'private'))],
  ['no authority for the database\'s certificate', () => settings, /migrate: it cannot check/, edit(migrate, (it) => first(it).volumeMounts.pop())],
  ['a setting that no page explains', () => settingsPage, /does not name SECRET_KEY/, (at) => (at.files['infra/docs/settings.md'] = at.files['infra/docs/settings.md'].replace('`SECRET_KEY`', 'the key'))],
  ['a page that explains what is not there', () => settingsPage, /DATABASE_POOL, which nothing reads/, (at) => (at.files['infra/docs/settings.md'] += '| `DATABASE_POOL` | all | x |\n')],
];

describe('A mistake is found:', () => finds(planted, () => world));
