import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Appointment, type Attention } from '@/api/generated';
import { AttentionPanel } from '@/features/dashboard/AttentionPanel';
import { generatedApi } from '@/testing/generatedApi';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

export const nothing: Attention = {
  exams: [],
  to_sign: [],
  estimates: [],
  estimates_total: 0,
  estimate_questions: { total: 0, questions: [] },
  estimate_clocks: { total: 0, clients: [] },
  requests: [],
  moves: [],
  messages: [],
  texts: [],
  providers: [],
  freed: [],
  licenses: [],
  returned: [],
  emergency: [],
  protocols: [],
  adverse_events: [],
  unfinished: { total: 0, charts: [] },
};

export const visit: Appointment = {
  id: 31,
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  provider_id: 4,
  provider_name: 'Noah Kim',
  resource_id: null,
  resource_name: null,
  series_id: null,
  service: 'Botox',
  starts_at: '2026-11-20T19:30:00Z',
  ends_at: '2026-11-20T20:00:00Z',
  notes: null,
  allow_overlap: false,
  patient_is_archived: false,
  status: 'Booked',
  status_at: null,
  cancel_reason: null,
  booked_anyway_by: null,
  move_asked_at: null,
  requested_at: null,
  version: 1,
  updated_at: null,
  updated_by: null,
  marks: {
    exam: 'valid',
    exam_until: null,
    consents_pending: 2,
    consents_signed: 0,
    is_first_visit: false,
    has_alert: false,
  },
};

export async function open(
  attention: Attention | Response | Promise<Response>,
  visits: Appointment[] = [],
) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('appointment.list'))),
    http.get('*/api/dashboard', () =>
      attention instanceof Response || attention instanceof Promise
        ? attention
        : HttpResponse.json(attention),
    ),
    http.get('*/api/appointments', () => HttpResponse.json(visits)),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: 0 })),
  );
  const view = await renderSignedIn({
    path: '/',
    element: <AttentionPanel timeZone="America/New_York" />,
  });
  return view.store;
}

/** What waits is fetched anew, as it is every half minute. */
export function poll(store: Awaited<ReturnType<typeof open>>, attention: Attention) {
  server.use(http.get('*/api/dashboard', () => HttpResponse.json(attention)));
  store.dispatch(generatedApi.util.invalidateTags(['estimates']));
}

/** The rows of a group, and where each leads. */
export async function rowsOf(group: string) {
  const section = within(await screen.findByRole('region', { name: group }));
  return section
    .getAllByRole('listitem')
    .map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')]);
}

/** Each test is on the morning of November 20, 2026. */
export function onThatDay() {
  beforeEach(
    () => void vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] }),
  );
  afterEach(() => void vi.useRealTimers());
}
