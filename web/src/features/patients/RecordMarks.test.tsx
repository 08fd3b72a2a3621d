import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { PatientRecord, RecordSummary, Session } from '@/api/generated';
import { botox, clearingSession, uncleared } from '@/features/clearance/testing';
import { RecordMarks } from '@/features/patients/RecordMarks';
import { linden } from '@/features/settings/testing';
import { today } from '@/lib/dates';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const summary: RecordSummary = {
  clinical: {
    allergies: {
      answer: 'listed',
      entries: [
        { name: 'Lidocaine', note: 'hives' },
        { name: 'Latex', note: null },
      ],
      asked_at: '2026-02-01T15:00:00Z',
    },
    pregnancy: { answer: 'breastfeeding', entries: [], asked_at: '2026-02-01T15:00:00Z' },
  },
  alerts: [
    {
      id: 4,
      body: 'Faints at needles',
      author: 'Dana Reyes',
      created_at: '2026-02-01T15:00:00Z',
      version: 1,
    },
  ],
  open_events: 0,
  exam: { valid_until: '2099-01-05T16:00:00Z' },
  consents: { signed: 2, pending: 1 },
  missing_consents: [],
  visits: { last: '2026-02-10T15:00:00Z', next: null },
  points: 12,
};

async function marks(
  answer: RecordSummary,
  patient: PatientRecord = record,
  session: Session = sessionWith('record.read'),
) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get('*/api/patients/7/summary', () => HttpResponse.json(answer)),
  );
  renderScreen({ path: '/', element: <RecordMarks patient={patient} /> }, '/');
  const list = await screen.findByRole('list', { name: 'At a glance' });
  if (session.modules.length > 0) await within(list).findByText(/^Botox/);
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

test('allergies come first, then alerts, pregnancy, exam, consents, visits and points', async () => {
  expect(await marks(summary)).toEqual([
    'Allergies: Lidocaine (hives), Latex',
    'Faints at needles',
    'Breastfeeding, asked Feb 1, 2026',
    'Exam valid until Jan 5, 2099',
    '1 consent to sign',
    'Last visit Feb 10, 2026',
    '12 points',
  ]);
});

test('adverse events that go on stand before everything else', async () => {
  expect((await marks({ ...summary, open_events: 1 }))[0]).toBe('Adverse event open');
});

test('several adverse events that go on are counted', async () => {
  expect((await marks({ ...summary, open_events: 2 }))[0]).toBe('2 adverse events open');
});

test('a treatment that was recorded without a consent that it needs is a danger', async () => {
  expect(await marks({ ...summary, missing_consents: ['Botox consent'] })).toContain(
    'Treated without consent: Botox consent',
  );
});

test('what was never asked, is missing or has expired is said in words', async () => {
  expect(
    await marks({
      ...summary,
      clinical: { allergies: null, pregnancy: null },
      alerts: [],
      exam: { valid_until: null },
      consents: { signed: 0, pending: 0 },
      visits: { last: null, next: null },
      points: 1,
    }),
  ).toEqual(['Allergies not asked', 'Pregnancy not asked', 'No exam', '1 point']);
});

test('an expired exam and no known allergies', async () => {
  const seen = await marks({
    ...summary,
    clinical: {
      allergies: { answer: 'none_known', entries: [], asked_at: '2026-02-01T15:00:00Z' },
      pregnancy: null,
    },
    alerts: null,
    exam: { valid_until: '2026-01-05T16:00:00Z' },
    consents: { signed: 2, pending: 0 },
    visits: null,
    points: null,
  });
  expect(seen).toEqual([
    'No known allergies',
    'Pregnancy not asked',
    'Exam expired Jan 5, 2026',
    '2 consents signed',
  ]);
});

test('parts that the role may not see are left out', async () => {
  expect(
    await marks({
      clinical: null,
      alerts: [],
      open_events: null,
      exam: null,
      consents: null,
      missing_consents: null,
      visits: null,
      points: 3,
    }),
  ).toEqual(['3 points']);
});

test("where a prescriber clears each service, their marks stand in place of the exam's", async () => {
  server.use(
    http.get('*/api/patients/7/clearance', () =>
      HttpResponse.json({
        ...uncleared,
        services: [
          botox,
          {
            ...botox,
            service: 'EZ Gel Face',
            status: 'deferred',
            decision: 'deferred',
            valid_until: null,
          },
        ],
      }),
    ),
  );
  const seen = await marks(
    { ...summary, alerts: [], visits: null, points: null },
    record,
    clearingSession,
  );
  expect(seen).toContain('Botox to Nov 23, 2027');
  expect(seen).toContain('EZ Gel Face deferred');
  expect(seen.filter((words) => words?.startsWith('Exam'))).toEqual([]);
});

test('a minor without a guardian is marked', async () => {
  expect((await marks(summary, { ...record, birth_date: '2015-01-01' }))[0]).toBe(
    'Minor without a guardian',
  );
});

test("a patient below the clinic's own adult age is a minor", async () => {
  const year = Number(today('America/New_York').slice(0, 4)) - 19;
  server.use(
    http.get('*/api/clinic/settings', () => HttpResponse.json({ ...linden, adult_age: 21 })),
  );
  await marks(
    summary,
    { ...record, birth_date: `${year}-01-01` },
    sessionWith('record.read', 'clinic.settings.read'),
  );
  expect(await screen.findByText('Minor without a guardian')).toBeVisible();
});

test('a summary that cannot be loaded says so and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('record.read'))),
    http.get('*/api/patients/7/summary', () =>
      HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 }),
    ),
  );
  renderScreen({ path: '/', element: <RecordMarks patient={record} /> }, '/');
  expect(await screen.findByText('The summary could not be loaded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
