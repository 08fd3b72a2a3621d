import type { Service } from '@/api/generated';

const born = {
  color: null,
  performers: [],
  consents: [],
  interval_days: null,
  taxable: false,
  retired_at: null,
  version: 1,
  updated_at: '2026-11-20T15:00:00Z',
  updated_by_name: null,
  buffer_minutes: 0,
};

export const botox: Service = {
  ...born,
  id: 1,
  name: 'Botox',
  category: 'Treatments',
  minutes: 30,
  price: 12,
  price_unit: 'unit',
  needs_exam: true,
};
export const microneedling: Service = {
  ...born,
  id: 2,
  name: 'Microneedling',
  category: 'Treatments',
  minutes: 60,
  price: 300,
  price_unit: 'session',
  needs_exam: true,
  interval_days: 28,
};
export const consultation: Service = {
  ...born,
  id: 3,
  name: 'Consultation',
  category: 'Visits',
  minutes: 30,
  price: null,
  price_unit: null,
  needs_exam: false,
};
export const peel: Service = {
  ...born,
  id: 4,
  name: 'Chemical Peel',
  category: 'Skin',
  minutes: 45,
  price: 150,
  price_unit: null,
  needs_exam: true,
  retired_at: '2026-11-21T15:00:00Z',
  version: 2,
};
