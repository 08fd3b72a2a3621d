import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { OwnProtocol } from '@/api/generated';
import { own, ownBotox } from '@/features/protocols/testing';
import { openRecord } from '@/testing/openRecord';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => void vi.restoreAllMocks());

/** The record of a patient at a clinic that keeps protocols. */
async function formWith(botox: OwnProtocol, directors = own.directors) {
  server.use(
    http.get('*/api/patients/7/summary', () =>
      HttpResponse.json({
        clinical: null,
        alerts: null,
        open_events: null,
        exam: null,
        consents: null,
        missing_consents: null,
        visits: null,
        points: null,
      }),
    ),
    http.get('*/api/protocols/own', () =>
      HttpResponse.json({ ...own, services: [botox], directors }),
    ),
  );
  openRecord({ session: { ...ownerSession, modules: ['protocols'] } });
  return within(await screen.findByRole('region', { name: 'New Treatment' }));
}

const obstacle =
  'You have not signed version 3 of the protocol for Botox, which is in force. Read and sign it on the page Protocols. A Medical Director other than you can let it pass for today.';

test('the version in force is named', async () => {
  const form = await formWith(ownBotox);
  expect(await form.findByText('Protocol v3, in force until Nov 20, 2027')).toBeVisible();
  expect(form.getByRole('button', { name: 'Read the protocol for Botox' })).toBeVisible();
});

test('the obstacle is shown, with the directors who may override it, and nothing is saved', async () => {
  const form = await formWith({ ...ownBotox, agreed_at: null, awaits: true, obstacle });
  expect(await form.findByText(`${obstacle} Ask Dana Reyes.`)).toBeVisible();
  expect(form.getByRole('button', { name: 'Read and sign the protocol' })).toBeVisible();
  expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
});

test('where there is no other director it says so', async () => {
  const form = await formWith({ ...ownBotox, agreed_at: null, awaits: true, obstacle }, []);
  expect(
    await form.findByText(`${obstacle} There is no other Medical Director at this clinic.`),
  ).toBeVisible();
});

test('what a director has overridden is named and can be saved', async () => {
  const lifted = {
    id: 1,
    provider_id: 1,
    provider_name: 'Elena Moreau',
    service: 'Botox',
    reason: 'Signed tonight',
    valid_on: '2026-11-20',
    given_by: 'Dana Reyes',
    given_at: '2026-11-20T15:00:00Z',
  };
  const form = await formWith({ ...ownBotox, state: 'expired', obstacle, lifted });
  expect(
    await form.findByText(
      'Dana Reyes lets Botox pass for today, and the treatment keeps this: Signed tonight',
    ),
  ).toBeVisible();
  await waitFor(() => expect(form.getByRole('button', { name: 'Save treatment' })).toBeEnabled());
});
