import type { Estimate } from '@/api/generated';

const nothing = {
  service: null,
  unit_cost: null,
  qty: null,
  sessions: null,
  sessions_custom: null,
  subtotal: 0,
};
const area = <Key extends string>(
  key: Key,
  values: typeof nothing | Record<keyof typeof nothing, unknown> = nothing,
) => Object.fromEntries(Object.entries(values).map(([name, value]) => [`${key}_${name}`, value]));

/** An estimate as the server answers it: 40 units of Botox, five times a gel. */
export const savedEstimate = {
  id: 9,
  patient_id: 101,
  version: 3,
  pt_name: 'Amelia Hart',
  pt_dob: '1980-01-10',
  prov_name: 'Elena Moreau',
  est_date: '2026-11-18',
  pt_sig: 'data:image/png;base64,UEFUSUVOVA==',
  pt_sig_date: '2026-11-18',
  prov_sig: 'data:image/png;base64,UFJPVklERVI=',
  prov_sig_date: '2026-11-18',
  expected_duration: '3 months',
  notes: 'Discussed by phone',
  ...area('face', {
    service: 'Botox per unit',
    unit_cost: 12,
    qty: 40,
    sessions: '2',
    sessions_custom: null,
    subtotal: 960,
  }),
  ...area('hair'),
  ...area('hands', {
    service: 'EZ Gel/Bio-Filler per syringe',
    unit_cost: 650.5,
    qty: 1,
    sessions: 'Custom',
    sessions_custom: 5,
    subtotal: 3252.5,
  }),
  ...area('neck'),
  ...area('other'),
  grand_total: 4212.5,
  created_at: '2026-11-18T15:00:00Z',
  updated_at: '2026-11-18T15:00:00Z',
  updated_by: 'Elena Moreau',
  pt_is_signed: true,
  pt_signed_at: '2026-11-18T15:00:00Z',
  prov_is_signed: true,
  prov_signed_at: '2026-11-18T15:00:00Z',
  prov_signed_by: 'Elena Moreau',
  voided: null,
} as Estimate;
