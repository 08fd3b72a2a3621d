import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { VerifiedDocument } from '@/api/generated';
import { Component as VerifyDocumentPage } from '@/features/activity/VerifyDocumentPage';
import { sessionWith } from '@/testing/plans';
import { refusal } from '@/testing/openRecord';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** The hash of the three letters abc. */
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
let sent: unknown[];
let found: VerifiedDocument;

beforeEach(() => {
  sent = [];
  found = { is_known: true, signed_at: '2026-02-03T04:10:00Z' };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('audit.read'))),
    http.post('*/api/documents/verify', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(found);
    }),
  );
});

const open = () =>
  renderScreen({ path: '/activity/verify', element: <VerifyDocumentPage /> }, '/activity/verify');

test('a file is verified by its hash, and only the hash is sent', async () => {
  open();
  await screen.findByText(/The file stays on this device/);
  await userEvent.upload(
    screen.getByLabelText('PDF to verify'),
    new File(['abc'], 'form.pdf', { type: 'application/pdf' }),
  );
  expect(
    await screen.findByText(
      /^Known and unchanged\. It was signed on February 2, 2026 at 11:10\sPM EST\.$/,
    ),
  ).toBeVisible();
  expect(sent).toEqual([{ sha256: abc }]);
  expect(screen.getByLabelText('or its SHA-256')).toHaveValue(abc);
  expect(screen.getByText('form.pdf')).toBeVisible();
});

test('a typed hash is verified, and an unknown one is reported', async () => {
  found = { is_known: false, signed_at: null };
  open();
  await userEvent.type(await screen.findByLabelText('or its SHA-256'), ` ${abc} `);
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(
    await screen.findByText(/^Unknown\. This clinic has made no copy with exactly these bytes/),
  ).toBeVisible();
  expect(sent).toEqual([{ sha256: abc }]);
});

test('what cannot be verified says why', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a PDF, or enter its SHA-256.');
  const large = new File(['x'], 'large.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 });
  await userEvent.upload(screen.getByLabelText('PDF to verify'), large);
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This file is larger than any copy: at most 32 MB.',
    ),
  );
  server.use(
    http.post('*/api/documents/verify', () =>
      HttpResponse.json(
        { error: 'No.', code: 'invalid', fields: { sha256: 'must be a SHA-256' } },
        { status: 422 },
      ),
    ),
  );
  await userEvent.type(screen.getByLabelText('or its SHA-256'), 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('The SHA-256 must be a SHA-256.'),
  );
  server.use(http.post('*/api/documents/verify', () => refusal(503, 'down', 'Please try later.')));
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Not verified. Please try later.'),
  );
  expect(sent).toEqual([]);
});

test('a role that may not read the log has no form', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.list'))));
  open();
  expect(await screen.findByText('Your role does not open this page.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
});
