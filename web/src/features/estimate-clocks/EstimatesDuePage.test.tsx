import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Permission } from '@/api/permissions';
import { Component as EstimatesDuePage } from '@/features/estimate-clocks/EstimatesDuePage';
import { clock } from '@/features/estimate-clocks/testing';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

beforeEach(
  () => void vi.useFakeTimers({ now: new Date('2026-11-27T15:00:00Z'), toFake: ['Date'] }),
);
afterEach(() => void vi.useRealTimers());

const user = userEvent.setup();
const settings = { members: [], version: 0, updated_at: null, updated_by: null };

async function open(permissions: Permission[] = ['estimate.read', 'estimate.write']) {
  const requested: string[] = [];
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...sessionWith('estimate.read'), permissions }),
    ),
    http.get('*/api/estimate-clocks', ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested.push(query.toString());
      if (query.has('cause')) return HttpResponse.json([]);
      if (query.has('closed'))
        return HttpResponse.json([
          {
            ...clock,
            closed_at: '2026-11-25T15:00:00Z',
            ending: 'issued',
            closed_by: 'Noah Kim',
            estimate_id: 9,
            estimate_version: 2,
          },
        ]);
      if (query.get('after') === '3')
        return HttpResponse.json([
          { ...clock, id: 4, patient_name: 'Bea Harrow', due_on: '2026-12-02' },
        ]);
      return HttpResponse.json([clock], {
        headers: { Link: '</api/estimate-clocks?after=3&limit=50>; rel="next"' },
      });
    }),
    http.get('*/api/estimate-clocks/settings', () => HttpResponse.json(settings)),
    http.get('*/api/team', () =>
      HttpResponse.json([{ id: 5, first_name: 'Dana', last_name: 'Reyes', status: 'active' }]),
    ),
  );
  await renderSignedIn({ path: '/', element: <EstimatesDuePage /> });
  return requested;
}

test('the list says when, why and for how long, page by page', async () => {
  await open();
  const table = within(
    await screen.findByRole('table', { name: 'Estimates and when they are due' }),
  );
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute(
    'href',
    '/gfe-estimate/7',
  );
  for (const words of ['Overdue since Nov 25, 2026', 'Visit scheduled', '3 days'])
    expect(table.getByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more estimates' }));
  expect(await table.findByText('Due Wed, Dec 2')).toBeVisible();
});

test('the filter is sent, and one that finds nothing can be cleared', async () => {
  const requested = await open();
  await screen.findByRole('table');
  await user.selectOptions(screen.getByLabelText('State'), 'true');
  expect(await screen.findByText('Estimate issued, version 2')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Cause'), 'changed');
  expect(await screen.findByText('No estimate like this')).toBeVisible();
  expect(requested.at(-1)).toBe('closed=true&cause=changed');
  await user.click(screen.getByRole('button', { name: 'Show all that are due' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

test('one is closed with a reason', async () => {
  await open();
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/estimate-clocks/3/close', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...clock, ending: 'by_hand' });
    }),
  );
  await user.click(
    await screen.findByRole('button', { name: /^Close the estimate due for Amelia Hart/ }),
  );
  const form = within(await screen.findByRole('dialog', { name: 'Close without issuing' }));
  await user.click(form.getByRole('button', { name: 'Close' }));
  expect(await form.findByText('Reason is required')).toBeVisible();
  await user.type(form.getByLabelText(/^Reason/), 'Given on paper');
  await user.click(form.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('The estimate is not owed any more.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'Given on paper' }]);
});

test('who is mailed is chosen by those who may change settings', async () => {
  await open(['estimate.read', 'clinic.settings.write']);
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/estimate-clocks/settings', async ({ request }) => {
      sent.push(await request.json(), request.headers.get('If-Match'));
      return HttpResponse.json({ ...settings, version: 1 });
    }),
  );
  expect(await screen.findByText(/to the owner\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change who is mailed' }));
  const form = within(await screen.findByRole('dialog', { name: 'Mail about estimates due' }));
  await user.click(await form.findByLabelText('Dana Reyes'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The members who are mailed are saved.')).toBeVisible();
  expect(sent).toEqual([{ member_ids: [5] }, '0']);
});

test('a role that may not see estimates is told so', async () => {
  await open(['appointment.list']);
  expect(await screen.findByText(/estimates/, { selector: 'p' })).toBeVisible();
});

test('whom to ask about coverage is listed below, for who sees visits', async () => {
  const due = {
    patient_id: 9,
    patient_name: 'Cleo Lind',
    due_on: '2026-11-26',
    starts_at: '2026-12-01T15:00:00Z',
  };
  server.use(
    http.get('*/api/dashboard', () => HttpResponse.json({ estimates: [due], estimates_total: 60 })),
  );
  await open(['estimate.read', 'appointment.list']);
  const panel = within(await screen.findByRole('region', { name: 'Coverage to ask about: 60' }));
  expect(panel.getByRole('link', { name: 'Cleo Lind' })).toHaveAttribute(
    'href',
    '/patients/9#coverage',
  );
  expect(panel.getByText('If self-pay, the estimate is overdue, visit Dec 1, 2026')).toBeVisible();
  expect(
    panel.getByText(
      'Listed by the date of the visit: the first 1. The others follow once these are asked.',
    ),
  ).toBeVisible();
});
