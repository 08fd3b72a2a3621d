import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ReviewChart, ReviewRow } from '@/api/generated';
import { Component as ReviewPage } from '@/features/review/ReviewPage';
import { chartOf, grace, kenji } from '@/features/review/testing';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

let sent: { call: string; body: unknown; version: string | null }[];

beforeEach(() => {
  sent = [];
  stubCanvas();
  screenOfWidth(1280);
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const amelia: ReviewRow = { ...grace, id: 92, patient_name: 'Amelia Hart', patient_id: 9 };

async function open(
  rows: ReviewRow[],
  {
    url = '/review',
    permissions = ownerSession.permissions as string[],
    charts = {} as Record<number, Partial<ReviewChart>>,
  } = {},
) {
  const state = { rows };
  const keep = async (request: Request) => {
    sent.push({
      call: new URL(request.url).pathname,
      body: await request.json(),
      version: request.headers.get('If-Match'),
    });
  };
  const part = (asked: string) => {
    const wanted = new URL(asked).searchParams.get('part');
    return state.rows.filter((row) =>
      wanted === 'returned'
        ? row.state === 'Returned'
        : row.state !== 'Returned' && (wanted !== 'ready' || row.is_complete),
    );
  };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions })),
    http.get('*/api/review/counts', () =>
      HttpResponse.json({
        all: state.rows.length,
        ready: 2,
        late: 1,
        returned: 0,
        chart_due_hours: 72,
        covering: [{ director_name: 'Dana Reyes', until: '2026-12-03' }],
        away: [],
      }),
    ),
    http.get('*/api/review/:id', ({ params }) => {
      const row = state.rows.find(({ id }) => id === Number(params['id']));
      return row
        ? HttpResponse.json({ ...chartOf(row), ...charts[row.id] })
        : HttpResponse.json({ error: 'x', code: 'not_found' }, { status: 404 });
    }),
    http.get('*/api/review', ({ request }) => HttpResponse.json(part(request.url))),
    http.post('*/api/treatments/:id/approve', async ({ request, params }) => {
      await keep(request);
      state.rows = state.rows.filter(({ id }) => id !== Number(params['id']));
      return HttpResponse.json(chartOf(grace).treatment);
    }),
    http.post('*/api/review/approvals', async ({ request }) => {
      await keep(request);
      state.rows = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/review/:id/:what', async ({ request, params }) => {
      await keep(request);
      state.rows = state.rows.filter(({ id }) => id !== Number(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const view = await renderSignedIn(
    [
      { path: '/review', element: <ReviewPage /> },
      { path: '*', element: null },
    ],
    url,
  );
  return { ...view, state };
}

const queue = async () => within(await screen.findByRole('region', { name: 'Queue' }));
const chart = async () => within(await screen.findByRole('region', { name: 'Chart' }));
const row = async (who: string) =>
  within((await (await queue()).findByText(who)).closest('li') as HTMLElement);
async function sign(dialog: string) {
  const at = within(await screen.findByRole('dialog', { name: dialog }));
  await userEvent.click(at.getByRole('button', { name: 'Type instead' }));
  await userEvent.type(at.getByLabelText('Full name'), 'Elena Moreau');
  return at;
}

test('each chart says what it is complete in, how long it may wait, and the first is open beside the list', async () => {
  await open([kenji, grace]);
  const late = await row('Kenji Nakamura');
  expect(late.getByRole('img', { name: '6 of 7 complete: No lot' })).toBeVisible();
  expect(late.getByText('Late 18 h')).toBeVisible();
  expect(late.getByText('Botox 24 U, Noah Kim, waits 3 days')).toBeVisible();
  const ready = await row('Grace Okonkwo');
  expect(ready.getByRole('img', { name: '7 of 7 complete' })).toBeVisible();
  expect(ready.getByText('48 h left')).toBeVisible();
  const first = await chart();
  expect(await first.findByRole('heading', { name: 'Kenji Nakamura' })).toBeVisible();
  expect(first.getByText('Migraine')).toBeVisible();
  expect(first.getByText('Botox 44 U, Aug 24, 2026')).toBeVisible();
  expect(first.getByText('No consent was signed for this treatment.')).toBeVisible();
  expect(await screen.findByText('2 waiting, 1 over 72 hours')).toBeVisible();
  expect(await screen.findByText('For Dana Reyes (away until Dec 3, 2026)')).toBeVisible();
});

test('an exam that did not clear the service says so beside what was found', async () => {
  const uncleared: ReviewRow = {
    ...grace,
    ticks: { ...grace.ticks, exam: 'missing' },
    missing: 'Clearance had ended',
    is_complete: false,
  };
  await open([uncleared]);
  const first = await chart();
  expect(await first.findByText('Clearance had ended')).toBeVisible();
  expect(first.queryByText('Counted')).toBeNull();
  expect(
    (await row('Grace Okonkwo')).getByRole('img', { name: '6 of 7 complete: Clearance had ended' }),
  ).toBeVisible();
});

test('approving signs once, opens the next chart, and keeps the stroke for it', async () => {
  await open([grace, amelia]);
  const first = await chart();
  await userEvent.click(await first.findByRole('button', { name: 'Approve, next chart' }));
  const dialog = await sign('Sign and approve');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Grace Okonkwo: approved.')).toBeVisible();
  expect(sent).toEqual([
    { call: '/api/treatments/90/approve', body: { director_signature: stubPng }, version: '1' },
  ]);
  expect(await screen.findByRole('heading', { name: 'Amelia Hart' })).toBeVisible();
  const next = await chart();
  expect(next.getByText('Holds until 10:15 AM')).toBeVisible();
  await userEvent.click(next.getByRole('button', { name: 'Approve, next chart' }));
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('only complete charts that were opened are ticked, and they are approved with their versions', async () => {
  await open([kenji, grace, amelia]);
  await screen.findByRole('heading', { name: 'Kenji Nakamura' });
  expect((await row('Kenji Nakamura')).queryByRole('checkbox')).toBeNull();
  expect(
    (await row('Grace Okonkwo')).getByRole('checkbox', {
      name: 'Open the chart first: Grace Okonkwo, Botox',
    }),
  ).toBeDisabled();
  for (const who of ['Grace Okonkwo', 'Amelia Hart']) {
    await userEvent.click((await row(who)).getByRole('button'));
    await screen.findByRole('heading', { name: who });
    await userEvent.click(
      await (await row(who)).findByRole('checkbox', { name: `Approve with others: ${who}, Botox` }),
    );
  }
  await userEvent.click((await queue()).getByRole('button', { name: 'Approve 2 complete charts' }));
  const dialog = await sign('Approve 2 complete charts');
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Grace Okonkwo: Botox 24 U, Noah Kim',
    'Amelia Hart: Botox 24 U, Noah Kim',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve 2 charts' }));
  expect(await screen.findByText('2 charts approved.')).toBeVisible();
  expect(sent[0]?.body).toEqual({
    charts: [
      { id: 90, version: 1 },
      { id: 92, version: 1 },
    ],
    director_signature: stubPng,
  });
});

test('a chart to which something was added since is no longer ticked', async () => {
  const { state, store } = await open([grace, amelia]);
  await screen.findByRole('heading', { name: 'Grace Okonkwo' });
  await userEvent.click(
    await (await row('Grace Okonkwo')).findByRole('checkbox', { name: /^Approve with others/ }),
  );
  await userEvent.click((await row('Amelia Hart')).getByRole('button'));
  state.rows = [{ ...grace, version: 2 }, amelia];
  store.dispatch(generatedApi.util.invalidateTags(['review']));
  expect(
    await (await row('Grace Okonkwo')).findByRole('checkbox', { name: /^Open the chart first/ }),
  ).not.toBeChecked();
});

test('a chart is returned with a comment, and the next one opens', async () => {
  await open([kenji, grace]);
  const first = await chart();
  await userEvent.click(await first.findByRole('button', { name: 'Return' }));
  await userEvent.click(first.getByRole('button', { name: 'Return, next chart' }));
  expect(first.getByText('Comment is required')).toBeVisible();
  await userEvent.click(first.getByRole('button', { name: 'Lot unclear' }));
  await userEvent.type(
    first.getByRole('textbox', { name: 'Comment, kept in the chart' }),
    'which vial?',
  );
  await userEvent.click(first.getByRole('button', { name: 'Return, next chart' }));
  expect(await screen.findByText('Returned to Noah Kim.')).toBeVisible();
  expect(sent).toEqual([
    { call: '/api/review/91/return', body: { comment: 'Lot unclear: which vial?' }, version: null },
  ]);
  expect(await screen.findByRole('heading', { name: 'Grace Okonkwo' })).toBeVisible();
});

test('a returned one waits for its provider, and the return can be taken back', async () => {
  const returned = {
    id: 5,
    comment: 'Which lot?',
    by: 'Elena Moreau',
    at: '2026-11-20T10:00:00Z',
    ended: null,
    answer: null,
    answered_at: null,
  };
  await open([{ ...grace, state: 'Returned', returned }], { url: '/review?part=returned' });
  expect((await row('Grace Okonkwo')).getByText('With the provider')).toBeVisible();
  const first = await chart();
  expect(await first.findByText('Which lot?')).toBeVisible();
  expect(first.queryByRole('button', { name: 'Approve, next chart' })).toBeNull();
  await userEvent.click(first.getByRole('button', { name: 'Take the return back' }));
  expect(await screen.findByText('The return is taken back.')).toBeVisible();
  expect(sent[0]?.call).toBe('/api/review/90/withdraw');
});

test('one’s own is not approved here', async () => {
  await open([{ ...grace, is_own: true, may_approve: false, approval_refusal: 'own_treatment' }]);
  const first = await chart();
  expect(await first.findByText('Your own treatment: another director approves it.')).toBeVisible();
  expect(first.queryByRole('button', { name: /^(Approve|Return)/ })).toBeNull();
  expect((await row('Grace Okonkwo')).queryByRole('checkbox')).toBeNull();
});

test('a stale chart is said so, and the signature stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([grace]);
  server.use(
    http.post('*/api/treatments/:id/approve', () =>
      HttpResponse.json({ error: 'Stale', code: 'stale' }, { status: 412 }),
    ),
  );
  await userEvent.click(
    await (await chart()).findByRole('button', { name: 'Approve, next chart' }),
  );
  const dialog = await sign('Sign and approve');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(
    await dialog.findByText(
      'Something was added to the chart since you opened it. Please look at it again. Nothing was approved.',
    ),
  ).toBeVisible();
});

test('on a phone the list comes first, and the chart has a way back', async () => {
  screenOfWidth(390);
  await open([grace, amelia]);
  expect(await (await queue()).findByText('Grace Okonkwo')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Chart' })).toBeNull();
  await userEvent.click((await row('Amelia Hart')).getByRole('button'));
  const opened = await chart();
  expect(await opened.findByRole('heading', { name: 'Amelia Hart' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull();
  await userEvent.click(opened.getByRole('button', { name: 'Back to the queue' }));
  expect(await (await queue()).findByText('Grace Okonkwo')).toBeVisible();
});

test('Alt with the arrows opens the next and the former chart', async () => {
  await open([kenji, grace]);
  await screen.findByRole('heading', { name: 'Kenji Nakamura' });
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await screen.findByRole('heading', { name: 'Grace Okonkwo' })).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(await screen.findByRole('heading', { name: 'Kenji Nakamura' })).toBeVisible();
});

test('nothing waits, a failure, and no permission', async () => {
  const { unmount } = await open([]);
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  unmount();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([grace]);
  server.use(
    http.get('*/api/review', () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 })),
  );
  const failing = await opened;
  expect(await screen.findByText('The charts could not be loaded.')).toBeVisible();
  log.mockRestore();
  failing.unmount();
  await open([grace], { permissions: ['treatment.list'] });
  await waitFor(() => expect(screen.getByText(/charts that wait for review/)).toBeVisible());
});
