import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { Charge, ChargeWatch } from '@/api/generated';
import { ChargesAgainst } from '@/features/charges/ChargesAgainst';
import { charge, watch } from '@/features/charges/testing';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

async function open(charges: Charge[] | Response, answer: ChargeWatch = watch) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(ownerSession)),
    http.get('*/api/patients/7/charges', () => (charges instanceof Response ? charges : HttpResponse.json(charges))),
    http.get('*/api/appointments/31/charge-watch', () => HttpResponse.json(answer)),
  );
  const view = renderScreen({ path: '/', element: <ChargesAgainst patientId={7} /> });
  await view.store.dispatch(generatedApi.endpoints.showSession.initiate());
}

test('each provider’s charges stand beside what may be disputed from on', async () => {
  await open([{ ...charge, id: 52, appointment_id: null }, charge]);
  const row = within(await screen.findByRole('list', { name: 'Charges against the estimate' })).getByRole('listitem');
  expect(row).toHaveTextContent('Noah Kim$450.00$300.00 above the estimateDisputable from $550.00');
  expect(screen.getByText('Visit of Nov 24, 2026. Estimate version 2.')).toBeVisible();
});

test('without an estimate there is no limit', async () => {
  await open([charge], { ...watch, estimate: null, providers: [{ provider: 'Noah Kim', expected: null, charged: 450, over: null, level: 'quiet' }] });
  expect(await screen.findByText('Visit of Nov 24, 2026. No issued estimate covers it.')).toBeVisible();
  expect(screen.queryByText(/^Disputable/)).not.toBeInTheDocument();
});

test('nothing charged is said', async () => {
  await open([]);
  expect(await screen.findByText('No visit is charged yet.')).toBeVisible();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }));
  expect(await screen.findByText('The charges could not be loaded.')).toBeVisible();
  log.mockRestore();
});
