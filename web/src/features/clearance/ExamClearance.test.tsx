import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ExamSignature, PatientClearance, Session } from '@/api/generated';
import { ExamClearance } from '@/features/clearance/lazyParts';
import { clearingSession, signature, uncleared } from '@/features/clearance/testing';
import { refusal } from '@/testing/openRecord';
import { exam } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => void vi.restoreAllMocks());

const user = userEvent.setup();

async function open({
  session = clearingSession,
  clearance = uncleared,
  signed = null,
}: {
  session?: Session;
  clearance?: PatientClearance;
  signed?: ExamSignature | null;
}) {
  const state = { signed };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get('*/api/patients/7/clearance', () => HttpResponse.json(clearance)),
    http.get('*/api/gfe/exams/31/signature', () => HttpResponse.json(state.signed)),
    http.get('*/api/gfe/exams/31/copies', () => HttpResponse.json([])),
  );
  await renderSignedIn({ path: '/', element: <ExamClearance exam={exam} /> });
  return state;
}

const panel = async () => within(await screen.findByRole('region', { name: 'Clearance' }));

test('an unsigned exam is signed with a decision for each service', async () => {
  const state = await open({});
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/gfe/exams/31/signature', async ({ request }) => {
      sent.push(await request.json());
      state.signed = signature;
      return HttpResponse.json(signature, { status: 201 });
    }),
  );
  await user.click(await (await panel()).findByRole('button', { name: 'Sign exam' }));
  const form = within(await screen.findByRole('dialog', { name: 'Sign exam' }));
  await user.selectOptions(form.getByLabelText('Decision: Botox'), 'Cleared');
  await user.selectOptions(form.getByLabelText('Decision: Microneedling'), 'Deferred');
  await user.type(form.getByLabelText(/^Why not: Microneedling/), 'Cold sores');
  await user.selectOptions(form.getByLabelText(/^State of the patient/), 'Connecticut');
  expect(form.getByText('Your license is from New York.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Type instead' }));
  await user.type(form.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(form.getByRole('button', { name: 'Sign exam' }));
  expect(await screen.findByText('The exam is signed.')).toBeVisible();
  expect(sent).toEqual([
    {
      mode: 'in_person',
      patient_state: 'CT',
      signature: stubPng,
      decisions: [
        { service: 'Botox', decision: 'cleared' },
        { service: 'Microneedling', decision: 'deferred', reason: 'Cold sores' },
      ],
    },
  ]);
  expect(
    await (await panel()).findByRole('img', { name: 'Signature of Claire Donovan' }),
  ).toBeInTheDocument();
  expect((await panel()).getByText('Valid to Nov 23, 2027')).toBeVisible();
});

test('a refusal is shown, and keeps what was chosen', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await open({});
  server.use(
    http.post('*/api/gfe/exams/31/signature', () =>
      refusal(409, 'already_signed', 'This exam is signed already.'),
    ),
  );
  await user.click(await (await panel()).findByRole('button', { name: 'Sign exam' }));
  const form = within(await screen.findByRole('dialog', { name: 'Sign exam' }));
  await user.selectOptions(form.getByLabelText('Decision: Botox'), 'Cleared');
  await user.click(form.getByRole('button', { name: 'Type instead' }));
  await user.type(form.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(form.getByRole('button', { name: 'Sign exam' }));
  expect(await form.findByText('Not saved yet. This exam is signed already.')).toBeVisible();
  expect(form.getByLabelText('Decision: Botox')).toHaveDisplayValue('Cleared');
});

test('a member who may not sign sees why, and is offered nothing', async () => {
  await open({
    clearance: { ...uncleared, signing: { ...uncleared.signing, refusal: 'license_expired' } },
  });
  expect(
    await (await panel()).findByText(/Your license has expired, so you cannot sign the exam\./),
  ).toBeVisible();
  expect((await panel()).queryByRole('button', { name: 'Sign exam' })).not.toBeInTheDocument();
});

test('an exam from before a change is not signed any more', async () => {
  const changed = {
    details: 'Pregnant',
    reported_by: 'Priya Nair',
    reported_at: '2026-11-24T15:00:00Z',
  };
  await open({ clearance: { ...uncleared, changed } });
  expect(
    await (
      await panel()
    ).findByText(/Something has changed since this exam \(Pregnant\)\. Record a new one\./),
  ).toBeVisible();
  expect((await panel()).queryByRole('button', { name: 'Sign exam' })).not.toBeInTheDocument();
});

test('a signature that cannot be loaded is fetched again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const opened = open({ signed: signature });
  server.use(http.get('*/api/gfe/exams/31/signature', () => HttpResponse.error(), { once: true }));
  await opened;
  expect(await screen.findByText('The signature could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await (await panel()).findByText('License NP-20441 of New York, to Jun 30, 2028'),
  ).toBeVisible();
});

test('while the module is off there is no panel', async () => {
  await open({ session: ownerSession });
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('region', { name: 'Clearance' })).not.toBeInTheDocument();
});
