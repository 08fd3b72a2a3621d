import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { Charge, ChargeWatch } from '@/api/generated';
import { ChargesAgainst } from '@/features/charges/ChargesAgainst';
import { charge, watch } from '@/features/charges/testing';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const failure = () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 });

async function open(charges: Charge[] | Response, answer: ChargeWatch = watch) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(ownerSession)),
    http.get('*/api/patients/7/charges', () =>
      charges instanceof Response ? charges : HttpResponse.json(charges),
    ),
    http.get('*/api/appointments/31/charge-watch', () => HttpResponse.json(answer)),
  );
  const view = await renderSignedIn({
    path: '/',
    element: <ChargesAgainst patientId={7} estimateId={9} />,
  });
  return view.store;
}

test('each provider’s charges stand beside what may be disputed from on', async () => {
  await open([{ ...charge, id: 52, appointment_id: null }, charge]);
  const row = within(
    await screen.findByRole('list', { name: 'Charges against the estimate' }),
  ).getByRole('listitem');
  expect(row).toHaveTextContent('Noah Kim$450.00$300.00 above the estimateDisputable from $550.00');
  expect(screen.getByText('Visit of Nov 24, 2026. Estimate version 2.')).toBeVisible();
});

test('without an estimate there is no limit', async () => {
  await open([charge], {
    ...watch,
    estimate: null,
    providers: [{ provider: 'Noah Kim', expected: null, charged: 450, over: null, level: 'quiet' }],
  });
  expect(
    await screen.findByText('Visit of Nov 24, 2026. No issued estimate covers this visit.'),
  ).toBeVisible();
  expect(screen.queryByText(/^Disputable/)).not.toBeInTheDocument();
});

test('nothing charged is said', async () => {
  await open([]);
  expect(await screen.findByText('No visit is charged yet.')).toBeVisible();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(failure());
  expect(await screen.findByText('The charges could not be loaded.')).toBeVisible();
  log.mockRestore();
});

test('a failed refresh is said above what was loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const store = await open([charge]);
  expect(await screen.findByRole('listitem')).toBeVisible();
  server.use(
    http.get('*/api/patients/7/charges', failure),
    http.get('*/api/appointments/31/charge-watch', failure),
  );
  store.dispatch(generatedApi.util.invalidateTags(['charges']));
  expect(await screen.findByText('The charges could not be loaded.')).toBeVisible();
  expect(await screen.findByText('The charges of this visit could not be loaded.')).toBeVisible();
  expect(screen.getByRole('listitem')).toHaveTextContent('Noah Kim$450.00');
  log.mockRestore();
});

/** A first page without a charge of a visit that counts, and what comes after it. */
function openPages(next: () => Response) {
  const other = [
    { ...charge, id: 60, appointment_id: null },
    {
      ...charge,
      id: 59,
      appointment_id: 33,
      voided_at: '2026-11-25T15:00:00Z',
      voided_by: 'Dana Reyes',
      void_reason: 'Twice',
    },
  ];
  const opened = open([]);
  server.use(
    http.get('*/api/patients/7/charges', ({ request }) =>
      new URL(request.url).searchParams.get('after') === '59'
        ? next()
        : HttpResponse.json(other, {
            headers: { Link: '</api/patients/7/charges?after=59&limit=20>; rel="next"' },
          }),
    ),
  );
  return opened;
}

test('the charged visit is looked for in all pages, and a voided charge is none', async () => {
  await openPages(() => HttpResponse.json([charge]));
  expect(await screen.findByText('Visit of Nov 24, 2026. Estimate version 2.')).toBeVisible();
});

test('an earlier page that fails is said, and not that nothing is charged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await openPages(failure);
  expect(await screen.findByText('The earlier charges could not be loaded.')).toBeVisible();
  expect(screen.queryByText('No visit is charged yet.')).not.toBeInTheDocument();
  log.mockRestore();
});

test('another estimate than the one that is shown is named', async () => {
  await open([charge], {
    ...watch,
    estimate: { estimate_id: 12, version: 1, issued_at: '2026-11-11T03:30:00Z', total: 150 },
  });
  expect(
    await screen.findByText(
      'Visit of Nov 24, 2026. The newest issued estimate that covers this visit is another one: version 1, issued Nov 10, 2026.',
    ),
  ).toBeVisible();
});
