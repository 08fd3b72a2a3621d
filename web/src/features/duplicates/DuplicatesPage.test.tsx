import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { SuspectedPair } from '@/api/generated';
import { Component as DuplicatesPage } from '@/features/duplicates/DuplicatesPage';
import { comparedAmelia } from '@/testing/duplicates';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const amelie = { ...comparedAmelia, id: 118, first_name: 'Amelie', phone: null };
const pair: SuspectedPair = {
  first: comparedAmelia,
  second: amelie,
  likeness: 'possible',
  reason: 'Same birth date, similar name',
};
let pairs: SuspectedPair[];
let sent: string[];

beforeEach(() => {
  pairs = [pair];
  sent = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/pairs', () => HttpResponse.json(pairs)),
    http.put('*/api/patients/101/distinct/118', ({ request }) => {
      sent.push(request.method);
      pairs = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/patients/101/distinct/118', ({ request }) => {
      sent.push(request.method);
      pairs = [pair];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = () =>
  renderScreen(
    { path: '/patients/duplicates', element: <DuplicatesPage /> },
    '/patients/duplicates',
  );

test('a pair is shown with both patients, in words and with the reason', async () => {
  open();
  const panel = within(await screen.findByRole('article', { name: 'Amelia Hart and Amelie Hart' }));
  expect(panel.getByText('Possibly the same person')).toBeVisible();
  expect(panel.getByText('Same birth date, similar name')).toBeVisible();
  expect(panel.getByText('Number 101, born Jan 10, 1980, (555) 010-1000')).toBeVisible();
  expect(
    panel.getByRole('link', { name: 'Open the record of Amelie Hart, number 118' }),
  ).toHaveAttribute('href', '/patients/118');
});

test('without pairs the page says so', async () => {
  pairs = [];
  open();
  expect(await screen.findByText('No possible duplicates')).toBeVisible();
});

test('pairs that could not be loaded are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/patients/pairs', () => refusal(422, 'invalid', 'No.'), { once: true }),
  );
  open();
  expect(await screen.findByText('The possible duplicates could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Amelia Hart and Amelie Hart' })).toBeVisible();
});

test('a further page begins where the one before ended', async () => {
  const requested: (string | null)[] = [];
  server.use(
    http.get('*/api/patients/pairs', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      requested.push(after);
      if (after)
        return HttpResponse.json([
          { ...pair, second: { ...amelie, id: 119, first_name: 'Emilia' } },
        ]);
      return HttpResponse.json([pair], {
        headers: { Link: '</api/patients/pairs?after=118-101&limit=20>; rel="next"' },
      });
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('article', { name: 'Amelia Hart and Emilia Hart' })).toBeVisible();
  expect(requested).toEqual([null, '118-101']);
});

test('a role without it sees no list', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.update'))),
  );
  open();
  expect(
    await screen.findByText('Your role does not open the list of possible duplicates.'),
  ).toBeVisible();
});

test('two people leave the list, and that can be taken back', async () => {
  open();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Not the same person: Amelia Hart and Amelie Hart' }),
  );
  expect(await screen.findByText('No possible duplicates')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('article', { name: 'Amelia Hart and Amelie Hart' })).toBeVisible();
  expect(sent).toEqual(['PUT', 'DELETE']);
});
