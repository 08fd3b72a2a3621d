import type { EstimateDraft, EstimateSettings } from '@/api/generated';

const texts = {
  version: '2026-11-26', is_changed: false, only_an_estimate: 'Only an estimate.', further_items: 'Further items.', dispute_right: 'At least $400 more.',
  no_contract: 'Not a contract.', how_to_dispute: 'Within 120 days.', separate_items: 'A separate estimate follows.',
};

/** What the server answers about the estimate 9: a draft without the primary service. */
export const draftOfEstimate: EstimateDraft = {
  estimate_id: 9, version: 0, estimate_version: 3, state: 'Draft', changes: [], issues: [], mail_to: 'a***@example.com', updated_at: null, updated_by: null,
  missing: [{ field: 'primary_service', in_settings: false, words: 'The primary service in plain words' }],
  content: { primary_service: null, service_date: null, lines: [], separate_items: [], recurs_from: null, recurs_until: null, recurs_frequency: null, recurs_count: null },
  document: {
    clinic: { name: 'Linden Aesthetics', npi: '1679576722', tin: '83-1234567', address: '214 W 18th Street', city: 'New York', state: 'NY', zip: '10011', phone: '(212) 555-0100' },
    patient_name: 'Amelia Hart', patient_birth_date: '1980-01-10', provider: 'Elena Moreau', est_date: '2026-11-18', valid_until: '2027-11-18', primary_service: null, service_date: null,
    expected_duration: '3 months', notes: null, separate_items: [], recurrence: null, texts,
    lines: [{ area: 'face', service: 'Botox per unit', provider: 'Elena Moreau', provider_npi: null, service_code: null, diagnosis_code: null, unit_cost: '12.00', quantity: '40', sessions: '2', subtotal: '960.00', discount: null, charge: '960.00' }],
    total: '960.00', provider_totals: [{ provider: 'Elena Moreau', npi: null, total: '960.00' }],
  },
};

export const estimateSettings: EstimateSettings = {
  npi: '1679576722', tin: '83-1234567', address: '214 W 18th Street', city: 'New York', state: 'NY', zip: '10011', phone: null, version: 1, updated_at: null, updated_by: null,
  texts: [{ key: 'right_to_receive', standard: 'You have the right to an estimate.', changed: null }],
  legal_version: '2026-11-26', legal_source: '45 CFR 149.610', legal_note: 'Have your counsel review this text.',
};
