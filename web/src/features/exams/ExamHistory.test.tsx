import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Exam, ExamEntry } from '@/api/generated';
import { Component as GfeExamPage } from '@/features/exams/GfeExamPage';
import { refusal } from '@/testing/openRecord';
import { addendum, exam, patient, voided } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

const entry: ExamEntry = {
  id: 31,
  examiner_name: 'Dana Reyes',
  created_at: exam.created_at,
  valid_until: '2027-01-06T18:30:00Z',
  counts: true,
  voided: null,
  addenda: 0,
  may_void: true,
};
const older: ExamEntry = {
  ...entry,
  id: 30,
  created_at: '2025-01-06T18:30:00Z',
  counts: false,
  voided,
};

/** What the mock server holds; tests change it while the page is open. */
let held: { exam: Exam | null; history: ExamEntry[] };

beforeEach(() => {
  stubCanvas();
  held = { exam, history: [entry, older] };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(ownerSession)),
    http.get('*/api/patients/7', () => HttpResponse.json(patient)),
    http.get('*/api/clinic/settings', () => refusal(503, 'busy', 'Busy.')),
    http.get('*/api/gfe/7', () => HttpResponse.json(held.exam)),
    http.get('*/api/gfe/7/history', () => HttpResponse.json(held.history)),
    http.get('*/api/gfe/exams/:id', ({ params: { id } }) => {
      const row = held.history.find((one) => String(one.id) === id);
      return row ? HttpResponse.json({ ...exam, ...row }) : refusal(404, 'not_found', 'Not found.');
    }),
    http.get('*/api/gfe/exams/:id/addenda', () => HttpResponse.json([])),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();
const open = () =>
  renderScreen(
    [
      { path: '/gfe/:patientId', element: <GfeExamPage /> },
      { path: '*', element: 'elsewhere' },
    ],
    '/gfe/7',
  );
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Exam history' })).findAllByRole('listitem');

test('the history lists every exam with who, until when it counts, and what was voided', async () => {
  open();
  const [first, second] = await rows();
  expect(first).toHaveTextContent('Jan 6, 2026, 1:30 PM');
  expect(first).toHaveTextContent('Current');
  expect(first).toHaveTextContent('by Dana Reyes · valid until Jan 6, 2027');
  expect(second).toHaveTextContent('Voided by Dana Reyes, Feb 13, 2026: Wrong patient');
  expect(second).not.toHaveTextContent('Current');
});

test('an exam is read whole, with its addenda', async () => {
  held.history = [{ ...entry, addenda: 1 }, older];
  server.use(http.get('*/api/gfe/exams/31/addenda', () => HttpResponse.json([addendum])));
  open();
  expect(await screen.findByText('Allergic to latex.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Open: Jan 6, 2026, 1:30 PM' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Good Faith Exam, Jan 6, 2026, 1:30 PM' }),
  );
  expect(dialog.getByText('BP 118/76')).toBeVisible();
  expect(await dialog.findByText('Allergic to latex.')).toBeVisible();
});

test('a voided exam says above its text that it clears nothing, and offers nothing more', async () => {
  held.history = [entry, { ...older, may_void: false }];
  open();
  await user.click(await screen.findByRole('button', { name: 'Open: Jan 6, 2025, 1:30 PM' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Good Faith Exam, Jan 6, 2025/ }),
  );
  expect(dialog.getByText('Voided by Dana Reyes, Feb 13, 2026, 12:00 PM')).toBeVisible();
  expect(dialog.getByText('Reason: Wrong patient')).toBeVisible();
  expect(dialog.getByText('This exam clears nothing.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /addendum|Void/ })).not.toBeInTheDocument();
});

test('after the only exam is voided there is none, and a new one can be written', async () => {
  held.history = [entry];
  server.use(
    http.post('*/api/gfe/exams/31/void', async ({ request }) => {
      expect(await request.json()).toEqual({ reason: 'Wrong patient', signature: stubPng });
      held = { exam: null, history: [{ ...entry, counts: false, voided, may_void: false }] };
      return HttpResponse.json({ ...exam, ...held.history[0] });
    }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: /^Open:/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Good Faith Exam/ }));
  await user.click(await dialog.findByRole('button', { name: 'Void' }));
  const question = within(await screen.findByRole('dialog', { name: 'Void this exam?' }));
  await user.type(question.getByLabelText(/Reason/), 'Wrong patient');
  await user.click(question.getByRole('button', { name: 'Type instead' }));
  await user.type(question.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(question.getByRole('button', { name: 'Void exam' }));
  expect(await screen.findByText('The exam was voided.')).toBeVisible();
  expect(await dialog.findByText(/^Voided by Dana Reyes/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('No exam yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New exam' }));
  expect(await screen.findByRole('form', { name: 'Good Faith Exam' })).toBeVisible();
});

test('an exam that was saved a moment ago and voided is no longer the last one', async () => {
  const second = { ...exam, id: 32, vitals: 'BP 140/90' };
  held.history = [entry];
  server.use(
    http.post('*/api/gfe', () => {
      held = {
        exam: second,
        history: [
          { ...entry, id: 32 },
          { ...entry, counts: false },
        ],
      };
      return HttpResponse.json(second, { status: 201 });
    }),
    http.post('*/api/gfe/exams/32/void', () => {
      held = {
        exam,
        history: [{ ...entry, id: 32, counts: false, voided, may_void: false }, entry],
      };
      return HttpResponse.json({ ...second, ...held.history[0] });
    }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'New exam' }));
  await user.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'BP 140/90');
  await user.click(screen.getByRole('button', { name: 'Save exam' }));
  await screen.findByRole('button', { name: 'Write another exam' });
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: /^Open:/ })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Void' }));
  const question = within(await screen.findByRole('dialog', { name: 'Void this exam?' }));
  await user.type(question.getByLabelText(/Reason/), 'Wrong patient');
  await user.click(question.getByRole('button', { name: 'Type instead' }));
  await user.type(question.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(question.getByRole('button', { name: 'Void exam' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await screen.findByText('BP 118/76')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('BP 140/90')).not.toBeInTheDocument());
});

test('a history that cannot be loaded says so, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/gfe/7/history', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  open();
  const panel = within(await screen.findByRole('region', { name: 'Exam history' }));
  expect(await panel.findByText('The history could not be loaded.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(2);
});

test('a long history comes page by page', async () => {
  server.use(
    http.get('*/api/gfe/7/history', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      if (after === '31') return HttpResponse.json([older]);
      return HttpResponse.json([entry], {
        headers: { Link: '</api/gfe/7/history?after=31&limit=1>; rel="next"' },
      });
    }),
  );
  open();
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show older entries' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument();
});

test('without gfe.create an exam can be read and not added to', async () => {
  held.history = [{ ...entry, may_void: false }];
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions: ['gfe.read'] }),
    ),
  );
  open();
  await user.click(await screen.findByRole('button', { name: /^Open:/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Good Faith Exam/ }));
  expect(await dialog.findByText('BP 118/76')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /addendum|Void/ })).not.toBeInTheDocument();
});
