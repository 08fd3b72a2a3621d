import { areas } from '@/features/estimates/priceList';

const single = [
  ['pt_name', 'Patient name'],
  ['pt_dob', 'Date of birth'],
  ['prov_name', 'Provider'],
  ['est_date', 'Date of estimate'],
  ['expected_duration', 'Expected duration'],
  ['notes', 'Notes'],
  ['pt_sig', 'Patient signature'],
  ['pt_sig_date', 'Patient signature date'],
  ['prov_sig', 'Provider signature'],
  ['prov_sig_date', 'Provider signature date'],
] as const;

const ofArea = [
  ['service', 'service'],
  ['unit_cost', 'unit cost'],
  ['qty', 'quantity'],
  ['sessions', 'sessions'],
  ['sessions_custom', 'custom sessions'],
] as const;

/** Every field of the form with its name, those of the areas by 'face.qty'. */
const estimateFields = [
  ...single.map(([path, label]) => ({ path, label })),
  ...areas.flatMap(({ key, label }) =>
    ofArea.map(([part, name]) => ({ path: `${key}.${part}` as const, label: `${label} ${name}` })),
  ),
];

export const estimatePaths = estimateFields.map(({ path }) => path);

export type EstimatePath = (typeof estimatePaths)[number];

/** Each field with its name on the screen: 'face.unit_cost' is 'Face unit cost'. */
export const pathLabels = Object.fromEntries(
  estimateFields.map(({ path, label }) => [path, label]),
) as Record<EstimatePath, string>;

/** The same for the server's name of it, 'face_unit_cost'. */
export function fieldLabel(field: string): string {
  return estimateFields.find(({ path }) => path.replace('.', '_') === field)?.label ?? field;
}
