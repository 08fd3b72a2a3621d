import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AdverseEvent } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { AdverseEventsPanel } from '@/features/adverse-events/AdverseEventsPanel';
import { adverseEvent } from '@/features/adverse-events/testing';
import { refusal } from '@/testing/openRecord';
import { pendingTreatment } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const all: Permission[] = [
  'adverse_event.read',
  'adverse_event.create',
  'adverse_event.acknowledge',
  'treatment.list',
];
const user = userEvent.setup();

beforeEach(
  () => void vi.useFakeTimers({ now: new Date('2026-02-15T15:00:00Z'), toFake: ['Date'] }),
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The panel with these events; tests change them while it is open. */
async function open(events: AdverseEvent[], permissions = all) {
  const held = { events };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))),
    http.get('*/api/patients/7/adverse-events', () => HttpResponse.json(held.events)),
    http.get('*/api/treatments', () => HttpResponse.json([pendingTreatment])),
  );
  await renderSignedIn({ path: '/', element: <AdverseEventsPanel patientId={7} /> });
  return held;
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('an event shows what happened, its status, and everything that was written about it', async () => {
  await open([adverseEvent]);
  const card = within(
    await screen.findByRole('article', { name: 'Nodule or granuloma, Feb 11, 2026' }),
  );
  for (const words of [
    'A hard lump under the left eye.',
    'Massage.',
    'Severe',
    'Open',
    'Not acknowledged',
    'Reported as moderate.',
  ])
    expect(card.getByText(words)).toBeVisible();
  expect(card.getByRole('link', { name: 'Botox' })).toHaveAttribute(
    'href',
    '/patients/7?treatment=90',
  );
  const entries = within(card.getByRole('list'))
    .getAllByRole('listitem')
    .map((entry) => entry.textContent);
  expect(entries).toEqual([
    'Correction: Wrong gradeIt needed a hospital.Severity: SevereNoah Kim, Provider, Feb 13, 2026, 12:00 PM',
    'Follow-up: OpenSeen again.Next follow-up Feb 20, 2026Priya Nair, Nurse, Feb 14, 2026, 12:00 PM',
  ]);
});

test('an event is reported once everything is filled in, with the treatment after which it came', async () => {
  const held = await open([]);
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/adverse-events', async ({ request }) => {
      sent.push(await request.json());
      held.events = [adverseEvent];
      return HttpResponse.json(adverseEvent, { status: 201 });
    }),
  );
  expect(await screen.findByText('None reported')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Report an adverse event' }));
  const form = await dialog('Report an adverse event');
  await user.click(form.getByRole('button', { name: 'Report' }));
  for (const missing of [
    'Kind is required',
    'Severity is required',
    'What happened is required',
    'Action taken is required',
  ])
    expect(await form.findByText(missing)).toBeVisible();
  expect(sent).toEqual([]);
  await user.selectOptions(form.getByLabelText(/^Kind/), 'nodule');
  await user.selectOptions(form.getByLabelText(/^Severity/), 'moderate');
  expect(await form.findByRole('option', { name: /Botox/ })).toBeInTheDocument();
  await user.selectOptions(form.getByLabelText(/^After treatment/), '90');
  await user.type(form.getByLabelText(/^What happened/), 'A lump');
  await user.type(form.getByLabelText(/^Action taken/), 'Massage');
  await user.clear(form.getByLabelText(/^Began on/));
  await user.type(form.getByLabelText(/^Began on/), '2026-02-16');
  await user.type(form.getByLabelText(/^Next follow-up/), '2026-02-14');
  await user.click(form.getByRole('button', { name: 'Report' }));
  expect(await form.findByText('Enter today, or an earlier day')).toBeVisible();
  expect(form.getByText('Enter today, or a later day')).toBeVisible();
  await user.clear(form.getByLabelText(/^Began on/));
  await user.type(form.getByLabelText(/^Began on/), '2026-02-11');
  await user.clear(form.getByLabelText(/^Next follow-up/));
  await user.click(form.getByRole('button', { name: 'Report' }));
  expect(await screen.findByText('Reported. The Medical Directors are told now.')).toBeVisible();
  expect(sent).toEqual([
    {
      patient_id: 7,
      treatment_id: 90,
      kind: 'nodule',
      severity: 'moderate',
      began_on: '2026-02-11',
      details: 'A lump',
      action: 'Massage',
      follow_up_on: null,
    },
  ]);
  expect(await screen.findByRole('article')).toBeVisible();
});

test('a follow-up closes an event, and one that is refused keeps what was typed', async () => {
  await open([adverseEvent]);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/adverse-events/3/follow-ups', () => refusal(503, 'busy', 'Busy.'), {
      once: true,
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Add follow-up: / }));
  const form = await dialog('Follow-up of an adverse event');
  await user.selectOptions(form.getByLabelText(/^Status/), 'resolved');
  expect(form.queryByLabelText(/^Next follow-up/)).not.toBeInTheDocument();
  await user.type(form.getByLabelText(/^What was seen/), 'Gone');
  await user.click(form.getByRole('button', { name: 'Close the event' }));
  expect(await form.findByText(/^Not saved yet\./)).toBeVisible();
  expect(form.getByLabelText(/^What was seen/)).toHaveValue('Gone');
  server.use(
    http.post('*/api/adverse-events/3/follow-ups', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(adverseEvent);
    }),
  );
  await user.click(form.getByRole('button', { name: 'Close the event' }));
  expect(await screen.findByText('The adverse event is closed.')).toBeVisible();
  expect(sent).toEqual([{ status: 'resolved', text: 'Gone', follow_up_on: null }]);
});

test('a correction is added with its reason', async () => {
  await open([adverseEvent]);
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/adverse-events/3/corrections', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(adverseEvent);
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Correct: / }));
  const form = await dialog('Correct an adverse event');
  await user.click(form.getByRole('button', { name: 'Add correction' }));
  expect(await form.findByText('Reason is required')).toBeVisible();
  await user.type(form.getByLabelText(/^Reason/), 'Wrong side');
  await user.type(form.getByLabelText(/^What is right/), 'The right eye');
  await user.click(form.getByRole('button', { name: 'Add correction' }));
  expect(await screen.findByText('The correction is added.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'Wrong side', text: 'The right eye', severity: null }]);
});

test('a director acknowledges after a question', async () => {
  const held = await open([adverseEvent]);
  server.use(
    http.post('*/api/adverse-events/3/acknowledge', () => {
      held.events = [
        {
          ...adverseEvent,
          acknowledged_at: '2026-02-15T15:00:00Z',
          acknowledged_by: 'Dana Reyes',
          may_acknowledge: false,
        },
      ];
      return HttpResponse.json(held.events[0]);
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Acknowledge: / }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Acknowledge' }),
  );
  expect(await screen.findByText('Acknowledged.')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Acknowledge: / })).not.toBeInTheDocument(),
  );
});

test('who only reads is offered nothing, and who may not read sees no panel', async () => {
  await open([{ ...adverseEvent, may_acknowledge: false }], ['adverse_event.read']);
  expect(await screen.findByRole('article')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a failure is shown and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([adverseEvent]);
  server.use(
    http.get('*/api/patients/7/adverse-events', () => refusal(503, 'busy', 'Busy.'), {
      once: true,
    }),
  );
  await opened;
  expect(await screen.findByText('The adverse events could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeVisible();
});
