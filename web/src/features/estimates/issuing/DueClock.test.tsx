import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { EstimateClock } from '@/api/generated';
import { clock, coverage } from '@/features/estimate-clocks/testing';
import { DueClock, reason } from '@/features/estimates/issuing/DueClock';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

async function open(clocks: EstimateClock[], today: string) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: ['estimate.read'] })),
    http.get('*/api/patients/7/coverage', () => HttpResponse.json({ ...coverage, today, clocks })),
  );
  const view = renderScreen({ path: '/', element: <><DueClock patientId={7} /><p>Below</p></> });
  await view.store.dispatch(generatedApi.endpoints.showSession.initiate());
  await view.store.dispatch(generatedApi.endpoints.showPatientCoverage.initiate(7));
}

const costQuestion: EstimateClock = { ...clock, cause: 'asked', appointment_id: null, starts_at: null, service: null, started_at: '2026-11-19T15:00:00Z', asked_at: '2026-11-19T15:00:00Z', due_on: '2026-11-24' };

test('the days until it is due are shown, with those of the weekend apart', async () => {
  await open([costQuestion, { ...clock, id: 4 }], '2026-11-24');
  const part = within(await screen.findByRole('region', { name: 'When it is due' }));
  expect(part.getByText('Due today')).toBeVisible();
  expect(part.getByText('Asked what it costs on Nov 19, 2026. An answer is due in 3 business days.')).toBeVisible();
  const days = part.getByRole('list', { name: 'Days until it is due' });
  expect([...days.children].map((day) => day.textContent)).toEqual(['Thu19begun', 'Fri20 ', 'Sat21–', 'Sun22–', 'Mon23 ', 'Tue24due']);
  expect(part.getByText('Due Wed, Nov 25, too: The visit of Dec 10, 2026, Botox, was scheduled on Nov 24, 2026.')).toBeVisible();
});

test('many days are no strip, and what is overdue says since when', async () => {
  await open([{ ...costQuestion, started_at: '2026-11-02T15:00:00Z' }], '2026-11-30');
  expect(await screen.findByText('Overdue since Nov 24, 2026')).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('nothing is drawn while no estimate is due', async () => {
  await open([{ ...costQuestion, closed_at: '2026-11-20T15:00:00Z', ending: 'issued' }], '2026-11-24');
  expect(await screen.findByText('Below')).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('a change has a day of its own', () => {
  expect(reason({ ...clock, cause: 'changed' }, 'America/New_York')).toBe('The estimate changed on Nov 24, 2026. A new version is due 1 business day before the service.');
});
