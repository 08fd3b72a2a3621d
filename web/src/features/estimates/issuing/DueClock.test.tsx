import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { EstimateClock } from '@/api/generated';
import { clock, coverage } from '@/features/estimate-clocks/testing';
import { DueClock, reason } from '@/features/estimates/issuing/DueClock';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

async function open(clocks: EstimateClock[] | undefined, today: string) {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions: ['estimate.read'] }),
    ),
    http.get('*/api/patients/7/coverage', () =>
      clocks
        ? HttpResponse.json({ ...coverage, today, clocks })
        : HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
    ),
  );
  const view = await renderSignedIn({ path: '/', element: <DueClock patientId={7} /> });
  await view.store.dispatch(generatedApi.endpoints.showPatientCoverage.initiate(7));
  return view.store;
}

/** Asked late in the evening of the clinic, when the day of UTC is the next one already. */
const costQuestion: EstimateClock = {
  ...clock,
  cause: 'asked',
  appointment_id: null,
  starts_at: null,
  service: null,
  started_at: '2026-11-20T03:30:00Z',
  asked_at: '2026-11-20T03:30:00Z',
  due_on: '2026-11-24',
};

test('the days until it is due are shown, with those of the weekend apart', async () => {
  await open(
    [
      costQuestion,
      { ...clock, id: 4, starts_at: '2026-12-11T04:00:00Z', started_at: '2026-11-25T04:59:00Z' },
    ],
    '2026-11-24',
  );
  const part = within(await screen.findByRole('region', { name: 'When it is due' }));
  expect(part.getByText('Due today')).toBeVisible();
  expect(
    part.getByText('Asked about the cost on Nov 19, 2026. An answer is due in 3 business days.'),
  ).toBeVisible();
  const days = part.getByRole('list', { name: 'Days until it is due' });
  expect([...days.children].map((day) => day.textContent)).toEqual([
    'Thu19begun',
    'Fri20 ',
    'Sat21–',
    'Sun22–',
    'Mon23 ',
    'Tue24due',
  ]);
  expect(
    part.getByText(
      'Due Wed, Nov 25, too: The visit of Dec 10, 2026, Botox, was scheduled on Nov 24, 2026.',
    ),
  ).toBeVisible();
});

test('many days are no strip, and what is overdue says since when', async () => {
  await open([{ ...costQuestion, started_at: '2026-11-03T03:30:00Z' }], '2026-11-30');
  expect(await screen.findByText('Overdue since Nov 24, 2026')).toBeVisible();
  expect(
    screen.getByText('Asked about the cost on Nov 19, 2026. An answer was due in 3 business days.'),
  ).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('nothing is drawn while no estimate is due', async () => {
  const store = await open([costQuestion], '2026-11-24');
  expect(await screen.findByRole('region', { name: 'When it is due' })).toBeVisible();
  const clocks = [{ ...costQuestion, closed_at: '2026-11-20T15:00:00Z', ending: 'issued' }];
  server.use(
    http.get('*/api/patients/7/coverage', () =>
      HttpResponse.json({ ...coverage, today: '2026-11-24', clocks }),
    ),
  );
  store.dispatch(generatedApi.util.invalidateTags(['estimate-clocks']));
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
});

test('a failure is not drawn as if nothing were due', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(undefined, '2026-11-24');
  expect(await screen.findByText('The due date could not be loaded.')).toBeVisible();
  log.mockRestore();
});

test('a change has a day of its own', () => {
  const changed = { ...clock, cause: 'changed', started_at: '2026-11-25T04:59:00Z' } as const;
  expect(reason(changed, 'America/New_York', '2026-11-25')).toBe(
    'The estimate changed on Nov 24, 2026. A new version is due 1 business day before the service.',
  );
  expect(reason(changed, 'America/New_York', '2026-11-26')).toBe(
    'The estimate changed on Nov 24, 2026. A new version was due 1 business day before the service.',
  );
});
