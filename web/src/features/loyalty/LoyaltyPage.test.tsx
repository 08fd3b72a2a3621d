import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { server } from '@/testing/server';
import { amelia, refused, user, kept, logged, open, withRules } from '@/features/loyalty/testing';

withRules();

test('balances stand in the order of the patients and lead to their records', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Points by patient' }));
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Sofia AbbotOpen0', 'Amelia HartOpen1,250']);
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute('href', '/patients/101');
});

test('every balance can be reached, fifty at a time', async () => {
  const all = Array.from({ length: 120 }, (_, at) => ({ ...amelia, patient_id: at + 1 }));
  server.use(
    http.get('*/api/loyalty/balances', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const from = Number(query.get('after') ?? 0);
      const limit = Number(query.get('limit'));
      const page = all.slice(from, from + limit);
      return HttpResponse.json(page, {
        headers: linkHeader(
          '/api/loyalty/balances',
          page.length === limit ? page.at(-1)?.patient_id : undefined,
        ),
      });
    }),
  );
  await open();
  const table = within(await screen.findByRole('table', { name: 'Points by patient' }));
  expect(table.getAllByRole('link')).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(table.getAllByRole('link')).toHaveLength(100));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(table.getAllByRole('link')).toHaveLength(120));
  expect(new Set(table.getAllByRole('link').map((link) => link.getAttribute('href'))).size).toBe(
    120,
  );
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('the last page offers no further one', async () => {
  server.use(
    http.get('*/api/loyalty/balances', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('after') ?? 0);
      return HttpResponse.json(
        Array.from({ length: from ? 10 : 50 }, (_, at) => ({
          ...amelia,
          patient_id: from + at + 1,
        })),
        { headers: linkHeader('/api/loyalty/balances', from ? undefined : 50) },
      );
    }),
  );
  await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument(),
  );
  expect(
    within(screen.getByRole('table', { name: 'Points by patient' })).getAllByRole('link'),
  ).toHaveLength(60);
});

test('a page that fails keeps those before it and can be tried again', async () => {
  let fails = true;
  server.use(
    http.get('*/api/loyalty/balances', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('after') ?? 0);
      if (from && fails) return refused();
      return HttpResponse.json(
        Array.from({ length: from ? 10 : 50 }, (_, at) => ({
          ...amelia,
          patient_id: from + at + 1,
        })),
        { headers: linkHeader('/api/loyalty/balances', from ? undefined : 50) },
      );
    }),
  );
  await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('More balances could not be loaded.')).toBeVisible();
  expect(
    within(screen.getByRole('table', { name: 'Points by patient' })).getAllByRole('link'),
  ).toHaveLength(50);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(60));
  expect(screen.queryByText('More balances could not be loaded.')).not.toBeInTheDocument();
});

test('lists with nothing in them say so', async () => {
  kept.rules = [];
  server.use(http.get('*/api/loyalty/balances', () => HttpResponse.json([])));
  await open();
  expect(await screen.findByText('No rules yet')).toBeVisible();
  expect(await screen.findByText('No points yet')).toBeVisible();
});

test.each([
  ['rules', 'The point rules could not be loaded.', /^Botox 20( |$)/],
  ['balances', 'The balances could not be loaded.', 'Amelia Hart Open 1,250'],
])('%s that fail to load are logged and can be tried again', async (list, words, row) => {
  server.use(http.get(`*/api/loyalty/${list}`, refused, { once: true }));
  await open();
  expect(await screen.findByText(words)).toBeVisible();
  expect(logged).toHaveBeenCalledWith(words);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: row })).toBeVisible();
});

test('whoever may only read sees no form', async () => {
  await open(sessionWith('loyalty.read', 'loyalty.balance.read'));
  expect(await screen.findByRole('row', { name: /^Botox 20( |$)/ })).toBeVisible();
  expect(screen.getByText('Your role does not open the form for point rules.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save rule' })).not.toBeInTheDocument();
});

test('a role that reads the rules only sees no balances, and none are fetched', async () => {
  const requested = vi.fn(() => HttpResponse.json([amelia]));
  server.use(http.get('*/api/loyalty/balances', requested));
  await open({ ...staffSession, permissions: [...staffSession.permissions, 'loyalty.read'] });
  expect(await screen.findByRole('row', { name: /^Botox 20( |$)/ })).toBeVisible();
  expect(screen.getByText('Your role does not open the patients’ points.')).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
});
