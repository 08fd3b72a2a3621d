// Validates the rendered objects: Kubernetes' own kinds with kubernetes-validate, the operators' kinds with their published models.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';
import { called, distinct } from './world.mjs';

// The oldest supported version of Kubernetes, and a newer one.
const VERSIONS = ['1.32', '1.35'];

export function core(world, python) {
  const result = spawnSync(path.join(python, 'python'), [path.join(import.meta.dirname, 'validate_kubernetes.py'), ...VERSIONS], {
    input: JSON.stringify(distinct({ ...world.rendered, ...world.beside })),
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (result.status !== 0) throw new Failure(result.stderr);
  return JSON.parse(result.stdout);
}

const MODELS = {
  'argoproj.io/v1alpha1': '@kubernetes-models/argo-cd/argoproj.io/v1alpha1',
  'cert-manager.io/v1': '@kubernetes-models/cert-manager/cert-manager.io/v1',
  'external-secrets.io/v1': '@kubernetes-models/external-secrets/external-secrets.io/v1',
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  'postgresql.cnpg.io/v1': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
};
// No model of the backup plugin's own kind is published: its fields are few and named here.
const OBJECT_STORE = {
  '': ['retentionPolicy', 'configuration', 'instanceSidecarConfiguration'],
  configuration: ['destinationPath', 'endpointURL', 's3Credentials', 'azureCredentials', 'googleCredentials', 'wal', 'data', 'tags', 'serverName'],
  'configuration.wal': ['compression', 'encryption', 'maxParallel'],
  'configuration.data': ['compression', 'encryption', 'jobs', 'immediateCheckpoint'],
};

/**
 * Records which fields are read. The models accept unknown fields silently but never read them, so a field that is
 * unread after the validation does not exist.
 */
function recordReads(value, where, unread) {
  if (value === null || typeof value !== 'object') return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const key of Object.keys(value)) {
    copy[key] = recordReads(value[key], `${where}.${key}`, unread);
    if (!Array.isArray(value)) unread.add(`${where}.${key}`);
  }
  return new Proxy(copy, {
    get(target, key) {
      if (typeof key === 'string') unread.delete(`${where}.${key}`);
      return target[key];
    },
  });
}

async function complaintsOf(object) {
  const kinds = await import(MODELS[object.apiVersion]);
  const Model = kinds[object.kind];
  if (!Model) return ['there is no such kind'];
  const unread = new Set();
  const { apiVersion, kind, metadata, ...rest } = object;
  try {
    const model = new Model({ apiVersion, kind, metadata });
    // Set after the constructor, which would copy them.
    for (const [key, value] of Object.entries(rest)) model[key] = recordReads(value, key, unread);
    model.validate();
  } catch (error) {
    return [String(error.message).slice(0, 300)];
  }
  // Fields below an unknown field are not listed again.
  return [...unread].filter((field) => !unread.has(field.slice(0, field.lastIndexOf('.')))).map((field) => `${field} is unknown`);
}

function objectStore(object) {
  return Object.entries(OBJECT_STORE).flatMap(([where, known]) => {
    const part = where.split('.').filter(Boolean).reduce((value, key) => value?.[key], object.spec);
    return Object.keys(part ?? {}).filter((key) => !known.includes(key)).map((key) => `spec.${where}.${key} is unknown`);
  });
}

export async function custom(world) {
  const complaints = [];
  for (const [overlay, objects] of Object.entries(distinct({ ...world.rendered, ...world.beside }))) {
    for (const object of objects) {
      const found = object.kind === 'ObjectStore' ? objectStore(object) : MODELS[object.apiVersion] ? await complaintsOf(object) : [];
      complaints.push(...found.map((text) => `${overlay}: ${called(object)}: ${text}`));
    }
  }
  return complaints;
}
