import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LoyaltyBalance, LoyaltyRule, Session } from '@/api/generated';
import { Component as LoyaltyPage } from '@/features/loyalty/LoyaltyPage';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { consultation, microneedling, peel } from '@/testing/services';

const amelia: LoyaltyBalance = { patient_id: 101, first_name: 'Amelia', last_name: 'Hart', points: 1250, is_archived: false };
const sofia: LoyaltyBalance = { patient_id: 102, first_name: 'Sofia', last_name: 'Abbot', points: 0, is_archived: false };
const refused = () => HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });
const user = userEvent.setup();

let kept: { rules: LoyaltyRule[]; sent: unknown[]; versions: (string | null)[] };
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  kept = { rules: [{ id: 1, service: 'Botox', points: 20, version: 3 }], sent: [], versions: [] };
  server.use(
    http.get('*/api/loyalty/rules', () => HttpResponse.json(kept.rules)),
    http.get('*/api/loyalty/balances', () => HttpResponse.json([sofia, amelia])),
    http.post('*/api/loyalty/rules', async ({ request }) => {
      const body = (await request.json()) as Pick<LoyaltyRule, 'service' | 'points'>;
      const before = kept.rules.find(({ service }) => service === body.service);
      kept.versions.push(request.headers.get('If-Match'));
      if (request.headers.get('If-Match') !== String(before?.version ?? 0)) return HttpResponse.json({ error: 'Somebody else changed this.', code: 'stale' }, { status: 412 });
      kept.sent.push(body);
      const rule = { id: before?.id ?? kept.rules.length + 1, ...body, version: (before?.version ?? 0) + 1 };
      kept.rules = [...kept.rules.filter(({ id }) => id !== rule.id), rule];
      return HttpResponse.json(rule, { status: 201 });
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

function open(session: Session = sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read')) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderSignedIn([{ path: '/', element: <LoyaltyPage /> }, { path: '*', element: 'elsewhere' }]);
}

const points = () => screen.getByLabelText('Points');
const save = () => user.click(screen.getByRole('button', { name: 'Save rule' }));

async function type(text: string) {
  await screen.findByRole('table', { name: 'Points by service' });
  await user.clear(points());
  await user.type(points(), text);
}

test('begins with ten points for Botox, of the eight services', async () => {
  await open();
  const service = await screen.findByLabelText('Service');
  expect(service).toHaveValue('Botox');
  expect(within(service).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Botox', 'PRP/PRF Face', 'PRP Hair Restoration', 'EZ Gel Face', 'EZ Gel Hands', 'Microneedling', 'Consultation', 'Follow-up',
  ]);
  expect(points()).toHaveValue('10');
});

test("with a catalogue of its own, of the clinic's services, and begins with the first where there is no Botox", async () => {
  server.use(http.get('*/api/services', () => HttpResponse.json([microneedling, consultation, peel])));
  await open({ ...sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read'), modules: ['services'] });
  const service = await screen.findByLabelText('Service');
  await waitFor(() => expect(within(service).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Microneedling', 'Consultation']));
  expect(service).toHaveValue('Microneedling');
  expect(hasUnsavedWork()).toBe(false);
  await save();
  await waitFor(() => expect(kept.sent).toEqual([{ service: 'Microneedling', points: 10 }]));
  await waitFor(() => expect(service).toHaveValue('Microneedling'));
});

test('a new rule is saved, confirmed and listed, and the form is blank again', async () => {
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  expect(hasUnsavedWork()).toBe(true);
  await save();
  expect(await screen.findByText('Follow-up earns 35 points.')).toBeVisible();
  expect(await screen.findByRole('row', { name: 'Follow-up 35' })).toBeVisible();
  expect(kept.sent).toEqual([{ service: 'Follow-up', points: 35 }]);
  expect(points()).toHaveValue('10');
  expect(screen.getByLabelText('Service')).toHaveValue('Botox');
  expect(hasUnsavedWork()).toBe(false);
});

test('saving a service again updates its rule, and says so before', async () => {
  await open();
  await type('15');
  expect(await screen.findByText('Earns 20 points now. Saving changes that.')).toBeVisible();
  await save();
  expect(await screen.findByRole('row', { name: 'Botox 15' })).toBeVisible();
  expect(screen.getAllByRole('row', { name: /Botox/ })).toHaveLength(1);
});

test('a changed rule is taken back by Undo, and a first one is removed by it', async () => {
  const removed = vi.fn();
  server.use(http.delete('*/api/loyalty/rules/:id', ({ request, params }) => {
    removed(params['id'], request.headers.get('If-Match'));
    return new HttpResponse(null, { status: 204 });
  }));
  await open();
  await type('15');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Undo: Botox earns 15 points.' }));
  expect(await screen.findByRole('row', { name: 'Botox 20' })).toBeVisible();
  expect(kept.versions).toEqual(['3', '4']);
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Undo: Follow-up earns 10 points.' }));
  await waitFor(() => expect(removed).toHaveBeenCalledWith(expect.any(String), '1'));
});

test('what somebody else saved meanwhile is shown, and what was typed is saved over it only once more', async () => {
  await open();
  await type('15');
  kept.rules = [{ id: 1, service: 'Botox', points: 25, version: 4 }];
  await save();
  expect(await screen.findByText(/Somebody else has changed this rule meanwhile: Botox earns 25 points now/)).toBeVisible();
  expect(await screen.findByText('Earns 25 points now. Saving changes that.')).toBeVisible();
  expect(points()).toHaveValue('15');
  expect(kept.sent).toEqual([]);
  await save();
  expect(await screen.findByRole('row', { name: 'Botox 15' })).toBeVisible();
  expect(kept.versions).toEqual(['3', '4']);
});

test('a first rule is saved only while there is none', async () => {
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  kept.rules.push({ id: 2, service: 'Follow-up', points: 5, version: 1 });
  await save();
  expect(await screen.findByText(/Follow-up earns 5 points now/)).toBeVisible();
  expect([kept.sent, kept.versions]).toEqual([[], ['0']]);
});

test('before the rules are loaded, one is not saved over another that nobody has seen', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const opened = open();
  server.use(http.get('*/api/loyalty/rules', async () => {
    await held;
    return HttpResponse.json(kept.rules);
  }));
  await opened;
  await screen.findByRole('button', { name: 'Save rule' });
  await save();
  await waitFor(() => expect(kept.versions).toEqual(['0']));
  act(answer);
  expect(await screen.findByText(/Botox earns 20 points now/)).toBeVisible();
  expect(kept.sent).toEqual([]);
});

test('words become 0 as soon as the field is left', async () => {
  await open();
  await type('many');
  expect(points()).toHaveValue('many');
  await user.tab();
  expect(points()).toHaveValue('0');
  await save();
  expect(await screen.findByText('Botox earns 0 points.')).toBeVisible();
  expect(kept.sent).toEqual([{ service: 'Botox', points: 0 }]);
});

test('words that are sent by Enter become 0 too, and stay so when saving fails', async () => {
  server.use(http.post('*/api/loyalty/rules', refused));
  await open();
  await type('many{Enter}');
  expect(await screen.findByText('Something broke.')).toBeVisible();
  expect(points()).toHaveValue('0');
});

test('points that are not valid are not sent', async () => {
  await open();
  await type('2.5');
  await save();
  expect(await screen.findByText('Enter a whole number from 0 to 999,999.')).toBeVisible();
  expect(points()).toHaveFocus();
  expect(kept.sent).toEqual([]);
});

test('a failed save is logged and reported, and keeps the form', async () => {
  server.use(http.post('*/api/loyalty/rules', () => HttpResponse.error(), { once: true }));
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Consultation');
  await save();
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(logged).toHaveBeenCalledWith('Saving the loyalty rule failed', expect.objectContaining({ message: 'Request failed' }));
  expect(points()).toHaveValue('35');
  expect(screen.getByLabelText('Service')).toHaveValue('Consultation');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: 'Consultation 35' })).toBeVisible();
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

test('what the server finds wrong stands beside its field', async () => {
  server.use(http.post('*/api/loyalty/rules', () => HttpResponse.json({ error: 'Not valid.', code: 'invalid', fields: { points: 'At most 1,000.' } }, { status: 422 })));
  await open();
  await type('5000');
  await save();
  expect(await screen.findByText('At most 1,000.')).toBeVisible();
  expect(points()).toHaveAccessibleDescription('At most 1,000.');
});

test('balances stand in the order of the patients and lead to their records', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Points by patient' }));
  expect(table.getAllByRole('row').slice(1).map(({ textContent }) => textContent)).toEqual(['Sofia AbbotOpen0', 'Amelia HartOpen1,250']);
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute('href', '/patients/101');
});

test('every balance can be reached, fifty at a time', async () => {
  const all = Array.from({ length: 120 }, (_, at) => ({ ...amelia, patient_id: at + 1 }));
  server.use(http.get('*/api/loyalty/balances', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const from = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit'));
    const page = all.slice(from, from + limit);
    return HttpResponse.json(page, { headers: linkHeader('/api/loyalty/balances', page.length === limit ? page.at(-1)?.patient_id : undefined) });
  }));
  await open();
  const table = within(await screen.findByRole('table', { name: 'Points by patient' }));
  expect(table.getAllByRole('link')).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(table.getAllByRole('link')).toHaveLength(100));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(table.getAllByRole('link')).toHaveLength(120));
  expect(new Set(table.getAllByRole('link').map((link) => link.getAttribute('href'))).size).toBe(120);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('the last page offers no further one', async () => {
  server.use(http.get('*/api/loyalty/balances', ({ request }) => {
    const from = Number(new URL(request.url).searchParams.get('after') ?? 0);
    return HttpResponse.json(Array.from({ length: from ? 10 : 50 }, (_, at) => ({ ...amelia, patient_id: from + at + 1 })), { headers: linkHeader('/api/loyalty/balances', from ? undefined : 50) });
  }));
  await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument());
  expect(within(screen.getByRole('table', { name: 'Points by patient' })).getAllByRole('link')).toHaveLength(60);
});

test('a page that fails keeps those before it and can be tried again', async () => {
  let fails = true;
  server.use(http.get('*/api/loyalty/balances', ({ request }) => {
    const from = Number(new URL(request.url).searchParams.get('after') ?? 0);
    if (from && fails) return refused();
    return HttpResponse.json(Array.from({ length: from ? 10 : 50 }, (_, at) => ({ ...amelia, patient_id: from + at + 1 })), { headers: linkHeader('/api/loyalty/balances', from ? undefined : 50) });
  }));
  await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('More balances could not be loaded.')).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Points by patient' })).getAllByRole('link')).toHaveLength(50);
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
  ['rules', 'The point rules could not be loaded.', 'Botox 20'],
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
  expect(await screen.findByRole('row', { name: 'Botox 20' })).toBeVisible();
  expect(screen.getByText('Your role does not open the form for point rules.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save rule' })).not.toBeInTheDocument();
});

test('a role that reads the rules only sees no balances, and none are fetched', async () => {
  const requested = vi.fn(() => HttpResponse.json([amelia]));
  server.use(http.get('*/api/loyalty/balances', requested));
  await open({ ...staffSession, permissions: [...staffSession.permissions, 'loyalty.read'] });
  expect(await screen.findByRole('row', { name: 'Botox 20' })).toBeVisible();
  expect(screen.getByText('Your role does not open the patients’ points.')).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
});

test('who changed what a service earns is read from the list', async () => {
  server.use(http.get('*/api/field-changes', () => HttpResponse.json([{ field: 'points', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' }])));
  await open(sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read', 'field_change.read'));
  await user.click((await screen.findAllByRole('button', { name: /^Who changed the points for / }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: /^Changes to the rule for / }));
  expect(await dialog.findByRole('row', { name: 'Points Dana Reyes Feb 1, 2026, 10:00 AM' })).toBeVisible();
});

test('whoever may not read changes gets no button for them', async () => {
  await open();
  await screen.findByRole('table', { name: 'Points by service' });
  expect(screen.queryByRole('button', { name: /^Who changed/ })).not.toBeInTheDocument();
});
