import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { Permission } from '@/api/permissions';
import { Component as AdverseEventsPage } from '@/features/adverse-events/AdverseEventsPage';
import { adverseEvent } from '@/features/adverse-events/testing';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const user = userEvent.setup();

async function open(permission: Permission = 'adverse_event.list') {
  const requested: string[] = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(permission))),
    http.get('*/api/adverse-events', ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested.push(query.toString());
      if (query.has('severity')) return HttpResponse.json([]);
      if (query.get('after') === '3')
        return HttpResponse.json([{ ...adverseEvent, id: 2, patient_name: 'Bea Harrow' }]);
      return HttpResponse.json([adverseEvent], {
        headers: { Link: '</api/adverse-events?after=3&limit=50>; rel="next"' },
      });
    }),
  );
  await renderSignedIn({ path: '/', element: <AdverseEventsPage /> });
  return requested;
}

test('the list leads to the record of each client, page by page', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Reported events' }));
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute(
    'href',
    '/patients/7#adverse-events',
  );
  for (const words of ['Severe', 'Open', 'Not acknowledged', 'after Botox', 'Feb 20, 2026'])
    expect(table.getByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show earlier events' }));
  expect(await table.findByRole('link', { name: 'Bea Harrow' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier events' })).not.toBeInTheDocument();
});

test('the filter is sent, and one that finds nothing can be cleared', async () => {
  const requested = await open();
  await screen.findByRole('table');
  await user.selectOptions(screen.getByLabelText('State'), 'true');
  await user.selectOptions(screen.getByLabelText('Severity'), 'severe');
  expect(await screen.findByText('No adverse event like this')).toBeVisible();
  expect(requested.at(-1)).toBe('open=true&severity=severe');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

test('days in the wrong order are reported and not sent', async () => {
  const requested = await open();
  await screen.findByRole('table');
  await user.type(screen.getByLabelText('Began from'), '2026-02-10');
  await user.type(screen.getByLabelText('Began to'), '2026-02-01');
  expect(await screen.findByText('This is before the first day')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  expect(requested.some((query) => query.includes('to='))).toBe(false);
});

test('a clinic without events, a failure, and a role that may not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open();
  server.use(http.get('*/api/adverse-events', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  await opened;
  expect(await screen.findByText('The adverse events could not be loaded.')).toBeVisible();
  server.use(http.get('*/api/adverse-events', () => HttpResponse.json([])));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No adverse events reported')).toBeVisible();
});

test('a role that may not read the list is shown the reason', async () => {
  await open('adverse_event.read');
  expect(await screen.findByText(/the list of adverse events/)).toBeVisible();
});

test('on a tablet held upright facts of an event share columns', async () => {
  screenOfWidth(820);
  await open();
  const table = within(await screen.findByRole('table', { name: 'Reported events' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Client, event',
      'Began, next follow-up',
      'State',
      'Reported',
    ]),
  );
});
