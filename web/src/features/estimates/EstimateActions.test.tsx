// Voiding a saved estimate, and copying it.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { NewEstimate } from '@/api/generated';
import { savedEstimate } from '@/features/estimates/testing';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import {
  field,
  kept,
  openEstimate,
  restoreStubs,
  save,
  serveEstimate,
  signedInWith,
  user,
} from '@/testing/openEstimate';
import { server } from '@/testing/server';
import { stubPng } from '@/testing/stubCanvas';

beforeEach(serveEstimate);
afterEach(restoreStubs);

describe('a saved estimate', () => {
  const voided = {
    by: 'Dana Reyes',
    at: '2026-11-19T15:00:00Z',
    reason: 'Wrong service',
    signature: null,
  };

  test('is voided with a reason, and then stays as it is', async () => {
    kept.onRecord = savedEstimate;
    signedInWith(['estimate.read', 'estimate.write', 'estimate.void']);
    server.use(
      http.post('*/api/gfe-estimate/9/void', async ({ request }) => {
        kept.sent.push({
          method: 'VOID',
          version: request.headers.get('If-Match'),
          body: (await request.json()) as NewEstimate,
        });
        kept.onRecord = { ...savedEstimate, voided };
        return HttpResponse.json(kept.onRecord);
      }),
    );
    await openEstimate();
    await user.click(await screen.findByRole('button', { name: 'Void…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void this estimate?' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Wrong service');
    await user.click(dialog.getByRole('button', { name: 'Type instead' }));
    await user.type(dialog.getByLabelText('Full name'), 'Elena Moreau');
    await user.click(dialog.getByRole('button', { name: 'Void estimate' }));
    expect(await screen.findByText(/^Voided by Dana Reyes, /)).toBeVisible();
    expect(kept.sent).toEqual([
      { method: 'VOID', version: '3', body: { reason: 'Wrong service', signature: stubPng } },
    ]);
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
    expect(await screen.findByRole('article', { name: 'Estimate' })).toBeVisible();
  });

  test('is not voided by a role that may only write', async () => {
    kept.onRecord = savedEstimate;
    await openEstimate();
    expect(await screen.findByRole('button', { name: 'Copy to a new estimate' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Void…' })).not.toBeInTheDocument();
  });

  test('is copied into the form of a new one, dated today and unsigned', async () => {
    kept.onRecord = { ...savedEstimate, voided };
    await openEstimate();
    await user.click(await screen.findByRole('button', { name: 'Copy to a new estimate' }));
    expect(await screen.findByText(/^A copy, dated today/)).toBeVisible();
    expect(field(/^Date of estimate/)).toHaveValue('2026-11-20');
    expect(field(/^Notes/)).toHaveValue('Discussed by phone');
    expect(hasUnsavedWork()).toBe(true);
    kept.onRecord = null;
    await save();
    await waitFor(() => expect(kept.sent).toHaveLength(1));
    expect(kept.sent[0]).toMatchObject({
      method: 'POST',
      body: {
        est_date: '2026-11-20',
        pt_sig_date: '2026-11-20',
        notes: 'Discussed by phone',
        face_service: 'Botox per unit',
        face_qty: 40,
      },
    });
    expect(kept.sent[0]?.body).not.toHaveProperty('pt_sig');
  });

  test('that is copied is a new one until it is saved, beside which no state of the other one stands', async () => {
    kept.onRecord = savedEstimate;
    await openEstimate();
    expect(await screen.findByText(', version 3')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Copy to a new estimate' }));
    expect(await screen.findByText(', new')).toBeVisible();
    expect(screen.queryByText(', version 3')).not.toBeInTheDocument();
  });

  test('with changes that are not saved is neither copied nor voided', async () => {
    kept.onRecord = savedEstimate;
    await openEstimate();
    await user.type(await screen.findByLabelText(/^Notes/), '!');
    expect(screen.getByRole('button', { name: 'Copy to a new estimate' })).toBeDisabled();
    expect(await screen.findByText('Save your changes first.')).toBeVisible();
  });
});
