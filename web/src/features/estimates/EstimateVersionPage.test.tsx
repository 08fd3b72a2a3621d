import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { Component as EstimateVersionPage } from '@/features/estimates/EstimateVersionPage';
import { savedEstimate } from '@/features/estimates/testing';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const signedInWith = (...permissions: string[]) =>
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions, limited_permissions: [] }),
    ),
  );

beforeEach(() => signedInWith('estimate.read'));

async function open(url = '/gfe-estimate/101/9/versions/2') {
  await renderSignedIn(
    {
      path: '/gfe-estimate/:patientId/:estimateId/versions/:version',
      element: <EstimateVersionPage />,
    },
    url,
  );
}

test('a version is read and printed as it was signed', async () => {
  server.use(
    http.get('*/api/gfe-estimate/9/versions/2', () =>
      HttpResponse.json({ ...savedEstimate, version: 2, updated_by: 'Robin Desk' }),
    ),
  );
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await open();
  expect(
    await screen.findByText(/^Version 2, saved Nov 18, 2026, .* by Robin Desk$/),
  ).toBeVisible();
  const sheet = within(screen.getByRole('article', { name: 'Estimate' }));
  expect(sheet.getByRole('row', { name: 'Grand total $4,212.50' })).toBeVisible();
  expect(sheet.getAllByRole('img')).toHaveLength(2);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a version that does not exist has a message', async () => {
  server.use(
    http.get('*/api/gfe-estimate/9/versions/7', () =>
      HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
    ),
  );
  await open('/gfe-estimate/101/9/versions/7');
  expect(await screen.findByText('There is no such version.')).toBeVisible();
});

test('a version that cannot be loaded can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get(
      '*/api/gfe-estimate/9/versions/2',
      () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }),
      { once: true },
    ),
    http.get('*/api/gfe-estimate/9/versions/2', () =>
      HttpResponse.json({ ...savedEstimate, version: 2 }),
    ),
  );
  await open();
  expect(await screen.findByText('The version could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Estimate' })).toBeVisible();
});

test('who may not read estimates reads no version', async () => {
  signedInWith('patient.read');
  await open();
  expect(await screen.findByText('Your role does not open cost estimates.')).toBeVisible();
});

test('a version of a voided estimate says so', async () => {
  const voided = {
    by: 'Dana Reyes',
    at: '2026-11-19T15:00:00Z',
    reason: 'Wrong service',
    signature: null,
  };
  server.use(
    http.get('*/api/gfe-estimate/9/versions/2', () =>
      HttpResponse.json({ ...savedEstimate, version: 2, voided }),
    ),
  );
  await open();
  expect(await screen.findByText(/^Voided by Dana Reyes, Nov 19, 2026/)).toBeVisible();
  expect(screen.getByText('Reason: Wrong service')).toBeVisible();
});
