// What is applied once beside the overlays keeps its rules, and planted mistakes are found.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { edit, finds, one } from './plant.mjs';
import { argocd, logAgent } from './platform.mjs';
import * as tools from './tools.mjs';
import { custom } from './validate-schemas.mjs';
import { read } from './world.mjs';

let world;
before(() => {
  const kubectl = tools.kubectl();
  assert.ok(kubectl, 'there is no kubectl with kustomize 5, and none could be fetched');
  world = read(kubectl);
});

describe('Beside the overlays', () => {
  test('Argo CD rolls out in the order of scripts/delivery/deploy', () => assert.deepEqual(argocd(world), []));
  test('the agent for logs only reads', () => assert.deepEqual(logAgent(world), []));
});

const beside = (name, kind) => (at) => at.beside[name].find((object) => object.kind === kind);
const application = beside('argocd', 'Application');
const project = beside('argocd', 'AppProject');
const agent = beside('platform/logs', 'DaemonSet');
const pod = (it) => it.spec.template.spec;
const ARGO = 'production-argocd';
const job = one('Job', 'migrate', ARGO);
const [argo, logs, schema] = [() => argocd, () => logAgent, () => custom];
const planted = [
  ['an application with a field that is none', schema, /selfheal is unknown|selfheal/, edit(application, (it) => (it.spec.syncPolicy.automated.selfheal = true))],
  ['an application of an overlay that is not there', argo, /there is no k8s\/overlays\/prod/, edit(application, (it) => (it.spec.source.path = 'k8s/overlays/prod'))],
  ['a repository that the project does not know', argo, /does not know the repository/, edit(project, (it) => it.spec.sourceRepos.pop())],
  ['a destination that the project forbids', argo, /forbids the destination/, edit(project, (it) => (it.spec.destinations[0].namespace = 'other'))],
  ['a kind of the whole cluster that the project forbids', argo, /forbids PriorityClass/, edit(project, (it) => it.spec.clusterResourceWhitelist.pop())],
  ['servers that are started while somebody restores', argo, /somebody stopped/, edit(application, (it) => (it.spec.syncPolicy.automated.selfHeal = true))],
  ['a deletion before the rollout', argo, /deletes before the rollout/, edit(application, (it) => it.spec.syncPolicy.syncOptions.shift())],
  ['a migration before the database', argo, /no hook of the sync/, edit(job, (it) => (it.metadata.annotations['argocd.argoproj.io/hook'] = 'PreSync'))],
  ['a migration that cannot run again', argo, /in the way/, edit(job, (it) => delete it.metadata.annotations['argocd.argoproj.io/hook-delete-policy'])],
  ['a migration after the servers', argo, /Deployment\/server: it does not wait/, edit(job, (it) => (it.metadata.annotations['argocd.argoproj.io/sync-wave'] = '1'))],
  ['a secret that comes after the migration', argo, /ExternalSecret\/celadon-owner: the migration does not wait/, edit(one('ExternalSecret', 'celadon-owner', ARGO), (it) => delete it.metadata.annotations['argocd.argoproj.io/sync-wave'])],
  ['a database that Argo CD may delete', argo, /Cluster\/pg: Argo CD may delete it/, edit(one('Cluster', 'pg', ARGO), (it) => delete it.metadata.annotations['argocd.argoproj.io/sync-options'])],
  ['an agent with a capability', logs, /may more than read/, edit(agent, (it) => (pod(it).containers[0].securityContext.capabilities.add = ['DAC_OVERRIDE']))],
  ['an agent with a token', logs, /token of the Kubernetes API/, edit(agent, (it) => delete pod(it).automountServiceAccountToken)],
  ['an agent that writes into the logs', logs, /may write on the node/, edit(agent, (it) => delete pod(it).containers[0].volumeMounts.find(({ name }) => name === 'logs').readOnly)],
  ['an agent by a tag', logs, /not pinned/, edit(agent, (it) => (pod(it).containers[0].image = 'otel/opentelemetry-collector-contrib:0.139.0'))],
  ['an agent that anybody reaches', logs, /may reach it/, edit(beside('platform/logs', 'NetworkPolicy'), (it) => (it.spec.ingress = [{}]))],
  ['an agent that forgets', logs, /forgets at a restart/, edit(agent, (it) => pod(it).containers[0].volumeMounts.pop())],
  ['an agent that reads everything', logs, /not ours/, (at) => (at.files['k8s/platform/logs/log-agent.yaml'] = at.files['k8s/platform/logs/log-agent.yaml'].replace('celadon_*', '*'))],
];

describe('A mistake beside the overlays is found:', () => finds(planted, () => world));
