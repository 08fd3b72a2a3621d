import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type NewTreatment } from '@/api/generated';
import { refreshOnReturn } from '@/app/refresh';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { refreshInterval } from '@/lib/userActivity';
import { generatedApi } from '@/testing/generatedApi';
import { openRecord, refusal, type RecordState } from '@/testing/openRecord';
import { exam, patient, pendingTreatment } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import { consultation, microneedling, peel } from '@/testing/services';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

const examRequired =
  'A Good Faith Estimate exam must be completed before recording any treatment. Please complete the GFE exam first.';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();
const form = async () => {
  await screen.findByRole('form', { name: 'New treatment' });
  return within(screen.getByRole('region', { name: 'New Treatment' }));
};
const field = (name: string) => screen.getByLabelText(name);

function answerSave(record: RecordState) {
  const sent: NewTreatment[] = [];
  server.use(
    http.post<never, NewTreatment>('*/api/treatments', async ({ request }) => {
      sent.push(await request.json());
      record.treatments = [pendingTreatment];
      return HttpResponse.json(pendingTreatment, { status: 201 });
    }),
  );
  return sent;
}

async function fillIn() {
  const { findByText } = await form();
  await findByText('Good Faith Exam of Jan 6, 2026 by Dana Reyes.');
  await user.type(field('Areas'), 'Forehead');
  await user.type(field('Units'), '24');
  await user.type(field('Lot'), 'C7841');
  await user.click(screen.getByRole('button', { name: 'Type instead' }));
  await user.type(field('Full name'), 'Elena Moreau');
}

/** Whether the page has recorded that the last look-up of the exam failed. */
const failedLookUp = ({ getState }: ReturnType<typeof openRecord>['store']) =>
  generatedApi.endpoints.showExam.select(7)(getState()).isError;

const save = () => user.click(screen.getByRole('button', { name: 'Save treatment' }));

test('a clinic with a catalogue records the treatments of its own, which have no fields of Botox', async () => {
  server.use(
    http.get('*/api/services', () =>
      HttpResponse.json([microneedling, consultation, { ...peel, retired_at: null }]),
    ),
  );
  openRecord({ session: { ...ownerSession, modules: ['services'] } });
  const type = (await form()).getByLabelText('Treatment type');
  expect(await within(type).findByRole('option', { name: 'Chemical Peel' })).toBeInTheDocument();
  expect(
    within(type)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Microneedling', 'Chemical Peel']);
  await waitFor(() => expect(type).toHaveValue('Microneedling'));
  expect(screen.queryByLabelText('Units')).not.toBeInTheDocument();
  expect(hasUnsavedWork()).toBe(false);
});

test('the fields follow the type, and Botox stands first', async () => {
  openRecord();
  const shown = async (type: string) => {
    await user.selectOptions((await form()).getByLabelText('Treatment type'), type);
    return ['Units', 'Lot', 'Volumes (mL)'].filter((name) => screen.queryByLabelText(name));
  };
  expect((await form()).getByLabelText('Treatment type')).toHaveValue('Botox');
  expect(await shown('Botox')).toEqual(['Units', 'Lot']);
  expect(await shown('EZ Gel Face')).toEqual(['Volumes (mL)']);
  expect(await shown('EZ Gel Hands')).toEqual(['Volumes (mL)']);
  expect(await shown('Microneedling')).toEqual([]);
});

test('a saved treatment is sent as typed and confirmed, and leaves a blank form and an entry in the history', async () => {
  const { record } = openRecord();
  const sent = answerSave(record);
  await fillIn();
  await save();
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(sent).toEqual([
    {
      patient_id: 7,
      treatment_type: 'Botox',
      areas: 'Forehead',
      notes: null,
      units: 24,
      lot: 'C7841',
      provider_signature: stubPng,
    },
  ]);
  expect(field('Areas')).toHaveValue('');
  expect(field('Units')).toHaveValue('');
  expect(screen.getByRole('img', { name: 'Provider signature: not signed yet' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
  expect(
    await screen.findByRole('row', { name: /Feb 10, 2026 Botox by Noah Kim Forehead/ }),
  ).toBeVisible();
});

test('leaving asks while something is unsaved', async () => {
  const { record } = openRecord();
  answerSave(record);
  await screen.findByText(/Good Faith Exam of/);
  expect(hasUnsavedWork()).toBe(false);
  await fillIn();
  expect(hasUnsavedWork()).toBe(true);
  await save();
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(hasUnsavedWork()).toBe(false);
});

test('an unsigned treatment is not sent', async () => {
  const { record } = openRecord();
  const sent = answerSave(record);
  await (await form()).findByText(/Good Faith Exam of/);
  await save();
  expect(await screen.findByText('Please sign in the box.')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Provider signature' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test('without an exam nothing can be saved, and the page says where to complete it', async () => {
  const { record } = openRecord({ exam: null });
  const panel = await form();
  expect(await panel.findByRole('button', { name: 'Complete GFE Exam First' })).toBeDisabled();
  expect(panel.getByText(/This patient has no Good Faith Exam yet/)).toBeVisible();
  expect(panel.getByRole('link', { name: 'Open the GFE exam form' })).toHaveAttribute(
    'href',
    '/gfe/7',
  );
  record.exam = exam;
  await user.click(panel.getByRole('button', { name: 'Check again' }));
  expect(await panel.findByRole('button', { name: 'Save treatment' })).toBeEnabled();
});

test('with an expired exam the link opens the form for a new one', async () => {
  openRecord({ exam: { ...exam, valid_until: '2026-01-01T15:00:00Z' } });
  const panel = await form();
  expect(await panel.findByText(/Good Faith Exam is too old/)).toBeVisible();
  expect(panel.getByRole('link', { name: 'Open the GFE exam form' })).toHaveAttribute(
    'href',
    '/gfe/7?new',
  );
});

test('a failed look-up closes the form too, in other words', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord();
  server.use(http.get('*/api/gfe/7', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  const panel = await form();
  expect(await panel.findByText(/The Good Faith Exam could not be looked up/)).toBeVisible();
  expect(panel.getByRole('button', { name: 'Complete GFE Exam First' })).toBeDisabled();
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByRole('button', { name: 'Save treatment' })).toBeEnabled();
});

test('a look-up that failed is made again by itself', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  openRecord();
  server.use(http.get('*/api/gfe/7', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  const panel = await form();
  expect(await panel.findByText(/The Good Faith Exam could not be looked up/)).toBeVisible();
  act(() => void vi.advanceTimersByTime(refreshInterval));
  vi.useRealTimers();
  expect(await panel.findByRole('button', { name: 'Save treatment' })).toBeEnabled();
});

test('a form that is filled in and signed stays open when the exam cannot be looked up anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record, store } = openRecord();
  const sent = answerSave(record);
  await fillIn();
  server.use(http.get('*/api/gfe/7', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  const stop = refreshOnReturn(store.dispatch);
  const lookUp = vi.fn();
  server.events.on(
    'response:mocked',
    ({ request, response }) => void (request.url.endsWith('/api/gfe/7') && lookUp(response.status)),
  );
  act(() => void window.dispatchEvent(new Event('focus')));
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalledWith(503));
  await vi.waitFor(() => expect(failedLookUp(store)).toBe(true));
  expect(screen.getByText('Good Faith Exam of Jan 6, 2026 by Dana Reyes.')).toBeVisible();
  await save();
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(sent).toHaveLength(1);
  stop();
  server.events.removeAllListeners();
});

test("the error of one patient's treatment stays when another's is saved", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record, router } = openRecord();
  answerSave(record);
  server.use(
    http.get('*/api/patients/8', () =>
      HttpResponse.json({ ...patient, id: 8, first_name: 'Sofia' }),
    ),
    http.get('*/api/gfe/8', () => HttpResponse.json({ ...exam, id: 32, patient_id: 8 })),
    http.post('*/api/treatments', () => refusal(409, 'exam_missing', 'Other words.'), {
      once: true,
    }),
  );
  await fillIn();
  await save();
  expect(await screen.findByText(examRequired)).toBeVisible();
  await act(() => router.navigate('/patients/8'));
  await screen.findByRole('heading', { name: /Sofia/ });
  await fillIn();
  await save();
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(screen.getByText(examRequired)).toBeVisible();
});

test.each([
  ['gone', () => HttpResponse.json(null), 'Complete GFE Exam First'],
  ['not to be looked up', () => refusal(503, 'busy', 'Busy.'), 'Save treatment'],
])(
  "an exam that is %s at saving stops it with the specification's words",
  async (_state, answer, label) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { record } = openRecord();
    const sent = answerSave(record);
    await fillIn();
    server.use(http.get('*/api/gfe/7', answer));
    await save();
    expect(await screen.findByText(examRequired)).toBeVisible();
    expect(sent).toEqual([]);
    expect(field('Areas')).toHaveValue('Forehead');
    expect(await screen.findByRole('button', { name: label })).toBeVisible();
  },
);

test("the server's refusal without an exam is reported in the same words", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord();
  server.use(http.post('*/api/treatments', () => refusal(409, 'exam_missing', 'Other words.')));
  await fillIn();
  await save();
  expect(await screen.findByText(examRequired)).toBeVisible();
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

test('a failed save keeps everything typed and signed, and can be tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record } = openRecord();
  server.use(http.post('*/api/treatments', () => HttpResponse.error()));
  await fillIn();
  await save();
  const note = within(
    (await screen.findByText('Not saved yet')).closest('[role="status"]') as HTMLElement,
  );
  expect(logged).toHaveBeenCalledWith(
    'Saving the treatment failed',
    expect.objectContaining({ message: 'Request failed' }),
  );
  expect(field('Areas')).toHaveValue('Forehead');
  expect(field('Full name')).toHaveValue('Elena Moreau');
  const sent = answerSave(record);
  await user.click(note.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(sent).toEqual([
    expect.objectContaining({ areas: 'Forehead', provider_signature: stubPng }),
  ]);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

test('what the server finds wrong stands beside its field', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord();
  server.use(
    http.post('*/api/treatments', () =>
      HttpResponse.json(
        { error: 'Not valid.', code: 'invalid', fields: { lot: 'This lot was recalled.' } },
        { status: 422 },
      ),
    ),
  );
  await fillIn();
  await save();
  expect(await screen.findByText('This lot was recalled.')).toBeVisible();
  expect(field('Lot')).toHaveAccessibleDescription('This lot was recalled.');
});

test('warnings are listed one by one, and an unusual treatment can be saved as it is', async () => {
  const { record } = openRecord();
  const sent = answerSave(record);
  await fillIn();
  await user.clear(field('Areas'));
  await user.clear(field('Lot'));
  await user.clear(field('Units'));
  await user.type(field('Units'), '9999');
  await save();
  for (const problem of [
    '9,999 units are more than 400.',
    'No area is entered.',
    'No lot is entered.',
  ])
    expect(await screen.findByText(problem)).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(field('Areas'), 'Forehead');
  expect(screen.queryByText('No area is entered.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(sent).toMatchObject([{ units: 9999, areas: 'Forehead', lot: null }]);
  expect(screen.queryByRole('button', { name: 'Save anyway' })).not.toBeInTheDocument();
});

test('the warnings take the focus when they appear, and not while somebody types', async () => {
  const { record } = openRecord();
  answerSave(record);
  await fillIn();
  await user.clear(field('Lot'));
  await save();
  const question = screen.getByRole('group', { name: /^No lot is entered\. Not saved yet\./ });
  expect(question).toHaveFocus();
  await save();
  expect(screen.getByRole('group', { name: /^No lot is entered\./ })).toHaveFocus();
  await user.type(field('Lot'), 'C');
  expect(screen.queryByText('No lot is entered.')).not.toBeInTheDocument();
  await user.keyboard('{Backspace}');
  expect(screen.queryByText('No lot is entered.')).not.toBeInTheDocument();
  expect(field('Lot')).toHaveFocus();
});

test('after the session has ended no missing exam is reported', async () => {
  const { record } = openRecord();
  const sent = answerSave(record);
  await fillIn();
  server.use(http.get('*/api/gfe/7', () => refusal(401, 'signed_out', 'Please sign in.')));
  const settled = vi.fn();
  server.events.on(
    'response:mocked',
    ({ request, response }) =>
      void (request.url.endsWith('/api/gfe/7') && settled(response.status)),
  );
  await save();
  await vi.waitFor(() => expect(settled).toHaveBeenCalledWith(401));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save treatment' })).toBeEnabled(),
  );
  expect(screen.queryByText(examRequired)).not.toBeInTheDocument();
  expect(screen.queryByText(/could not be looked up/)).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  server.events.removeAllListeners();
});

test('Botox for a patient who was not asked about allergies and pregnancy is asked about first', async () => {
  server.use(
    http.get('*/api/patients/7/summary', () =>
      HttpResponse.json({
        clinical: { allergies: null, pregnancy: null },
        alerts: [],
        open_events: 0,
        exam: { valid_until: '2099-01-05T16:00:00Z' },
        consents: { signed: 0, pending: 0 },
        missing_consents: [],
        visits: null,
        points: 0,
      }),
    ),
  );
  const permissions = [...ownerSession.permissions, 'record.read' as const];
  const sent = answerSave(openRecord({ session: { ...ownerSession, permissions } }).record);
  await screen.findByText('Allergies not asked');
  await fillIn();
  await save();
  const question = await screen.findByRole('group', { name: /Allergies were not asked\./ });
  expect(question).toHaveAccessibleName(/Pregnancy was not asked\./);
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('Botox is asked about first while it is not known whether allergies and pregnancy were asked', async () => {
  server.use(
    http.get('*/api/patients/7/summary', () => refusal(422, 'invalid', 'The summary is broken.')),
  );
  const permissions = [...ownerSession.permissions, 'record.read' as const];
  const sent = answerSave(openRecord({ session: { ...ownerSession, permissions } }).record);
  await screen.findByText('The summary could not be loaded.');
  await fillIn();
  await save();
  const question = await screen.findByRole('group', {
    name: /It could not be checked whether allergies and pregnancy were asked\./,
  });
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});
