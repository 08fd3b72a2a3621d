import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { ClinicModule, ClinicSettings, NewClinicSettings } from '@/api/generated';
import { estimateSettings } from '@/features/estimates/issuing/testing';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';

const none = {
  constitutional: [],
  heent: [],
  cardio: [],
  resp: [],
  gi: [],
  gu: [],
  msk: [],
  neuro: [],
  skin: [],
  psych: [],
};

export const linden: ClinicSettings = {
  name: 'Linden Aesthetics',
  subdomain: 'linden',
  time_zone: 'America/New_York',
  idle_minutes: 15,
  consent_link_days: 30,
  exam_valid_months: 12,
  points_expire_months: 24,
  adult_age: 18,
  second_factor: 'optional',
  missing_consents: 'warn',
  audit_heads: 'log',
  opens_at: '09:00',
  closes_at: '18:00',
  version: 3,
  findings: {
    vitals: ['HR: ___ bpm', 'SpO2: ___%', 'Pain: ___/10'],
    ros: { ...none, skin: ['Denies active rash'] },
    pe: { ...none, skin: ['Warm, dry and intact'] },
  },
  normal_findings: { ros: ['Denies active rash'], pe: [] },
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

/** A mock server of the settings that a test holds, for somebody who may change them; returns what it received. */
export function serveSettings(
  kept: () => ClinicSettings,
  keep: (settings: ClinicSettings) => void,
) {
  const sent: { match: string | null; body: NewClinicSettings }[] = [];
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: [...ownerSession.permissions, 'clinic.settings.write'],
      }),
    ),
    http.get('*/api/clinic/modules', () => HttpResponse.json(noModules)),
    http.get('*/api/calendar-feeds', () => HttpResponse.json([])),
    http.get('*/api/calendar-feeds/settings', () =>
      HttpResponse.json({
        shows_name: false,
        shows_service: false,
        version: 0,
        updated_at: null,
        updated_by: null,
      }),
    ),
    http.get('*/api/gfe-estimate/settings', () => HttpResponse.json(estimateSettings)),
    http.get('*/api/clinic/settings', () => HttpResponse.json(kept())),
    http.get('*/api/clinic/settings/default-findings', () =>
      HttpResponse.json({ ...linden.findings, vitals: ['BP: ___/___ mmHg'] }),
    ),
    http.put('*/api/clinic/settings', async ({ request }) => {
      const body = (await request.json()) as NewClinicSettings;
      sent.push({ match: request.headers.get('if-match'), body });
      const { opens_at, closes_at, points_expire_months, missing_consents, audit_heads } = body;
      const { adult_age, normal_findings } = body;
      const before = kept();
      const after = {
        ...before,
        ...body,
        opens_at: opens_at ?? before.opens_at,
        closes_at: closes_at ?? before.closes_at,
        points_expire_months: points_expire_months ?? before.points_expire_months,
        adult_age: adult_age ?? before.adult_age,
        normal_findings: normal_findings ?? before.normal_findings,
        missing_consents: missing_consents ?? before.missing_consents,
        audit_heads: audit_heads ?? before.audit_heads,
        version: before.version + 1,
      };
      keep(after);
      return HttpResponse.json(after);
    }),
  );
  return sent;
}

export const save = () => screen.getByRole('button', { name: 'Save settings' });
export const entries = () =>
  within(screen.getByRole('list', { name: /^Entries of/ }))
    .getAllByRole('textbox')
    .map((field) => (field as HTMLInputElement).value);
