import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ConsentRequirement, NewTreatment } from '@/api/generated';
import { openRecord, refusal } from '@/testing/openRecord';
import { pendingConsent, pendingTreatment } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import { peel } from '@/testing/services';
import { stubCanvas } from '@/testing/stubCanvas';

const link = 'https://linden.example.com/portal/sign/aB3xYz';
const missing: ConsentRequirement = {
  template_id: 9,
  name: 'Peel consent',
  valid_months: 12,
  status: 'Missing',
  valid_until: null,
  consent_id: null,
};
const user = userEvent.setup();

beforeEach(() => stubCanvas());
afterEach(() => void vi.restoreAllMocks());

/** The record of a clinic whose one treatment needs these consents. */
function openWith(needed: readonly ConsentRequirement[], permissions = ownerSession.permissions) {
  const state = { needed, requested: [] as string[] };
  server.use(
    http.get('*/api/services', () => HttpResponse.json([{ ...peel, retired_at: null }])),
    http.get('*/api/consents/needed', ({ request }) => {
      state.requested.push(new URL(request.url).search);
      return HttpResponse.json(state.needed);
    }),
  );
  openRecord({ session: { ...ownerSession, modules: ['services'], permissions } });
  return state;
}

const panel = async () => within(await screen.findByRole('region', { name: 'New Treatment' }));

test('a missing consent is issued with one press, and waits for its signature then', async () => {
  const state = openWith([missing]);
  server.use(
    http.post('*/api/consents/7/issue', async ({ request }) => {
      expect(await request.json()).toEqual({ templateId: 9 });
      state.needed = [{ ...missing, status: 'Waiting', consent_id: 61 }];
      return HttpResponse.json(
        { portal_url: link, consent: { ...pendingConsent, template_name: 'Peel consent' } },
        { status: 201 },
      );
    }),
  );
  const form = await panel();
  expect(await form.findByText(/Chemical Peel needs a consent from the patient/)).toBeVisible();
  expect(form.getByText(/not issued yet/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Issue Peel consent' }));
  expect(await form.findByLabelText('Portal link: Peel consent')).toHaveValue(link);
  expect(await screen.findByText('Portal link copied to clipboard!')).toBeVisible();
  expect(await form.findByText(/issued, not signed yet/)).toBeVisible();
  expect(form.queryByRole('button', { name: 'Issue Peel consent' })).not.toBeInTheDocument();
  expect([...new Set(state.requested)]).toEqual(['?patientId=7&service=Chemical+Peel']);
});

test('a consent that cannot be issued says why and can be issued again', async () => {
  openWith([{ ...missing, status: 'Expired', consent_id: 61 }]);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  server.use(
    http.post('*/api/consents/7/issue', () =>
      refusal(409, 'told_once', 'This consent was issued already.'),
    ),
  );
  const form = await panel();
  await user.click(await form.findByRole('button', { name: 'Issue Peel consent' }));
  expect(
    await form.findByText(/The consent was not issued\. This consent was issued already\./),
  ).toBeVisible();
  expect(form.getByRole('button', { name: 'Issue Peel consent' })).toBeEnabled();
});

test('a treatment without its consent is saved after a warning, and the clinic’s refusal is shown', async () => {
  openWith([missing]);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const sent: NewTreatment[] = [];
  const words = 'Chemical Peel needs a signed consent first: Peel consent.';
  server.use(
    http.post('*/api/treatments', () => refusal(409, 'consents_missing', words), { once: true }),
    http.post<never, NewTreatment>('*/api/treatments', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(pendingTreatment, { status: 201 });
    }),
  );
  const form = await panel();
  await form.findByText(/Good Faith Exam of/);
  await form.findByText(/not issued yet/);
  await user.type(form.getByLabelText('Areas'), 'Face');
  await user.click(form.getByRole('button', { name: 'Type instead' }));
  await user.type(form.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(form.getByRole('button', { name: 'Save treatment' }));
  expect(await form.findByText('Peel consent is not signed.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Save anyway' }));
  expect(await form.findByText(new RegExp(words))).toBeVisible();
  expect(form.getByLabelText('Areas')).toHaveValue('Face');
  await user.click(form.getByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText('Treatment saved.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('what is signed is shown quietly', async () => {
  openWith([{ ...missing, status: 'Signed', valid_until: '2027-11-20T15:00:00Z', consent_id: 61 }]);
  const form = await panel();
  expect(await form.findByText('Peel consent is signed, valid until Nov 20, 2027.')).toBeVisible();
  expect(form.queryByRole('button', { name: /^Issue/ })).not.toBeInTheDocument();
});

test('a role that sees no consents asks for none', async () => {
  const state = openWith(
    [missing],
    ownerSession.permissions.filter((permission) => permission !== 'consent.list'),
  );
  const form = await panel();
  await form.findByText(/Good Faith Exam of/);
  expect(form.queryByText(/needs a consent/)).not.toBeInTheDocument();
  expect(state.requested).toEqual([]);
});
