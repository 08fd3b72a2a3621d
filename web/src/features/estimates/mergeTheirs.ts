import type { EstimateForm } from '@/features/estimates/estimateForm';
import { areas } from '@/features/estimates/priceList';

const single = [
  ['pt_name', 'Patient name'], ['pt_dob', 'Date of birth'], ['prov_name', 'Provider'], ['est_date', 'Date of estimate'],
  ['expected_duration', 'Expected duration'], ['notes', 'Notes'],
  ['pt_sig', 'Patient signature'], ['pt_sig_date', 'Patient signature date'], ['prov_sig', 'Provider signature'], ['prov_sig_date', 'Provider signature date'],
] as const;

const ofArea = [['service', 'service'], ['unit_cost', 'unit cost'], ['qty', 'quantity'], ['sessions', 'sessions'], ['sessions_custom', 'custom sessions']] as const;

/** Every field of the form with its name, those of the areas by 'face.qty'. */
export const estimateFields = [
  ...single.map(([path, label]) => ({ path, label })),
  ...areas.flatMap(({ key, label }) => ofArea.map(([part, name]) => ({ path: `${key}.${part}` as const, label: `${label} ${name}` }))),
];

export type EstimatePath = (typeof estimateFields)[number]['path'];

export function valueAt(form: EstimateForm, path: EstimatePath): string {
  for (const { key } of areas) {
    for (const [part] of ofArea) if (path === `${key}.${part}`) return form[key][part];
  }
  for (const [name] of single) if (path === name) return form[name];
  return '';
}

export interface Merged {
  /** Changes made here, which are put back into the form. */
  mine: { path: EstimatePath; value: string }[];
  /** What both changed to different values. */
  conflicts: { label: string; theirs: string }[];
}

/** A three-way merge of the form: what was changed here since `base`, over what somebody else saved. */
export function mergeTheirs(base: EstimateForm, typed: EstimateForm, theirs: EstimateForm): Merged {
  const mine = estimateFields.filter(({ path }) => valueAt(typed, path) !== valueAt(base, path) && valueAt(typed, path) !== valueAt(theirs, path));
  const conflicting = mine.filter(({ path }) => valueAt(theirs, path) !== valueAt(base, path));
  return {
    mine: mine.map(({ path }) => ({ path, value: valueAt(typed, path) })),
    conflicts: conflicting.map(({ path, label }) => ({ label, theirs: valueAt(theirs, path) })),
  };
}

/** A field by its name on the screen: the server's 'face_unit_cost' is 'Face unit cost'. */
export function fieldLabel(field: string): string {
  return estimateFields.find(({ path }) => path.replace('.', '_') === field)?.label ?? field;
}
