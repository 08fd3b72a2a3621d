import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Session } from '@/api/generated';
import { Component as ProtocolsPage } from '@/features/protocols/ProtocolsPage';
import {
  botox,
  keepingSession,
  own,
  ownBotox,
  protocols,
  text,
  whole,
} from '@/features/protocols/testing';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const user = userEvent.setup();
const director = keepingSession(
  'protocol.read',
  'protocol.manage',
  'protocol.sign',
  'treatment.create',
);
let sent: { path: string; body: unknown; version: string | null }[];

beforeEach(() => {
  sent = [];
  stubCanvas();
  screenOfWidth(1280);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settings = { every_treatment: false, version: 0, updated_at: null, updated_by: null };

async function open(
  session: Session = director,
  url = '/protocols',
  answers: { list?: unknown; mine?: unknown } = {},
) {
  const keep = async (request: Request) =>
    void sent.push({
      path: new URL(request.url).pathname,
      body: await request.json(),
      version: request.headers.get('If-Match'),
    });
  const answer = (found: unknown) =>
    found instanceof Response ? found.clone() : HttpResponse.json(found as object);
  const kept =
    (body: object | null, status: number) =>
    async ({ request }: { request: Request }) => {
      await keep(request);
      return body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status });
    };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get('*/api/protocols', () => answer(answers.list ?? protocols)),
    http.get('*/api/protocols/own', () => answer(answers.mine ?? own)),
    http.get('*/api/protocols/3', () => HttpResponse.json(whole)),
    http.get('*/api/protocols/settings', () => HttpResponse.json(settings)),
    http.put(
      '*/api/protocols/settings',
      kept({ ...settings, every_treatment: true, version: 1 }, 200),
    ),
    http.get('*/api/protocols/versions/31', () => HttpResponse.json(text)),
    http.post('*/api/protocols/versions/31/signature', kept(null, 204)),
    http.post('*/api/protocols/versions/31/retire', kept(null, 204)),
    http.post('*/api/protocols/drafts', kept(whole.drafts[0] ?? {}, 201)),
    http.post('*/api/protocols/drafts/8/sign', kept({ ...text.version, number: 4 }, 201)),
    http.put('*/api/protocols/drafts/8', kept({ ...whole.drafts[0], version: 3 }, 200)),
    http.post(
      '*/api/protocols/overrides',
      kept(
        {
          id: 1,
          provider_id: 4,
          provider_name: 'Priya Nair',
          service: 'Botox',
          reason: 'Tonight',
          valid_on: '2026-11-20',
          given_by: 'Dana Reyes',
          given_at: '2026-11-20T15:00:00Z',
        },
        201,
      ),
    ),
  );
  await renderSignedIn({ path: '/protocols', element: <ProtocolsPage /> }, url);
}

const rowsOf = async (name: string) =>
  (await screen.findByRole('table', { name })).querySelectorAll('tbody tr');

test('each service says how its protocol stands and who has not signed it', async () => {
  const list = {
    ...protocols,
    services: [
      botox,
      { ...botox, service: 'Fillers', protocol_id: 4, state: 'expired', days_left: -3, drafts: 1 },
      protocols.services[1],
    ],
    overrides: [
      {
        id: 1,
        provider_id: 4,
        provider_name: 'Priya Nair',
        service: 'Botox',
        reason: 'Tonight',
        valid_on: '2026-11-20',
        given_by: 'Dana Reyes',
        given_at: '2026-11-20T15:00:00Z',
      },
    ],
  };
  await open(director, '/protocols', { list });
  const rows = [...(await rowsOf('Protocols by service'))].map((row) => row.textContent);
  expect(rows[0]).toBe(
    'Botoxv3: Botox, adultsIn forceuntil Nov 20, 2027Dana ReyesNot signed: Priya NairOpen',
  );
  expect(rows[1]).toContain('Expireduntil Nov 20, 2027Draft to sign');
  expect(rows[2]).toBe('MicroneedlingNone—Write');
  expect(
    within(screen.getByRole('region', { name: 'Let pass today' })).getByText(
      /^Priya Nair, Botox: Tonight \(Dana Reyes, /,
    ),
  ).toBeVisible();
});

test('a provider reads what waits for the own signature, and signs it', async () => {
  await open(keepingSession('protocol.read'), '/protocols', {
    mine: { ...own, services: [{ ...ownBotox, agreed_at: null, awaits: true }] },
  });
  expect(await screen.findByText('1 protocol waits for your signature.')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Protocols by service' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Read and sign the protocol for Botox' }));
  expect(await screen.findByText('At most 60 units.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign as provider' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign the protocol' }));
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await dialog.findByText('Please sign in the box.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Type instead' }));
  await user.type(dialog.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Version 3 of the protocol for Botox is signed.')).toBeVisible();
  expect(sent).toMatchObject([{ path: '/api/protocols/versions/31/signature' }]);
});

test('a director reads the draft, signs the version that was read, and retires a protocol with a reason', async () => {
  await open(director, '/protocols?protocol=3');
  await user.click(await screen.findByRole('button', { name: 'Read and sign Botox, from 2027' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign version 4' }));
  expect(dialog.getByText('At most 50 units.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Type instead' }));
  await user.type(dialog.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(dialog.getByRole('button', { name: 'Sign protocol' }));
  expect(
    await screen.findByText('Version 4 of the protocol for Botox is signed, until Nov 20, 2027.'),
  ).toBeVisible();
  expect(sent).toMatchObject([{ path: '/api/protocols/drafts/8/sign', version: '2' }]);
  await user.click(screen.getByRole('button', { name: 'Retire' }));
  const end = within(await screen.findByRole('dialog', { name: 'Retire this protocol?' }));
  await user.click(end.getByRole('button', { name: 'Retire protocol' }));
  expect(await end.findByText('Reason is required')).toBeVisible();
  await user.type(end.getByLabelText(/^Reason/), 'A new law');
  await user.click(end.getByRole('button', { name: 'Retire protocol' }));
  expect(await screen.findByText('The protocol for Botox is retired.')).toBeVisible();
  expect(sent[1]).toMatchObject({
    path: '/api/protocols/versions/31/retire',
    body: { reason: 'A new law' },
  });
});

test('the next version begins with the present one, and a failure keeps what was typed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(director, '/protocols?protocol=3');
  await user.click(await screen.findByRole('button', { name: 'Write the next version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Next version' }));
  expect(dialog.getByLabelText(/^Title/)).toHaveValue('Botox, adults');
  const body = dialog.getByLabelText(/^Text of the protocol/);
  expect(body).toHaveValue('At most 60 units.');
  await user.clear(body);
  await user.type(body, 'At most 50 units.');
  server.use(
    http.post(
      '*/api/protocols/drafts',
      () => HttpResponse.json({ error: 'The server is busy.', code: 'busy' }, { status: 503 }),
      { once: true },
    ),
  );
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(await dialog.findByText(/^Not saved yet\./)).toBeVisible();
  expect(body).toHaveValue('At most 50 units.');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  expect(
    await screen.findByText(/^The next version of the protocol for Botox is saved\./),
  ).toBeVisible();
  expect(sent).toMatchObject([
    {
      path: '/api/protocols/drafts',
      body: {
        service: 'Botox',
        title: 'Botox, adults',
        body: '<p>At most 50 units.</p>',
        valid_from: null,
        valid_until: null,
      },
    },
  ]);
  log.mockRestore();
});

test('a director lets somebody else treat for the day, never themself', async () => {
  const session = { ...director, member: { ...director.member, id: 5 } };
  await open(session);
  await user.click(await screen.findByRole('button', { name: 'Let a treatment pass today' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Let a treatment pass today' }));
  const names = [...(await dialog.findByLabelText(/^Provider/)).querySelectorAll('option')].map(
    (option) => option.textContent,
  );
  expect(names).toEqual(['Choose', 'Priya Nair']);
  await user.click(dialog.getByRole('button', { name: 'Let pass today' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText(/^Provider/), 'Priya Nair');
  await user.selectOptions(dialog.getByLabelText(/^Service/), 'Botox');
  await user.type(dialog.getByLabelText(/^Reason/), 'Tonight');
  await user.click(dialog.getByRole('button', { name: 'Let pass today' }));
  expect(
    await screen.findByText('Priya Nair may treat with Botox until the end of today.'),
  ).toBeVisible();
  expect(sent).toMatchObject([
    {
      path: '/api/protocols/overrides',
      body: { provider_id: 4, service: 'Botox', reason: 'Tonight' },
    },
  ]);
});

test('whether every treatment needs a protocol is a switch for those who change settings', async () => {
  await open({
    ...keepingSession(
      'protocol.read',
      'protocol.manage',
      'clinic.settings.read',
      'clinic.settings.write',
    ),
  });
  await user.click(await screen.findByRole('switch', { name: 'Every treatment needs a protocol' }));
  expect(await screen.findByText('Every treatment needs a protocol now.')).toBeVisible();
  expect(sent).toMatchObject([
    { path: '/api/protocols/settings', body: { every_treatment: true }, version: '0' },
  ]);
});

test('while nothing is there it says so', async () => {
  await open(keepingSession('protocol.read', 'protocol.manage', 'treatment.create'), '/protocols', {
    list: { ...protocols, services: [] },
    mine: { ...own, services: [] },
  });
  expect(await screen.findByText('No services yet')).toBeVisible();
  expect(await screen.findByText('No service has a protocol yet.')).toBeVisible();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(director, '/protocols', {
    list: HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
    mine: HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
  });
  expect(await screen.findByText('The protocols could not be loaded.')).toBeVisible();
  expect(await screen.findByText('Your protocols could not be loaded.')).toBeVisible();
  log.mockRestore();
});

test('a role without any part in it is told so', async () => {
  await open({ ...keepingSession(), permissions: ['patient.list'] });
  expect(await screen.findByText('Your role does not open the protocols.')).toBeVisible();
});

test('while the module is off the page says so', async () => {
  await open(sessionWith('protocol.read', 'protocol.manage'));
  expect(await screen.findByText('Protocols is switched off')).toBeVisible();
});
