// Every reference in the manifests has its target: selectors, ports, secrets, targets, namespaces, hosts.
import { called, carries, everywhere, template } from './world.mjs';

const container = (...ports) => ({ containers: [{ ports: ports.map(([name, containerPort]) => ({ name, containerPort })) }] });

/** The pods that CloudNativePG makes: instances, the Job that fills one, and poolers, with the labels that it gives them. */
const operatorsPods = (objects) => objects.flatMap(({ kind, metadata: { name }, spec }) => {
  if (kind === 'Cluster') {
    const labels = { 'cnpg.io/cluster': name };
    return [
      { labels: { ...labels, 'cnpg.io/podRole': 'instance', 'cnpg.io/instanceRole': 'primary' }, spec: container(['postgresql', 5432], ['metrics', 9187], ['status', 8000]) },
      { labels: { ...labels, 'cnpg.io/jobRole': 'full-recovery' }, spec: { containers: [] } },
    ];
  }
  if (kind !== 'Pooler') return [];
  return [{ labels: { 'cnpg.io/cluster': spec.cluster.name, 'cnpg.io/poolerName': name, 'cnpg.io/podRole': 'pooler' }, spec: container(['pgbouncer', 5432], ['metrics', 9127]) }];
});

const ownPods = (objects) => objects.map(template).filter(Boolean).map(({ metadata, spec }) => ({ labels: metadata?.labels ?? {}, spec }));
export const podsOf = (objects) => [...ownPods(objects), ...operatorsPods(objects)];
const portsOf = (pods) => pods.flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports));
const hasPort = (ports, wanted) => ports.some(({ name, containerPort }) => wanted === name || wanted === containerPort);

/** The secrets and settings there are, each with its keys. */
function provided(objects) {
  const found = { Secret: {}, ConfigMap: {} };
  for (const { kind, metadata, data, stringData, spec } of objects) {
    if (kind === 'Secret' || kind === 'ConfigMap') found[kind][metadata.name] = Object.keys({ ...data, ...stringData });
    if (kind === 'ExternalSecret') found.Secret[spec.target.name] = spec.data.map(({ secretKey }) => secretKey);
    if (kind === 'Certificate') found.Secret[spec.secretName] = ['tls.crt', 'tls.key', 'ca.crt'];
  }
  return found;
}

function* volumes(objects, overlay) {
  // A Job is applied after the overlay's foundation, which holds its secret.
  if (overlay.includes('/')) return;
  const { Secret, ConfigMap } = provided(objects);
  for (const object of objects) {
    const pod = template(object)?.spec;
    for (const { secret, configMap } of pod?.volumes ?? []) {
      if (secret && !Secret[secret.secretName]) yield `${called(object)}: Secret ${secret.secretName} is not provided`;
      if (configMap && !ConfigMap[configMap.name]) yield `${called(object)}: ConfigMap ${configMap.name} is not provided`;
    }
    for (const container of pod?.containers ?? []) {
      for (const { name, mountPath } of container.volumeMounts ?? []) {
        if (!(pod.volumes ?? []).some((volume) => volume.name === name)) yield `${called(object)}: ${mountPath} mounts the volume ${name}, which it has not`;
      }
      for (const { configMapRef } of container.envFrom ?? []) if (configMapRef && !ConfigMap[configMapRef.name]) yield `${called(object)}: ConfigMap ${configMapRef.name} is not provided`;
      for (const { name, valueFrom } of container.env ?? []) {
        const from = valueFrom?.configMapKeyRef;
        if (from && !from.optional && !ConfigMap[from.name]?.includes(from.key)) yield `${called(object)}: ${name} is taken from ${from.name}/${from.key}, which is not there`;
      }
    }
    const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
    if (pod && !accounts.includes(pod.serviceAccountName)) yield `${called(object)}: ServiceAccount ${pod.serviceAccountName} is not there`;
  }
}

function* selectors(objects) {
  const pods = podsOf(objects);
  for (const object of objects) {
    const { kind, spec, metadata } = object;
    if (kind === 'Deployment' && !carries(spec.template.metadata.labels, spec.selector)) yield `${called(object)}: its selector does not match its own pods`;
    if (kind === 'Service') {
      const chosen = pods.filter(({ labels }) => carries(labels, { matchLabels: spec.selector }));
      if (!chosen.length) yield `${called(object)}: its selector matches no pod`;
      for (const { targetPort } of spec.ports) if (chosen.length && !hasPort(portsOf(chosen), targetPort)) yield `${called(object)}: the port ${targetPort} is on no pod`;
      if (metadata.name === 'server' && spec.ports.some(({ targetPort }) => targetPort === 'ops')) yield `${called(object)}: the operator's port is in a Service`;
    }
    if (kind === 'PodDisruptionBudget') {
      if (!pods.some(({ labels }) => carries(labels, spec.selector))) yield `${called(object)}: its selector matches no pod`;
      if (spec.unhealthyPodEvictionPolicy !== 'AlwaysAllow') yield `${called(object)}: an unhealthy pod would block the drain of its node`;
    }
    if (kind === 'HorizontalPodAutoscaler') {
      const target = objects.find((other) => other.kind === spec.scaleTargetRef.kind && other.metadata.name === spec.scaleTargetRef.name);
      if (!target) yield `${called(object)}: its target is not there`;
      else if (target.spec.replicas !== undefined) yield `${called(target)}: its replicas are set here and by the autoscaler`;
    }
    if (kind === 'ServiceMonitor') {
      const services = objects.filter((other) => other.kind === 'Service' && carries(other.metadata.labels, spec.selector));
      for (const { port } of spec.endpoints) if (!services.some((service) => service.spec.ports.some(({ name }) => name === port))) yield `${called(object)}: no Service has the port ${port}`;
    }
  }
}

function* edge(objects) {
  const base = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('celadon-settings'))?.data?.BASE_URL;
  if (!base) return;
  const { hostname: domain } = new URL(base);
  const both = new Set([domain, `*.${domain}`]);
  const served = new Set(objects.filter(({ kind }) => kind === 'Gateway').flatMap(({ spec }) => spec.listeners.flatMap(({ tls }) => (tls?.certificateRefs ?? []).map(({ name }) => name))));
  const services = new Map(objects.filter(({ kind }) => kind === 'Service').map((service) => [service.metadata.name, service.spec.ports]));
  const secrets = provided(objects).Secret;
  for (const object of objects) {
    const { kind, spec } = object;
    const hosts = {
      Gateway: () => spec.listeners.map(({ hostname }) => hostname).filter(Boolean),
      HTTPRoute: () => spec.hostnames ?? [...both],
      Certificate: () => (served.has(spec.secretName) ? spec.dnsNames : undefined),
      Ingress: () => spec.rules.map(({ host }) => host),
    }[kind]?.();
    for (const host of hosts ?? []) if (!both.has(host)) yield `${called(object)}: ${host} is not of BASE_URL's domain ${domain}`;
    for (const host of hosts ? both : []) if (!hosts.includes(host)) yield `${called(object)}: ${host} is missing`;
    for (const listener of spec?.listeners ?? []) {
      for (const { name } of listener.tls?.certificateRefs ?? []) if (!secrets[name]) yield `${called(object)}: no Certificate fills the secret ${name}`;
    }
    const backends = [
      ...(kind === 'HTTPRoute' ? spec.rules.flatMap(({ backendRefs = [] }) => backendRefs) : []),
      ...(kind === 'Ingress' ? spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => ({ name: backend.service.name, port: backend.service.port.name ?? backend.service.port.number }))) : []),
    ];
    for (const { name, port } of backends) {
      if (!services.get(name)?.some((its) => its.name === port || its.port === port)) yield `${called(object)}: the Service ${name} has no port ${port}`;
    }
    if (kind === 'HTTPRoute') {
      const listeners = objects.filter((other) => other.kind === 'Gateway').flatMap((gateway) => gateway.spec.listeners.map(({ name }) => `${gateway.metadata.name}/${name}`));
      for (const parent of spec.parentRefs) if (!listeners.includes(`${parent.name}/${parent.sectionName}`)) yield `${called(object)}: there is no listener ${parent.name}/${parent.sectionName}`;
    }
  }
}

function* networkPolicies(objects, overlay) {
  if (overlay.includes('/')) return;
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const closed = policies.find(({ spec }) => !Object.keys(spec.podSelector).length && spec.policyTypes.length === 2 && !spec.ingress && !spec.egress);
  if (!closed) yield 'nothing denies what no NetworkPolicy names';
  const migrate = { labels: { 'app.kubernetes.io/name': 'celadon', 'app.kubernetes.io/component': 'migrate' }, spec: { containers: [] } };
  const pods = [...podsOf(objects), migrate];
  for (const policy of policies) {
    const { podSelector, ingress = [], egress = [] } = policy.spec;
    const chosen = pods.filter(({ labels }) => carries(labels, podSelector));
    if (!chosen.length) yield `${called(policy)}: it is about no pod`;
    for (const { from, to, ports = [] } of [...ingress, ...egress]) {
      const others = (from ?? to ?? []).filter((peer) => peer.podSelector && !peer.namespaceSelector);
      for (const { podSelector: peer } of others) if (!pods.some(({ labels }) => carries(labels, peer))) yield `${called(policy)}: it names pods that are not there`;
      if (!from && !to) yield `${called(policy)}: it lets everybody`;
      if (!ports.length) yield `${called(policy)}: it opens every port`;
      const meant = from ? chosen : pods.filter(({ labels }) => others.some((peer) => carries(labels, peer.podSelector)));
      for (const { port } of ports) if (typeof port === 'string' && !hasPort(portsOf(meant), port)) yield `${called(policy)}: the port ${port} is on no pod`;
      for (const { ipBlock } of to ?? []) if (ipBlock?.cidr === '0.0.0.0/0' && !ipBlock.except?.includes('169.254.0.0/16')) yield `${called(policy)}: the cloud's metadata address is open`;
    }
  }
  const reaching = (component, field) => policies.filter(({ spec }) => spec[field]?.length && carries({ 'app.kubernetes.io/name': 'celadon', 'app.kubernetes.io/component': component }, spec.podSelector));
  for (const component of ['provision', 'migrate', 'audit-verify', 'worker']) {
    for (const policy of reaching(component, 'ingress')) yield `${called(policy)}: it lets something reach ${component}`;
  }
  if (!reaching('server', 'ingress').length) yield 'nobody may reach the server';
  for (const component of ['server', 'worker', 'provision', 'migrate', 'audit-verify']) {
    const open = reaching(component, 'egress').flatMap(({ spec }) => spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port)));
    if (!open.includes(5432) && !open.includes('postgres')) yield `${component} cannot reach the database`;
  }
}

function* names(objects, overlay) {
  for (const object of objects) {
    if (!['Namespace', 'PriorityClass'].includes(object.kind) && object.metadata.namespace !== 'celadon') yield `${called(object)}: its namespace is ${object.metadata.namespace ?? 'none'}`;
    if (object.kind === 'Namespace' && object.metadata.labels['pod-security.kubernetes.io/enforce'] !== 'restricted') yield `${called(object)}: Pod Security is not enforced as restricted`;
    if (object.kind === 'Secret' && overlay !== 'dev') yield `${called(object)}: a secret is written down`;
    if (object.kind === 'ServiceAccount' && object.automountServiceAccountToken !== false) yield `${called(object)}: it hands out tokens`;
  }
  const seen = objects.map((object) => `${object.apiVersion} ${called(object)}`);
  for (const twice of new Set(seen.filter((name, index) => seen.indexOf(name) !== index))) yield `${twice} is there twice`;
}

export const references = everywhere((objects, overlay) => [...names(objects, overlay), ...volumes(objects, overlay), ...selectors(objects), ...edge(objects), ...networkPolicies(objects, overlay)]);
export { provided };
