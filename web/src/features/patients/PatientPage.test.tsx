import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Component as PatientPage } from '@/features/patients/PatientPage';
import { openRecord, refusal, without } from '@/testing/openRecord';
import {
  approvedTreatment,
  pendingConsent,
  pendingTreatment,
  signedConsent,
} from '@/testing/patientRecord';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const panel = (name: string) => screen.findByRole('region', { name });

test('the head says who this is, and leads to the exam and the estimate', async () => {
  openRecord({
    session: { ...ownerSession, permissions: [...ownerSession.permissions, 'estimate.read'] },
  });
  expect(await screen.findByRole('heading', { name: 'Ingrid Solberg', level: 1 })).toBeVisible();
  expect(screen.getByText(/^Born Mar 14, 1985 \(\d+ y\)$/)).toBeVisible();
  expect(screen.getByRole('link', { name: '(555) 010-1234' })).toHaveAttribute(
    'href',
    'tel:+15550101234',
  );
  expect(screen.getByRole('link', { name: 'ingrid@example.com' })).toHaveAttribute(
    'href',
    'mailto:ingrid@example.com',
  );
  expect(screen.getByRole('link', { name: 'GFE Exam' })).toHaveAttribute('href', '/gfe/7');
  expect(screen.getByRole('link', { name: 'Cost Estimate' })).toHaveAttribute(
    'href',
    '/gfe-estimate/7',
  );
});

test('the history shows what was done, when at the clinic, and whether the director approved', async () => {
  openRecord({ treatments: [pendingTreatment, approvedTreatment] });
  const table = within(await screen.findByRole('table', { name: 'Past treatments' }));
  const [first, second] = table
    .getAllByRole('rowheader')
    .map((header) => [...(header.closest('tr')?.cells ?? [])].map((cell) => cell.textContent));
  expect(first).toEqual([
    'Feb 10, 2026',
    'Botoxby Noah Kim',
    'Forehead',
    'Units: 24Lot: C7841Notes: No reaction',
    'PendingApproveOpenSignatures',
  ]);
  expect(second).toEqual([
    'Jan 20, 2026',
    'EZ Gel Handsby Noah Kim',
    'Both hands',
    'Volumes (mL): 2 + 2',
    'ApprovedOpenSignatures',
  ]);
});

test("the consents show what is signed, and when in the clinic's time", async () => {
  openRecord({ consents: [pendingConsent, signedConsent] });
  const list = within(await panel('Digital Consents'));
  expect(
    await list.findByRole('row', { name: /Botox consent Pending Open Revoke Feb 10, 2026 —/ }),
  ).toBeVisible();
  expect(
    list.getByRole('row', { name: /Microneedling consent Signed Open .*Feb 10, 2026 Feb 2, 2026/ }),
  ).toBeVisible();
});

test('the front desk sees the consents, no treatments and no form', async () => {
  openRecord({
    session: without(
      'gfe.read',
      'gfe.create',
      'treatment.list',
      'treatment.create',
      'treatment.approve',
      'consent.revoke',
    ),
    consents: [pendingConsent],
  });
  expect(await screen.findByRole('row', { name: /Botox consent Pending/ })).toBeVisible();
  expect(
    within(await panel('Treatment History')).getByText(
      'Your role does not open the treatment history.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('region', { name: 'New Treatment' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'GFE Exam' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Revoke/ })).not.toBeInTheDocument();
});

test('whoever holds a part of the record only sees the name and closed panels', async () => {
  openRecord({ session: staffSession });
  expect(await screen.findByRole('heading', { name: 'Ingrid Solberg' })).toBeVisible();
  expect(screen.queryByText(/Born|No birth date/)).not.toBeInTheDocument();
  expect(
    within(await panel('Digital Consents')).getByText(/Your role does not open/),
  ).toBeVisible();
});

test('a missing patient has a message and a link back to the list', async () => {
  server.use(http.get('*/api/patients/8', () => refusal(404, 'not_found', 'Not found.')));
  renderScreen({ path: '/patients/:id', element: <PatientPage /> }, '/patients/8');
  expect(await screen.findByText('This patient was not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Clients' })).toHaveAttribute('href', '/patients');
});

test('a failed load is shown in place, and can be tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/patients/8', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  renderScreen({ path: '/patients/:id', element: <PatientPage /> }, '/patients/8');
  expect(await screen.findByText('The patient could not be loaded.')).toBeVisible();
  expect(logged).toHaveBeenCalledWith('The patient could not be loaded.');
  server.use(http.get('*/api/patients/8', () => refusal(404, 'not_found', 'Not found.')));
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(await screen.findByText('This patient was not found')).toBeVisible();
});
