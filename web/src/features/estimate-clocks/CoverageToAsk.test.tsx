import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { CoverageToAsk } from '@/features/estimate-clocks/CoverageToAsk';
import { generatedApi } from '@/testing/generatedApi';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

async function open(answer: () => Response) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('appointment.list'))),
    http.get('*/api/dashboard', answer),
  );
  const { store } = await renderSignedIn({ path: '/', element: <CoverageToAsk /> });
  return store;
}

test('a failure is said in place of the clients, and later above them', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure = () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 403 });
  const due = {
    patient_id: 9,
    patient_name: 'Cleo Lind',
    due_on: '2026-11-26',
    starts_at: '2026-12-01T15:00:00Z',
  };
  const store = await open(failure);
  expect(
    await screen.findByText('The clients to ask about coverage could not be loaded.'),
  ).toBeVisible();
  server.use(
    http.get('*/api/dashboard', () => HttpResponse.json({ estimates: [due], estimates_total: 1 })),
  );
  store.dispatch(generatedApi.util.invalidateTags(['estimate-clocks']));
  expect(await screen.findByRole('link', { name: 'Cleo Lind' })).toBeVisible();
  expect(
    screen.queryByText('The clients to ask about coverage could not be loaded.'),
  ).not.toBeInTheDocument();
  server.use(http.get('*/api/dashboard', failure));
  store.dispatch(generatedApi.util.invalidateTags(['estimate-clocks']));
  expect(
    await screen.findByText('The clients to ask about coverage could not be loaded.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cleo Lind' })).toBeVisible();
  log.mockRestore();
});
