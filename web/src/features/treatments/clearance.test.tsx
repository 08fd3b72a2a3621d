import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PatientClearance } from '@/api/generated';
import { botox, clearingSession, uncleared } from '@/features/clearance/testing';
import { openRecord } from '@/testing/openRecord';
import { pendingTreatment } from '@/testing/patientRecord';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => void vi.restoreAllMocks());

const user = userEvent.setup();
const cleared: PatientClearance = {
  ...uncleared,
  services: [botox, ...uncleared.services.slice(1)],
};

/** The record of a patient at a clinic that clears service by service. */
function openWith(clearance: PatientClearance) {
  const state = { clearance, sent: [] as Record<string, unknown>[] };
  server.use(
    http.get('*/api/patients/7/summary', () =>
      HttpResponse.json({
        clinical: null,
        alerts: null,
        open_events: null,
        exam: null,
        consents: null,
        visits: null,
        points: null,
      }),
    ),
    http.get('*/api/patients/7/clearance', () => HttpResponse.json(state.clearance)),
    http.post('*/api/treatments', async ({ request }) => {
      state.sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ ...pendingTreatment, clearance: 'valid' }, { status: 201 });
    }),
  );
  openRecord({ session: clearingSession });
  return state;
}

const panel = async () => within(await screen.findByRole('region', { name: 'New Treatment' }));

async function fill() {
  const form = await panel();
  await user.type(form.getByLabelText('Areas'), 'Glabella');
  await user.type(form.getByLabelText('Lot'), 'C7654');
  await user.click(form.getByRole('button', { name: 'Type instead' }));
  await user.type(form.getByLabelText('Full name'), 'Elena Moreau');
  return form;
}

test('a treatment with a cleared service is saved once the question is answered', async () => {
  const state = openWith(cleared);
  const form = await fill();
  expect(await form.findByText('Botox to Nov 23, 2027')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Save treatment' }));
  expect(await form.findByText('Ask the patient, and choose an answer.')).toBeVisible();
  expect(state.sent).toEqual([]);
  await user.click(form.getByRole('radio', { name: 'No' }));
  await user.click(form.getByRole('button', { name: 'Save treatment' }));
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(state.sent).toMatchObject([{ treatment_type: 'Botox', changed_since_exam: false }]);
});

test('a service that is not cleared says why and cannot be saved; another one can', async () => {
  openWith(cleared);
  const form = await panel();
  expect(await form.findByText('Botox to Nov 23, 2027')).toBeVisible();
  await user.selectOptions(form.getByLabelText('Treatment type'), 'Microneedling');
  expect(
    await form.findByText(
      /The patient is not cleared for Microneedling\..*Until then the treatment cannot be recorded\./,
    ),
  ).toBeVisible();
  await waitFor(() => expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled());
  await user.selectOptions(form.getByLabelText('Treatment type'), 'Botox');
  await waitFor(() => expect(form.getByRole('button', { name: 'Save treatment' })).toBeEnabled());
});

test('a clinic that only warns lets it be saved', async () => {
  openWith({ ...uncleared, uncleared: 'warn' });
  const form = await panel();
  expect(
    await form.findByText(/The treatment can be recorded, with a note that it was not cleared\./),
  ).toBeVisible();
  await waitFor(() => expect(form.getByRole('button', { name: 'Save treatment' })).toBeEnabled());
});

test('what has changed is written down and takes the clearance back', async () => {
  const state = openWith(cleared);
  const changed = {
    details: 'Pregnant',
    reported_by: 'Elena Moreau',
    reported_at: '2026-11-24T15:00:00Z',
  };
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/patients/7/health-changes', async ({ request }) => {
      sent.push(await request.json());
      state.clearance = { ...cleared, services: [{ ...botox, status: 'reopened' }], changed };
      return HttpResponse.json(state.clearance, { status: 201 });
    }),
  );
  const form = await panel();
  await form.findByText('Botox to Nov 23, 2027');
  await user.click(form.getByRole('radio', { name: 'Yes' }));
  await user.click(form.getByRole('button', { name: 'Write down what has changed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What has changed' }));
  await user.click(dialog.getByRole('button', { name: 'Open the exam again' }));
  expect(await dialog.findByText('What has changed is required')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^What has changed/ }), 'Pregnant');
  await user.click(dialog.getByRole('button', { name: 'Open the exam again' }));
  expect(
    await form.findByText(/Something has changed since the exam that cleared Botox\./),
  ).toBeVisible();
  expect(form.getByText(/^Pregnant \(Elena Moreau, /)).toBeVisible();
  await waitFor(() => expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled());
  expect(sent).toEqual([{ details: 'Pregnant' }]);
});

test('while the module is off nothing is asked', async () => {
  openRecord();
  const form = await panel();
  expect(await form.findByText(/^Good Faith Exam of /)).toBeVisible();
  expect(form.queryByRole('radio', { name: 'No' })).not.toBeInTheDocument();
});
