import type { ClinicModule, ClinicSettings } from '@/api/generated';

const none = { constitutional: [], heent: [], cardio: [], resp: [], gi: [], gu: [], msk: [], neuro: [], skin: [], psych: [] };

export const linden: ClinicSettings = {
  name: 'Linden Aesthetics', subdomain: 'linden', time_zone: 'America/New_York', idle_minutes: 15, consent_link_days: 30,
  exam_valid_months: 12, points_expire_months: 24, second_factor: 'optional', missing_consents: 'warn', audit_heads: 'log', opens_at: '09:00', closes_at: '18:00', version: 3,
  findings: {
    vitals: ['HR: ___ bpm', 'SpO2: ___%', 'Pain: ___/10'],
    ros: { ...none, skin: ['Denies active rash'] },
    pe: { ...none, skin: ['Warm, dry and intact'] },
  },
};

const off = { available: false, on: false, changed_by_name: null, changed_at: null, version: 0 };

/** The modules of a clinic that has switched none on. */
export const noModules: readonly ClinicModule[] = [
  { ...off, module: 'import_clients', available: true },
  { ...off, module: 'services', available: true },
  { ...off, module: 'photos' },
  { ...off, module: 'reports' },
  { ...off, module: 'analytics' },
  { ...off, module: 'online_booking', available: true },
  { ...off, module: 'clearance', available: true },
  { ...off, module: 'protocols', available: true },
];
