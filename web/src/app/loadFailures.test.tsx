import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { refreshOnReturn } from '@/app/refresh';
import { Component as ActivityPage } from '@/features/activity/ActivityPage';
import { EstimateVersions } from '@/features/estimates/EstimateVersions';
import { savedEstimate } from '@/features/estimates/testing';
import { Component as LoyaltyPage } from '@/features/loyalty/LoyaltyPage';
import { Component as PatientPage } from '@/features/patients/PatientPage';
import { Component as PatientsPage } from '@/features/patients/PatientsPage';
import { StatusHistory } from '@/features/subscriptions/StatusHistory';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';
import { basic } from '@/features/subscriptions/testing';
import { Component as TeamPage } from '@/features/team/TeamPage';
import { elena } from '@/features/team/testing';
import { exam, patient, pendingConsent, pendingTreatment, template } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { amelia } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
});

const record = [
  http.get('*/api/patients/7', () => HttpResponse.json(patient)),
  http.get('*/api/gfe/7', () => HttpResponse.json(exam)),
  http.get('*/api/treatments', () => HttpResponse.json([pendingTreatment])),
  http.get('*/api/consents', () => HttpResponse.json([pendingConsent])),
  http.get('*/api/consents/templates', () => HttpResponse.json([template])),
];
const loyalty = [
  http.get('*/api/loyalty/rules', () =>
    HttpResponse.json([{ id: 1, service: 'Microneedling', points: 20, version: 1 }]),
  ),
  http.get('*/api/loyalty/balances', () =>
    HttpResponse.json([{ patient_id: 101, first_name: 'Amelia', last_name: 'Hart', points: 1250 }]),
  ),
];
const log = [
  http.get('*/api/audit/people', () => HttpResponse.json([])),
  http.get('*/api/audit', () =>
    HttpResponse.json([
      {
        id: 2,
        at: '2026-06-01T16:00:00Z',
        actor: 'member',
        member: { id: 7, name: 'Olive Owner' },
        role: 'Nurse',
        action: 'patient.read',
        group: 'patients',
        phrase: 'Opened a record',
        outcome: 'done',
        patients: [],
        patient_count: 0,
        ip: null,
        user_agent: null,
        changes: [],
        token: null,
      },
    ]),
  ),
  http.get('*/api/clinic/undelivered-mails', () =>
    HttpResponse.json([
      {
        id: 12,
        about: 'Invitation to the team',
        recipient: null,
        asked_at: '2026-05-28T16:00:00Z',
        given_up_at: '2026-05-31T16:00:00Z',
        reason: 'The mail server refused the mail.',
      },
    ]),
  ),
];
const version = {
  version: 1,
  grand_total: 4212.5,
  changed: [],
  written_at: '2026-11-18T15:00:00Z',
  written_by: 'Elena Moreau',
  pt_is_signed: true,
  prov_is_signed: false,
};

const lists: readonly [
  what: string,
  words: string,
  shown: RegExp,
  page: ReactElement,
  handlers: Parameters<typeof server.use>,
  url?: string,
][] = [
  [
    'the clients',
    'Patients could not be loaded.',
    /^Amelia Hart$/,
    <PatientsPage key="" />,
    [http.get('*/api/patients', () => HttpResponse.json([amelia]))],
  ],
  [
    'the activity log',
    'The activity log could not be loaded.',
    /^Opened a record$/,
    <ActivityPage key="" />,
    log,
  ],
  [
    'undelivered mails',
    'The mails that were not delivered could not be loaded.',
    /^Invitation to the team$/,
    <ActivityPage key="" />,
    log,
  ],
  [
    'a patient',
    'The patient could not be loaded.',
    /^Ingrid Solberg$/,
    <PatientPage key="" />,
    record,
    '/patients/7',
  ],
  [
    'treatments',
    'The treatments could not be loaded.',
    /^Forehead$/,
    <PatientPage key="" />,
    record,
    '/patients/7',
  ],
  [
    'consents',
    'The consents could not be loaded.',
    /^Pending$/,
    <PatientPage key="" />,
    record,
    '/patients/7',
  ],
  ['balances', 'The balances could not be loaded.', /^1,250$/, <LoyaltyPage key="" />, loyalty],
  [
    'point rules',
    'The point rules could not be loaded.',
    /^Microneedling$/,
    <LoyaltyPage key="" />,
    loyalty,
  ],
  [
    'an estimate’s versions',
    'The versions could not be loaded.',
    /^Version 1: /,
    <EstimateVersions key="" estimate={savedEstimate} />,
    [http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json([version]))],
  ],
  [
    'subscriptions',
    'The subscriptions could not be loaded.',
    /^Past Due$/,
    <SubscriptionList key="" />,
    [http.get('*/api/subscriptions', () => HttpResponse.json([basic]))],
  ],
  [
    'a subscription’s history',
    'The status history could not be loaded.',
    /set in the form$/,
    <StatusHistory key="" subscription={4} />,
    [
      http.get('*/api/subscriptions/4/history', () =>
        HttpResponse.json([
          {
            id: 1,
            from_status: null,
            to_status: 'Active',
            source: 'manual',
            changed_at: '2026-01-16T15:00:00Z',
          },
        ]),
      ),
    ],
  ],
  [
    'the team',
    'The team could not be loaded.',
    /^Elena Moreau$/,
    <TeamPage key="" />,
    [http.get('*/api/team', () => HttpResponse.json([elena]))],
  ],
];

test.each(lists)(
  '%s on the screen stay when they cannot be refreshed, with a message, and are refreshed on request',
  async (_what, words, shown, element, handlers, url) => {
    stubCanvas();
    const session = sessionWith(
      'audit.read',
      'loyalty.read',
      'loyalty.write',
      'loyalty.balance.read',
      'subscription.read',
    );
    let broken = false;
    server.use(
      http.get('*/api/*', () =>
        broken ? HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 }) : undefined,
      ),
      http.get('*/api/auth/session', () => HttpResponse.json(session)),
      ...handlers,
    );
    const { store } = renderScreen({ path: url ? '/patients/:id' : '/', element }, url);
    const stop = refreshOnReturn(store.dispatch);
    expect((await screen.findAllByText(shown))[0]).toBeVisible();
    expect(screen.queryByText(words)).not.toBeInTheDocument();

    broken = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getAllByText(shown)[0]).toBeVisible();

    broken = false;
    const bar = screen
      .getAllByRole('alert')
      .find(({ textContent }) => textContent?.includes(words));
    await userEvent.click(within(bar ?? document.body).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
    expect(screen.getAllByText(shown)[0]).toBeVisible();
    stop();
  },
);
