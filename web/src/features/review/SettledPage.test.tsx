import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { SettledChart } from '@/api/generated';
import { Component as SettledPage } from '@/features/review/SettledPage';
import { refusal, without } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const user = userEvent.setup();

const approved: SettledChart = {
  id: 9,
  patient_id: 7,
  patient_name: 'Ingrid Solberg',
  treatment_type: 'Botox',
  areas: 'Forehead',
  units: 24,
  provider_id: 3,
  provider_name: 'Noah Kim',
  created_at: '2026-02-10T16:00:00Z',
  state: 'approved',
  approved_at: '2026-02-11T16:00:00Z',
  approved_by: 'Dana Reyes',
};
const leftOut: SettledChart = {
  ...approved,
  id: 8,
  patient_name: 'Bea Harrow',
  state: 'not_selected',
  approved_at: null,
  approved_by: null,
};

async function open(session = sessionWith('treatment.approve')) {
  const requested: string[] = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get('*/api/team', () =>
      HttpResponse.json([
        { id: 3, first_name: 'Noah', last_name: 'Kim', role: 'Nurse' },
        { id: 2, first_name: 'Dana', last_name: 'Reyes', role: 'Medical Director' },
        { id: 5, first_name: 'Uma', last_name: 'Desk', role: 'Receptionist' },
      ]),
    ),
    http.get('*/api/review/settled', ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested.push(query.toString());
      if (query.has('from')) return HttpResponse.json([]);
      if (query.get('after') === '9') return HttpResponse.json([leftOut]);
      return HttpResponse.json([approved], {
        headers: { Link: '</api/review/settled?after=9&limit=50>; rel="next"' },
      });
    }),
  );
  await renderSignedIn({ path: '/', element: <SettledPage /> });
  return requested;
}

test('approved charts are told apart from those that are not selected, page by page', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Charts that wait for nobody' }));
  expect(
    table.getByRole('row', {
      name: /Ingrid Solberg Botox 24 U Forehead Noah Kim .* Approved Dana Reyes/,
    }),
  ).toBeVisible();
  expect(table.getByRole('link', { name: 'Ingrid Solberg' })).toHaveAttribute(
    'href',
    '/patients/7',
  );
  expect(
    table.getByRole('link', { name: 'Open the chart: Botox of Ingrid Solberg' }),
  ).toHaveAttribute('href', '/review?chart=9');
  await user.click(screen.getByRole('button', { name: 'Show earlier charts' }));
  expect(await table.findByRole('row', { name: /Bea Harrow .* Not selected —/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier charts' })).not.toBeInTheDocument();
});

test('the filter is sent, and one that finds nothing can be cleared', async () => {
  const requested = await open();
  await screen.findByRole('table');
  await user.selectOptions(screen.getByLabelText('State'), 'approved');
  await within(screen.getByLabelText('Recorded by')).findByRole('option', { name: 'Noah Kim' });
  await user.selectOptions(screen.getByLabelText('Recorded by'), 'Noah Kim');
  await user.selectOptions(screen.getByLabelText('Approved by'), 'Dana Reyes');
  expect(
    within(screen.getByLabelText('Recorded by')).queryByText('Uma Desk'),
  ).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Recorded from'), '2026-02-01');
  expect(await screen.findByText('No chart like this')).toBeVisible();
  expect(requested.at(-1)).toBe('state=approved&provider_id=3&approved_by=2&from=2026-02-01');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

test('days in the wrong order are said and not requested for', async () => {
  const requested = await open();
  await screen.findByRole('table');
  await user.type(screen.getByLabelText('Recorded from'), '2026-02-10');
  await user.type(screen.getByLabelText('Recorded to'), '2026-02-01');
  expect(await screen.findByText('This is before the first day')).toBeVisible();
  expect(requested.some((query) => query.includes('to='))).toBe(false);
});

test('a clinic without approved charts, and a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open();
  server.use(http.get('*/api/review/settled', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  await opened;
  expect(await screen.findByText('The approved charts could not be loaded.')).toBeVisible();
  server.use(http.get('*/api/review/settled', () => HttpResponse.json([])));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No chart is approved yet')).toBeVisible();
});

test('a role that approves nothing is told so', async () => {
  await open(without('treatment.approve'));
  expect(screen.getByText(/the charts that were reviewed/)).toBeVisible();
});
