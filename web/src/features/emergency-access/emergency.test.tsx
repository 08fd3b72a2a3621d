import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { adverseEvent } from '@/features/adverse-events/testing';
import { Component as EmergencyAccessPage } from '@/features/emergency-access/EmergencyAccessPage';
import { Component as EmergencyRecordPage } from '@/features/emergency-access/EmergencyRecordPage';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const record = {
  access_id: 71,
  ends_at: '2026-11-20T16:00:00Z',
  first_name: 'Nora',
  last_name: 'Lind',
  birth_date: '1984-03-02',
  phone: '+12125550142',
  emergency_contact: 'Per Lind, husband',
  alerts: ['Faints at needles'],
  answers: [
    {
      kind: 'allergies',
      answer: 'listed',
      entries: [{ name: 'Lidocaine', note: 'Swelling' }],
      asked_at: '2026-11-01T15:00:00Z',
    },
  ],
  exam: null,
  adverse_events: [adverseEvent],
  treatments: [
    {
      id: 9,
      treatment_type: 'Botox',
      areas: 'Chin',
      notes: null,
      units: 8,
      lot: 'C7654',
      volumes_ml: null,
      provider_name: 'Noah Kim',
      created_at: '2026-11-10T15:00:00Z',
    },
  ],
};
const access = {
  id: 71,
  patient_id: 101,
  patient_name: 'Nora Lind',
  member_name: 'Marta Ruiz',
  member_role: 'Receptionist',
  reason: 'Fainted',
  opened_at: '2026-11-20T15:00:00Z',
  ends_at: '2026-11-20T16:00:00Z',
  is_own: false,
  assessment: null,
  assessment_note: null,
  assessed_by: null,
  assessed_at: null,
};
const closed = () =>
  HttpResponse.json(
    {
      error: 'You have no emergency access to this record, or its hour is over.',
      code: 'no_emergency_access',
    },
    { status: 409 },
  );

beforeEach(() => {
  screenOfWidth(1280);
  vi.useFakeTimers({
    now: new Date('2026-11-20T15:00:00Z'),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(
  path: string,
  at: string,
  element: React.ReactElement,
  ...permissions: string[]
) {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith(...(permissions as Parameters<typeof sessionWith>))),
    ),
  );
  await renderSignedIn({ path, element }, at);
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}
const openRecord = () =>
  show(
    '/patients/:id/emergency',
    '/patients/101/emergency',
    <EmergencyRecordPage />,
    'emergency.use',
  );

test('a record is opened with a reason, read, and gone from the screen when its hour is over', async () => {
  let isOpen = false;
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/patients/101/emergency-record', () =>
      isOpen ? HttpResponse.json(record) : closed(),
    ),
    http.post('*/api/emergency-access', async ({ request }) => {
      sent.push(await request.json());
      isOpen = true;
      return HttpResponse.json(
        { id: 71, patient_id: 101, ends_at: record.ends_at },
        { status: 201 },
      );
    }),
  );
  const user = await openRecord();
  await user.click(await screen.findByRole('button', { name: 'Open the record for an hour' }));
  expect(await screen.findByText('Reason is required')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Fainted');
  await user.click(screen.getByRole('button', { name: 'Open the record for an hour' }));
  expect(await screen.findByText(/Lidocaine \(Swelling\)/)).toBeVisible();
  expect(screen.getByText('Faints at needles')).toBeVisible();
  expect(
    within(
      screen.getByRole('article', { name: 'Nodule or granuloma, Feb 11, 2026' }),
    ).queryAllByRole('button'),
  ).toEqual([]);
  expect(screen.getByText('Emergency access until 11:00 AM')).toBeVisible();
  expect(sent).toEqual([{ patient_id: 101, reason: 'Fainted' }]);
  isOpen = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await screen.findByRole('button', { name: 'Open the record for an hour' })).toBeVisible();
  expect(screen.queryByText(/Lidocaine/)).toBeNull();
});

test('a refusal keeps the reason that was typed, also while the record is read again', async () => {
  let reads = 0;
  server.use(
    http.get('*/api/patients/101/emergency-record', () => {
      reads += 1;
      return reads === 1 ? closed() : new Promise<Response>(() => {});
    }),
    http.post('*/api/emergency-access', () =>
      HttpResponse.json(
        {
          error:
            'Emergency access needs a Medical Director who is told of it, and this clinic has none who is active.',
          code: 'no_director',
        },
        { status: 409 },
      ),
    ),
  );
  const user = await openRecord();
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Fainted');
  await user.click(screen.getByRole('button', { name: 'Open the record for an hour' }));
  await waitFor(() => expect(reads).toBe(2));
  expect(await screen.findByText(/needs a Medical Director who is told of it/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Fainted');
});

test('whoever may not use it is shown the reason, and a record that cannot be loaded says that', async () => {
  await show(
    '/patients/:id/emergency',
    '/patients/101/emergency',
    <EmergencyRecordPage />,
    'gfe.read',
  );
  expect(await screen.findByText(/records by emergency access/)).toBeVisible();
});

test('a record that cannot be loaded can be fetched again', async () => {
  server.use(
    http.get('*/api/patients/101/emergency-record', () =>
      HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 }),
    ),
  );
  await openRecord();
  expect(await screen.findByText(/The record could not be loaded/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Open the record for an hour' })).toBeNull();
});

test('a director says whether an access was justified, and why it was not', async () => {
  let assessed: unknown;
  server.use(
    http.get('*/api/emergency-access', () =>
      HttpResponse.json(
        assessed
          ? [
              {
                ...access,
                assessment: 'not_justified',
                assessment_note: 'Nobody had fainted',
                assessed_by: 'Elena Moreau',
                assessed_at: '2026-11-20T15:10:00Z',
              },
            ]
          : [access],
      ),
    ),
    http.post('*/api/emergency-access/71/assessment', async ({ request }) => {
      assessed = await request.json();
      return HttpResponse.json(access);
    }),
  );
  const user = await show(
    '/emergency-access',
    '/emergency-access',
    <EmergencyAccessPage />,
    'audit.read',
    'emergency.assess',
  );
  await user.click(await screen.findByRole('button', { name: 'Assess the access of Marta Ruiz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Was this access justified?' }));
  await user.selectOptions(dialog.getByLabelText(/^Assessment/), 'not_justified');
  await user.click(dialog.getByRole('button', { name: 'Save the assessment' }));
  expect(await dialog.findByText('Please write why the access was not justified.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Note/ }), 'Nobody had fainted');
  await user.click(dialog.getByRole('button', { name: 'Save the assessment' }));
  expect(await screen.findByText('Elena Moreau: Nobody had fainted')).toBeVisible();
  expect(screen.getByText('Not justified')).toBeVisible();
  expect(assessed).toEqual({ assessment: 'not_justified', note: 'Nobody had fainted' });
});

test('who reads the log alone assesses nothing, and nothing opened says so', async () => {
  let rows = [access];
  server.use(http.get('*/api/emergency-access', () => HttpResponse.json(rows)));
  await show('/emergency-access', '/emergency-access', <EmergencyAccessPage />, 'audit.read');
  expect(await screen.findByText('Waits for a director')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Assess/ })).toBeNull();
  rows = [];
  await show('/emergency-access', '/emergency-access', <EmergencyAccessPage />, 'audit.read');
  expect(await screen.findByText('No record was opened by emergency access')).toBeVisible();
});
