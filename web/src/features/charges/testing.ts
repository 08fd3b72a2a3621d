import type { Charge, ChargeWatch } from '@/api/generated';

export const charge: Charge = {
  id: 51,
  patient_id: 7,
  appointment_id: 31,
  starts_at: '2026-11-24T15:00:00Z',
  provider_id: 4,
  provider_name: 'Noah Kim',
  service: 'Botox',
  quantity: 40,
  unit_price: 12.5,
  discount: 50,
  total: 450,
  recorded_at: '2026-11-24T15:30:00Z',
  recorded_by: 'Dana Reyes',
  voided_at: null,
  voided_by: null,
  void_reason: null,
};

export const watch: ChargeWatch = {
  appointment_id: 31,
  patient_id: 7,
  estimate: { estimate_id: 9, version: 2, issued_at: '2026-11-10T15:00:00Z', total: 150 },
  providers: [{ provider: 'Noah Kim', expected: 150, charged: 450, over: 300, level: 'near' }],
  level: 'near',
  issue_until: '2026-11-23',
  billed_on: null,
  disputable_until: null,
  is_frozen: false,
  disputes: [],
  charges: [charge],
};
