import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { PendingTreatment, CurrentPlan } from '@/api/generated';
import { Component as DashboardPage } from '@/features/dashboard/DashboardPage';
import { grace, kenji } from '@/features/review/testing';
import { OpenSearch } from '@/features/search';
import { noPlan, sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const waiting: PendingTreatment = {
  id: 5,
  patient_id: 101,
  patient_name: 'Amelia Hart',
  treatment_type: 'Botox',
  areas: 'glabella',
  provider_name: 'Nora Vale',
  is_own: false,
  may_approve: true,
  approval_refusal: null,
  created_at: '2026-01-10T15:00:00Z',
};

const toBook = sessionWith('appointment.list', 'appointment.create');

test('the search opens from its head, and a booking begins there', async () => {
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () => HttpResponse.json([])),
    http.get('*/api/auth/session', () => HttpResponse.json(toBook)),
    http.get('*/api/dashboard', () => HttpResponse.json(nothingWaits)),
    http.get('*/api/appointments', () => HttpResponse.json([])),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: 0 })),
  );
  const search = vi.fn<() => void>();
  await renderSignedIn({
    path: '/',
    element: (
      <OpenSearch value={search}>
        <DashboardPage />
      </OpenSearch>
    ),
  });
  expect(await screen.findByRole('link', { name: 'Book' })).toHaveAttribute(
    'href',
    '/appointments?new',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Find a patient' }));
  expect(search).toHaveBeenCalledOnce();
});

test('who may not book is not offered it', async () => {
  server.use(
    noSamples,
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
  );
  await open();
  expect(await screen.findByRole('button', { name: 'Find a patient' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Book' })).not.toBeInTheDocument();
});

async function open(plan: CurrentPlan = noPlan) {
  server.use(http.get('*/api/clinic/plan', () => HttpResponse.json(plan)));
  const view = await renderSignedIn({ path: '/', element: <DashboardPage /> });
  // StaffArea has loaded the session before any page is rendered.
  return view;
}

const noSamples = http.get('*/api/clinic/sample-data', () => HttpResponse.json({ present: false }));
const nothingWaits = {
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

test('links to the six screens, and not yet to Analytics', async () => {
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () => HttpResponse.json([])),
  );
  await open();
  const tiles = within(screen.getByRole('list', { name: 'Where to go' }));
  expect(tiles.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/patients',
    '/appointments',
    '/digital-consents',
    '/gfe-templates',
    '/loyalty',
    '/subscriptions',
  ]);
  const analytics = tiles
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes('Analytics'));
  expect(analytics).toHaveTextContent('Coming Soon');
  expect(await screen.findByText('Nothing is waiting')).toBeVisible();
});

test("shows who may approve what waits for them, in the clinic's time", async () => {
  server.use(
    noSamples,
    http.get('*/api/review', () => HttpResponse.json([{ ...grace, id: 5 }])),
    http.get('*/api/treatments/pending', () =>
      HttpResponse.json([
        waiting,
        {
          ...waiting,
          id: 6,
          patient_id: 102,
          patient_name: 'Sofia Reyes',
          areas: null,
          is_own: true,
        },
        {
          ...waiting,
          id: 7,
          patient_id: 103,
          patient_name: 'Ines Vogt',
          areas: null,
          is_own: true,
          may_approve: false,
          approval_refusal: 'own_treatment',
        },
        {
          ...waiting,
          id: 8,
          patient_id: 104,
          patient_name: 'Una Berg',
          areas: null,
          may_approve: false,
          approval_refusal: 'invited_by_provider',
        },
      ]),
    ),
  );
  await open();
  const panel = within(await screen.findByRole('region', { name: 'Waiting for your approval' }));
  expect(await panel.findByRole('link', { name: 'Amelia Hart' })).toHaveAttribute(
    'href',
    '/patients/101',
  );
  expect(panel.getByText('4 pending')).toBeVisible();
  expect(panel.getByText('Botox, glabella')).toBeVisible();
  expect(panel.getByText('Nora Vale')).toBeVisible();
  expect(panel.getByText('Your own treatment')).toBeVisible();
  expect(panel.getByText('Your own treatment; another director approves it')).toBeVisible();
  expect(panel.getByText('Nora Vale, who invited you; another director approves it')).toBeVisible();
  expect(await panel.findAllByText('Since Jan 10, 2026, 10:00 AM')).toHaveLength(3);
});

test('of a chart in the queue it shows what it is complete in and how long it may wait, and leads to it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () =>
      HttpResponse.json([
        { ...waiting, id: grace.id, patient_name: grace.patient_name },
        { ...waiting, id: kenji.id, patient_name: kenji.patient_name },
      ]),
    ),
    http.get('*/api/review', () => HttpResponse.json([grace, kenji])),
  );
  await open();
  const [complete, late] = await screen
    .findByRole('link', { name: 'Grace Okonkwo' })
    .then(() =>
      screen.getAllByRole('listitem').filter((row) => /Okonkwo|Nakamura/.test(row.textContent)),
    );
  expect(await within(complete ?? document.body).findByText('Complete')).toBeVisible();
  expect(complete).toHaveTextContent('48 h left');
  expect(late).toHaveTextContent('No lotLate 18 h');
  expect(screen.getByRole('link', { name: 'Review: Grace Okonkwo, Botox' })).toHaveAttribute(
    'href',
    '/review?chart=90',
  );
  expect(screen.getByRole('link', { name: 'Open review' })).toHaveAttribute('href', '/review');
  vi.useRealTimers();
});

test.each([
  ['first on a phone', 390, ['Waiting for your approval', 'Arrivals', 'Needs attention']],
  ['after the day elsewhere', 1180, ['Arrivals', 'Needs attention', 'Waiting for your approval']],
])('what waits for a director stands %s', async (_where, width, titles) => {
  screenOfWidth(width);
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () => HttpResponse.json([])),
    http.get('*/api/auth/session', () => HttpResponse.json(toBook)),
    http.get('*/api/dashboard', () => HttpResponse.json(nothingWaits)),
    http.get('*/api/appointments', () => HttpResponse.json([])),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: 0 })),
  );
  await open();
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    ...titles,
    'Everything a visit needs, in one calm place',
  ]);
});

test('shows whoever may see appointments the day', async () => {
  server.use(
    noSamples,
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('appointment.list'))),
    http.get('*/api/dashboard', () => HttpResponse.json(nothingWaits)),
    http.get('*/api/appointments', () => HttpResponse.json([])),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: 0 })),
  );
  await open();
  expect(await screen.findByText('Nobody is expected in the next three hours')).toBeVisible();
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Whole day' })).toHaveAttribute(
    'href',
    '/appointments?view=day',
  );
});

test('a failure to load them is said and logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () =>
      HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
    ),
  );
  await open();
  expect(await screen.findByText('Pending treatments could not be loaded.')).toBeVisible();
  expect(log).toHaveBeenCalledWith('Pending treatments could not be loaded.');
  log.mockRestore();
});

test('an unconfirmed director is told why there is nothing to approve', async () => {
  const member = { ...staffSession.member, role: 'Medical Director', awaits_confirmation: true };
  server.use(
    noSamples,
    http.get('*/api/auth/session', () => HttpResponse.json({ ...staffSession, member })),
  );
  await open();
  expect(
    await screen.findByText(/^Your role as Medical Director is not in force yet/),
  ).toBeVisible();
});

test('fetches no approvals for a role that may not approve', async () => {
  // A call to the pending treatments would fail this test: no handler answers it.
  server.use(
    noSamples,
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
  );
  await open();
  expect(await screen.findByText(/Sam\. /)).toBeVisible();
  expect(screen.queryByText('Waiting for your approval')).not.toBeInTheDocument();
});

test('tells those who choose the plan until when the trial runs, and leads to the plans', async () => {
  server.use(
    noSamples,
    http.get('*/api/treatments/pending', () => HttpResponse.json([])),
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('billing.checkout'))),
  );
  await open({ ...noPlan, status: 'Trialing', trial_end: '2026-12-07' });
  expect(
    await screen.findByText('The trial runs until Dec 7, 2026. Everything is included until then.'),
  ).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Compare plans' })).toHaveAttribute(
    'href',
    '/pricing',
  );
});

test('shows no trial that the banner shows already, and none to roles without payments', async () => {
  server.use(
    noSamples,
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
  );
  for (const plan of [
    {
      ...noPlan,
      status: 'Trialing' as const,
      trial_end: '2026-12-07',
      notice: 'The trial ends on December 7.',
    },
    { ...noPlan, access: null },
  ]) {
    const view = await open(plan);
    await expect.poll(() => JSON.stringify(view.store.getState())).toContain('patients_this_month');
    expect(screen.queryByText(/The trial runs until/)).not.toBeInTheDocument();
    view.unmount();
  }
});
