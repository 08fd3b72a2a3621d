import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Component as ReviewSettingsPage } from '@/features/review/ReviewSettingsPage';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const settings = {
  chart_due_hours: 72,
  share: 100,
  version: 0,
  providers: [
    { provider_id: 1, provider_name: 'Elena Moreau', share: null },
    { provider_id: 3, provider_name: 'Noah Kim', share: 20 },
  ],
};
const directors = [
  { id: 1, name: 'Elena Moreau' },
  { id: 5, name: 'Dana Reyes' },
];
const absence = {
  id: 9,
  director_id: 1,
  director_name: 'Elena Moreau',
  alternate_id: 5,
  alternate_name: 'Dana Reyes',
  alternate_approves: true,
  from_day: '2026-12-01',
  to_day: '2026-12-03',
};
let sent: { body: unknown; version: string | null }[];

beforeEach(() => {
  sent = [];
  screenOfWidth(1280);
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(absences = [absence], who = directors) {
  const keep = async (request: Request) =>
    void sent.push({ body: await request.json(), version: request.headers.get('If-Match') });
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('review.manage'))),
    http.get('*/api/review/settings', () => HttpResponse.json(settings)),
    http.get('*/api/review/absences', () => HttpResponse.json({ absences, directors: who })),
    http.get('*/api/review/punctuality', () =>
      HttpResponse.json([
        {
          provider_id: 3,
          provider_name: 'Noah Kim',
          recorded: 12,
          reviewed: 10,
          approved: 9,
          median_hours: 20.5,
          late: 1,
          returned: 2,
          on_time: 9,
          on_time_percent: 90,
        },
      ]),
    ),
    http.put('*/api/review/settings', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...settings, version: 1 });
    }),
    http.post('*/api/review/absences', async ({ request }) => {
      await keep(request);
      return HttpResponse.json(absence, { status: 201 });
    }),
  );
  await renderSignedIn(
    { path: '/review/settings', element: <ReviewSettingsPage /> },
    '/review/settings',
  );
}

test('says within how many hours what is reviewed, who is away, and who was punctual', async () => {
  await open();
  expect(
    await screen.findByText(
      'A chart is to be approved within 72 hours. Every treatment is reviewed.',
    ),
  ).toBeVisible();
  const own = within(
    await screen.findByRole('table', { name: 'Providers with a share of their own' }),
  );
  expect(
    own
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Noah Kim20%']);
  const away = within(await screen.findByRole('table', { name: 'Absences ahead' }));
  expect(away.getByText('Dec 1, 2026 – Dec 3, 2026')).toBeVisible();
  const punctual = within(await screen.findByRole('table', { name: 'Providers by their charts' }));
  expect(punctual.getAllByRole('row')[1]?.textContent).toBe('Noah Kim1210920.51290%');
});

test('hours and shares are changed, but not one’s own share', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit hours and shares' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hours and shares' }));
  expect(dialog.getByLabelText(/^Share of Elena Moreau/)).toBeDisabled();
  const hours = dialog.getByLabelText(/^Hours until a chart is late/);
  await userEvent.clear(hours);
  await userEvent.type(hours, '0');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number from 1 to 720.')).toBeVisible();
  await userEvent.clear(hours);
  await userEvent.type(hours, '48');
  await userEvent.clear(dialog.getByLabelText(/^Share of Noah Kim/));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText('Saved. The shares hold for treatments that are recorded from now on.'),
  ).toBeVisible();
  expect(sent).toEqual([
    {
      version: '0',
      body: {
        chart_due_hours: 48,
        share: 100,
        providers: [
          { provider_id: 1, share: null },
          { provider_id: 3, share: null },
        ],
      },
    },
  ]);
});

test('an absence names the director and somebody else', async () => {
  await open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add an absence' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Absence of a director' }));
  await userEvent.selectOptions(dialog.getByLabelText(/^In their place/), 'Elena Moreau');
  await userEvent.type(dialog.getByLabelText(/^First day/), '2026-12-01');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the absence' }));
  expect(await dialog.findByText('Choose somebody else.')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText(/^In their place/), 'Dana Reyes');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the absence' }));
  expect(await screen.findByText('Dana Reyes reviews in the place of Elena Moreau.')).toBeVisible();
  expect(sent[0]?.body).toEqual({
    director_id: 1,
    alternate_id: 5,
    from_day: '2026-12-01',
    to_day: '2026-12-01',
  });
});

test('a clinic with one director has nobody to name', async () => {
  await open([], [directors[0] as { id: number; name: string }]);
  expect(
    await screen.findByText('The clinic first needs a second director who can review.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add an absence' })).toBeNull();
});

test('on a tablet held upright numbers of a provider share columns', async () => {
  screenOfWidth(820);
  await open();
  const table = within(await screen.findByRole('table', { name: 'Providers by their charts' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Provider',
      'Recorded, to review',
      'Approved, in time',
      'Median hours',
      'Late, returned',
    ]),
  );
});
