import type { Page } from '@playwright/test';

import { call, openEmpty } from './api';
import { home } from './clinics';
import { asMember, password } from './members';
import { alertWith, notice, signed, type, type Form } from './offlineForm';
import { anySignature, withReauthentication } from './seed';
import { draw } from './signature';

interface Protocols {
  services: { service: string; protocol_id: number | null; version: { id: number } | null }[];
}

/** Switches the module on or off; the page shows it once it is loaded anew. */
async function turn(page: Page, on: boolean) {
  await call(page, 'PUT', '/api/clinic/modules/protocols', { on });
  await page.reload();
}

/** A draft of the protocol for Microneedling, with its protocol opened. */
async function withDraft(page: Page, title: string) {
  await turn(page, true);
  const { protocol_id } = await call<{ protocol_id: number }>(
    page,
    'POST',
    '/api/protocols/drafts',
    { service: 'Microneedling', title, body: '<p>Adults alone.</p>' },
  );
  await page.goto(`${home}/protocols?protocol=${protocol_id}`);
  return protocol_id;
}

/** Signs a version of the protocol for Microneedling, whose protocol is opened then. */
async function signedVersion(page: Page, title: string) {
  const protocol = await withDraft(page, title);
  const {
    drafts: [draft],
  } = await call<{ drafts: { id: number }[] }>(page, 'GET', `/api/protocols/${protocol}`);
  await withReauthentication(page, 'POST', `/api/protocols/drafts/${draft?.id ?? 0}/sign`, {
    signature: await anySignature(page, 120),
  });
  await page.reload();
}

/** A version that another director has signed, opened to be signed. */
async function versionOfAnother(page: Page, title: string) {
  await turn(page, true);
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser for another member.');
  await asMember(browser, 'Medical Director', async (directors, { id, email }) => {
    await withReauthentication(page, 'POST', `/api/team/${id}/confirm`);
    await openEmpty(directors);
    await call(directors, 'POST', '/api/auth/login', { email, password });
    const draft = await call<{ id: number }>(directors, 'POST', '/api/protocols/drafts', {
      service: 'Microneedling',
      title,
      body: '<p>Adults alone.</p>',
    });
    const version = await call<{ id: number }>(
      directors,
      'POST',
      `/api/protocols/drafts/${draft.id}/sign`,
      { signature: await anySignature(directors, 120) },
    );
    await page.goto(`${home}/protocols?version=${version.id}`);
  });
}

/** Discards what was written, and switches the module off. */
async function discard(page: Page) {
  const { services } = await call<Protocols>(page, 'GET', '/api/protocols');
  for (const { protocol_id } of services) {
    if (protocol_id === null) continue;
    const { drafts } = await call<{ drafts: { id: number }[] }>(
      page,
      'GET',
      `/api/protocols/${protocol_id}`,
    );
    for (const { id } of drafts) await call(page, 'DELETE', `/api/protocols/drafts/${id}`);
  }
  await turn(page, false);
}

const shared = {
  path: () => '/protocols',
  heading: () => 'Protocols',
  dialog: true,
  failed: alertWith('Not saved yet.'),
  after: discard,
} as const;

/** The forms of protocols, each with the module switched on for it alone. */
export const protocols: readonly Form[] = [
  {
    ...shared,
    what: 'the next version of a protocol',
    component: 'protocols/DraftDialog',
    fill: async (page, { mark }) => {
      await turn(page, true);
      await page
        .getByRole('button', { name: /^(Write|Open) the protocol for Microneedling$/ })
        .click();
      const next = page.getByRole('button', { name: 'Write the next version' });
      const form = page.getByRole('dialog', { name: 'Next version' });
      await next.or(form).first().waitFor();
      if (await next.isVisible()) await next.click();
      return type([
        [form.getByRole('textbox', { name: 'Title' }), `Standing order ${mark}`],
        [form.getByRole('textbox', { name: 'Text of the protocol' }), 'Adults alone.'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save draft' }),
    saved: notice(/^The next version of the protocol for Microneedling is saved\./),
  },
  {
    ...shared,
    what: "a director's signature on a protocol",
    component: 'protocols/SignDraftDialog',
    fill: async (page, { mark }) => {
      await withDraft(page, `Standing order ${mark}`);
      await page.getByRole('button', { name: `Read and sign Standing order ${mark}` }).click();
      const pad = page.getByRole('group', { name: 'Director signature' });
      await draw(page, pad);
      return [[pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign protocol' }),
    saved: notice(/^Version \d+ of the protocol for Microneedling is signed,/),
  },
  {
    ...shared,
    what: "a provider's signature on a protocol",
    component: 'protocols/AgreeDialog',
    fill: async (page, { mark }) => {
      await versionOfAnother(page, `Standing order ${mark}`);
      await page.getByRole('button', { name: 'Sign as provider' }).click();
      const pad = page
        .getByRole('dialog', { name: 'Sign the protocol' })
        .getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      return [[pad, signed]];
    },
    save: (page) =>
      page
        .getByRole('dialog', { name: 'Sign the protocol' })
        .getByRole('button', { name: 'Sign', exact: true }),
    saved: notice(/^Version \d+ of the protocol for Microneedling is signed\.$/),
  },
  {
    ...shared,
    what: 'the end of a protocol',
    component: 'protocols/RetireDialog',
    fill: async (page, { mark }) => {
      await signedVersion(page, `Standing order ${mark}`);
      await page.getByRole('button', { name: 'Retire' }).click();
      return type([
        [
          page
            .getByRole('dialog', { name: 'Retire this protocol?' })
            .getByRole('textbox', { name: 'Reason' }),
          'Replaced by a new law',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Retire protocol' }),
    saved: notice('The protocol for Microneedling is retired.'),
  },
  {
    ...shared,
    what: 'a treatment that a director lets pass',
    component: 'protocols/LetPassDialog',
    fill: async (page) => {
      await turn(page, true);
      await page.getByRole('button', { name: 'Let a treatment pass today' }).click();
      const form = page.getByRole('dialog', { name: 'Let a treatment pass today' });
      await form.getByLabel('Provider').selectOption({ index: 1 });
      const service = form.getByLabel('Service');
      await service.selectOption('Botox');
      return [
        [service, 'Botox'],
        ...(await type([
          [form.getByRole('textbox', { name: 'Reason' }), 'The new version is signed tonight'],
        ])),
      ];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Let pass today' }),
    saved: notice(/ may treat with Botox until the end of today\.$/),
  },
];
