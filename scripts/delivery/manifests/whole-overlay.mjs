// The rules for an overlay as a whole: every pod has its priority, the nodes may pull its image, and everything bears the overlay's name.
import { called, everywhere, template } from './world.mjs';

/** What says how a pod is run, for whatever makes pods. */
const podSpec = (object) => ({ Cluster: object.spec, Pooler: object.spec?.template?.spec ?? {} })[object.kind] ?? template(object)?.spec;

function* priorities(objects, overlay) {
  const classes = objects.filter(({ kind }) => kind === 'PriorityClass').map(({ metadata }) => metadata.name);
  for (const object of objects.filter(podSpec)) {
    const { priorityClassName: its } = podSpec(object);
    if (!its) yield `${called(object)}: it has no priority`;
    else if (!overlay.includes('/') && !classes.includes(its)) yield `${called(object)}: there is no priority ${its}`;
  }
}

const pulls = (its, registry) => its?.some(({ name }) => name === registry);

function* images(objects, overlay) {
  if (overlay.startsWith('dev')) return;
  const provided = objects.filter(({ kind }) => kind === 'ExternalSecret').find(({ spec }) => spec.target.template?.type === 'kubernetes.io/dockerconfigjson');
  // A Job is applied after the overlay's foundation, which holds its secret.
  const registry = provided?.spec.target.name ?? (overlay.includes('/') ? 'registry' : undefined);
  if (!registry) yield 'nothing says how the nodes sign in at the registry';
  for (const object of objects) {
    const names = { ServiceAccount: object.imagePullSecrets, Cluster: object.spec?.imagePullSecrets, Pooler: object.spec?.template?.spec?.imagePullSecrets };
    if (object.kind in names && registry && !pulls(names[object.kind], registry)) yield `${called(object)}: its pods may not pull from the registry`;
  }
}

/** `scripts/delivery/deploy` deletes by this label; the migration is not of the overlay and must not be deleted with it. */
function* labels(objects, overlay) {
  const wanted = overlay.includes('/') ? undefined : overlay.split(/[-+]/)[0];
  for (const object of objects.filter(({ metadata }) => metadata.name !== 'migrate' || overlay.includes('/'))) {
    const its = object.metadata.labels?.['deploy-overlay'];
    if (its !== wanted) yield `${called(object)}: its deploy-overlay is ${its ?? 'none'}`;
  }
}

export const wholeOverlay = everywhere((objects, overlay) => [...priorities(objects, overlay), ...images(objects, overlay), ...labels(objects, overlay)]);
